"""How well and how fast a table is watched: ``python -m benchmarks.watch [FOLDER…] [--tables N] [--speed]``.

A folder holds a sequence of frames with their truth (``../shared/renders/sequences/*``).
``--tables`` plays random games with one broken rule each on pretend tables of every kind
of board, from seeds that training never uses, a picture a ply and hands between them.
``--speed`` times the start of the program, one reading, and a video.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.pretend_games import STYLES, Course
from calibration.places import boards_of
from calibration.registration import Registration
from core.game import HiddenSetup
from core.games import find
from core.goodwin.options import TinkOptions
from core.reading import EMPTY
from kiebitz.kits import kit_of
from kiebitz.pictures.files import decode
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.sources import open_source
from kiebitz.table.demo_games import script_of
from kiebitz.table.events import Event
from kiebitz.table.pretend_table import Moment, moments
from kiebitz.table.seeing import Seer
from kiebitz.table.session import Session
from kits.tink import KIT
from simulator.table import Table

TINK = find("tink")
TIERS = ("easy", "normal", "hard")
Contents = frozenset[tuple[str, str]]
"""What stands where: places with their contents, empty ones left out; an edge by its cells in order."""


@dataclass(slots=True)
class Tally:
    """Counts of one kind of table."""

    games: int = 0
    whole: int = 0
    """Games with every move in order and nothing that was not there."""
    moves: int = 0
    right: int = 0
    wrong: int = 0
    slips: int = 0
    caught: int = 0
    false_illegal: int = 0
    unsure: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        """Return this tally as a line of the table."""
        return (
            f"{name:28} {self.games:5} {self.whole:5}   {self.right:5}/{self.moves:<5} {self.wrong:5}   "
            f"{self.caught:4}/{self.slips:<4} {self.false_illegal:7} {self.unsure:8}"
        )


HEADER = "table                        games whole   moves right wrong    caught      false   unsure"


def sequence(folder: Path) -> Tally:
    """Return how a folder of frames with truth is watched; cells are matched by where they lie in the picture."""
    truths = [json.loads(path.read_text()) for path in sorted(folder.glob("frame_*.json"))]
    colours = list(dict.fromkeys(t["sequence"]["move"]["player"] for t in truths if t["sequence"]["move"]))
    session: Session[Any] = Session(
        TINK, Seer(KIT, players=2), TinkOptions(), colours=dict(zip("AB", colours, strict=False))
    )
    wanted: list[Contents] = []
    events: list[Event] = []
    for index, truth in enumerate(truths):
        image = decode(folder / truth["image"]["file"])
        events += session.feed(Frame(image, index, float(index), own_moment=True))
        if truth["sequence"]["kind"] == "stable" and truth["sequence"]["ply"] and session.registration:
            wanted.append(_board_of(truth, boards_of(session.registration)[0], colours))
    return _tally(session, events, wanted, [])


def _board_of(truth: Mapping[str, Any], place: Registration, colours: Sequence[str]) -> Contents:
    """Return what stands where, in the names that *place* gives the cells."""
    centres = {cell["name"]: cell["center_px"] for cell in truth["cells"]}
    found = set()
    for piece in truth["pieces"]:
        x, y = place.board_from_px([centres[piece["cell"]]])[0] / place.plan.pitch_mm
        found.add((_cell(place, x, y), "AB"[colours.index(piece["colour"])] + piece["size"][0]))
    return frozenset(found)


def pretend(course: Course, style: str, tier: Any, seed: int) -> Tally:
    """Return how a random game on a random table is watched, its first position and its colours given."""
    rng = np.random.default_rng([seed, 777])
    colours = _colours(course, style)
    table = Table.draw(rng, kit=course.kit, style=style, tier=tier, colours=colours or None)
    seer = Seer(course.kit, players=course.options.players if colours else None)
    given = [course.start] if isinstance(course.game, HiddenSetup) else []
    session: Session[Any] = Session(course.game, seer, course.options, positions=given, colours=colours)
    events: list[Event] = []
    played: list[Mapping[str, str]] = []
    slips: list[tuple[int, str]] = []
    for index, (moment, what) in enumerate(course.moments(random.Random(seed))):
        picture = table.picture(moment.contents, hand=moment.hand, seed=index)
        events += session.feed(Frame(picture.image, index, float(index), own_moment=True))
        if what == "move":
            played.append(moment.contents)
        elif what not in ("", "hand"):
            slips.append((index, what))
    place = boards_of(session.registration)[0] if session.registration else table.scene.view
    return _tally(session, events, [_renamed(contents, table.scene.view, place) for contents in played], slips)


def _colours(course: Course, style: str) -> dict[str, str]:
    """Return the colours of two seats: the printed pieces' own, or others."""
    if not course.kit.seats:
        return {}
    own = {seat: ink.name for seat, ink in list(course.kit.inks.items())[: course.options.players]}
    return own if style == "kit" else dict(zip(own, ("green", "white"), strict=False))


def _renamed(contents: Mapping[str, str], true: Registration, place: Registration) -> Contents:
    """Return the pieces of *contents* in the names that *place* gives the cells and edges of *true*."""
    found = set()
    for name, content in contents.items():
        if content != EMPTY:
            middles = true.px_from_board([true.plan.centre_mm(cell) for cell in name.split("-")])
            cells = [_cell(place, x, y) for x, y in place.board_from_px(middles) / place.plan.pitch_mm]
            found.add(("-".join(sorted(cells)), content))
    return frozenset(found)


