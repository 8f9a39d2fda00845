"""An eye for painted tables: it knows what lies there, and reports it as badly as a reader of pictures would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.refereeing.noise import NOISE, Noise, Row, drawn_row, fitting
from benchmarks.refereeing.sitting import Lie, Shot
from benchmarks.refereeing.tabletop import CELL, Tabletop
from calibration.orientation import facing
from calibration.places import Place
from core.options import SEATS
from core.reading import EMPTY, Misplaced, Reading
from kiebitz.eye.protocol import Look, nearest_turn
from kiebitz.pictures.frame import Image

COLOURS = ("blue", "cyan", "green", "purple", "red", "yellow")
_HIDDEN = 0.25
"""A cell is hidden if more than this share of it is covered."""
_MISTAKEN = 0.12
"""Share of the cells under a hand where the hand is read as a piece, or as an empty cell."""


class NoisyEye:
    """Reads tables painted by *tabletop*, whose shots are announced by ``behold``.

    Args:
        alphabet: what a cell or an edge may hold.
        colours: seat → the colour that it really plays.
        edges: the places beside the cells that are read.
        undeclared: whether some of *colours* may be nobody's, so that only what is read tells who plays.
    """

    def __init__(
        self,
        tabletop: Tabletop,
        alphabet: Sequence[str],
        colours: Mapping[str, str],
        *,
        edges: Sequence[str] = (),
        noise: Noise = NOISE["normal"],
        seed: int = 0,
        undeclared: bool = False,
    ) -> None:
        self._tabletop = tabletop
        self._alphabet = tuple(alphabet)
        self._colours = dict(colours)
        self._edges = tuple(edges)
        self._noise = noise
        self._seed = seed
        self._undeclared = undeclared
        self._most = len(colours)
        """Pieces are read as belonging to one of this many seats."""
        self._shot: Shot | None = None
        self._rows: dict[tuple[str, str, str], Row] = {}
        self._names: dict[tuple[object, ...], dict[str, str]] = {}

    def behold(self, shot: Shot) -> None:
        """Have the next picture be that of *shot*."""
        self._shot = shot

    def find(self, image: Image) -> Place | None:  # noqa: ARG002
        lie = self._now.lie
        if lie.away:
            return None
        place = self._tabletop.place(lie)
        if place.way_round_is_known:
            return place
        return Place.of(facing(place.boards[0]))

    def follow(self, image: Image, place: Place) -> Place | None:
        found = self.find(image)
        return None if found is None else nearest_turn(found, place.corners_px)

    def other(self, image: Image) -> str:  # noqa: ARG002
        return ""

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:  # noqa: ARG002
        """Return nothing: no piece lies wrong."""
        return ()

    def expect(self, players: int, *, fewer: bool) -> None:  # noqa: ARG002
        if self._undeclared:
            self._most = players

    def learn(self, contents: Mapping[str, str]) -> None:
        """Learn nothing."""

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:  # noqa: ARG002
        now = self._now
        really = self._real_names(place, now.lie)
        hidden = self._hidden(now, really)
        contents = now.contents
        fresh = np.random.default_rng([self._seed, now.number]).random(len(really))
        cells: dict[str, Row] = {}
        covered = set()
        for (name, real), chance in zip(really.items(), fresh, strict=True):
            if hidden.get(real, 0.0) > _HIDDEN:
                row = self._mistaken(real, now)
                if row is None:
                    covered.add(name)
                    continue
                cells[name] = row
            else:
                content = contents.get(real, EMPTY)
                anew = f"{now.number}" if chance < self._noise.again(content) else ""
                cells[name] = self._row(real, content, f"{now.lie.quarters}/{anew}")
        read = Reading(cells).contents if self._undeclared else contents
        seats = self._seats(read, colours)
        reading = Reading(self._forced(_reseated(cells, seats)), frozenset(covered))
        present = {content[0] for content in read.values() if content[0] in self._colours}
        named = {seat: self._colours[true] for true, seat in seats.items() if true in present or seat in colours}
        return Look(reading, {seat: named[seat] for seat in sorted(named) if seat in SEATS[: self._most]})

    def _forced(self, cells: Mapping[str, Row]) -> Mapping[str, Row]:
        """Return *cells* with pieces of seats that are not read given to seats that are."""
        few = SEATS[: self._most]
        found = {}
        for cell, row in cells.items():
            forced: dict[str, float] = {}
            for content, nats in row.items():
                seat = content[0]
                told = few[ord(seat) % len(few)] + content[1:] if seat in self._colours and seat not in few else content
                forced[told] = max(nats, forced.get(told, nats))
            found[cell] = forced
        return found

    @property
    def _now(self) -> Shot:
        assert self._shot is not None
        return self._shot

    def _row(self, real: str, content: str, setting: str) -> Row:
        key = (real, content, setting)
        if key not in self._rows:
            text = f"{self._seed}/{real}/{content}/{setting}"
            self._rows[key] = drawn_row(text, content, fitting(self._alphabet, real), self._noise, real)
        return self._rows[key]

    def _mistaken(self, real: str, now: Shot) -> Row | None:
        """Return the row of a hidden cell where something is read all the same; usually None."""
        if self._noise.wrong == 0.0:
            return None
        rng = np.random.default_rng([self._seed, now.number, *real.encode()])
        if rng.random() > _MISTAKEN:
            return None
        taken_for = fitting(self._alphabet, real)
        content = EMPTY if rng.random() < 0.4 else taken_for[int(rng.integers(len(taken_for)))]
        return self._row(real, content, f"hand {now.number}")

    def _hidden(self, now: Shot, really: Mapping[str, str]) -> dict[str, float]:
        """Return real cell or edge → the share of it that an arm hides."""
        if now.arm is None:
            return {}
        over = self._tabletop.arm_over(now.lie, now.arm)
        middles = self._tabletop.middles(self._tabletop.place(now.lie))
        found = {}
        for real in really.values():
            x, y = np.mean([middles[cell] for cell in real.split("-")], axis=0).astype(int)
            half = CELL // 2 if "-" not in real else 3
            found[real] = float(over[max(y - half, 0) : y + half, max(x - half, 0) : x + half].mean())
        return found

    def _real_names(self, place: Place, lie: Lie) -> dict[str, str]:
        """Return *place*'s name for each cell and edge → the real one, by the nearest cell of the board."""
        key = (lie, *(board.t.tobytes() + board.R.tobytes() for board in place.boards))
        if key not in self._names:
            true = self._tabletop.middles(self._tabletop.place(lie))
            names, points = list(true), np.array(list(true.values()))
            found = {}
            for cell, middle in self._tabletop.middles(place).items():
                found[cell] = names[int(np.linalg.norm(points - middle, axis=1).argmin())]
            for edge in self._edges:
                one, other = sorted((found[cell] for cell in edge.split("-")), key=lambda c: (c[0], int(c[1:])))
                if f"{one}-{other}" in self._edges:
                    found[edge] = f"{one}-{other}"
            self._names[key] = found
        return self._names[key]

    def _seats(self, contents: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
        """Return real seat → the reader's name for it: by known colours, and what is left in order."""
        owners = {colour: seat for seat, colour in known.items()}
        free = iter(seat for seat in sorted(self._colours) if seat not in known)
        present = {content[0] for content in contents.values()}
        order = sorted(self._colours, key=lambda seat: (seat not in present, self._colours[seat]))
        return {seat: owners.get(self._colours[seat]) or next(free) for seat in order}


def _reseated(cells: dict[str, Row], seats: Mapping[str, str]) -> Mapping[str, Row]:
    if all(seat == name for seat, name in seats.items()):
        return cells
    return {
        cell: {seats.get(content[0], content[0]) + content[1:]: value for content, value in row.items()}
        for cell, row in cells.items()
    }
