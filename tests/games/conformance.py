"""The conformance suite: what holds of every game, as checks that take the game's name.

``CHECKS`` are run over all games that ``core.games`` finds; they know the ``Game``
protocol and no rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from adviser import suggest
from adviser.hints import RUNGS, hint
from adviser.reasons import steps
from core import games
from core.board.text import WIDTH, board_text
from core.formats.diagram import Moment
from core.formats.ruling import Ruling, ruling
from core.game import in_play
from core.games import rulebook
from core.play.counting import Countable, counting_of
from core.play.reachability import why_impossible
from core.record import Record
from core.record.abstract_play import to_abstract_play
from core.record.sgf import to_sgf
from core.rulebook.entries import Decision, Entry, Rulebook
from kiebitz.diagrams import moment_svg
from kiebitz.kits import kit_of
from tests.games.conformance_rules import RULES
from tests.games.sample import paths

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
    own = [code for code in book.codes if not code.key.startswith(("GEN-", "GRID-"))]
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
        for clause in filter(None, {*told.deeds(options).values(), *told.endings(options).values()}):
            assert rulebook(name).entry(clause)
        for before, action, after in path.plies[::3]:
            deed = told.deed(before, action, after)
            assert {*deed.kinds} <= {*told.deeds(options)}
            assert deed.kinds
            assert {*deed.cells} <= {*path.game.cells(before)}
            assert deed.piece in ("", *told.pieces(options))
        if isinstance(path.game, Countable) and (outcome := path.game.outcome(path.positions[-1])):
            assert outcome.reason in told.endings(options)


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


CHECKS: tuple[Check, ...] = (
    *RULES,
    records_come_back,
    games_are_drawn_and_exported,
    the_rulebook_is_there,
    odd_cases_are_answered_as_the_referee_says,
    a_move_is_suggested_with_reasons,
    what_actions_do_can_be_counted,
    the_kit_has_the_cells_and_the_pieces_of_the_rules,
)
