"""What later looks tell of the dice with which a game began, and boards in the order of their likelihood."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.board_evidence import BoardSeen
from core.belief.history import History, Taken
from core.belief.likelihood import Rows, rows_of
from core.belief.look import Look
from core.belief.ranked_boards import likely_boards
from core.belief.recovery import recovered
from core.belief.traces import contents_of, successors
from core.game import dealt
from core.games import find
from core.play.board_setup import start_faults, with_board
from core.reading import EMPTY, Reading

GAME = find("tinker_tactics")
START = dealt(GAME, GAME.options(), seed=3)

TAKEN = Taken()


def look(shown: Mapping[str, str], nats: float = 7.0) -> Look:
    return seen_as(rows_of(Reading.exact(shown, GAME.alphabet(START), nats)))


def seen_as(rows: Rows) -> Look:
    return Look(
        rows=lambda _frame, _anchor: rows,
        frames=lambda frame, _opener: [(frame, 0.0)],
        changed=lambda _frame: frozenset(),
        touched=lambda _frame: frozenset(),
        turned=lambda _frame: [],
    )


def after(position: Any, count: int) -> list[Any]:
    """Return *position* and those after the first *count* actions that make a die lose a point."""
    found = [position]
    for _ in range(count):
        before = contents_of(GAME, found[-1])
        action = next(
            action
            for action, change in successors(GAME, found[-1])
            if any(before[cell] != EMPTY != content for cell, content in change.items())
        )
        found.append(GAME.play(found[-1], action))
    return found


def misread(contents: Mapping[str, str]) -> dict[str, str]:
    """Return *contents* with one die of each player taken for one with a point more, so that totals stay equal."""
    found = dict(contents)
    for seat in "AB":
        cell = next(c for c in sorted(found) if found[c][0] == seat and found[c][1] != found[c][-1])
        die, _, value = found[cell].partition("=")
        found[cell] = f"{die}={int(value) + 1}"
    return found


def test_a_die_that_has_moved_and_lost_points_tells_what_it_showed_first() -> None:
    positions = after(START, 4)
    first = contents_of(GAME, START)
    seen = BoardSeen.in_look(look(first).rows(None, None))
    for count in range(2, 6):
        now = contents_of(GAME, positions[count - 1])
        seen = seen.after(GAME, History(tuple(positions[:count])), look(now))
    assert next(seen.likely(first, 7.0)) == first


def test_looks_need_not_name_the_same_contents_nor_any() -> None:
    first = contents_of(GAME, START)
    every = {cell: {content: 0.0} for cell, content in first.items()}
    partly = {cell: {} if content == EMPTY else {EMPTY: -9.0, content: 0.0} for cell, content in first.items()}
    for one, other in ((every, partly), (partly, every)):
        seen = BoardSeen.in_look(one).after(GAME, History((START,)), seen_as(other))
        assert next(seen.likely(first, 7.0)) == {cell: first[cell] for cell, row in one.items() if row}
        assert seen.nats(first) == 0.0


def test_looks_at_a_die_that_stays_are_averaged_and_a_die_that_moves_is_read_anew() -> None:
    first, wrong = contents_of(GAME, START), misread(contents_of(GAME, START))
    cells = [cell for cell, content in first.items() if content != wrong[cell]]
    seen = BoardSeen.in_look(look(wrong).rows(None, None)).after(GAME, History((START,)), look(first))
    assert seen.nats(first) == seen.nats(wrong)
    moved = next(p for p in (GAME.play(START, a) for a in GAME.actions(START)) if GAME.contents(p)[cells[-1]] == EMPTY)
    seen = BoardSeen.in_look(look(wrong).rows(None, None))
    seen = seen.after(GAME, History((START, moved)), look(GAME.contents(moved)))
    assert seen.rows()[cells[-1]][first[cells[-1]]] == pytest.approx(0.0)


def test_dice_that_were_misread_at_the_start_are_put_right_by_later_looks_and_the_moves_stay() -> None:
    first = contents_of(GAME, START)
    wrong = misread(first)
    told = with_board(GAME, START, wrong)
    assert not start_faults(GAME, wrong, START.options)
    action = next(
        action
        for action, change in successors(GAME, told)
        if all(wrong[cell] == first[cell] for cell in change) and GAME.objection(START, action) is None
    )
    seen, begun = look(wrong, 3.0), look(first)
    belief, start = Belief(GAME, [History((told,), taken=TAKEN)]), BoardSeen.in_look(seen.rows(None, None))
    belief = recovered(belief, belief.after(begun), begun, seen=start)
    start = start.after(GAME, belief.best, begun)
    played = look(GAME.contents(GAME.play(START, action)))
    belief = recovered(belief, belief.after(played), played, seen=start)
    assert belief.best.positions == (START, GAME.play(START, action))


def test_of_a_board_that_is_taken_later_what_was_read_of_pieces_that_stayed_still_counts() -> None:
    first = contents_of(GAME, START)
    cells = [cell for cell, content in first.items() if content != EMPTY]
    later = with_board(
        GAME, START, {**first, cells[0]: EMPTY, next(c for c in first if first[c] == EMPTY): first[cells[0]]}
    )
    earlier = BoardSeen.in_look(look(first).rows(None, None))
    seen = BoardSeen.taken(GAME, History((START, later), taken=Taken(1)), earlier, 0)
    assert seen.readings[cells[0]] == ()
    assert seen.readings[cells[1]] == earlier.readings[cells[1]]
    assert set(BoardSeen.taken(GAME, History((START, later), taken=Taken(1)), None, 0).readings) == {
        cell for cell, content in contents_of(GAME, later).items() if content != first[cell]
    }
    assert set(BoardSeen.taken(GAME, History((START,), taken=TAKEN), None, 0).readings) == set(first)


ROWS = {
    "a1": {".": 0.0, "As": -1.0, "Bs": -5.0},
    "b1": {"As": 0.0, ".": -0.5},
    "c1": {"Bs": 0.0, ".": -2.0, "As": -2.5},
}


def test_boards_come_best_first_and_each_once() -> None:
    found = list(likely_boards(ROWS))
    losses = [loss for loss, _ in found]
    assert losses == sorted(losses)
    assert found[0] == (0.0, {"a1": ".", "b1": "As", "c1": "Bs"})
    boards = [tuple(sorted(board.items())) for _, board in found]
    assert len(boards) == len(set(boards))


def test_all_boards_within_reach_are_found_with_their_loss() -> None:
    reach = 4.0
    everything = {}
    for contents in product(*(row.items() for row in ROWS.values())):
        loss = -sum(nats for _, nats in contents)
        if loss < reach:
            everything[tuple(text for text, _ in contents)] = loss
    found = {tuple(board.values()): loss for loss, board in likely_boards(ROWS, nats=reach)}
    assert found == pytest.approx(everything)


def test_no_more_than_asked_for_are_made() -> None:
    assert len(list(likely_boards(ROWS, most=3))) == 3


def test_cells_of_which_nothing_is_known_do_not_hold_it_up() -> None:
    anything = {str(number): 0.0 for number in range(40)}
    found = list(likely_boards({"a1": anything, "b1": anything, "c1": {"As": 0.0, ".": -1.0}}, most=1000))
    assert len(found) == 1000
    assert {loss for loss, _ in found} == {0.0}