def _cell(place: Registration, x: float, y: float) -> str:
    return f"{chr(97 + int(x))}{place.plan.rows - int(y)}"


def _tally(
    session: Session[Any],
    events: Sequence[Event],
    wanted: Sequence[Contents],
    slips: Sequence[tuple[int, str]],
) -> Tally:
    """Compare the boards that the session went through with those *wanted*, ply by ply."""
    boards = [
        frozenset((cell, content) for cell, content in session.game.contents(position).items() if content != EMPTY)
        for position in session.positions[1:]
    ]
    same = SequenceMatcher(a=boards, b=wanted, autojunk=False).get_matching_blocks()
    right = sum(block.size for block in same)
    told = {(event.frame, str(event.fields["code"])) for event in events if event.kind == "illegal"}
    tally = Tally(
        games=1,
        moves=len(wanted),
        right=right,
        wrong=len(boards) - right,
        slips=len(slips),
        caught=len(told & set(slips)),
        false_illegal=len({frame for frame, _ in told} - {frame for frame, _ in slips}),
        unsure=sum(event.kind == "unsure" for event in events),
        codes=Counter(code for slip in slips if slip not in told for code in slip[1:]),
    )
    tally.whole = int(tally.right == tally.moves and not tally.wrong and not tally.false_illegal)
    return tally


def together(tallies: Sequence[Tally]) -> Tally:
    """Return the sums of *tallies*."""
    total = Tally()
    for tally in tallies:
        for name in ("games", "whole", "moves", "right", "wrong", "slips", "caught", "false_illegal", "unsure"):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
        total.codes += tally.codes
    return total


def speed() -> None:
    """Print how long the start, a reading and a frame of video take."""
    command = [sys.executable, "-c", "from kiebitz.cli import main; main()", "--help"]
    starts = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=dict(os.environ))
        starts.append(time.perf_counter() - begun)
    print(f"kiebitz --help            {1000 * sorted(starts)[3]:7.0f} ms (median of 7)")
    for name in STYLES:
        print(f"locate and read {name:14} {_reading_ms(name):7.0f} ms (median of 7, tag frame, 1280×960)")
    table, shown = _table("tink"), list(moments("tink"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.avi"
        count = _film(path, table, shown[:10])
        session: Session[Any] = Session(TINK, Seer(kit_of("tink"), players=2), TinkOptions())
        begun = time.perf_counter()
        moves = 0
        for item in open_source(str(path)).frames():
            if isinstance(item, Frame):
                moves += sum(event.kind == "move" for event in session.feed(item))
        seconds = time.perf_counter() - begun
    print(f"watch a video             {count / seconds:7.1f} frames a second ({count} frames 1280×960, {moves} moves)")


def _reading_ms(name: str) -> float:
    """Return how long the middle one of seven looks at the printed board of the game *name* takes."""
    image = _table(name).picture(list(moments(name))[-1].contents).image
    seer = Seer(kit_of(name, script_of(name).options), players=2)
    readings = []
    for _ in range(8):
        begun = time.perf_counter()
        place = seer.find(image)
        assert place is not None
        seer.look(image, place, {})
        readings.append(time.perf_counter() - begun)
    return 1000 * sorted(readings[1:])[3]


def _table(name: str) -> Table:
    """Return the printed board of the game *name* on the table that these figures have always been measured on."""
    rng, kit = np.random.default_rng(3 if name == "ting" else 4), kit_of(name, script_of(name).options)
    colours = {"A": "red", "B": "blue"} if name in ("tink", "tingle", "ting") else None
    return Table.draw(rng, kit=kit, colours=colours)


def _film(path: Path, table: Table, shown: Sequence[Moment], *, fps: float = 25.0, each: int = 40) -> int:
    """Write a video in which each of *shown* stands for *each* noisy frames, a hand moving between them."""
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 2.0, (4, 960, 1280, 3)).astype(np.int16)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (1280, 960))
    count = 0
    for number, moment in enumerate(shown):
        still = table.picture(moment.contents, hand=moment.hand, seed=number).image
        passing = [table.picture(moment.contents, hand=cell, seed=number).image for cell in ("g3", "e4")]
        for step in range(each):
            image = passing[step // 5] if step < 10 else still
            writer.write(np.clip(image + noise[step % 4], 0, 255).astype(np.uint8))
            count += 1
    writer.release()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--tables", type=int, default=0, metavar="N", help="games for each board and tier")
    parser.add_argument("--game", action="append", choices=sorted(STYLES), help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--speed", action="store_true")
    chosen = parser.parse_args()
    if chosen.folders or chosen.tables:
        print(HEADER)
    for folder in chosen.folders:
        print(sequence(folder).row(folder.name))
    every = []
    for name in chosen.game or STYLES if chosen.tables else ():
        course = Course.of(name)
        for style in STYLES[name]:
            for tier in TIERS:
                tallies = [pretend(course, style, tier, chosen.seed + n) for n in range(chosen.tables)]
                every += tallies
                print(together(tallies).row(f"{name} {style} {tier}"), flush=True)
    if every:
        print(together(every).row("all"))
        print("not caught:", dict(together(every).codes))
    if chosen.speed:
        speed()


if __name__ == "__main__":
    main()
