"""The fast rules against the slow ones: counts and seeded games; what must always hold; the boards as a graph."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.games.tinker_tactics import GAME
from core.tinker import rules
from core.tinker.board import SEAT_LETTERS, joined
from core.tinker.notation import Die
from core.tinker.options import TinkerOptions
from core.tinker.position import KINDS, PASS, Move, Position, kind_of, value_of
from tests.games.sample import mixed
from tests.tinker import reference
from tests.tinker import test_examples as examples
from tests.tinker.sample import at, playthrough, strength

VARIANTS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4, "first_player": "C"},
    {"players": 5},
    {"players": 6},
    {"players": 3, "ring_direction": "counterclockwise"},
    {"players": 4, "ring_direction": "counterclockwise"},
    {"land_on_start": True},
    {"players": 3, "eliminated_die": "stay"},
    {"players": 4, "eliminated_die": "stay", "no_move": "lose"},
    {"no_move": "lose"},
    {"players": 3, "no_move": "lose", "land_on_start": True},
    {"quiet_ply_limit": 4},
    {"voluntary_pass": True},
    {"voluntary_pass": True, "no_move": "lose", "players": 3},
    {"players": 3, "voluntary_pass": True, "quiet_ply_limit": 3},
    {"repetition_limit": 2},
    {"players": 3, "repetition_limit": 2, "voluntary_pass": True, "eliminated_die": "stay"},
    {"ply_limit": 7},
    {"quiet_ply_limit": 5, "repetition_limit": 2, "ply_limit": 20},
]

CHOICES: dict[str, list[Any]] = {
    "players": [3, 4, 5, 6],
    "first_player": ["B"],
    "ring_direction": ["counterclockwise"],
    "land_on_start": [True],
    "eliminated_die": ["stay"],
    "no_move": ["lose"],
    "voluntary_pass": [True],
    "quiet_ply_limit": [2, 5, 9],
    "repetition_limit": [1, 2, 3],
    "ply_limit": [5, 20],
}


def plain(position: Position, options: dict[str, Any]) -> reference.State:
    """Return *position* as the reference holds it."""
    board = position.board
    dice: dict[reference.Cell, list[Any]] = {}
    for place in reference.neighbours(board.players, "clockwise"):
        cell = board.cell(reference.local_name(place))
        if face := position.faces[cell]:
            neutral = any(mask >> cell & 1 for mask in position.blocks)
            dice[place] = [position.owner(cell), KINDS[kind_of(face)], value_of(face), neutral]
    state = reference.State(board.players, options, dice, position.mover, position.ply)
    state.seen.append((sorted((cell, tuple(die)) for cell, die in dice.items()), position.mover))
    return state


def action_text(position: Position, action: reference.Action) -> str:
    if action is None:
        return "--"
    source, target = (position.board.names[position.board.cell(reference.local_name(cell))] for cell in action)
    return f"{source}>{target}"


def check_same(position: Position, state: reference.State) -> None:
    assert (plain(position, state.options).dice, position.ply) == (state.dice, state.ply)
    outcome = position.outcome
    told = state.result and (tuple("ABCDEF"[seat] for seat in state.result[0]), state.result[1])
    assert (outcome and (outcome.winners, outcome.reason)) == told
    if not outcome:
        assert position.mover == state.mover


def play_beside(values: dict[str, Any], seed: int, plies: int = 40) -> str:
    """Play a game in both and return how it ended, if it did."""
    rng = random.Random(seed)
    position = GAME.deal(TinkerOptions.of(values), seed)
    state = plain(position, values)
    for _ in range(plies):
        actions = {action_text(position, action): action for action in reference.actions(state)}
        assert sorted(actions) == GAME.actions(position)
        assert GAME.perft(position, 1) == len(actions)
        if not actions:
            break
        texts = sorted(actions)
        chosen = "--" if "--" in texts and rng.random() < 0.3 else rng.choice(texts)
        if rng.random() < 0.6:
            after = {text: strength(GAME.play(position, text)) for text in texts}
            chosen = min(texts, key=after.__getitem__)
        position, state = GAME.play(position, chosen), reference.play(state, actions[chosen])
        check_same(position, state)
        assert GAME.format_position(GAME.parse_position(GAME.format_position(position), position.options)) == (
            GAME.format_position(position)
        )
    return position.outcome.reason if position.outcome else ""


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_seeded_games(values: dict[str, Any]) -> None:
    reasons = {play_beside(values, seed) for seed in range(1)}
    limits = {"quiet_ply_limit": "quiet", "repetition_limit": "repetition", "ply_limit": "ply_limit"}
    assert reasons <= {"", "last_standing", "all_passed", *(r for name, r in limits.items() if name in values)}


def test_options_agree_in_any_combination() -> None:
    rng = random.Random(12)
    endings = {play_beside(mixed(rng, CHOICES), seed, plies=24) for seed in range(24)}
    assert {"last_standing", "all_passed"} <= endings


@pytest.mark.parametrize(
    ("reason", "values"),
    [
        ("last_standing", {}),
        ("quiet", {"quiet_ply_limit": 2}),
        ("repetition", {"repetition_limit": 1}),
        ("ply_limit", {"ply_limit": 3}),
    ],
)
def test_a_game_that_ends(reason: str, values: dict[str, Any]) -> None:
    assert reason in {play_beside(values, seed, plies=150) for seed in range(3)}


@pytest.mark.parametrize(
    ("text", "options", "depth"),
    [
        (examples.BLOCKED, {}, 3),
        (examples.BLOCKED, {"no_move": "lose"}, 3),
        ("3 A8Aa2=3,A6Ab1=2,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=1 A 0", {"eliminated_die": "stay"}, 3),
        ("2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0", {"land_on_start": True}, 2),
        ("2 A8b3=2,A6d1=1,B6b4=1,B4c6=2 A 0", {"voluntary_pass": True}, 3),
        (examples.FIRST, {}, 2),
    ],
)
def test_perft(text: str, options: dict[str, Any], depth: int) -> None:
    position = at(text, **options)
    assert GAME.perft(position, depth) == reference.perft(plain(position, options), depth)


def dice(position: Position) -> dict[str, Die]:
    return {cell: die for cell, content in GAME.contents(position).items() if (die := Die.parse(content))}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_dice_only_fall(players: int) -> None:
    path, actions = playthrough(TinkerOptions(players=players), seed=players, plies=80)
    for before, after, action in zip(path, path[1:], actions, strict=False):
        was, now = dice(before), dice(after)
        if action == "--":
            assert was == now
            continue
        source, target = action.split(">")
        assert now[target] == was[source]
        assert source not in now
        assert {cell for cell in now if cell not in was} == {target}
        gone = {die.owner for cell, die in was.items() if cell not in now} - {before.to_move}
        for cell, die in was.items():
            if cell == source:
                continue
            if cell in now:
                assert die.is_like(now[cell])
                assert die.value - now[cell].value in ({0} if die.owner == before.to_move else {0, 1})
            else:
                assert die.value == 1 or not any(other.owner == die.owner for other in now.values())
        for seat in after.seats:
            assert sum(die.owner == seat for die in now.values()) != 1
            held = [sum(die.owner == seat for die in some.values()) for some in (was, now)]
            assert seat in gone or held[0] == held[1]


def turned(position: Position) -> tuple[Position, dict[str, str]]:
    """Return *position* with every seat's dice at the next seat clockwise, and the new name of every cell."""
    board = position.board
    seats = SEAT_LETTERS[: board.players]
    following = dict(zip(seats, seats[1:] + seats[:1], strict=True))
    local = {cell: name for name, cell in board.numbers.items() if name[0].isupper()}
    names = {board.names[cell]: board.names[board.cell(following[name[0]] + name[1:])] for cell, name in local.items()}
    moved = {names[cell]: die._replace(owner=following[die.owner]).content for cell, die in dice(position).items()}
    text = GAME.format_contents(moved, position.options, following[position.to_move or "A"])
    return GAME.parse_position(text, position.options), names


