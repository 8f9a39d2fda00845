"""Tinker Tactics as slowly and clearly as the rules are written: the judge of the fast rules.

Cells are local (seat, column, row), dice live in a dictionary, destinations are found by
walking every simple path, and the state is copied at every step. It shares no code with
``core.tinker``.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Cell = tuple[int, int, int]
Action = tuple[Cell, Cell] | None
SEATS = "ABCDEF"


@dataclass
class State:
    players: int
    options: dict[str, Any]
    dice: dict[Cell, list[Any]]
    """Of each cell: owner, kind, value and whether the die is a neutral block."""
    mover: int
    ply: int = 0
    quiet: int = 0
    passed: list[int] = field(default_factory=list)
    seen: list[Any] = field(default_factory=list)
    result: tuple[list[int], str] | None = None


def local_name(cell: Cell) -> str:
    return SEATS[cell[0]] + "abcd"[cell[1]] + "123"[cell[2]]


@cache
def neighbours(players: int, ring: str) -> dict[Cell, frozenset[Cell]]:
    found: dict[Cell, set[Cell]] = {(s, c, r): set() for s in range(players) for c in range(4) for r in range(3)}
    pairs = ["Aa3 Bd3", "Ab3 Bc3", "Ac3 Bb3", "Ad3 Ba3"] if players == 2 else []
    for number, x in enumerate(SEATS[:players]):
        after, before = SEATS[(number + 1) % players], SEATS[(number - 1) % players]
        if players > 2 and ring == "clockwise":
            pairs += [f"{x}a1 {after}d3", f"{x}a2 {after}c3", f"{x}a3 {after}b3"]
        elif players > 2:
            pairs += [f"{x}d1 {before}a3", f"{x}d2 {before}b3", f"{x}d3 {before}c3"]
        pairs += [f"{x}{left}{row} {x}{right}{row}" for row in "123" for left, right in ("ab", "bc", "cd")]
        pairs += [f"{x}{column}{row} {x}{column}{other}" for column in "abcd" for row, other in ("12", "23")]
    for pair in pairs:
        one, other = ((SEATS.index(n[0]), "abcd".index(n[1]), "123".index(n[2])) for n in pair.split())
        found[one].add(other)
        found[other].add(one)
    return {cell: frozenset(near) for cell, near in found.items()}


@cache
def walk_ends(players: int, ring: str, start: Cell, steps: int) -> frozenset[Cell]:
    """Return where a walk of exactly *steps* steps that enters no cell twice can end."""
    near = neighbours(players, ring)
    ends: set[Cell] = set()

    def walk(path: list[Cell]) -> None:
        if len(path) == steps + 1:
            ends.add(path[-1])
            return
        for step in near[path[-1]]:
            if step not in path:
                walk([*path, step])

    walk([start])
    return frozenset(ends)


def active(state: State) -> list[int]:
    return sorted({owner for owner, _, _, block in state.dice.values() if not block})


def moves_of(state: State, seat: int) -> Iterator[tuple[Cell, Cell]]:
    ring = state.options.get("ring_direction", "clockwise")
    for cell, (owner, _, value, block) in state.dice.items():
        if owner == seat and not block:
            for end in walk_ends(state.players, ring, cell, value):
                if end not in state.dice:
                    yield cell, end
            if state.options.get("land_on_start") and value % 2 == 0:
                yield cell, cell


def actions(state: State) -> list[Action]:
    if state.result:
        return []
    found: list[Action] = list(moves_of(state, state.mover))
    if not found or state.options.get("voluntary_pass"):
        found.append(None)
    return found


def play(before: State, action: Action) -> State:
    state = deepcopy(before)
    seat, options = state.mover, state.options
    weakened = False
    if action is None:
        state.passed.append(seat)
        if options.get("no_move") == "lose" and not list(moves_of(state, seat)):
            eliminate(state, seat)
            if len(active(state)) == 1:
                state.result = (active(state), "last_standing")
        if not state.result and options.get("voluntary_pass") and set(active(state)) <= set(state.passed):
            state.result = (active(state), "all_passed")
    else:
        state.passed = []
        source, target = action
        state.dice[target] = state.dice.pop(source)
        near = neighbours(state.players, options.get("ring_direction", "clockwise"))[target]
        for cell in near:
            if cell in state.dice and state.dice[cell][0] != seat and not state.dice[cell][3]:
                state.dice[cell][2] -= 1
                weakened = True
        state.dice = {cell: die for cell, die in state.dice.items() if die[2] > 0}
        for other in range(state.players):
            if sum(owner == other and not block for owner, _, _, block in state.dice.values()) == 1:
                eliminate(state, other)
        left = active(state)
        if len(left) == 1:
            state.result = (left, "last_standing")
        elif options.get("no_move", "pass") == "pass" and not any(any(moves_of(state, other)) for other in left):
            state.result = (left, "all_blocked")
    state.ply += 1
    state.quiet = 0 if weakened else state.quiet + 1
    if state.result:
        return state
    state.mover = next(s for k in range(1, 7) if (s := (seat + k) % state.players) in active(state))
    now = (sorted((cell, tuple(die)) for cell, die in state.dice.items()), state.mover)
    state.seen.append(now)
    if options.get("quiet_ply_limit") and state.quiet >= options["quiet_ply_limit"]:
        state.result = (active(state), "quiet")
    elif options.get("repetition_limit") and state.seen.count(now) >= options["repetition_limit"]:
        state.result = (active(state), "repetition")
    elif state.ply == options.get("ply_limit"):
        state.result = (active(state), "ply_limit")
    return state


def eliminate(state: State, seat: int) -> None:
    if state.options.get("eliminated_die") == "stay":
        for die in state.dice.values():
            die[3] = die[3] or die[0] == seat
    else:
        state.dice = {cell: die for cell, die in state.dice.items() if die[0] != seat}


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(play(state, action), depth - 1) for action in actions(state))
