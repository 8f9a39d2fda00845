"""Teaches the reader a table: what to lay out, what it learns from the pictures, and how much that helps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from calibration.places import Place
from core.reading import EMPTY
from kiebitz.failure import Failure
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import Profile, digest_of
from kits.colours import COLOURS, checked_seat
from kits.kit import Kit
from vision.alike_cells import without_marks
from vision.contents import PYRAMID_MODELS, model_for, plays_other_pieces
from vision.network import (
    MARKED_PRESENCE,
    SHAPE_MODEL,
    Evidence,
    Floats,
    Model,
    Network,
    board_input,
    shared_network,
)
from vision.pitch import pitch_bell, pitch_of
from vision.reader import BoardReading, looked_at, read_board
from vision.views import Views, levelled, views

LAYOUTS = 3
"""Number of guided pictures."""
_MOST_OF_A_KIND = 3
_CONTRADICTED = 0.2
"""If more than this share of the pieces is missing or surplus, the picture shows something else."""
_FOLDS = 5


def layouts(kit: Kit, players: int) -> list[dict[str, str]]:
    """Return what to lay out for each guided picture: every kind of every seat, on different cells each time.

    Each is cell → content, occupied cells only.
    """
    return [_layout(kit, "ABCDEF"[:players], number) for number in range(LAYOUTS)]


def _layout(kit: Kit, seats: str, number: int) -> dict[str, str]:
    cells = [f"{chr(97 + x)}{y + 1}" for y in range(kit.plan.rows) for x in range(kit.plan.columns)]
    rows = []
    for seat in seats:
        each = [(kind, min(count, _MOST_OF_A_KIND)) for kind, count in kit.stock.items()]
        rows.append([f"{seat}{kind}" for kind, count in each for _ in range(count)])
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
    return {cell: content for cell, content in placed.items() if cell in known}


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture of the table and its contents (cell → content, occupied ones only)."""

    name: str
    image: Image
    place: Place
    contents: Mapping[str, str]


def actual_kit(kit: Kit, shown: Sequence[Shown]) -> Kit:
    """Return *kit* with the pieces that are really on the table and no others."""
    if kit.other_pieces is None:
        return kit
    network = shared_network(SHAPE_MODEL)
    looks = (looked_at(levelled(one.image, one.place), one.place, network, kit) for one in shown)
    others = all(plays_other_pieces(seen.evidence, kit) for seen in looks)
    return kit.with_other_pieces() if others else replace(kit, other_pieces=None)


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A picture as the network sees it, one row for each cell."""

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
        where = views(place, plan.cells, model.frame)
        evidence = network.look(board_input(model, shown.image, place, where), where)
        looked.append(Looked(replace(shown, place=place), model, where, evidence))
    best = min(looked, key=lambda each: len(_contradictions(each, kit)))
    wrong = _contradictions(best, kit)
    if len(wrong) > max(2, _CONTRADICTED * len(shown.contents)):
        raise Failure(
            f"{shown.name} does not show what it should: see {', '.join(wrong[:6])}; lay the pieces out as told"
        )
    return best


def _contradictions(looked: Looked, kit: Kit) -> list[str]:
    """Return the cells that look empty though they should not, or occupied though they should be empty."""
    wrong = []
    said = without_marks(looked.evidence, looked.where.cells, kit)["presence"]
    for index, cell in enumerate(looked.where.cells):
        if looked.where.outside[index]:
            continue
        seen = MARKED_PRESENCE[int(np.argmax(said[index]))]
        if seen != "covered" and (seen not in ("empty", "marked")) != (looked.shown.contents.get(cell, EMPTY) != EMPTY):
            wrong.append(cell)
    return wrong


def seen_colours(looked: Sequence[Looked]) -> dict[str, str]:
    """Return the colour names that fit the seats' pieces best, each given once."""
    rows: dict[str, list[Any]] = {}
    for each in looked:
        for index, cell in enumerate(each.where.cells):
            content = each.shown.contents.get(cell, EMPTY)
            if content[0].isupper() and not each.where.outside[index]:
                scores = each.evidence["colour"][index].astype(np.float64)
                rows.setdefault(content[0], []).append(np.maximum(scores - scores.max(), -6.0))
    seats = sorted(rows)
    if not seats:
        return {}
    _, chosen = linear_sum_assignment([-np.sum(rows[seat], axis=0) for seat in seats])
    return {seat: COLOURS[int(index)] for seat, index in zip(seats, chosen, strict=True)}


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
    """A profile, and the held-out scores of the reader as shipped, knowing the colours, and knowing sizes too."""

    profile: Profile
    shipped: Score
    told: Score
    taught: Score


