"""One step of a table: pure, ready for all that can happen in each phase, and telling what painted tables tell."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from kiebitz.clock import Left
from kiebitz.table import controls, inputs
from kiebitz.table.controls import Agree, Say, Stop, TakeBack, Tell, command_of, parse
from kiebitz.table.events import Event
from kiebitz.table.saved import from_json, to_json
from kiebitz.table.state import Phase, TableState
from kiebitz.table.step import LEADS_TO, TRANSITIONS, step
from tests.kiebitz.painted import COLOURS
from tests.kiebitz.test_session import START, TINK
from tests.kiebitz.test_session import Watched as Painted
from tests.table.looks import Shown, Watched, plans_of, play, seen
from tests.table.rows import happened, state_of
from vision.framing import Warned

DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
WON = "Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6"
HAND = (("d4", 1), ("d4", 2), ("d6", 3), ("d6", 4), ("d8", 5))
STATES = {
    "nothing seen": ("", ()),
    "a fault of the set-up": ("", ("a1=Al b3=Al",)),
    "a start to set up": ("given Sc3 Sd4", ("start",)),
    "still": ("given Sc3; coloured", ("Sc3",)),
    "timed": ("told Sc3; clock 10+5", ("Sc3", "Sc3 Sd4")),
    "asked": ("given Sc3; coloured", ("Sc3", "Sc3 Sf6 f6?.|Bs-3")),
    "illegal": ("given Sc3; coloured", ("Sc3", "Sc3 e5=Bl")),
    "a take-back that was said": ("told Sc3 Sd4; coloured", ("Sc3 Sd4", "> takeback")),
    "resumed, with another board": ("told Sc3 Sd4; coloured; resumed", ("Sf6 Se3 Sc7 Sg2 Sb5",)),
    "out of view": ("told Sc3 Sd4; coloured", ("Sc3 Sd4", "gone")),
    "over": (f"told {WON}; coloured", (WON,)),
    "rolled in secret": ("game tinker_tactics", ("bare", "> total A 17")),
    "revealed": (f"game tinker_tactics; position {DEAL}; shown", ("start",)),
    "wrongly revealed": (f"game tinker_tactics; position {DEAL}; shown", ("b4=B6=5",)),
}
"""What the table is like → its set-up, and what has happened there."""
PHASES = {
    "nothing seen": Phase.SEARCHING, "a fault of the set-up": Phase.BEGINNING, "a start to set up": Phase.SETTING_UP,
    "still": Phase.PLAYING, "illegal": Phase.ASKING, "over": Phase.OVER,
}  # fmt: skip
COMMANDS: tuple[controls.Command, ...] = (
    controls.Correct({"e4": "Bs"}), controls.TakeBack(), controls.Say("--"), controls.Say("swap"), controls.Agree(),
    controls.Tell(), controls.Stop(), controls.Turn("B"), controls.Find(), controls.Recolour({"A": "blue"}),
    controls.Pause(on=True), controls.PointOut([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]),
    controls.Total("A", 17), controls.Total("B", 17), controls.Total("A", None), controls.Reveal(),
)  # fmt: skip


def examples(state: TableState[Any]) -> list[inputs.Input]:
    """Return an example of each input, and of each command."""
    moment, game = (9, 9.0), state.game
    position = state.position or game.start(state.options)
    reading, colours = seen(state, Shown(game.contents(position)))
    action = next(iter(game.actions(position)), "--")
    outside = Warned("outside", "Not in the picture: a8.", "Move the camera back.", ("a8",))
    return [
        inputs.Look(
            moment, 99, own_moment=True, still_s=1.0, rested_s=9.0, readings=1, anew=True, missed=True,
            plans=plans_of(game.name, state.options), way_round_is_known=False, reading=reading, colours=colours,
            changes={},
        ),
        inputs.Unchanged(moment, 99, own_moment=True, rested_s=9.0), inputs.Stirred(moment),
        inputs.Rested(moment, None), inputs.Rested(moment, 1), inputs.Framed(moment, (outside,)),
        inputs.Found(moment, [[0.0, 0.0]], "tags", 0.1), inputs.Moved(moment, "It has moved."),
        inputs.Lost(moment, {"message": "Gone."}), inputs.Elsewhere(moment, "Ting"),
        inputs.Tick(moment, 9.0, in_view=True), inputs.Misheard("what"),
        inputs.Proposed("A", action, {"message": f"Play {action}."}), inputs.Arrived("A", Left(90.0)),
        inputs.Seated("A"), inputs.Rolled("B", HAND), inputs.Remarked("advice", {"message": "Light helps."}),
        inputs.Opened(), inputs.Concluded(), inputs.Interrupted("Gone."), inputs.Ended("Done."),
        *map(inputs.Told, COMMANDS),
    ]  # fmt: skip


@pytest.fixture(params=STATES, scope="module")
def table(request: pytest.FixtureRequest) -> tuple[str, TableState[Any]]:
    """Return what a table is like, and its state."""
    setup, happens = STATES[request.param]
    return request.param, happened(*happens, setup=setup)


def test_the_table_of_transitions_knows_every_input_in_every_phase() -> None:
    """A frame that shows the board, unchanged, shows that it is in view."""
    unknown = {phase: set(inputs.INPUTS) - set(TRANSITIONS[phase]) for phase in Phase}
    assert {phase: missing for phase, missing in unknown.items() if missing} == {Phase.SEARCHING: {inputs.Unchanged}}


def test_every_input_is_taken_in_every_phase_and_read_back_and_alters_nothing(
    table: tuple[str, TableState[Any]],
) -> None:
    name, state = table
    assert state.phase == PHASES.get(name, state.phase)
    given, before = examples(state), to_json(state)
    read_back = from_json(before, TableState)
    assert read_back == state
    assert {type(each) for each in given} == set(inputs.INPUTS)
    for each in given:
        after, events = step(state, each)
        _, told = step(read_back, each)
        assert (events, after.said) == (told, ()), each
        assert name not in PHASES or after == step(state, each)[0], each
        assert after.phase in {state.phase, *LEADS_TO[state.phase]}, each
    assert to_json(state) == before


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_every_command_is_answered_in_every_state(
    table: tuple[str, TableState[Any]], command: controls.Command
) -> None:
    after, events = play(table[1], command)
    assert events or isinstance(command, controls.Find | controls.PointOut)
    assert events or after != table[1]


def test_the_states_of_this_test_are_in_all_phases() -> None:
    assert set(PHASES.values()) == set(Phase)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "JSON object"),
        ("{", "JSON object"),
        ("[" * 50_000, "JSON object"),
        ("[1]", "JSON object"),
        ("x" * 1_000_000, "at most 65536"),
        ('{"do":"resign"}', 'not "resign"'),
        ('{"do":["state"]}', "must be one of"),
        ('{"cells":{}}', "not null"),
        ('{"do":"state","cells":{}}', "has no field"),
        ('{"do":"correct"}', 'needs "cells"'),
        ('{"do":"correct","cells":{"e4":1}}', 'needs "cells"'),
        ('{"do":"takeback","plies":true}', "whole number"),
        ('{"do":"turn"}', 'needs "seat"'),
        ('{"do":"colours","colours":["red","blue"]}', 'needs "colours"'),
        ('{"do":"colours","colours":{"A":1}}', 'needs "colours"'),
        ('{"do":"total","seat":"A","total":"17"}', '"total" must be a whole number, or null to take it back'),
        ('{"do":"total","seat":"A","total":true}', '"total" must be a whole number, or null to take it back'),
        ('{"do":"total","seat":"A"}', '"total" needs "seat" and "total"'),
        ('{"do":"total","seat":1,"total":17}', '"total" needs "seat" and "total"'),
        ('{"do":"corners","corners_px":7}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[9,9]]}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[1,"x"],[2,2],[3,3]]}', '"corners_px" must be four points'),
        ('{"do":"corners","corners_px":[[0,0],[9,9],[9,0],[0,9]]}', "a1, h1, h8, a8"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_no_command_is_named(line: str | bytes, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse(line)


def test_the_forms_of_the_contract_are_read() -> None:
    """The other ones are read in the rows of this folder, and in the module's own examples."""
    assert [command_of({"do": do}) for do in ("pass", "swap", "agree", "state", "stop")] == [
        Say("--"), Say("swap"), Agree(), Tell(), Stop(),
    ]  # fmt: skip


