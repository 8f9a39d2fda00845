"""What is true of pictures and games, read from the files beside them, in the notation of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.reading import EMPTY
from tablebench.positions import FOLDERS

_SHAPES = {"square": "s", "triangle": "m", "circle": "l"}
_SEEN = 0.5
"""A place counts if at least this share of it can be seen."""


@dataclass(frozen=True, slots=True)
class Still:
    """What lies in a picture: ``contents`` by cell and edge, of those places that can be seen."""

    name: str
    game: str
    columns: int
    rows: int
    seats: int
    labelled: bool
    contents: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a game: its ``kind`` (stable, hand or slip), a slip's ``code``, and the ``moves`` just made."""

    kind: str
    code: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game, picture by picture; it begins in the position written as ``start``."""

    name: str
    game: str
    seats: int
    columns: int
    start: str
    shots: tuple[Shot, ...]


def content_of(piece: Mapping[str, Any]) -> tuple[str | None, str]:
    """Return the colour of a *piece* of the truth, None where it belongs to nobody, and its kind in the notation."""
    kind = piece["kind"]
    if kind == "stone":
        return None, piece["colour"][0]
    if kind in _SHAPES:
        return piece["colour"], _SHAPES[kind]
    if kind == "pyramid":
        return piece["colour"], piece["size"][0]
    return piece["colour"], f"{kind[1:]}={piece['value']}"


def stills_in(folder: Path) -> Iterator[Still]:
    """Yield the pictures under *folder* that belong to no game."""
    for file, truth in _records(folder):
        if "sequence" not in truth:
            yield _still(file.stem, truth)


def games_in(folder: Path) -> Iterator[Played]:
    """Yield the games under *folder* whose truth tells the moves."""
    found: dict[Path, list[dict[str, Any]]] = {}
    for file, truth in _records(folder):
        if "moves" in truth.get("sequence", {}):
            found.setdefault(file.parent, []).append(truth)
    for place, frames in found.items():
        first = frames[0]
        shots = (each["sequence"] for each in frames)
        yield Played(
            place.name,
            FOLDERS[first["game"]],
            len(first["players"]),
            first["board"]["cols"],
            first["sequence"]["position"],
            tuple(Shot(shot["kind"], shot.get("code", ""), tuple(shot["moves"])) for shot in shots),
        )


def _records(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for file in sorted(folder.rglob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(truth, dict) and truth.get("game") in FOLDERS and "cells" in truth:
            yield file, truth


def _still(name: str, truth: Mapping[str, Any]) -> Still:
    board = truth["board"]
    contents = {
        cell["name"]: EMPTY
        for cell in truth["cells"]
        if cell["occluded_by_hand_fraction"] + cell["occluded_by_clutter_fraction"] <= 1 - _SEEN
    }
    players = truth.get("players") or sorted({piece["colour"] for piece in truth["pieces"]})
    for piece in truth["pieces"]:
        colour, kind = content_of(piece)
        if piece["visible_fraction"] < _SEEN:
            contents.pop(piece["cell"], None)
        elif piece["cell"] in contents:
            contents[piece["cell"]] = kind if colour is None else f"{'ABCDEF'[players.index(colour)]}{kind}"
    for edge in truth.get("edges", ()):
        if all(cell in contents for cell in edge["edge"]):
            contents["-".join(edge["edge"])] = "rod" if edge["rod"] else EMPTY
    game = FOLDERS[truth["game"]]
    labelled = bool(board.get("labels"))
    return Still(name, game, board["cols"], board["rows"], 0 if game == "tabik" else len(players), labelled, contents)
