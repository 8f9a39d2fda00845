"""Tabik's small boards and late positions are solved: by two solvers that share no code, and minimax on the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser import suggest
from adviser.endgames import tabik as endgames
from adviser.findings import Findings
from adviser.forcing import Allowance
from adviser.kernels.tabik import KERNEL
from adviser.solvers.tabik import LARGEST, SmallSolver, book, in_book, settle
from adviser.solvers.tabik_plane import Plane
from adviser.tree_search import Play
from core.tabik import rules
from core.tabik.options import TabikOptions
from core.tabik.position import BLACK, WHITE, Position
from tests.adviser.test_tree_search import minimax
from tests.tabik.sample import TABIK, choose
from training.solved import Proof, answers, opening_book, solver_of

PLAIN = TabikOptions(board_size=3, pie_rule=False)


def never() -> bool:
    return False


def after_random_plies(side: int, plies: int, seed: int) -> Position:
    """Return a position in play after this many plies by chance."""
    rng = random.Random(seed)
    position = start = rules.start(TabikOptions(board_size=side, pie_rule=False))
    while position.ply < plies:
        position = rules.apply(position, rng.choice(rules.moves(position)))
        if position.outcome:
            position = start
    return position


@pytest.mark.parametrize(("side", "winner"), [(2, BLACK), (3, WHITE)])
def test_the_smallest_boards_are_solved_and_verified(side: int, winner: int) -> None:
    found = list(answers(side))
    assert {answer.winner for answer in found} == {winner}
    assert all(answer.verified for answer in found)


def test_a_win_that_is_none_is_not_verified() -> None:
    solver = solver_of(3)
    assert not Proof(BLACK, solver.winning_move).holds(rules.start(PLAIN))
    assert not Proof(WHITE, lambda position: rules.moves(position)[0]).holds(rules.start(PLAIN))


@pytest.mark.parametrize(("side", "plies"), [(3, 3), (3, 5), (4, 11), (4, 13)])
def test_the_solver_agrees_with_minimax_on_the_rules(side: int, plies: int) -> None:
    found, known = set(), dict[Position, float]()
    for seed in range(12):
        position = after_random_plies(side, plies, seed)
        wins = minimax(Play(TABIK), position, known) > 0
        found.add(wins)
        assert solver_of(side).wins_at(position) == wins
    assert found == {True, False}


@pytest.mark.parametrize(("side", "plies"), [(2, 0), (3, 0), (3, 1), (3, 4), (4, 12)])
def test_the_compiled_search_gives_every_action_the_same_value(side: int, plies: int) -> None:
    position = after_random_plies(side, plies, 1)
    compiled = endgames.settle(TABIK, KERNEL, position, Allowance(never, 2_000_000))
    plain = settle(position, Allowance(never, 2_000_000))
    assert compiled
    assert plain
    values = [{other.action: other.value for other in found.alternatives} for found in (compiled, plain)]
    assert values[0] == values[1]


def test_every_action_has_its_value_and_the_line_leads_to_the_end() -> None:
    for pie_rule in (True, False):
        position = TABIK.start(TabikOptions(board_size=3, pie_rule=pie_rule))
        for _ in range(2):
            found = suggest(TABIK, position, expired=never)
            assert found.proved
            assert {other.action for other in found.alternatives} == set(TABIK.actions(position))
            at = position
            for action in found.line:
                at = TABIK.play(at, action)
            assert at.outcome
            won = at.holders[at.outcome.winners[0]] == position.holders[position.to_move or ""]
            assert found.value == (1.0 if won else -1.0)
            position = TABIK.play(position, found.action)


@pytest.mark.parametrize(("pie_rule", "value"), [(True, -1.0), (False, 1.0)])
def test_four_by_four_is_known_from_the_start(pie_rule: bool, value: float) -> None:
    found = suggest(TABIK, TABIK.start(TabikOptions(board_size=4, pie_rule=pie_rule)), expired=never)
    assert found.proved
    assert found.value == value
    winning = {other.action for other in found.alternatives if other.value > 0}
    assert winning == (set() if pie_rule else {f"{a}+{b}" for a, b in middles_of_the_rim()})


def middles_of_the_rim() -> set[tuple[str, str]]:
    pairs = {("a2", "a3"), ("d2", "d3"), ("b1", "c1"), ("b4", "c4")}
    return pairs | {(other, one) for one, other in pairs}


def test_the_book_agrees_with_the_solver() -> None:
    solver, plane = solver_of(LARGEST), Plane(LARGEST)
    for seed in range(3):
        position = after_random_plies(LARGEST, 4, seed)
        assert book(LARGEST)[plane.key(solver.state(position))] == solver.wins_at(position)


def test_the_book_of_a_board_holds_each_position_once() -> None:
    assert len(opening_book(3, 1)) == 4
    assert len(opening_book(2, 1)) == 1


def test_mirror_images_have_one_key_and_other_positions_another() -> None:
    plane, solver = Plane(4), solver_of(4)
    keys = dict[int, set[str]]()
    for action in TABIK.actions(start := TABIK.start(TabikOptions(board_size=4))):
        keys.setdefault(plane.key(solver.state(TABIK.play(start, action))), set()).add(action)
    assert [len(actions) for actions in keys.values()] == [8] * 6


@pytest.mark.parametrize(
    "values",
    [{"rods_split_groups": True}, {"zero_tie_loser": "draw"}, {"explicit_passes": True}, {"ply_limit": 9}],
    ids=str,
)
def test_other_rules_are_left_to_other_searches(values: dict[str, object]) -> None:
    assert settle(rules.start(TabikOptions.of({"board_size": 3, **values})), Allowance(never, 1000)) is None


def test_a_search_that_takes_too_long_is_given_up() -> None:
    position = after_random_plies(4, 6, 1)
    assert settle(position, Allowance(never, 20)) is None
    assert SmallSolver(Plane(4), Allowance(never, 10**6)).findings(position).proved


def test_the_book_is_named_where_it_knew_the_answer() -> None:
    start = TABIK.start(TabikOptions(board_size=4))
    advice = suggest(TABIK, start, expired=never)
    said = "Tabik on 4 × 4 cells is solved, and its book of openings says who wins here"
    assert said in [reason.text for reason in advice.reasons if reason.code == "book"]
    late = after_random_plies(4, 11, 2)
    assert not in_book(late)
    assert "book" not in {reason.code for reason in suggest(TABIK, late, expired=never).reasons}
    assert not in_book(TABIK.start(TabikOptions(board_size=3)))
    assert not in_book(TABIK.start(TabikOptions(board_size=5)))


PLAY, KNOWN = Play(TABIK), dict[Position, float]()


def plainly(position: Position) -> float:
    """Return the value of *position* to the side to move, by plain minimax."""
    return minimax(PLAY, position, KNOWN)


def for_mover(before: Position, after: Position) -> float:
    """Return what *after* is worth to whoever moved in *before*."""
    person = PLAY.person(before, before.to_move or "")
    if after.outcome:
        return PLAY.value(after, after.outcome)[person]
    value = plainly(after)
    return value if PLAY.person(after, after.to_move or "") == person else -value


def late(side: int, seed: int, left: int, **values: Any) -> Position:
    """Return the first position of a seeded game with at most *left* edges without a rod."""
    rng = random.Random(seed)
    while True:
        position = TABIK.start(TabikOptions.of({"board_size": side, **values}))
        while not position.outcome and endgames.edges_left(position) > left:
            position = TABIK.play(position, choose(rng, list(TABIK.actions(position))))
        if not position.outcome:
            return position


def settled(position: Position, most: int = 2_000_000) -> Findings:
    found = endgames.settle(TABIK, KERNEL, position, Allowance(never, most))
    assert found is not None
    return found


def check(position: Position) -> float:
    """Check value, every alternative and the line of *position*; return the value."""
    found = settled(position)
    assert found.proved
    assert found.value == plainly(position)
    assert {one.action for one in found.alternatives} == set(TABIK.actions(position))
    for one in found.alternatives:
        assert one.value == for_mover(position, TABIK.play(position, one.action))
    at = position
    for action in found.line:
        after = TABIK.play(at, action)
        assert at is position or for_mover(at, after) == plainly(at)
        at = after
    assert at.outcome
    return found.value


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"pie_rule": False},
        {"rods_split_groups": True},
        {"zero_tie_loser": "draw"},
        {"explicit_passes": True},
        {"ply_limit": 13},
    ],
    ids=str,
)
def test_late_positions(values: dict[str, Any]) -> None:
    found = [check(late(side, seed, left, **values)) for side, left in ((3, 8), (4, 13)) for seed in range(8)]
    assert {-1.0, 1.0} <= set(found)
    assert (0.0 in found) == bool(set(values) & {"zero_tie_loser", "ply_limit"})


def test_what_takes_too_long_is_left_to_others() -> None:
    start = TABIK.start(TabikOptions(board_size=4))
    assert endgames.settle(TABIK, KERNEL, start, Allowance(never, 2_000)) is None
    assert endgames.settle(TABIK, KERNEL, start, Allowance(lambda: True, 1_000_000)) is None
    assert endgames.settle(TABIK, KERNEL, TABIK.start(TabikOptions()), Allowance(never, 1_000_000)) is None
