"""How much a sharp reading counts, what repeats one mistake, and which broken rule is named in doubt."""

import math
from collections.abc import Mapping
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.explanation import explain
from core.belief.history import History
from core.belief.likelihood import Table, rows_of
from core.belief.look import Look
from core.belief.misreading import BOUNDED, BOUNDED_DIE, DIE, NOTHING, PIECE, TIMES_TOO_SURE, with_mistakes
from core.belief.referee import doubtful
from core.belief.traces import contents_of, traces_gone
from core.games import find
from core.reading import Reading
from core.verdict import Played, Refused, Verdict
from kiebitz.judging.priors import CERTAINTY

SURE = -12.0
USUAL, USUAL_DIE = -9.0, -7.5
"""As sure as pyramids and dice are mostly read."""
SHARP_DIE, SHARP = DIE + SURE + BOUNDED_DIE, PIECE + (SURE + BOUNDED) / TIMES_TOO_SURE
"""What is read more sharply than the bounds were measured errs less."""
DICE = {"A8=4": SURE, "B6=3": SURE, "B8=4": SURE, ".": SURE}


@pytest.mark.parametrize(
    ("row", "touched", "corrected"),
    [
        ({"A6=3": 0.0, "A6=2": USUAL_DIE, **DICE}, False, {"A6=2": DIE, "A8=4": DIE, "B6=3": DIE, ".": NOTHING}),
        (
            {"A6=3": 0.0, "A6=2": SURE, **DICE},
            False,
            dict.fromkeys(("A6=2", "A8=4", "B6=3"), SHARP_DIE) | {".": NOTHING},
        ),
        ({"As": 0.0, "Am": USUAL, "Bs": SURE, ".": SURE}, True, {"Am": PIECE, "Bs": PIECE}),
        ({"As": 0.0, "Am": SURE, "Bs": SURE, ".": SURE}, True, {"Am": SHARP, "Bs": SHARP}),
        ({"A6=3": 0.0, "A6=2": -1.0}, False, {}),
        ({"A6=3": 0.0, "A6=2": -6.0}, False, {}),
        ({"As": -1.0, "Am": 0.0}, False, {}),
        ({"As": 0.0, "Bs": -6.0, "Am": SURE, ".": -3.0}, False, {"Bs": math.log(0.5) - 6.0 / 1.45, "Am": PIECE}),
        ({".": 0.0, "As": SURE}, False, {}),
        ({"As": 0.0, ".": SURE}, False, {".": NOTHING}),
        ({"As": 0.0, ".": SURE}, True, {}),
    ],
)
def test_what_is_seen_may_be_a_mistake(row: dict[str, float], touched: bool, corrected: dict[str, float]) -> None:
    assert with_mistakes(row, touched=touched) == pytest.approx({**row, **corrected})


def test_a_die_of_the_other_seat_that_was_moved_is_no_way_there_and_back() -> None:
    game = find("tinker_tactics")
    position = game.parse_position("2 A6a1=4,A4c1=1,A4c6=4,B8a2=4,B4a6=3,B6b5=2,B4b6=1 A 12", game.options())
    shown = {**game.contents(position), "b5": ".", "b3": "B6=2"}
    assert traces_gone(game, position, ("c1>b1", "b5>b3", "b1>c1")) == 4
    explained = explain(game, position, rows_of(Reading.exact(shown, game.alphabet(position))))
    best, *others = explained.explanations
    assert isinstance(best.verdict, Refused)
    assert best.verdict.objection.code == "TT-6"
    assert all(best.nats - other.nats > 1.8 for other in others if isinstance(other.verdict, Played))


BEGUN = "2 A6a1=4,A4c1=1,A4c6=4,B8a2=4,B4a6=3,B6b5=2,B4b6=1 A 12"


TINK_BEGUN = "8/8/8/8/8/2As5/8/8 B 0,0 1"


@pytest.mark.parametrize("later", ["the same", "touched", "from elsewhere"])
@pytest.mark.parametrize(
    ("name", "position", "action", "cell", "read", "lead", "tells"),
    [
        ("tinker_tactics", BEGUN, "c1>b1", "b1", "A4=3", 12.0, True),
        ("tinker_tactics", BEGUN, "c1>b1", "b1", "A4=3", 7.5, False),
        ("tinker_tactics", BEGUN, "c1>b1", "b1", "A6=1", 7.5, False),
        ("tinker_tactics", BEGUN, "c1>b1", "b1", "B4=1", 7.5, False),
        ("tink", TINK_BEGUN, "Se5", "e5", "Bm", 12.0, True),
        ("tink", TINK_BEGUN, "Se5", "e5", "Bm", 7.0, False),
        ("tink", TINK_BEGUN, "Se5", "e5", "As", 12.0, True),
        ("tink", TINK_BEGUN, "Se5", "e5", "As", 7.0, False),
    ],
)
def test_what_another_piece_on_one_cell_would_make_legal_is_no_surer_for_being_looked_at_again(
    name: str, position: str, action: str, cell: str, read: str, lead: float, *, tells: bool, later: str
) -> None:
    """Until it is touched, so that the cell looks otherwise, or seen from elsewhere, it is misread again."""
    game = find(name)
    before = game.parse_position(position, game.options())
    true = game.contents(game.play(before, action))
    shown = {**true, cell: read}
    read_so = dict(rows_of(Reading.exact(shown, game.alphabet(before))))
    read_so[cell] = {**read_so[cell], true[cell]: -lead}
    rows = {place: with_mistakes(row, touched=True) for place, row in read_so.items()}

    def look(new: frozenset[str], *, elsewhere: bool = False) -> Look:
        return Look(
            lambda *_: rows, lambda names, _: [(names, 0.0)], lambda _: new, lambda _: new, lambda _: [],
            elsewhere=elsewhere,
        )  # fmt: skip

    belief = Belief(game, [History((before,))]).after(look(frozenset(rows)))
    new = frozenset({cell} if later == "touched" else ())
    for _ in range(9):
        belief = belief.after(look(new, elsewhere=later == "from elsewhere"))
    assert isinstance(belief.best.standing, Refused)
    assert (belief.lead() >= CERTAINTY.lead_nats) is (tells or later != "the same")


