"""The positions with which a game may begin, by what is seen before the first move and what the rules demand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple

from core.belief.history import History, Taken
from core.belief.likelihood import Rows, rows_of
from core.belief.misreading import with_mistakes
from core.belief.ranked_boards import likely_boards
from core.game import Game, HiddenSetup, P, in_play
from core.options import RuleOptions
from core.reading import EMPTY, Reading, is_bare, is_edge, piece_of
from core.verdict import Objection, in_short
from kiebitz.judging.evidence import may_be, seen_position
from kiebitz.judging.names import Names
from kiebitz.judging.priors import CERTAINTY, TABLE_PRIORS
from kiebitz.judging.start_rules import StartRules

_MOST_BOARDS, _MOST_TRIED = 400, 4000
"""Most boards to try; the second number is for boards with dice, as perhaps only the totals tell their numbers."""
MOST_HIDDEN = 2
"""Most cells out of sight with nothing lying over the board; the set-up's rules may tell what they hold."""
_MOST_GUESSES = 6
_MOST_MISREAD = 12
"""Most boards to keep on which a die was misread beyond doubt."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A board that may be the start, what is read of its cells that are in doubt, and its log prior, in nats."""

    contents: Mapping[str, str]
    read: Mapping[str, float] = field(default_factory=dict)
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class Seen:
    """The boards that may be the start, the likeliest first, and the cells to ask about."""

    guesses: tuple[Guess, ...]
    unsure: tuple[str, ...] = ()
    question: str = ""
    """How to ask about those cells, if showing them again would not help."""
    may_be_misread: bool = False
    """Whether the fault of the first board may be a mistake in reading it, to be asked about rather than announced."""

    @property
    def contents(self) -> Mapping[str, str]:
        return self.guesses[0].contents


class _Found(NamedTuple):
    """A board that may be the start: how much less likely it is than the one seen, and its log prior, in nats."""

    loss: float
    number: int
    board: Mapping[str, str]
    prior: float


def likeliest(game: Game[Any], reading: Reading, options: RuleOptions, announced_total: int | None = None) -> Seen:
    """Return the likeliest boards of *reading* on which nothing is wrong, or else the one that is seen.

    What must be so is evidence: equal totals (the *announced_total*, where one was told), no more pieces than there
    are, nothing that no game can lead to.
    """
    contents, rules = reading.contents, StartRules(game, options, announced_total)
    unsure = tuple(sorted(cell for cell in contents if reading.certainty(cell) < 0.8))
    is_misread = rules.is_away(contents) and bool(rules.impossible(contents))
    wrong = not is_misread and rules.faults(contents)
    declared = isinstance(game, HiddenSetup) and bool(game.declared(options))
    found: list[_Found] = []
    rows, nats, within = rows_of(reading), TABLE_PRIORS.impossible, TABLE_PRIORS.impossible
    if isinstance(game, HiddenSetup):
        nats = TABLE_PRIORS.fault if rules.impossible(contents) else CERTAINTY.lead_nats
        within = TABLE_PRIORS.going_on + TABLE_PRIORS.doubtful_start
    tried = 0
    for tried, (loss, board) in enumerate(likely_boards(rows, most=_MOST_TRIED, nats=within), start=1):
        if tried > _MOST_BOARDS and not declared:
            break
        if found and loss - min(found).loss > TABLE_PRIORS.doubtful_start:
            break
        if wrong and rules.is_away(board):
            continue
        against = rules.faults(board)
        misplaced = not wrong and len(against) < 2 and rules.has_one_misplaced(board)
        if not against:
            begun = TABLE_PRIORS.going_on + (TABLE_PRIORS.hardly_begun if misplaced else 0.0)
            charged = 0.0 if rules.is_set_up(board) else begun
        elif misplaced and not rules.impossible(board):
            charged = TABLE_PRIORS.fault
        else:
            continue
        found.append(_Found(loss + charged, len(found), board, -charged))
    if not found or (wrong and min(found).loss > nats):
        return _misread(rules, reading, unsure, [(each.loss, each.board) for each in sorted(found)])
    likely = [each for each in sorted(found) if each.loss - min(found).loss <= TABLE_PRIORS.doubtful_start][
        :_MOST_GUESSES
    ]
    faulty = [each for each in likely if rules.faults(each.board)]
    if 2.0 * sum(math.exp(-each.loss) for each in faulty) > sum(math.exp(-each.loss) for each in likely):
        likely.sort(key=lambda each: each not in faulty)
    asked = TABLE_PRIORS.asked_dice if declared else TABLE_PRIORS.asked_start
    close = [each.board for each in likely if each.loss - likely[0].loss <= asked]
    guesses = _guesses(rows, [each.board for each in likely])
    priors = (each.prior for each in likely)
    return Seen(
        tuple(replace(guess, prior=prior) for guess, prior in zip(guesses, priors, strict=True)),
        tuple(sorted({*_differing(close), *(unsure if tried == _MOST_TRIED else ())})),
        may_be_misread=likely[0] in faulty,
    )


