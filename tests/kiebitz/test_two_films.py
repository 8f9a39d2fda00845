"""Two tables, one game (I7), by two films of printed kits that different cameras took: all five games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import kiebitz
from core.game import holder
from core.games import find
from kiebitz.api.looking import Wanted
from kiebitz.api.play import Position
from kiebitz.api.watching import referee_of, source_of
from kiebitz.archive.journal import Journal
from kiebitz.archive.recorded import load
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame
from kiebitz.watching.dialling import met
from kiebitz.watching.kept_table import Line, Table
from kiebitz.watching.twin import Twin
from simulator.calm import Aim, calm_table

PLIES = 3
DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
RATE, SHOWN = 4.0, 8
"""Frames a second, and for how many of them a position is shown."""


def film(path: Path, positions: Sequence[Position], turned_deg: float) -> Path:
    """Write a film of *positions*, one after another, of a camera that is turned this far round the table."""
    options = positions[0].state.options
    kit = kit_of(positions[0].game.name, options)
    aim = Aim(azimuth_deg=Aim().azimuth_deg + turned_deg)
    table, rng = calm_table(kit, aim=aim, players=options.players, seed=3), np.random.default_rng(0)
    writer = None
    for position in positions:
        still = table.picture(position.contents, seed=3).image
        height, width = still.shape[:2]
        writer = writer or cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (width, height))
        for _ in range(SHOWN):
            writer.write(np.clip(still + rng.normal(0, 1.5, still.shape), 0, 255).astype(np.uint8))
    assert writer is not None
    writer.release()
    return path


def table_of(start: Position, folder: Path, twin: Twin) -> tuple[Table, list[Line]]:
    """Return a table whose game begins with *start*, kept in *folder*, and the lines that it tells."""
    lines: list[Line] = []

    def tell(line: Line) -> None:
        lines.append(line)
        twin.hear(line)

    wanted = Wanted(find(start.game.name), start.state.options, 2)
    referee = referee_of(wanted, positions=[start.state])
    journal = Journal.reserve(folder, start.game.name)
    return Table(referee, "film", tell=tell, journal=journal, crops=False, answers=[twin.answer]), lines


@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik", "tinker_tactics"])
@pytest.mark.thinned(5)
def test_i7_two_tables_play_one_game_by_their_films(name: str, tmp_path: Path) -> None:
    game = kiebitz.game(name)
    positions = [game.position(DEAL) if name == "tinker_tactics" else game.start()]
    shown: dict[str, list[Position]] = {"A": positions[:], "B": positions[:]}
    for _ in range(PLIES):
        before = positions[-1]
        after = before.play(before.legal_actions[len(before.legal_actions) // 2])
        mover = holder(before.state, before.state.to_move)
        for seat, seen in shown.items():  # who moves shows it first; the other puts it when that is asked
            seen += [after, after] if seat == mover else [before, after]
        positions.append(after)
    twins = Twin(is_host=True), Twin(is_host=False, table="guest-by-film")
    homes = tmp_path / "host", tmp_path / "guest"
    (host, there), (guest, here) = (table_of(positions[0], home, twin) for home, twin in zip(homes, twins, strict=True))
    films = [
        film(tmp_path / f"{seat}.avi", seen, turn) for (seat, seen), turn in zip(shown.items(), (0, 35), strict=True)
    ]
    for one, other in zip(*(source_of(str(path)).frames() for path in films), strict=True):
        for table, item in ((host, one), (guest, other)):
            assert isinstance(item, Frame)
            table.take(item)
        met(guest, twins[1], met(host, twins[0], twins[1].tidings(guest.state).as_json()))
    for table in (host, guest):
        table.close()
    moves: list[list[Any]] = [[line["action"] for line in lines if line["event"] == "move"] for lines in (there, here)]
    assert len(moves[0]) == PLIES
    assert moves[0] == moves[1]
    assert sum(line.get("as_asked", False) for line in (*there, *here)) == PLIES
    assert not [line for line in (*there, *here) if line["event"] in ("illegal", "takeback") or "refused" in line]
    ends = [load(path) for home in homes for path in home.glob("*.jsonl")]
    assert [end.course.game.format_position(end.course.position) for end in ends] == 2 * [positions[-1].text]
