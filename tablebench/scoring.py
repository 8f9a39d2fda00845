"""How well a program has read pictures and refereed games, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby, permutations
from pathlib import Path
from typing import Any

from core.games import find
from core.reading import EMPTY
from kits.kit import turned_place
from playtest.intervals import proportion
from tablebench.truths import Played, Still, games_in, stills_in


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program has read in a picture; it asks about the cells in ``unsure`` instead of telling them."""

    cells: Mapping[str, str]
    unsure: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """What a program has said after a picture of a game: a ``move`` with its action, or ``illegal`` with its code."""

    frame: int
    event: str
    what: str


@dataclass(frozen=True, slots=True)
class Answers:
    """All that a program has said; a picture without a board is None."""

    program: str
    stills: Mapping[str, Answer | None]
    games: Mapping[str, Sequence[Told]]


@dataclass(frozen=True, slots=True)
class StillScore:
    """How a picture was read: places told *right*, told *wrong* and *asked* about, and whether a board was found."""

    found: bool
    right: int
    wrong: int
    asked: int


@dataclass(frozen=True, slots=True)
class GameScore:
    """How a game was refereed; ``found`` slips are called illegal, ``named`` ones with the right code."""

    moves: int
    right: int
    slips: int
    found: int
    named: int
    false_illegal: int


def answers_in(told: object) -> Answers:
    """Return the answers in what a JSON file holds. Raises ``ValueError`` where the form is another."""
    try:
        assert isinstance(told, dict)
        stills = {name: None if each is None else _answer(each) for name, each in told.get("stills", {}).items()}
        games = {name: tuple(map(_told, events)) for name, events in told.get("games", {}).items()}
        return Answers(str(told.get("program", "a program")), stills, games)
    except (AssertionError, AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"the answers are not in the form that tablebench/README.md describes: {error!r}") from None


def _answer(told: Mapping[str, Any]) -> Answer:
    return Answer({str(cell): str(it) for cell, it in told["cells"].items()}, frozenset(told.get("unsure", ())))


def _told(event: Mapping[str, Any]) -> Told:
    kind = event["event"]
    return Told(int(event["frame"]), kind, str(event["action" if kind == "move" else "code"]))


def score_still(still: Still, answer: Answer | None) -> StillScore:
    """Return how *answer* fits: as well as it does with any letters for the colours, whichever side a1 is on.

    A board that is labelled has one right side; of the others each that looks the same without pieces counts.
    """
    if answer is None:
        return StillScore(False, 0, 0, 0)
    turns = (0,) if still.labelled else range(4) if still.columns == still.rows else (0, 2)
    letters = [dict(zip("ABCDEF", order, strict=False)) for order in permutations("ABCDEF"[: still.seats])]
    scores = []
    for quarters in turns:
        cells = {turned_place(cell, quarters, still.columns, still.rows): it for cell, it in answer.cells.items()}
        unsure = {turned_place(cell, quarters, still.columns, still.rows) for cell in answer.unsure}
        sure = [(cells.get(cell, EMPTY), it) for cell, it in still.contents.items() if cell not in unsure]
        for letter in letters:
            right = sum(_renamed(told, letter) == it for told, it in sure)
            scores.append(StillScore(True, right, len(sure) - right, len(still.contents) - len(sure)))
    return max(scores, key=lambda score: score.right)


def _renamed(content: str, letters: Mapping[str, str]) -> str:
    return letters.get(content[0], content[0]) + content[1:] if len(content) > 1 else content


def score_game(played: Played, told: Sequence[Told]) -> GameScore:
    """Return how a game was refereed: a move is right if the game stands after it as it truly did."""
    moves = [move for shot in played.shots for move in shot.moves]
    truly = _positions(played, moves)
    said = _positions(played, [each.what for each in told if each.event == "move"])
    blocks = SequenceMatcher(None, truly, said, autojunk=False).get_matching_blocks()
    spans = list(_slips(played))
    illegal = [each for each in told if each.event == "illegal"]
    hits = [[each for each in illegal if each.frame in span] for span, _ in spans]
    named = sum(any(each.what == code for each in hit) for hit, (_, code) in zip(hits, spans, strict=True))
    right, found = sum(block.size for block in blocks), sum(map(bool, hits))
    return GameScore(len(moves), right, len(spans), found, named, len(illegal) - sum(map(len, hits)))


def _positions(played: Played, actions: Sequence[str]) -> list[str]:
    """Return the positions after each of *actions*, up to the first illegal one."""
    game = find(played.game)
    sized = {"board_size": played.columns} if played.game == "tabik" else {"players": played.seats}
    position = game.parse_position(played.start, game.options.of(sized))
    found = []
    for action in actions:
        try:
            position = game.play(position, action)
        except ValueError:
            break
        found.append(game.format_position(position))
    return found


def _slips(played: Played) -> Iterator[tuple[range, str]]:
    """Yield each slip's code and its frames, up to the last before the board is right again."""
    for wrong, group in groupby(enumerate(played.shots), key=lambda each: bool(each[1].code)):
        if wrong:
            frames = list(group)
            yield range(frames[0][0], frames[-1][0] + 1), frames[0][1].code


def table(folder: Path, answers: Answers) -> Iterator[str]:
    """Yield the lines of a table of *answers* about what lies in *folder*. Raises ``ValueError`` if that is nothing."""
    stills, games = list(stills_in(folder)), list(games_in(folder))
    if not stills and not games:
        raise ValueError(f"{folder} holds no pictures with truth")
    if stills:
        yield f"| {answers.program}: stills | pictures | board found | wholly right | places right | wrong | asked |"
        yield "|---|---|---|---|---|---|---|"
        for name in sorted({still.game for still in stills}):
            group = [still for still in stills if still.game == name]
            scores = [score_still(still, answers.stills.get(still.name)) for still in group]
            places = sum(len(still.contents) for still, score in zip(group, scores, strict=True) if score.found)
            whole = sum(score.found and not score.wrong and not score.asked for score in scores)
            yield (
                f"| {name} | {len(group)} | {sum(score.found for score in scores)} | {share(whole, len(group))} "
                f"| {share(sum(score.right for score in scores), places)} | {sum(score.wrong for score in scores)} "
                f"| {sum(score.asked for score in scores)} |"
            )
    if stills and games:
        yield ""
    if games:
        yield f"| {answers.program}: games | games | moves right | slips found | with the code | false “illegal” |"
        yield "|---|---|---|---|---|---|"
        for name in sorted({played.game for played in games}):
            of_game = [played for played in games if played.game == name]
            found = [score_game(played, answers.games.get(played.name, ())) for played in of_game]
            yield (
                f"| {name} | {len(of_game)} | {share(sum(s.right for s in found), sum(s.moves for s in found))} "
                f"| {sum(s.found for s in found)} of {sum(s.slips for s in found)} | {sum(s.named for s in found)} "
                f"| {sum(s.false_illegal for s in found)} |"
            )


def share(count: int, total: int) -> str:
    """Return *count* of *total* with Wilson's interval.

    >>> share(9, 10)
    '9 of 10 (60–98 %)'
    """
    if not total:
        return "–"
    interval = proportion(count, total)
    return f"{count} of {total} ({100 * interval.low:.0f}–{100 * interval.high:.0f} %)"
