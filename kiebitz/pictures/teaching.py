"""Teaches the reader a table: what to lay out, what it learns from the pictures, and how much that helps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from calibration.places import Place
from core.reading import EMPTY, is_edge
from kiebitz.failure import Failure
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import Profile, digest_of
from kits.colours import COLOURS
from kits.kit import Kit
from vision.contents import model_for, plays_other_pieces
from vision.network import (
    MARKED_PRESENCE,
    SHAPE_MODEL,
    STONES,
    Evidence,
    Floats,
    Model,
    Network,
    board_input,
    shared_network,
)
from vision.pitch import pitch_bell
from vision.printed_marks import without_marks
from vision.reader import BoardReading, looked_at, read_board
from vision.stretch import levelled
from vision.table_correction import Corrections, Lesson, Taught, learn, lesson, pitch_of
from vision.views import OUTSIDE, Views, views

LAYOUTS = 3
"""Number of guided pictures."""
_MOST_OF_A_KIND = 3
_CONTRADICTED = 0.2
"""Share of missing or surplus pieces above which the picture shows something else."""
_FOLDS = 5


def layouts(kit: Kit, players: int) -> list[dict[str, str]]:
    """Return what to lay out for each guided picture: every kind of every seat, on different cells each time.

    Each is cell → content, occupied cells only.
    """
    return [_layout(kit, "ABCDEF"[:players] if kit.seats else "", number) for number in range(LAYOUTS)]


def _layout(kit: Kit, seats: str, number: int) -> dict[str, str]:
    cells = [f"{chr(97 + x)}{y + 1}" for y in range(kit.plan.rows) for x in range(kit.plan.columns)]
    rows = []
    for seat in seats:
        each = [(kind, min(count, _MOST_OF_A_KIND)) for kind, count in kit.stock.items()]
        rows.append([f"{seat}{kind}" for kind, count in each for _ in range(count)])
    if not seats:
        rows = [["b", "w"] * (kit.plan.columns // 2)] * max(2, kit.plan.rows // 2)
    long = -(-max(len(row) for row in rows) // kit.plan.columns)
    apart = 2 if 2 * long * len(rows) <= kit.plan.rows else long
    placed = {}
    for nth, row in enumerate(rows):
        for place, content in enumerate(row):
            line, column = divmod(place, kit.plan.columns)
            y = (nth * apart + line + number) % kit.plan.rows
            x = (column + 2 * number + nth) % kit.plan.columns
            placed[cells[y * kit.plan.columns + x]] = content
    known = set(kit.plan.cells)
    placed = {cell: content for cell, content in placed.items() if cell in known}
    return placed | _rods(kit, placed, number)


def _rods(kit: Kit, stones: Mapping[str, str], number: int) -> dict[str, str]:
    """Return rods on every second edge between unlike stones."""
    if kit.rod is None:
        return {}
    between = [e for e in kit.plan.edges if {stones.get(cell) for cell in e.split("-")} == {"b", "w"}]
    return dict.fromkeys(between[number % 2 :: 2], "rod")


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture of the table and its contents (cell or edge → content, occupied ones only)."""

    name: str
    image: Image
    place: Place
    contents: Mapping[str, str]