@pytest.mark.parametrize("ring", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_turning_the_table_keeps_the_moves(players: int, ring: str) -> None:
    path, _ = playthrough(TinkerOptions(players=players, ring_direction=ring), seed=players, plies=30)
    for position in [position for position in path if not position.outcome][::5]:
        other, names = turned(position)
        renamed = {
            action if action == "--" else ">".join(names[cell] for cell in action.split(">")): action
            for action in GAME.actions(position)
        }
        assert sorted(renamed) == GAME.actions(other)
        for there, here in list(renamed.items())[::7]:
            after = GAME.play(position, here)
            if not after.outcome:
                assert dice(turned(after)[0]) == dice(GAME.play(other, there))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_ring_has_a_mirror_image(players: int) -> None:
    board = joined(players)
    swap = {"b1": "d3", "b2": "c3", "c1": "d2"}
    swap |= {new: old for old, new in swap.items()}

    def image(cell: int) -> int:
        name = next(name for name, number in board.numbers.items() if number == cell and name[0].isupper())
        seat, place = SEAT_LETTERS.index(name[0]), name[1:]
        # A column a lies between its own board and the next one, so it goes with the pair.
        back = (-seat - (place[0] == "a")) % players
        return board.cell(SEAT_LETTERS[back] + swap.get(place, place))

    mirrored = [image(cell) for cell in range(len(board.names))]
    assert sorted(mirrored) == list(range(len(board.names)))
    for one, row in enumerate(board.distance):
        assert all(board.distance[mirrored[one]][mirrored[other]] == far for other, far in enumerate(row))
    assert mirrored != list(range(len(board.names)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_walk_back_is_always_open(players: int) -> None:
    path, actions = playthrough(TinkerOptions(players=players), seed=9, plies=30)
    for after, action in zip(path[1:], actions, strict=True):
        if action != "--" and not after.outcome:
            source, target = map(after.board.cell, action.split(">"))
            value = dice(after)[after.board.names[target]].value
            assert after.board.reach[value][target] >> source & 1
            assert not after.occupied >> source & 1


def test_a_survey_knows_who_is_about_to_win() -> None:
    text = "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0"
    survey = GAME.survey(GAME.parse_contents(text), TinkerOptions())
    cells = ("c4", "b4", "d4")
    threats = [(threat.seat, threat.action, threat.cells) for threat in survey.threats]
    assert threats == [("A", "b3>c4", cells), ("A", "d1>c4", cells)]
    assert survey.score == {"A": 6, "B": 4}
    assert (survey.result, survey.faults) == (None, ())
    lone = GAME.survey({"a1": "A6=2", "a2": "A4=5", "b5": "B4=1", "c1": "?", "c2": "A8=9"}, TinkerOptions())
    assert lone.result is not None
    assert lone.result.winners == ("A",)
    assert [fault.code for fault in lone.faults] == ["GEN-6", "TT-2", "TT-21"]
    many = GAME.survey({"a1": "A8=2", "a2": "A8=5", "b5": "B4=1", "c1": "B4=1"}, TinkerOptions())
    assert [fault.code for fault in many.faults] == ["TT-1"]


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"land_on_start": True, "eliminated_die": "stay"}), (3, {}), (4, {})]
)
def test_what_is_told_without_playing_is_what_playing_tells(players: int, options: dict[str, object]) -> None:
    path, _ = playthrough(TinkerOptions.of({"players": players, **options}), seed=players, plies=90)
    for before in path[::4]:
        board, moves = GAME.contents(before), set(rules.moves(before))
        cells = range(len(before.board.names))
        tried = [Move(source, target) for source in cells for target in cells]
        assert {move for move in (PASS, *tried) if rules.is_legal(before, move)} == moves
        played = [(action, GAME.play(before, action)) for action in GAME.actions(before)]
        wins = [action for action, after in played if after.outcome and after.outcome.reason == "last_standing"]
        threats = GAME.survey(board, before.options).threats
        assert [threat.action for threat in threats if threat.seat == before.to_move] == wins


