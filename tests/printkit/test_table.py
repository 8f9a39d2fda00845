"""Print, glue, put on the table, photograph, read, judge: every game's kit on every paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from core.games import find
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from printkit.paper import PAPERS
from simulator import boards
from simulator.table import Table
from tests.kiebitz.refereeing import refereed
from tests.printkit.glued import glued_board
from vision.contents import can_read


@dataclass(frozen=True)
class Scene:
    """A kit, a position, a legal action from it, and then a change that no rule allows."""

    kit: Kit
    position: str
    action: str
    wrong: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)


EIGHT = "8/8/3As4/2Bs1As3/3Bs4/8/8/8 A 0,0 4"
SCENES = {
    "tink": Scene(tink.KIT, EIGHT, "Sd3", {"f6": "Al"}),
    "ting": Scene(ting.KIT, "12/12/12/4Bs3As3/12/3As8/12/4As7/12/12/12/12 B 0,0 3", "Sc8", {"b3": "Bl"}),
    "tingle": Scene(tingle.KIT, EIGHT, "Sd3", {"f6": "Al"}),
    "tabik": Scene(tabik.kit(board_size=5), "5/5/1wb2/5/5 b3-c3 B 1", "d2+d3", {"a1": "b"}, {"board_size": 5}),
    "tinker_tactics": Scene(
        tinker_tactics.KIT,
        "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0",
        "c2>d5",
        {"a1": "A4=4"},
    ),
}


@pytest.mark.slow
@pytest.mark.thinned(7)
@pytest.mark.parametrize(("game_name", "paper"), [(name, paper) for name in SCENES for paper in PAPERS])
def test_a_printed_kit_is_refereed(game_name: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, scene = find(game_name), SCENES[game_name]
    board = glued_board(scene.kit, PAPERS[paper])
    monkeypatch.setattr(boards, "_master", lambda _: board)
    options = game.options.of(scene.values)
    before = game.parse_position(scene.position, options)
    after = game.play(before, scene.action)
    rng = np.random.default_rng([5, list(PAPERS).index(paper)])
    table = Table.draw(rng, kit=scene.kit, style="kit", tier="easy")
    seer = Seer(scene.kit, players=2)
    if not can_read(scene.kit):
        assert seer.find(table.picture(game.contents(before)).image) is not None
        pytest.skip("no network knows these pieces yet")
    session = refereed(game, seer, options, positions=[before], colours=table.scene.seats)
    shown = (game.contents(before), game.contents(after), {**game.contents(after), **scene.wrong})
    told: list[list[Event]] = [
        session.take(Frame(table.picture(contents, seed=n).image, n, float(n), own_moment=True))
        for n, contents in enumerate(shown)
    ]
    assert [event.kind for event in told[0]] == ["found"]
    (move,) = told[1]
    assert move.kind in ("move", "unsure")
    assert move.fields.get("action", scene.action) == scene.action
    (refused,) = told[2]
    assert refused.kind in ("illegal", "unsure")