def _misread(
    rules: StartRules, reading: Reading, unsure: tuple[str, ...], nearly: list[tuple[float, Mapping[str, str]]]
) -> Seen:
    """Return the board of *reading*, which has a fault, and those on which dice were misread instead.

    *nearly* holds boards that are almost as likely, each with how much less likely it is, in nats. If it is empty,
    boards on which a die was misread beyond doubt are searched. In a game that goes on no board can be wrong as it
    stands; only dice can have been misread.
    """
    contents = reading.contents
    goes_on = rules.is_away(contents)
    if rules.revealed is None or (goes_on and not rules.impossible(contents)):
        return Seen((Guess(contents),), unsure)
    rows = {cell: with_mistakes(row) for cell, row in rows_of(reading).items()}
    nearly = nearly or [
        (loss, board)
        for loss, board in likely_boards(rows, most=_MOST_BOARDS, nats=TABLE_PRIORS.mistaken)
        if (goes_on or rules.is_set_up(board)) and not rules.faults(board)
    ]
    if not nearly:
        return Seen((Guess(contents),), unsure)
    boards = [board for _, board in nearly[:_MOST_MISREAD]]
    if goes_on:
        return Seen(_guesses(rows, boards), tuple(sorted(_differing(boards))))
    first, *rest = _guesses(rows, [contents, *boards])
    lead = -TABLE_PRIORS.fault - math.log(sum(math.exp(-loss) for loss, _ in nearly))
    perhaps = bool(unsure) or lead < CERTAINTY.lead_nats
    asked = tuple(sorted(first.read)) if perhaps else ()
    if perhaps and rules.impossible(contents):
        return Seen((first,), asked)
    return Seen((replace(first, prior=-TABLE_PRIORS.fault), *rest), asked, may_be_misread=perhaps)


def perhaps_bare(game: Game[Any], reading: Reading, options: RuleOptions) -> Seen | None:
    """Return the bare board with which *game* begins and the one that is seen, if what is seen may be stains.

    It is the bare one alone where no game has what is seen: any number of rods without a piece between which they lie.
    """
    bare = game.contents(game.start(options))
    if isinstance(game, HiddenSetup) or not is_bare(bare) or reading.covered:
        return None
    rows = {cell: with_mistakes(row) for cell, row in rows_of(reading).items()}
    if any(EMPTY not in row for row in rows.values()):
        return None
    pieces = {cell: content for cell, content in reading.contents.items() if rows[cell][content] > rows[cell][EMPTY]}
    prior = TABLE_PRIORS.played_before - math.log(math.comb(len(bare), len(pieces)))
    lead = prior + sum(rows[cell][content] - rows[cell][EMPTY] for cell, content in pieces.items())
    if not pieces or (lead > CERTAINTY.lead_nats and not all(map(is_edge, pieces))):
        return None
    contents = {**bare, **pieces}
    if StartRules(game, options).faults(contents):
        return Seen((Guess(bare),))
    own, there = _guesses(rows, [bare, contents])
    seen = replace(there, prior=prior)
    asked = f"Perhaps something is on {in_short(list(pieces))}. Play on, and I shall know."
    return Seen((own, seen) if lead < 0.0 else (seen, own), tuple(pieces), asked)


