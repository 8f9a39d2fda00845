"""What turned one board into another, against trying everything."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.goodwin.options import TinkOptions
from core.goodwin.position import Position
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear
from tests.games.sample import check_one_or_two_are_found
from tests.rules.sample import LARGE, RULES, SMALLS, START, STUCK, TINK, at, playthrough, positions


def look(position: Position) -> tuple[str, ...]:
    return tuple(TINK.contents(position).values())


def code(text: str, observed: str) -> str:
    verdict = TINK.diagnose(at(text), TINK.parse_contents(observed))
    assert isinstance(verdict, Refused), verdict
    return verdict.objection.code


@pytest.mark.parametrize("values", [{}, {"players": 3}, {"players": 3, "eliminated_pieces": "remove"}], ids=str)
def test_one_or_two_actions_are_found_as_by_trying_all(values: dict[str, object]) -> None:
    for position in positions(4, TinkOptions.of(values)):
        assert check_one_or_two_are_found(TINK, position) <= {Still, Played}


def test_a_forced_pass_before_a_quick_move() -> None:
    after = TINK.play(TINK.play(at(STUCK), "--"), "Sd6")
    assert TINK.diagnose(at(STUCK), TINK.contents(after)) == Played(("--", "Sd6"))


def test_an_elimination_that_clears_the_board_is_a_pass() -> None:
    text = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
    position = at(text, eliminated_pieces="remove")
    after = TINK.play(position, "--")
    assert look(after) != look(position)
    assert TINK.diagnose(position, TINK.contents(after)) == Played(("--",))


def test_the_referee_asks_which_last_piece_took_all_of_them_off() -> None:
    text = "AsAs1As4/8/AmAm1Am4/8/Al1Am1As3/8/8/Bs6Bs A 0,0,0 40"
    position = at(text, players=3, out_of_pieces="when_empty", eliminated_pieces="remove")
    after = TINK.play(position, "Sh8")
    assert TINK.format_position(after) == "8/8/8/8/8/8/8/Bs6Bs B x,0,0 41"
    verdict = TINK.diagnose(position, TINK.contents(after))
    assert isinstance(verdict, Unclear)
    gone = TINK.contents(after)
    assert set(verdict.candidates) == {
        a for a in TINK.actions(position) if TINK.contents(TINK.play(position, a)) == gone
    }
    two = TINK.diagnose(position, TINK.contents(TINK.play(after, "Se5")))
    assert isinstance(two, Unclear)
    assert "Sh8 Se5" in two.candidates


def test_a_take_back_needs_a_history() -> None:
    game, _ = playthrough(seed=5, plies=40)
    history, now = game[:-1], game[-1]
    for earlier in history[:-1]:
        seen = TINK.contents(earlier)
        same = max(position.ply for position in history if look(position) == look(earlier))
        assert TINK.diagnose(now, seen, history) == TakenBack(now.ply - same)
        assert not isinstance(TINK.diagnose(now, seen), TakenBack)


def test_a_legal_action_comes_before_a_take_back() -> None:
    earlier = at("8/6Bs1/3AsBs3/4Am3/8/2Bs5/8/8 B 0,0 3")
    assert TINK.diagnose(at(SMALLS), TINK.contents(earlier), [earlier]) == Played(("Me5-d4-f4",))


def test_every_part_of_a_move_is_partial() -> None:
    for position in positions(20):
        before = dict(TINK.contents(position))
        for action in TINK.actions(position):
            spent = [] if action == "--" else action.split("-")[1:]
            for size in range(1, len(spent) + 1):
                for lifted in combinations(spent, size):
                    verdict = TINK.diagnose(position, before | dict.fromkeys(lifted, "."))
                    assert isinstance(verdict, Partial)
                    assert verdict.cells == lifted
                    assert verdict.code == "GW-6"
                    assert all(cell in verdict.message for cell in lifted)


def test_part_of_a_move_in_words() -> None:
    two = TINK.diagnose(at(SMALLS), {"d4": ".", "f4": "."})
    assert isinstance(two, Partial)
    assert two.message == (
        "A's small on d4 and small on f4 are lifted. "
        "To finish, now place the new piece: Me3-d4-f4, Me4-d4-f4 or Me5-d4-f4."
    )


@pytest.mark.parametrize(
    ("text", "observed", "expected"),
    [
        (SMALLS, "8/6Bs1/3AsBs3/8/3As1As2/8/2Bs5/8", "GW-1"),
        (SMALLS, "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/Ds7", "GEN-6"),
        (SMALLS, "8/6Bs1/3AsBs3/8/3As1As2/2Cs5/8/Bs7", "GEN-6"),
        (SMALLS, "8/6Bs1/3AsBs3/8/3As1As2/2Bm5/8/8", "GW-2"),
        (SMALLS, "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/AsAm6", "GW-5"),
        (SMALLS, "8/6Bs1/4Bs3/8/3As1Am2/2Bs5/8/8", "GW-9"),
        (SMALLS, "8/6Bs1/3AsBs3/4Al3/3As1As2/2Bs5/8/8", "GW-14"),
        (SMALLS, "8/6Bs1/3AsBs3/4Al3/8/2Bs5/8/8", "GW-19"),
        ("1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27", "1Bs5Bs/8/3As4/8/As5As1/8/8/As2As2As1", "GW-20"),
        (LARGE, "7Bm/1Bs6/1Bs6/4Al3/4Al3/3Am4/6As1/8", "GW-21"),
        ("8/8/1AsAs5/8/8/8/1As2As2As/8 A 0,0 9", "7As/8/1AsAs5/8/8/8/1As2As2As/8", "GW-21"),
    ],
)
def test_codes_of_changes(text: str, observed: str, expected: str) -> None:
    assert code(text, observed) == expected


@pytest.mark.parametrize("content", ["?", "A", "Axx", "Es", "As+"])
def test_what_is_no_piece_is_not_recognised(content: str) -> None:
    for cell in ("a1", "d4"):
        verdict = TINK.diagnose(at(SMALLS), {cell: content, "a2": "Bs"})
        assert isinstance(verdict, Refused)
        assert (verdict.objection.code, verdict.objection.cells) == ("GEN-6", (cell,))
        assert verdict.objection.message == f"I do not recognise the object on {cell}."


def test_anything_else_is_told_with_its_cells() -> None:
    verdict = TINK.diagnose(at(LARGE, paid_small=False), {"e6": ".", "f6": ".", "f5": "As"})
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "GW-25"
    assert set(verdict.objection.cells) == {"e6", "f6", "f5"}


def test_the_repair_undoes_the_change() -> None:
    verdict = TINK.diagnose(at(SMALLS), {"f5": "Am", "d4": ".", "f4": "."})
    assert isinstance(verdict, Refused)
    assert verdict.objection.repair == "Take the medium off f5, put A's small back on d4 and put A's small back on f4."
    exchanged = TINK.diagnose(at(SMALLS), {"d4": "Bs"})
    assert isinstance(exchanged, Refused)
    assert exchanged.objection.repair.endswith("ut A's small back on d4 in place of B's small.")


def test_after_the_end() -> None:
    line = at("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30")
    over = TINK.play(line, "Se5")
    assert TINK.diagnose(over, TINK.contents(over)) == Still()
    assert TINK.diagnose(over, TINK.contents(line), [line]) == TakenBack(1)
    verdict = TINK.diagnose(over, {"a1": "Bs"}, [line])
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "GEN-7"
    assert verdict.objection.message == "The game is over: A wins with a line. Clear the board to start again."


def test_an_unknown_cell_is_named() -> None:
    with pytest.raises(ValueError, match="'z9'"):
        TINK.diagnose(at(START), {"z9": "As"})


CONTENTS = st.sampled_from([".", "As", "Am", "Al", "Bs", "Bm", "Bl", "Cs", "Dl", "Es", "", "?", "A", "Axx", "ABs"])


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(TINK.cells(TINK.start(RULES))), CONTENTS, max_size=6), st.integers(0, 29))
def test_no_board_stops_it(change: dict[str, str], number: int) -> None:
    position = (TINK.start(RULES), *positions(29))[number]
    before = dict(TINK.contents(position))
    verdict = TINK.diagnose(position, change, positions(29))
    same = all(before[cell] == (piece or ".") for cell, piece in change.items())
    assert isinstance(verdict, Still) == same
    if isinstance(verdict, Refused):
        assert verdict.objection.repair
        assert set(verdict.objection.cells) <= set(before)
