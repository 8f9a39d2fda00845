"""What Kiebitz says of an open benchmark's tables: ``python -m benchmarks.answers FOLDER > answers.json``.

FOLDER holds pictures and games with their truth, as ``python -m tablebench make`` draws them; of the truth only the
game, the size of the board and the number of players are told. ``python -m tablebench score FOLDER answers.json``
compares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2

import kiebitz
from tablebench.positions import FOLDERS


def main() -> None:
    """Read and referee what lies in the folder that was named."""
    (folder,) = map(Path, sys.argv[1:])
    stills: dict[str, Any] = {}
    games: dict[str, Any] = {}
    for file in sorted(folder.rglob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        if "sequence" not in truth:
            stills[file.stem] = read(file.with_suffix(".jpg"), truth)
        elif truth["sequence"]["frame"] == 0:
            games[file.parent.name] = list(refereed(file.parent, truth))
        sys.stderr.write(f"\r{len(stills)} pictures and {len(games)} games ")
    sys.stderr.write("\n")
    print(json.dumps({"program": f"Kiebitz {kiebitz.__version__}", "stills": stills, "games": games}))


def read(picture: Path, truth: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what Kiebitz reads in *picture*; None if it finds no board."""
    board = kiebitz.read(picture, FOLDERS[truth["game"]], **_known(truth))
    return {"cells": dict(board.contents), "unsure": sorted(board.unsure)} if board.found else None


def refereed(folder: Path, truth: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the moves and broken rules that Kiebitz tells of the pictures in *folder*, as they come."""
    shown = -1

    def pictures() -> Iterator[Any]:
        nonlocal shown
        for file in sorted(folder.glob("*.jpg")):
            shown += 1
            yield cv2.imread(str(file))

    for event in kiebitz.watch(pictures(), FOLDERS[truth["game"]], **_known(truth)):
        if event.kind in ("move", "illegal"):
            what = "action" if event.kind == "move" else "code"
            yield {"frame": shown, "event": event.kind, what: event.fields[what]}


def _known(truth: Mapping[str, Any]) -> dict[str, Any]:
    if truth["game"] == "tabik":
        return {"options": {"board_size": truth["board"]["cols"]}}
    return {"players": len(truth["players"])} if truth.get("players") else {}


if __name__ == "__main__":
    main()