def actual_kit(kit: Kit, shown: Sequence[Shown]) -> Kit:
    """Return *kit* with the pieces that are really on the table, if it has alternatives."""
    if kit.other_pieces is None:
        return kit
    network = shared_network(SHAPE_MODEL)
    looks = (looked_at(levelled(one.image, one.place), one.place, one.place.cells, network, kit) for one in shown)
    return kit.with_other_pieces() if all(plays_other_pieces(seen.evidence, kit) for seen in looks) else kit


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A picture as the network sees it: one row for each cell and, in a game with rods, for each edge."""

    shown: Shown
    model: Model
    where: Views
    evidence: Evidence


def look(shown: Shown, kit: Kit) -> Looked:
    """Return the shipped network's scores of *shown*, in the orientation that fits its contents best.

    An unmarked board may be seen from any side. Raises ``Failure``.
    """
    model = model_for(kit)
    network = shared_network(model)
    quarters = (0,) if shown.place.way_round_is_known else (0, 1, 2, 3)
    shown = replace(shown, image=levelled(shown.image, shown.place))
    looked = []
    for turn in quarters:
        place = shown.place.turned(turn) if turn else shown.place
        plan = place.boards[0].plan
        if (plan.columns, plan.rows) != (kit.plan.columns, kit.plan.rows):
            continue
        names = (*plan.cells, *(plan.edges if kit.rod else ()))
        where = views(place, names, model.frame)
        evidence = network.look(board_input(model, shown.image, place, where), where)
        looked.append(Looked(replace(shown, place=place), model, where, evidence))
    best = min(looked, key=lambda each: len(_contradictions(each, kit)))
    wrong = _contradictions(best, kit)
    pieces = sum(not is_edge(cell) for cell in shown.contents)
    if len(wrong) > max(2, _CONTRADICTED * pieces):
        raise Failure(
            f"{shown.name} does not show what it should: see {', '.join(wrong[:6])}; "
            "lay the pieces out as shown, or give the position with --position"
        )
    return best


def _contradictions(looked: Looked, kit: Kit) -> list[str]:
    """Return the cells that look empty and should not be, and those that look occupied and should be empty."""
    wrong = []
    if kit.seats:
        said, labels = without_marks(looked.evidence, looked.where.cells, kit)["presence"], MARKED_PRESENCE
    else:
        said, labels = looked.evidence["stone"], STONES
    for index, cell in enumerate(looked.where.cells):
        if is_edge(cell) or looked.where.inside[index] < OUTSIDE:
            continue
        seen = labels[int(np.argmax(said[index]))]
        if seen != "covered" and (seen not in ("empty", "marked")) != (looked.shown.contents.get(cell, EMPTY) != EMPTY):
            wrong.append(cell)
    return wrong


def seen_colours(looked: Sequence[Looked]) -> dict[str, str]:
    """Return the colour names that fit the seats' pieces best, each given once."""
    rows: dict[str, list[Any]] = {}
    for each in looked:
        for index, cell in enumerate(each.where.cells):
            content = each.shown.contents.get(cell, EMPTY)
            if content[0].isupper() and each.where.inside[index] >= OUTSIDE:
                scores = each.evidence["colour"][index].astype(np.float64)
                rows.setdefault(content[0], []).append(np.maximum(scores - scores.max(), -6.0))
    seats = sorted(rows)
    if not seats:
        return {}
    _, chosen = linear_sum_assignment([-np.sum(rows[seat], axis=0) for seat in seats])
    return {seat: COLOURS[int(index)] for seat, index in zip(seats, chosen, strict=True)}


def lesson_of(looked: Looked, kit: Kit, colours: Mapping[str, str]) -> Lesson:
    """Return what is learned from *looked*; cells outside the picture are ignored."""
    told = lesson(looked.evidence, looked.where.cells, looked.shown.contents, kit, colours)
    edges = np.array([is_edge(name) for name in looked.where.cells])
    blind = looked.where.inside < OUTSIDE
    labels = {
        name: np.where(blind | (edges if name == "stone" else ~edges if name == "rod" else False), -1, of)
        for name, of in told.labels.items()
    }
    return replace(told, labels=labels)


@dataclass(frozen=True, slots=True)
class Score:
    """The result on held-out cells: of *cells*, how many were read *wrong* and how many were *unsure*."""

    cells: int = 0
    wrong: int = 0
    unsure: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.cells + other.cells, self.wrong + other.wrong, self.unsure + other.unsure)

    def as_json(self) -> dict[str, int]:
        return {"cells": self.cells, "wrong": self.wrong, "unsure": self.unsure}

    @property
    def cost(self) -> float:
        return 3 * self.wrong + self.unsure


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """A profile, and the held-out scores of the reader as shipped, knowing the colours, and taught."""

    profile: Profile
    shipped: Score
    told: Score
    taught: Score