def told(events: list[Event]) -> list[tuple[str, dict[str, Any]]]:
    """Return what *events* say, without how certain it is and where the board lies."""
    beside = ("margin", "corners_px", "method", "error_px")
    return [(each.kind, {k: v for k, v in each.fields.items() if k not in beside}) for each in events]


@pytest.mark.parametrize("seed", range(3))
def test_a_painted_table_and_one_without_pictures_tell_the_same(seed: int) -> None:
    """Moves, slips, pieces taken off again, and what people say of them, in any order."""
    rng, position = random.Random(seed), START
    painted, plain = Painted(colours=COLOURS), Watched(state_of({"coloured": ""}))
    boards = [TINK.contents(position)]
    for _ in range(10):
        contents = boards[-1]
        match rng.random():
            case chance if chance < 0.7 and position.to_move:
                position = TINK.play(position, rng.choice([a for a in TINK.actions(position) if a[0] == "S"]))
                contents = TINK.contents(position)
                boards.append(contents)
            case chance if chance < 0.85:
                contents = {**contents, rng.choice([cell for cell in contents if contents[cell] == "."]): "Bl"}
            case _:
                said = rng.choice([Agree, TakeBack])()
                assert told(plain.take(said)) == told(painted.session.take(said))
        assert told(plain.take(Shown(contents))) == told(painted.show(contents))


@pytest.mark.parametrize("contents", [{"c3": "As", "d4": "Bs"}, {"e5": "Bm"}])
def test_so_they_do_in_film(contents: dict[str, str]) -> None:
    painted, plain = Painted(colours=COLOURS), Watched(state_of({"coloured": ""}))
    bare = TINK.contents(START)
    for board, seconds in ((bare, 1.0), ({**bare, **contents}, 2.5)):
        assert told(plain.take(Shown(board, for_s=seconds))) == told(painted.film(board, seconds))
