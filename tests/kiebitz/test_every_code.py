"""Every code that a camera can see is named by a reader who sees sharply, and what that takes of the model."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from benchmarks.refereeing.noise import fitting
from core.belief.explanation import BEHIND, PRIORS, Priors
from core.belief.likelihood import CELL_NATS
from core.belief.misreading import with_mistakes
from core.game import Game, side_to_move
from core.games import find, names, rulebook
from core.reading import EMPTY, is_edge
from core.verdict import Refused
from kiebitz.judging.priors import CERTAINTY
from kiebitz.kits import kit_of
from kiebitz.table.controls import Correct
from kiebitz.table.events import Event
from kiebitz.table.state import TableState, Terms
from tablebench.course import Course, difference
from tests.table.looks import PAINTS, Shown, Watched

SHARP, USUAL = 16.0, 7.5
"""Leads of each reading in nats: as sharp as can be, and as dice and most pyramids are read."""
HIDES, NO_CONTENT, WORDS, AFTER = (
    "the view is disturbed: the board is asked for, and no rule is broken",
    "no content of a cell stands for it: the reader sees another piece there, or a covered cell",
    "it is about what somebody says",
    "it is announced after a legal action",
)
UNSEEN: Mapping[str, str] = {
    **dict.fromkeys(("GEN-1", "GEN-2", "GEN-8"), HIDES),
    **dict.fromkeys(("GEN-3", "GEN-4", "GEN-5", "GEN-6", "TT-26"), NO_CONTENT),
    **dict.fromkeys(("GW-3", "TB-18", "TB-19", "TT-23"), WORDS),
    **dict.fromkeys(("GW-23", "GW-24", "TB-20", "TT-24", "TT-25"), AFTER),
    "GW-4": "a pass that is forced is announced at once, so whoever is to move can",
    "GW-22": "the stash is beside the board",
    "TT-2": "a die shows no value that it does not have; only a stand-in does",
    "TT-5": "where the boards touch is no content of a cell",
    "TT-12": "what lies beside the cells is not read",
}
"""Codes that no camera can see on the board, and why."""
UNFINISHED = {"TT-14", "TT-18", "TT-21"}
"""Codes of a move that is not finished: told as ``partial``, as it may still be finished."""
IMPOSSIBLE = {"TT-1"}
"""Codes of a board that no position has, so that no game begins with it: asked about until it is put right."""
ONE_PIECE_OFF = {"TB-9", "TB-12", "GW-12", "TT-13", "TT-15", "TT-16", "TT-20"}
"""Codes that are asked about where they are read as usual, as one misread piece is nearly as likely."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A board on which the rule *code* is broken behind the position of *game*; None for a board as it is revealed."""

    game: str
    code: str
    position: Any
    board: Mapping[str, str]
    hidden: frozenset[str] = frozenset()
    """Cells that the new piece hides."""

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


MADE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "TB-9": ("4/1w2/1b2/4 b2-b3 W 1", {"c2": "b", "c3": "b", "c2-c3": "rod"}),
    "TB-10": ("4/4/4/4 - B 0", {"a1": "b", "b2": "w", "a1-b1": "rod"}),
    "TB-12": ("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", {"b2": "w", "b2-c2": "rod"}),
    "TB-13": ("4/bwwb/4/4 a3-b3,c3-d3 B 2", {"a3": "w", "c3": "b", "b3-c3": "rod"}),
    "TB-14": ("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", {"b2": "w", "b3": "b"}),
}
"""Boards that the rulebook has no example of, and some with the rod that would make them nearly legal."""
WRONG_SET = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B6d4=1 A 0"
BEHIND_A_TOKEN = {"b3": "b4", "e4": "e5"}
"""Where a token is placed for nothing → the empty cell that it hides."""
WALKS: Mapping[str, str] = {"TT-9": "d1>c2", "TT-10": "a3>a2", "TT-11": "a3>d4"}


