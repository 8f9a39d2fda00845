import pytest

from core.explaining import explain, rows_of, traces_gone
from core.games import find
from core.misreading import NOTHING, OTHER, SURER, with_mistakes
from core.reading import Reading
from core.verdict import Played, Refused

SURE = -12.0


def test_a_die_that_is_seen_without_a_doubt_may_be_another_one() -> None:
    row = with_mistakes({"A6=3": 0.0, "A6=2": SURE, "A8=4": SURE, "B6=3": SURE, "B4=1": SURE, ".": SURE})
    other = OTHER + SURER * SURE
    assert row == {"A6=3": 0.0, "A6=2": other, "A8=4": other, "B6=3": other, "B4=1": SURE, ".": NOTHING}


def test_doubts_of_the_reader_stay_as_they_are() -> None:
    assert with_mistakes({"A6=3": 0.0, "A6=2": -1.0}) == {"A6=3": 0.0, "A6=2": -1.0}


def test_empty_cells_and_kinds_of_pieces_are_taken_as_they_are_read() -> None:
    for row in ({".": 0.0, "As": SURE}, {"As": -1.0, "Am": 0.0}):
        assert with_mistakes(row) == row


def test_a_piece_may_be_a_stain_unless_its_cell_was_touched() -> None:
    row = {"As": 0.0, "Am": SURE, ".": SURE}
    assert with_mistakes(row) == {**row, ".": NOTHING}
    assert with_mistakes(row, touched=True) == row


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


def test_a_die_in_doubt_is_oftener_neither_of_the_two_likeliest() -> None:
    row = with_mistakes({"A6=3": 0.0, "A6=2": -4.0, "A6=1": -9.0, "A8=4": SURE, ".": SURE}, touched=True)
    other = OTHER - 4.0 * SURER
    assert row == {"A6=3": 0.0, "A6=2": max(-4.0, other), "A6=1": other, "A8=4": other, ".": SURE}


@pytest.mark.parametrize("read", ["A4=3", "A6=1", "B4=1"])
@pytest.mark.parametrize(("lead", "tells"), [(12.0, True), (7.0, False), (3.0, False)])
def test_a_broken_rule_that_another_die_would_make_legal_needs_a_die_without_a_doubt(
    lead: float, read: str, *, tells: bool
) -> None:
    game = find("tinker_tactics")
    position = game.parse_position("2 A6a1=4,A4c1=1,A4c6=4,B8a2=4,B4a6=3,B6b5=2,B4b6=1 A 12", game.options())
    shown = {**game.contents(game.play(position, "c1>b1")), "b1": read}
    assert isinstance(game.diagnose(position, shown), Refused)
    rows = dict(rows_of(Reading.exact(shown, game.alphabet(position))))
    rows["b1"] = {**rows["b1"], "A4=1": -lead}
    explained = explain(game, position, {cell: with_mistakes(row) for cell, row in rows.items()})
    best = explained.explanations[0]
    played = max(each.nats for each in explained.explanations if isinstance(each.verdict, Played))
    assert (isinstance(best.verdict, Refused) and best.nats - played > 1.8) is tells


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