def test_traces_are_counted_through_forced_passes() -> None:
    game = find("ting")
    text = "12/5As3Bs2/12/12/7As2As1/Bs7Bs3/12/1As9As/9AmBm1/12/12/4Bs7 B 0,0 15"
    position = game.parse_position(text, game.options())
    assert traces_gone(game, position, ("Si6", "Mh6-i6-i7")) == 2


def test_a_cell_that_two_actions_change_and_that_stays_changed_is_no_trace_gone() -> None:
    game = find("tinker_tactics")
    text = "2 A8a5=3,A6b1=5,A6c1=4,A4c2=4,B4a2=4,B6b3=3,B6b4=3,B8d3=4,B4d5=1 B 13"
    position = game.parse_position(text, game.options())
    assert traces_gone(game, position, ("b3>b2", "b1>b3")) == 0


TABIK, TINK = find("tabik"), find("tink")
EMPTY_BOARD = TABIK.start(TABIK.options.of({"board_size": 6}))
POSITION = TABIK.play(TABIK.play(EMPTY_BOARD, "c3+d3"), "c5+d5")
OPENED = TINK.play(TINK.start(TINK.options()), "Sc3")


def rows(game: Any, position: Any, changes: Mapping[str, str], doubts: Mapping[str, Mapping[str, float]]) -> Any:
    """Return how *position* with *changes* is read, with *doubts* on some cells."""
    alphabet = game.alphabet(position)
    exact = Reading.exact({**game.contents(position), **changes}, alphabet, 12.0)
    vague = {cell: {text: row.get(text, -12.0) for text in alphabet} for cell, row in doubts.items()}
    return rows_of(Reading({**exact.cells, **vague}))


def likeliest(changes: Mapping[str, str], doubts: Mapping[str, Mapping[str, float]]) -> tuple[Verdict, float]:
    """Return what is made of *changes* in Tabik, and by how much it leads over everything of another kind."""
    best, *others = explain(TABIK, POSITION, rows(TABIK, POSITION, changes, doubts)).explanations
    return best.verdict, best.nats - others[0].nats


@pytest.mark.parametrize(("nats", "code"), [(0.9, "TB-7"), (9.0, "TB-1")])
def test_a_rod_that_is_hardly_seen_to_be_gone_does_not_change_what_is_wrong(nats: float, code: str) -> None:
    verdict, lead = likeliest({"a1-b1": "rod"}, {"c3-d3": {".": 0.0, "rod": -nats}})
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == code
    assert lead > 1.8


@pytest.mark.parametrize(
    ("row", "asked"),
    [
        ({"Bl": 0.0, "Bm": -2.5}, []),  # a medium breaks another rule, but is not likely
        ({"Bl": 0.0, "Bm": -0.5}, ["e5"]),
        ({"Bl": 0.0, "Bs": -2.5}, ["e5"]),  # a small is legal
    ],
)
def test_a_broken_rule_is_named_where_it_is_likely_which(row: Mapping[str, float], asked: list[str]) -> None:
    table = Table(rows(TINK, OPENED, {}, {"e5": row}), contents_of(TINK, OPENED), 12.0)
    assert doubtful(TINK, OPENED, table, {"e5": "Bl"}, "GW-14") == asked


def test_the_same_broken_rule_on_boards_that_differ_is_one_answer() -> None:
    shown = rows(TABIK, POSITION, {"a1": "w", "b1": "w"}, {"a1-b1": {"rod": 0.0, ".": -1.5}})
    look = Look(
        lambda *_: shown, lambda frame, _: [(frame, 0.0)], lambda _: frozenset(), lambda _: frozenset(), lambda _: []
    )
    belief = Belief(TABIK, [History((EMPTY_BOARD, POSITION))]).after(look)
    codes = [h.standing.objection.code for h in belief.histories[:2] if isinstance(h.standing, Refused)]
    assert codes == ["TB-9", "TB-9"]
    assert belief.histories[0].nats - belief.histories[1].nats < 3.0
    assert belief.lead() > 1.8


def test_a_die_that_is_seen_twice_is_not_taken_for_the_same_die_with_another_value() -> None:
    """B has one d8, so that nothing is gained if one of two shows 7; the second came from another box."""
    game = find("tinker_tactics")
    dice = "2 A4a1=1,A4b1=2,A6b3=3,A6c1=1,A8c5=5,B4a3=2,B8a6=4,B4b2=2,B6c3=2,B6c6=2 B 7"
    position = game.parse_position(dice, game.options())
    moved = {"a4": "B8=4", "a6": ".", "c5": "A8=4", "d5": "B8=4"}
    vague = {"a4": {"B8=4": 0.0, "B8=7": -2.0, "B4=4": -5.9}}
    table = Table(rows(game, position, moved, vague), contents_of(game, position), 12.0)
    assert table.free_change(game.stock(position), 3.0) == moved
    assert table.free_change(game.stock(position), 6.0) == {**moved, "a4": "B4=4"}