def learned(kit: Kit, shown: Sequence[Shown], colours: Mapping[str, str]) -> Learned:
    """Return what *shown* teaches about *kit*'s pieces; *colours* are the seats' colours that people have named.

    Raises ``Failure`` where a picture shows something else, or a colour is unknown.
    """
    kit = actual_kit(kit, shown)
    looked = [look(each, kit) for each in shown]
    try:
        seats = seen_colours(looked) | {seat: checked_seat(colour) for seat, colour in colours.items()}
    except ValueError as error:
        raise Failure(str(error)) from None
    return taught(kit.name, kit, looked, seats)


def taught(game: str, kit: Kit, looked: Sequence[Looked], colours: Mapping[str, str]) -> Learned:
    """Return what is learned from *looked*: whose *colours* are which, and how large the cells are."""
    model = model_for(kit)
    told = score(looked, kit, None, colours, colours)
    shipped = score(looked, kit, None, {}, colours)
    seen = [_pyramids(each, kit) for each in looked]
    unseen = Score()
    for part, rows in _left_out(looked):
        others = (found for number, one in enumerate(seen) for row, found in one if number != part or not rows[row])
        unseen += score([looked[part]], kit, _pitch(others, model), colours, colours, cells=rows)
    profile = Profile(
        game=game,
        colours=dict(colours),
        pitch_mm=_pitch((found for one in seen for _, found in one), model),
        model=model.name,
        digest=digest_of(model.name),
        score={"shipped": shipped.as_json(), "told": told.as_json(), "taught": unseen.as_json()},
    )
    return Learned(profile, shipped, told, unseen)


def _pyramids(looked: Looked, kit: Kit) -> list[tuple[int, tuple[Floats, float]]]:
    """Return the row of each pyramid in view, the network's view of its size, and the width of its base in mm."""
    return [
        (row, (looked.evidence["ratio"][row], kit.pyramids[content[1:]].base_mm))
        for row, cell in enumerate(looked.where.cells)
        if looked.model in PYRAMID_MODELS
        and (content := looked.shown.contents.get(cell, EMPTY)) != EMPTY
        and not looked.where.outside[row]
    ]


def _pitch(pyramids: Iterable[tuple[Floats, float]], model: Model) -> float | None:
    """Return the pitch in mm of the board with *pyramids*; None without pyramids."""
    known = list(pyramids)
    return pitch_of(known, model.cells) if known else None


def _left_out(looked: Sequence[Looked]) -> Iterator[tuple[int, Any]]:
    """Yield folds to judge, which teach nothing: a picture's number and rows; of a single picture, fifths of them."""
    for number, each in enumerate(looked):
        rows = np.arange(len(each.where.cells))
        folds = [rows % _FOLDS == fold for fold in range(_FOLDS)] if len(looked) == 1 else [rows >= 0]
        yield from ((number, fold) for fold in folds)


def score(
    looked: Sequence[Looked],
    kit: Kit,
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
            networks=partial(_Remembered, each),
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

    def __init__(self, looked: Looked, model: Model) -> None:
        self.model = model
        self._rows = {name: index for index, name in enumerate(looked.where.cells)}
        self._evidence = looked.evidence

    def look(self, blob: Floats, where: Views) -> Evidence:  # noqa: ARG002
        rows = [self._rows[name] for name in where.cells]
        return {name: scores[rows] for name, scores in self._evidence.items()}