def taught(game: str, kit: Kit, looked: Sequence[Looked], colours: Mapping[str, str]) -> Learned:
    """Return what is learned from *looked*; a correction is kept only if held-out pictures are read no worse."""
    lessons = [lesson_of(each, kit, colours) for each in looked]
    told = score(looked, kit, {}, None, colours, colours)
    shipped = score(looked, kit, {}, None, {}, colours)
    unseen = Score()
    for part, rest, cells in _left_out(lessons):
        pitch = pitch_of(rest, kit)
        unseen += score([looked[part]], kit, learn(rest, kit, pitch), pitch, colours, colours, cells=cells)
    pitch = pitch_of(lessons, kit)
    worthwhile = unseen.cost <= told.cost
    model = model_for(kit)
    profile = Profile(
        game=game,
        colours=dict(colours),
        pitch_mm=pitch,
        model=model.name,
        digest=digest_of(model.name),
        corrections=learn(lessons, kit, pitch) if worthwhile else {},
        score={"shipped": shipped.as_json(), "told": told.as_json(), "taught": unseen.as_json()},
    )
    return Learned(profile, shipped, told, unseen)


def _left_out(lessons: Sequence[Lesson]) -> Iterator[tuple[int, list[Lesson], Any]]:
    """Yield cross-validation folds: a picture's number, what the others teach, and the rows to judge (None: all).

    With a single picture, each fold leaves out a fifth of its rows.
    """
    if len(lessons) > 1:
        for number in range(len(lessons)):
            yield number, [each for other, each in enumerate(lessons) if other != number], None
        return
    rows = len(next(iter(lessons[0].labels.values())))
    for fold in range(_FOLDS):
        left_out = np.arange(rows) % _FOLDS == fold
        yield 0, [lessons[0].without(left_out)], left_out


def score(
    looked: Sequence[Looked],
    kit: Kit,
    corrections: Corrections,
    pitch_mm: float | None,
    colours: Mapping[str, str],
    truth: Mapping[str, str],
    *,
    cells: Any = None,
) -> Score:
    """Return how well *looked* is read with *colours* given; *truth* are the seats' true ones."""
    total = Score()
    for each in looked:
        reading = read_board(
            each.shown.image,
            each.shown.place,
            kit,
            players=len(colours) or None,
            colours=[colours[seat] for seat in sorted(colours)],
            log_pitch=None if pitch_mm is None else pitch_bell(pitch_mm, model_for(kit).cells),
            network=Taught(_Remembered(each), corrections),
        )
        judged = [n for i, n in enumerate(each.where.cells) if cells is None or cells[i]]
        total += _judged(reading, each.shown.contents, judged, truth)
    return total


def _judged(
    reading: BoardReading, contents: Mapping[str, str], names: Sequence[str], colours: Mapping[str, str]
) -> Score:
    seats = {colour: seat for seat, colour in colours.items()}
    owners = {seat: seats.get(colour, "?") for seat, colour in reading.colours.items()}
    seen = {name: reading.reading.best(name) for name in names if name in reading.reading.cells}
    seen = {name: owners.get(what[0], what[0]) + what[1:] for name, what in seen.items()}
    unsure = {name for name in names if name in reading.unsure or name in reading.covered}
    wrong = [name for name, what in seen.items() if name not in unsure and what != contents.get(name, EMPTY)]
    return Score(len(names), len(wrong), len(unsure))


class _Remembered(Network):
    """A network that returns stored scores."""

    def __init__(self, looked: Looked) -> None:
        self.model = looked.model
        self._rows = {name: index for index, name in enumerate(looked.where.cells)}
        self._evidence = looked.evidence

    def look(self, blob: Floats, where: Views) -> Evidence:  # noqa: ARG002
        rows = [self._rows[name] for name in where.cells]
        return {name: scores[rows] for name, scores in self._evidence.items()}
