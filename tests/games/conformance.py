"""The conformance suite: what holds of every game, as checks that take the game's name.

``CHECKS`` are run over all games that ``core.games`` finds; they know the ``Game``
protocol and no rules.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adviser import suggest
from adviser.hints import RUNGS, hint
from adviser.reasons import steps
from core import games
from core.board.text import WIDTH, board_text
from core.formats.diagram import Moment
from core.formats.json_engine import answer
from core.formats.ruling import Ruling, ruling
from core.game import IllegalAction, in_play, text_like
from core.games import rulebook
from core.play.counting import Countable, counting_of
from core.play.numbering import Numbered
from core.play.reachability import why_impossible
from core.record import Record
from core.record.abstract_play import to_abstract_play
from core.record.sgf import to_sgf
from core.rulebook.entries import Decision, Entry, Rulebook
from core.verdict import Played, Still, TakenBack
from kiebitz.diagrams import moment_svg
from kiebitz.kits import kit_of
from tests.games.sample import SILENT, Path, paths

Check = Callable[[str], None]


def _won(told: Ruling) -> bool:
    outcome = told.game.outcome(told.positions[-1])
    return outcome is not None and not outcome.drawn and told.before.to_move in outcome.winners


def _drawn(told: Ruling) -> bool:
    outcome = told.game.outcome(told.positions[-1])
    return outcome is not None and outcome.drawn


ANSWERS: Mapping[str, Callable[[Ruling], bool]] = {
    "May ": lambda told: told.broken is None,
    "Have I won?": _won,
    "Is it a draw?": _drawn,
    "Am I out?": lambda told: told.before.to_move not in in_play(told.positions[-1]),
    "Does B play on ": lambda told: "B" in in_play(told.positions[-1]),
}
"""How questions begin that are answered with Yes or No, and when it is Yes."""


def actions_end_with_the_game(name: str) -> None:
    game = games.find(name)
    assert game.name == name
    ends = [game.outcome(path.positions[-1]) for path in paths(name)]
    assert any(ends)
    for path in paths(name):
        for ply, position in enumerate(path.positions):
            actions, outcome = game.actions(position), game.outcome(position)
            assert bool(actions) == (outcome is None) == (position.to_move is not None)
            assert list(actions) == sorted(set(actions))
            assert position.ply == ply
            assert position.seats == path.positions[0].seats
            if outcome:
                assert outcome.reason
                assert set(outcome.winners) <= {*position.seats, "B", "W"}
                assert outcome.winners
            else:
                assert position.to_move in position.seats


def playing_alters_nothing(name: str) -> None:
    for path in paths(name):
        for before, action, after in path.plies[::4]:
            text, worth = path.game.format_position(before), hash(before)
            again = path.game.play(before, action)
            assert again == after
            assert hash(again) == hash(after)
            assert (path.game.format_position(before), hash(before)) == (text, worth)


def no_two_actions_look_alike(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(9):
            was, looks = tuple(game.contents(position).values()), dict[tuple[str, ...], str]()
            for action in game.actions(position):
                look = tuple(game.contents(game.play(position, action)).values())
                if action in SILENT and look == was:
                    continue
                assert look != was, action
                assert look not in looks, (action, looks[look])
                looks[look] = action


def positions_parse_back(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(3):
            text, options = game.format_position(position), position.options
            parsed = game.parse_position(text, options)
            assert game.format_position(parsed) == text
            assert game.actions(parsed) == game.actions(position)
            assert game.outcome(parsed) == game.outcome(position)
            seen = game.contents(position)
            assert game.contents(parsed) == game.parse_contents(text) == seen
            assert game.parse_contents(game.format_contents(seen, options)) == seen


def canonical_notation_is_its_own(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(12):
            for action in game.actions(position):
                assert game.canonical_action(action) == action
    read = 0
    for text in _texts(paths(name)[0]):
        if canonical := _canonical(name, text):
            assert game.canonical_action(canonical) == canonical
            read += 1
    assert read


def objections_are_the_other_face_of_actions(name: str) -> None:
    game = games.find(name)
    told = set[str]()
    for path in paths(name):
        for position in path.every(12):
            legal = game.actions(position)
            assert not [action for action in legal if game.objection(position, action)]
            for text in _texts(path):
                canonical = _canonical(name, text)
                if canonical is None:
                    with pytest.raises(ValueError):  # noqa: PT011 - each game has its own words
                        game.play(position, text)
                    continue
                try:
                    objection = game.objection(position, text)
                except ValueError:
                    assert canonical not in legal
                    continue
                assert (objection is None) == (canonical in legal), text
                if objection:
                    told.add(objection.code)
                    assert objection.message
                    with pytest.raises(IllegalAction) as caught:
                        game.play(position, text)
                    assert caught.value.objection == objection
    assert told <= {code.key for code in rulebook(name).codes}
    assert told


def diagnosis_finds_the_action(name: str) -> None:
    for path in paths(name):
        game, rng = path.game, random.Random(7)
        for number, before in enumerate(path.positions[:-1]):
            if number % 4:
                continue
            assert game.diagnose(before, game.contents(before)) == Still()
            actions = game.actions(before)
            for action in rng.sample(list(actions), min(6, len(actions))):
                seen = game.contents(game.play(before, action))
                same = seen == game.contents(before)
                assert same <= (action in SILENT)
                assert game.diagnose(before, seen, path.positions[:number]) == (Still() if same else Played((action,)))


def a_take_back_is_found(name: str) -> None:
    found = 0
    for path in paths(name):
        game = path.game
        for number, (before, _, after) in enumerate(path.plies[:-1]):
            if number % 5 or game.contents(before) == game.contents(after):
                continue
            verdict = game.diagnose(after, game.contents(before), path.positions[: number + 1])
            assert verdict == TakenBack(1) or isinstance(verdict, Played)
            found += verdict == TakenBack(1)
    assert found


def counting_is_playing(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(30):
            actions = game.actions(position)
            assert [game.perft(position, 0), game.perft(position, 1)] == [1, len(actions)]
            assert game.perft(position, 2) == sum(len(game.actions(game.play(position, a))) for a in actions)


def contents_keep_to_alphabet_and_stock(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.positions:
            seen, alphabet = game.contents(position), game.alphabet(position)
            assert tuple(seen) == game.cells(position)
            assert alphabet[0] == "."
            assert len(set(alphabet)) == len(alphabet)
            assert set(alphabet) - {"."} == set(game.stock(position))
            counts = Counter(content for content in seen.values() if content != ".")
            assert all(number <= game.stock(position)[content] for content, number in counts.items())


def reachable_boards_have_no_faults(name: str) -> None:
    for path in paths(name):
        for position in path.every(6):
            assert path.game.survey(path.game.contents(position), position.options).faults == ()


def the_engine_answers(name: str) -> None:
    path = paths(name)[0]
    game, start = path.game, path.game.format_position(path.positions[0])

    def ask(op: str, **values: object) -> dict[str, Any]:
        return answer(json.dumps({"op": op, "game": name, **values}))

    assert ask("start") == {"position": start}
    for before, action, after in (path.plies[0], path.plies[len(path.actions) // 2], path.plies[-1]):
        text, later = game.format_position(before), game.format_position(after)
        moves = ask("moves", position=text)
        assert moves == {"actions": list(game.actions(before)), "result": None}
        played = ask("play", position=text, action=action)
        assert played["position"] == later
        assert bool(played["result"]) == bool(game.outcome(after))
        assert ask("explain", position=text, action=action) == {"legal": True}
        assert ask("perft", position=text, depth=1) == {"nodes": len(moves["actions"])}
        seen = {"verdict": "still"} if action in SILENT else {"verdict": "move", "action": action}
        assert ask("diagnose", position=text, observed=later) == seen
        assert ask("diagnose", position=text, observed=text) == {"verdict": "still"}
        refused = next(reply for reply in _explained(ask, text, path) if not reply["legal"])
        assert refused["code"]
        assert refused["message"]
    for wrong in ("", "\0", "9" * 1_000_000, start[::-1] + "?"):
        reply = ask("moves", position=wrong)
        assert set(reply) == {"error"}
        assert len(reply["error"]) < 400
        assert "error" in ask("play", position=start, action=wrong)


def records_come_back(name: str) -> None:
    for path in paths(name):
        start, options = path.game.format_position(path.positions[0]), path.positions[0].options
        record = Record(name, start, path.actions, options, {1: "a remark"}, {"A": 'Ada "the" \\ first'})
        assert Record.parse(record.format()) == record
        assert record.positions() == path.positions
        outcome = path.game.outcome(path.positions[-1])
        assert (record.result == "*") == (outcome is None)


def games_are_drawn_and_exported(name: str) -> None:
    for path in paths(name):
        start, options = path.game.format_position(path.positions[0]), path.positions[0].options
        record = Record(name, start, path.actions, options)
        assert to_sgf(record, version="0").count(";") == 1 + len(path.actions)
        played: dict[str, Any] = to_abstract_play(record, generated="2026-11-21")
        assert [action for turn in played["moves"] for action in turn if action] == list(path.actions)
        now = Moment.of(path.game, path.positions, path.actions, len(path.actions))
        assert path.game.format_position(now.position) in moment_svg(now, {})
        drawn = board_text(now.contents)
        assert max(map(len, drawn.splitlines())) <= WIDTH
        stands = Counter(content for cell, content in now.contents.items() if content != "." and "-" not in cell)
        rows = [f"{line} " for line in drawn.splitlines() if line[:2].strip().isdigit()]
        assert all("".join(rows).count(f" {content} ") == number for content, number in stands.items())


def the_rulebook_is_there(name: str) -> None:
    game, book = games.find(name), rulebook(name)
    assert isinstance(book, Rulebook)
    assert (book.game, book.title) == (name, game.title)
    assert book.credit
    assert book.licence
    assert book.clauses
    entries: tuple[Entry, ...] = (*book.clauses, *book.decisions, *book.codes)
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys)
    known = {option.name: option for option in game.options.declared()}
    assert game.options.title == game.title
    assert all(set(decision.options) <= known.keys() for decision in book.decisions)
    assert all(option.rule in ("", *keys) and option.changes.endswith(".") for option in known.values())
    own = [code for code in book.codes if not code.key.startswith("GEN-")]
    examples = [code.example for code in own if code.example]
    assert 2 * len(examples) > len(own)
    for example in examples:
        assert example.action or example.observed
        if example.position:
            game.parse_position(example.position, game.options())


def odd_cases_are_answered_as_the_referee_says(name: str) -> None:
    game = games.find(name)
    for entry, case in rulebook(name).questions():
        found = ruling(name, case)
        asked = case.question.rpartition(". ")[2]
        answered = re.match(r"(Yes|No)\b", case.answer)
        is_so = next((told for start, told in ANSWERS.items() if asked.startswith(start)), None)
        assert asked.endswith("?")
        assert (answered is None) == (is_so is None), asked
        if answered and is_so:
            assert (answered[1] == "Yes") == is_so(found), case
        assert why_impossible(game, found.positions[0]) is None
        for options in case.otherwise:
            assert isinstance(entry, Decision)
            assert options.partition("=")[0] in entry.options
            assert ruling(name, case, options).verdict != found.verdict


def what_was_played_may_arise(name: str) -> None:
    for path in paths(name):
        for position in path.every(5):
            if not path.game.outcome(position):
                assert why_impossible(path.game, position) is None


def a_board_is_written_with_what_it_does_not_show(name: str) -> None:
    for path in paths(name):
        for before, _, after in path.plies[::5]:
            game, seen = path.game, path.game.contents(after)
            assert text_like(game, game.contents(before), before) == game.format_position(before)
            assert game.parse_contents(text_like(game, seen, before)) == seen


def a_move_is_suggested_with_reasons(name: str) -> None:
    path = paths(name)[1]
    for position in path.positions[:-1:12]:
        found = suggest(path.game, position, expired=lambda: True, max_nodes=4)
        assert found.action in path.game.actions(position)
        assert found.why
        assert steps(path.game, position, found.action)
        assert all(hint(path.game, position, found.action, rung).text for rung in RUNGS)


def what_actions_do_can_be_counted(name: str) -> None:
    for path in paths(name):
        told, options = counting_of(path.game), path.positions[0].options
        for before, action, after in path.plies[::3]:
            deed = told.deed(before, action, after)
            assert {*deed.kinds} <= {*told.deeds(options)}
            assert deed.piece in ("", *told.pieces(options))
        if isinstance(path.game, Countable) and (outcome := path.game.outcome(path.positions[-1])):
            assert outcome.reason in told.endings(options)


def every_action_has_a_number_of_its_own(name: str) -> None:
    for path in paths(name):
        if isinstance(path.game, Numbered):
            numbers = path.game.numbers(path.positions[0])
            for position in path.every(9):
                found = {numbers.number(action) for action in path.game.actions(position)}
                assert len(found) == len(path.game.actions(position))
                assert all(0 <= number < numbers.size for number in found)


def the_kit_has_the_cells_and_the_pieces_of_the_rules(name: str) -> None:
    for path in paths(name):
        start = path.positions[0]
        kit = kit_of(name, start.options)
        if kit.has_whole:
            assert set(kit.plan.cells) == {cell for cell in path.game.cells(start) if "-" not in cell}
        owned = {content.partition("=")[0]: count for content, count in path.game.stock(start).items()}
        kinds = {content.lstrip("ABCDEF"): count for content, count in owned.items() if content != "rod"}
        assert kinds == kit.stock
        assert kit.pieces.keys() == kinds.keys()
        assert not kit.seats or {*start.seats} <= {*kit.seats}


def _explained(ask: Callable[..., dict[str, Any]], text: str, path: Path) -> Iterator[dict[str, Any]]:
    """Return what the engine says of texts that are actions of this game, legal or not."""
    for action in _texts(path):
        reply = ask("explain", position=text, action=action)
        if "error" not in reply:
            yield reply


def _texts(path: Path) -> list[str]:
    """Return texts to try as actions: those of other positions, others with a sign changed, and nonsense."""
    rng = random.Random(5)
    actions: list[str] = [action for position in path.every(6) for action in path.game.actions(position)]
    chosen = rng.sample(actions, min(60, len(actions)))
    signs = sorted(set("".join(chosen)))
    changed = []
    for action in chosen:
        at = rng.randrange(len(action))
        changed.append(action[:at] + rng.choice(signs) + action[at + 1 :])
    return [*chosen, *changed, "--", "", " ", "?", "a", "a1", "z9", "é1", "--\0", "1" * 5000]


def _canonical(name: str, text: Any) -> str | None:
    try:
        return games.find(name).canonical_action(text)
    except ValueError:
        return None


CHECKS: tuple[Check, ...] = (
    actions_end_with_the_game,
    playing_alters_nothing,
    no_two_actions_look_alike,
    positions_parse_back,
    canonical_notation_is_its_own,
    objections_are_the_other_face_of_actions,
    diagnosis_finds_the_action,
    a_take_back_is_found,
    counting_is_playing,
    contents_keep_to_alphabet_and_stock,
    reachable_boards_have_no_faults,
    the_engine_answers,
    records_come_back,
    games_are_drawn_and_exported,
    the_rulebook_is_there,
    odd_cases_are_answered_as_the_referee_says,
    what_was_played_may_arise,
    a_board_is_written_with_what_it_does_not_show,
    a_move_is_suggested_with_reasons,
    what_actions_do_can_be_counted,
    every_action_has_a_number_of_its_own,
    the_kit_has_the_cells_and_the_pieces_of_the_rules,
)