def slips() -> Iterator[Slip]:
    """Yield at least one board for each code that a camera can see, of all games."""
    for name in names():
        game = find(name)
        for entry in rulebook(name).codes:
            example = entry.example
            if entry.key in UNSEEN or example is None:
                continue
            if entry.key in MADE:
                text, change = MADE[entry.key]
                position = game.parse_position(text, game.options())
                yield Slip(name, entry.key, position, {**game.contents(position), **change})
            if not example.position:
                observed = WRONG_SET if entry.key == "TT-1" else example.observed
                yield Slip(name, entry.key, None, game.parse_contents(observed))
                continue
            position = game.parse_position(example.position, game.options())
            before = game.contents(position)
            if example.observed:
                yield Slip(name, entry.key, position, {**before, **game.parse_contents(example.observed)})
            elif entry.key in WALKS:
                source, target = WALKS[entry.key].split(">")
                yield Slip(name, entry.key, position, {**before, source: EMPTY, target: before[source]})
            elif entry.key == "GW-25":
                yield unpaid(game)
            elif entry.key.startswith("GW-"):
                yield Slip(name, entry.key, position, {**before, **carried_out(example.action, side_to_move(position))})
            for cell, behind in BEHIND_A_TOKEN.items() if (name, entry.key) == ("tingle", "GW-12") else ():
                token = f"{position.to_move}m"
                yield Slip(name, entry.key, position, {**before, cell: token}, frozenset({behind}))


def carried_out(action: str, seat: str) -> Mapping[str, str]:
    """Return what the *action* of a game of pyramids changes, legal or not."""
    placed, *spent = action.split("-")
    return {**dict.fromkeys(spent, EMPTY), placed[1:]: seat + placed[0].lower()}


def unpaid(game: Game[Any]) -> Slip:
    """Return a small that was paid for with two mediums at a table where it costs nothing: nothing else is wrong."""
    entry = next(entry for entry in rulebook(game.name).codes if entry.key == "GW-15")
    assert entry.example is not None
    position = game.parse_position(entry.example.position, game.options.of({"paid_small": False}))
    board = dict(game.contents(position))
    mediums = [cell for cell, content in board.items() if content == f"{position.to_move}m"]
    for one in mediums:
        for other in mediums:
            for cell in board:
                changed = {**board, one: EMPTY, other: EMPTY, cell: f"{position.to_move}s"}
                verdict = game.diagnose(position, changed) if board[cell] == EMPTY and one != other else None
                if isinstance(verdict, Refused) and verdict.objection.code == "GW-25":
                    return Slip(game.name, "GW-25", position, changed)
    raise AssertionError(game.name)


SLIPS = tuple(slips())
ONCE = {slip.code: slip for slip in reversed(SLIPS)}
"""A board for each code."""
AGAIN = pytest.mark.thinned(0)


class Table:
    """The table of *slip* as it stood before, seen by who reads by *lead*."""

    def __init__(self, slip: Slip, lead: float) -> None:
        game = find(slip.game)
        self._known = slip.position or game.start(game.options())
        self._lead = lead
        paints = PAINTS.get(slip.game, PAINTS["tinker_tactics"])
        seats = self._known.seats if kit_of(slip.game).seats else ()
        terms = Terms(game, self._known.options)
        positions = [slip.position] if slip.position else []
        self._table = Watched(
            TableState.begun(terms, positions=positions, colours={seat: paints[seat] for seat in seats})
        )
        if positions:
            self.look(game.contents(slip.position))

    def look(self, contents: Mapping[str, str], hidden: frozenset[str] = frozenset()) -> list[Event]:
        """Return what is said of a picture of *contents*."""
        game = self._table.state.game
        board = {**dict.fromkeys(game.contents(self._known), EMPTY), **contents}
        alphabet = game.alphabet(self._known)
        read = {
            cell: {text: 0.0 if text == content else -self._lead for text in fitting(alphabet, cell)}
            for cell, content in board.items()
        }
        return self._table.take(Shown(board, read, hidden))

    def correct(self, cells: Mapping[str, str]) -> list[Event]:
        """Return what is announced once people have said what *cells* hold."""
        return self._table.take(Correct(cells))

    def told_of(self, slip: Slip) -> list[Event]:
        """Return what is settled by two looks at *slip*, or by the first that tells what rule is broken."""
        seen = self.look(slip.board, slip.hidden)
        return seen if codes(seen) else [*seen, *self.look(slip.board, slip.hidden)]


def codes(events: Sequence[Event], kind: str = "illegal") -> list[str]:
    """Return the codes of the *events* of this *kind*."""
    return [str(event.fields.get("code")) for event in events if event.kind == kind]


@pytest.mark.parametrize("name", names())
def test_each_code_can_be_seen_or_is_named_with_a_reason(name: str) -> None:
    shown = {slip.code for slip in SLIPS if slip.game == name}
    known = {entry.key for entry in rulebook(name).codes}
    assert shown | (UNSEEN.keys() & known) == known
    assert UNSEEN.keys().isdisjoint(shown)