RINGS = ("clockwise", "counterclockwise")


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_joins_are_those_of_the_reference(players: int, ring: str) -> None:
    board = joined(players, ring)
    for place, near in reference.neighbours(players, ring).items():
        cell = board.cell(reference.local_name(place))
        assert board.neighbours[cell] == sum(1 << board.cell(reference.local_name(other)) for other in near)


@pytest.mark.parametrize(("players", "ring"), [(2, RINGS[0]), (3, RINGS[1]), (4, RINGS[0]), (6, RINGS[0])])
def test_walks_end_where_distance_and_parity_say(players: int, ring: str) -> None:
    board = joined(players, ring)
    for place in reference.neighbours(players, ring):
        for steps in range(1, 9):
            ends = reference.walk_ends(players, ring, place, steps)
            mask = sum(1 << board.cell(reference.local_name(end)) for end in ends)
            assert mask == board.reach[steps][board.cell(reference.local_name(place))], (place, steps)


@pytest.mark.parametrize(("players", "ring"), [(2, "clockwise"), (4, "clockwise"), (4, "counterclockwise")])
def test_flat_names_are_those_of_a_grid(players: int, ring: str) -> None:
    board = joined(players, ring)
    at = [(ord(name[0]), int(name[1:])) for name in board.names]
    for cell, (x, y) in enumerate(at):
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        assert board.neighbours[cell] == sum(1 << other for other, place in enumerate(at) if place in beside)
    assert ("d4" in board.names) == (players == 2)


def test_the_hole_and_the_outside() -> None:
    four, three = joined(4), joined(3)
    assert [four.is_off(name) for name in ("d4", "h1", "a1", "Aa1")] == [True, True, False, False]
    assert [three.is_off(name) for name in ("Ae1", "e1", "Ca3")] == [True, False, False]
    with pytest.raises(ValueError, match="hole"):
        four.cell("d4")
    with pytest.raises(ValueError, match="no cell is called 'a1'"):
        three.cell("a1")
    assert four.distance[four.cell("d3")][four.cell("d5")] == 4
    assert four.cell("Aa3") == four.cell("d3")