def _guesses(rows: Rows, boards: Sequence[Mapping[str, str]]) -> tuple[Guess, ...]:
    """Return *boards* as guesses, each with what was read of the cells on which they differ."""
    doubted = _differing(boards)
    return tuple(Guess(board, {cell: rows[cell][board[cell]] for cell in doubted}) for board in boards)


def _differing(boards: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the cells on which *boards* differ."""
    return [cell for cell, content in boards[0].items() if any(board[cell] != content for board in boards)]


@dataclass(frozen=True, slots=True)
class Begun(Generic[P]):
    """The start of a game, with the colours of the seats, and what is wrong with it."""

    position: P
    seen: Seen
    colours: Mapping[str, str]
    read: Rows = field(default_factory=dict)
    """What was read of its cells, under the names of the seats."""
    faults: Sequence[Objection] = ()


def with_anything(evidence: Reading, doubtful: Collection[str] = ()) -> Reading:
    """Return *evidence* in which anything may be on cells out of sight; the *doubtful* pieces are less likely there."""
    cells = dict(evidence.cells)
    for place in sorted(evidence.covered):
        alphabet = next((row for cell, row in cells.items() if is_edge(cell) == is_edge(place)), {})
        cells[place] = {
            content: -TABLE_PRIORS.doubtful_start if piece_of(content) in doubtful else 0.0 for content in alphabet
        }
    return Reading(cells)


def all_seen(game: Game[P], evidence: Reading, options: RuleOptions) -> list[str]:
    """Return the pieces that are in sight as often as they exist."""
    stock = {piece_of(content): number for content, number in game.stock(game.start(options)).items()}
    seen = Counter(map(piece_of, evidence.contents.values()))
    return [piece for piece, number in stock.items() if seen[piece] >= number]


def looks_like(evidence: Reading, contents: Mapping[str, str]) -> bool:
    """Return whether most of the board is in sight and may hold *contents*."""
    return may_be(evidence, contents) and len(evidence.cells) > len(evidence.covered)


def is_cleared(game: Game[P], position: P | None, evidence: Reading) -> bool:
    """Return whether the game is over and the board has been cleared, so that a new game may begin."""
    if position is None or game.outcome(position) is None or evidence.covered:
        return False
    return may_be(evidence, dict.fromkeys(evidence.cells, EMPTY))


def is_as_at_start(game: Game[P], positions: Sequence[P], evidence: Reading) -> bool:
    """Return whether the board is set up as the game began, though it has gone on since."""
    if not positions or evidence.covered:
        return False
    start, now = (game.contents(positions[index]) for index in (0, -1))
    return start != now and may_be(evidence, start)


def starts(game: Game[P], begun: Begun[P], options: RuleOptions, *, turn_nats: float) -> list[History[P]]:
    """Return the histories that begin as *begun*, the likeliest first; another seat begins by a prior *turn_nats*."""
    found, taken = list[History[P]](), Taken()
    for guess in begun.seen.guesses:
        bare = is_bare(guess.contents)
        turn = begun.position.to_move
        seats = [turn, *(seat for seat in in_play(begun.position) if seat != turn and not bare)]
        for seat in seats:
            try:
                start = begun.position if not found else seen_position(game, guess.contents, options, seat or "A")
            except ValueError:
                continue
            prior = guess.prior + (0.0 if seat == turn else turn_nats)
            evidence = sum(guess.read.values())
            found.append(
                History(
                    (start,), Names(), taken=None if bare else taken, prior=prior, evidence=evidence, read=guess.read
                )
            )
    return found