@pytest.mark.parametrize(
    "slip", [slip if ONCE[slip.code] is slip else pytest.param(slip, marks=AGAIN) for slip in SLIPS], ids=str
)
def test_what_is_seen_sharply_is_told_within_two_looks(slip: Slip) -> None:
    seen = Table(slip, SHARP).told_of(slip)
    kind = "partial" if slip.code in UNFINISHED else "unsure" if slip.code in IMPOSSIBLE else "illegal"
    assert codes(seen, kind) == [slip.code]
    assert codes(seen) == ([slip.code] if kind == "illegal" else [])


@pytest.mark.parametrize("slip", [slip for slip in SLIPS if slip.code in ONE_PIECE_OFF], ids=str)
def test_what_is_read_as_usual_is_told_once_the_questions_are_answered(slip: Slip) -> None:
    table = Table(slip, USUAL)
    seen = table.told_of(slip)
    for _ in range(2):  # there may be two pieces, and either may be misread
        if not codes(seen):
            asked = next(event for event in seen if event.kind == "unsure")
            assert asked.fields["code"] == slip.code
            told = table.correct({cell: slip.board[cell] for cell in asked.fields["cells"]})
            seen = [*told, *table.look(slip.board, slip.hidden)]
    assert codes(seen) == [slip.code]


def test_a_question_names_the_piece_that_tells_though_no_other_way_is_close_by_itself() -> None:
    slip = next(slip for slip in SLIPS if slip.code == "TB-9" and slip.board.get("c2-c3") == "rod")
    (asked,) = Table(slip, 9.0).look(slip.board)
    assert asked.fields["cells"] in (["c2"], ["c3"])


@cache
def one_piece_off(name: str) -> Sequence[tuple[Slip, int]]:
    """Return boards of a random game on which a rule is broken, some for each code.

    Each has the number of legal actions that differ from it in one piece.
    """
    rng, counted = random.Random(5), Counter[str]()
    course = Course.draw(name, 2, rng)
    game, position, found = course.game, course.start, list[tuple[Slip, int]]()
    for _ in range(9):
        before, legal = game.contents(position), list(course.visible(position).values())
        for after in rng.sample(legal, min(20, len(legal))):
            for cell, content in difference(before, after).items():
                if content == EMPTY or is_edge(cell):
                    continue
                board = {**after, cell: rng.choice(fitting(game.alphabet(position), cell)[1:])}
                verdict = game.diagnose(position, board)
                if isinstance(verdict, Refused) and counted[code := verdict.objection.code] < 9:
                    counted[code] += 1
                    found.append((Slip(name, code, position, board), sum(is_one_piece(board, each) for each in legal)))
        position = game.play(position, rng.choice(game.actions(position)))
    return found


def is_one_piece(board: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether the two differ in one piece that is on both."""
    differ = [(content, other[cell]) for cell, content in board.items() if content != other[cell]]
    return len(differ) == 1 and EMPTY not in differ[0]


@pytest.mark.parametrize("name", names())
def test_what_one_other_piece_would_make_legal_is_told_as_well(name: str) -> None:
    near = {slip.code: slip for slip, ways in one_piece_off(name) if ways}
    assert near
    assert {code: codes(Table(slip, SHARP).told_of(slip)) for code, slip in near.items()} == {c: [c] for c in near}


@pytest.mark.parametrize("priors", [PRIORS, BEHIND], ids=["usually", "behind"])
@pytest.mark.parametrize("name", names())
def test_the_strongest_reading_counts_more_than_a_broken_rule_is_rare(name: str, priors: Priors) -> None:
    """Whatever the code: one of some pieces misread, and the rule kept, is less likely by the lead that tells it."""
    ways = {slip.code: number for slip, number in one_piece_off(name)}
    seen, other = fitting(find(name).alphabet(find(name).start(find(name).options())), "a1")[1:3]
    counts = -with_mistakes({seen: 0.0, other: -CELL_NATS})[other]
    rare = priors.action - priors.refused
    assert max(ways.values()) > 0
    assert {code: counts - rare - math.log(number or 1) >= CERTAINTY.lead_nats for code, number in ways.items()} == (
        dict.fromkeys(ways, True)
    )
