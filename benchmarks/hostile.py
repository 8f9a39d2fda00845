"""Pictures made to be slow: ``python -m benchmarks.hostile [--size 1600x1200 …] [--picture NAME …] [--game tink …]``.

Checks, stripes, rulings, noise, moiré, text, squares like tags, piles of rectangles: what gives a finder of boards
many candidates. Each is put through ``locate``, ``check`` and ``verify-print``, and the CPU time of each is shown.
Exit status 1 where one takes longer than ``LONGEST_S``, or ends otherwise than with an answer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import numpy.typing as npt

from core.games import names
from kiebitz.cli import run

Image = npt.NDArray[np.uint8]
LONGEST_S = 8.0
"""CPU time after which an answer counts as too late."""
SIZES = ((640, 480), (1600, 1200), (4000, 3000))
_SEED = 7


def checks(width: int, height: int, cell: int) -> Image:
    """Return a checked pattern of *cell* px."""
    y, x = np.mgrid[:height, :width] // cell
    return np.asarray(255 * ((x + y) % 2), np.uint8)


def stripes(width: int, height: int, wide: int) -> Image:
    """Return slanting stripes, each *wide* px."""
    y, x = np.mgrid[:height, :width]
    return np.asarray(255 * (((x + y // 3) // wide) % 2), np.uint8)


def ruling(width: int, height: int, pitch: int) -> Image:
    """Return squared paper with lines *pitch* px apart, seen a little from the side."""
    drawn = np.full((height, width), 235, np.uint8)
    drawn[::pitch] = drawn[:, ::pitch] = 60
    return _tilted(drawn)


def moire(width: int, height: int) -> Image:
    """Return two rulings across each other, a few degrees apart."""
    y, x = np.mgrid[:height, :width].astype(np.float64)
    waves = np.cos(0.55 * x) * np.cos(0.55 * y) + np.cos(0.55 * x + 0.04 * y) * np.cos(0.55 * y - 0.04 * x)
    return np.asarray(127 + 60 * waves, np.uint8)


def noise(width: int, height: int, grain: int) -> Image:
    """Return black and white grains of *grain* px."""
    rng = np.random.default_rng(_SEED)
    small = rng.integers(0, 2, (height // grain + 1, width // grain + 1), dtype=np.uint8) * 255
    return np.asarray(np.kron(small, np.ones((grain, grain), np.uint8))[:height, :width])


def text(width: int, height: int, tall: int) -> Image:
    """Return a page full of words, *tall* px a line."""
    rng = np.random.default_rng(_SEED)
    drawn = np.full((height, width), 245, np.uint8)
    letters = np.array(list("abcdefghiklmnoprstuvwz   "))
    for line in range(tall, height, tall):
        words = "".join(rng.choice(letters, width // max(tall // 2, 3)))
        cv2.putText(drawn, words, (4, line), cv2.FONT_HERSHEY_SIMPLEX, tall / 40.0, 20, 1, cv2.LINE_AA)
    return drawn


def like_tags(width: int, height: int, side: int) -> Image:
    """Return black squares with chance patterns in them, *side* px each."""
    rng = np.random.default_rng(_SEED)
    drawn = np.full((height, width), 250, np.uint8)
    bit = max(1, side // 10)
    for y in range(bit, height - side, side + 2 * bit):
        for x in range(bit, width - side, side + 2 * bit):
            inner = np.kron(rng.integers(0, 2, (6, 6), dtype=np.uint8) * 255, np.ones((bit, bit), np.uint8))
            drawn[y : y + side, x : x + side] = 0
            drawn[y + 2 * bit : y + 8 * bit, x + 2 * bit : x + 8 * bit] = inner
    return drawn


def rectangles(width: int, height: int, count: int) -> Image:
    """Return a pile of *count* rectangles like cards, turned by chance."""
    rng = np.random.default_rng(_SEED)
    drawn = np.full((height, width), 90, np.uint8)
    for _ in range(count):
        middle = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        size = tuple(float(side) for side in rng.uniform(0.02, 0.25, 2) * min(width, height))
        corners = cv2.boxPoints((middle, size, float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.fillPoly(drawn, [corners], int(rng.integers(0, 256)))
        cv2.polylines(drawn, [corners], True, int(rng.integers(0, 256)), 2)
    return drawn


def lines(width: int, height: int, count: int) -> Image:
    """Return *count* straight lines across the picture in two bundles, as of boards upon boards."""
    rng = np.random.default_rng(_SEED)
    drawn = np.full((height, width), 200, np.uint8)
    for _ in range(count):
        at, slant = rng.uniform(0, 1), rng.uniform(-0.05, 0.05)
        ends = ((0.0, at), (1.0, at + slant)) if rng.random() < 0.5 else ((at, 0.0), (at + slant, 1.0))
        one, other = ((round(x * width), round(y * height)) for x, y in ends)
        cv2.line(drawn, one, other, int(rng.integers(0, 120)), int(rng.integers(1, 4)), cv2.LINE_AA)
    return drawn


def boards(width: int, height: int, side: int) -> Image:
    """Return chessboards beside one another, *side* px each."""
    cell = max(1, side // 9)
    board = np.pad(checks(8 * cell, 8 * cell, cell) // 2 + 40, cell // 2 + 1, constant_values=230)
    drawn = np.tile(board, (height // board.shape[0] + 1, width // board.shape[1] + 1))[:height, :width]
    return _tilted(np.ascontiguousarray(drawn))


def _tilted(drawn: Image) -> Image:
    height, width = drawn.shape
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = flat * (0.9, 0.9) + np.array([(0.08, 0.08), (0.0, 0.02), (0.06, 0.0), (0.0, 0.05)]) * (width, height)
    H = cv2.getPerspectiveTransform(flat, seen.astype(np.float32))
    return np.asarray(cv2.warpPerspective(drawn, H, (width, height), borderValue=120.0), np.uint8)


PICTURES: Mapping[str, Callable[[int, int], Image]] = {
    **{f"checks {cell}": lambda w, h, cell=cell: checks(w, h, cell) for cell in (1, 2, 3, 6, 12, 25, 60)},  # type: ignore[misc]
    **{f"stripes {wide}": lambda w, h, wide=wide: stripes(w, h, wide) for wide in (2, 8, 30)},  # type: ignore[misc]
    **{f"ruling {pitch}": lambda w, h, pitch=pitch: ruling(w, h, pitch) for pitch in (6, 15, 40)},  # type: ignore[misc]
    **{f"noise {grain}": lambda w, h, grain=grain: noise(w, h, grain) for grain in (1, 4, 10, 30)},  # type: ignore[misc]
    **{f"text {tall}": lambda w, h, tall=tall: text(w, h, tall) for tall in (12, 24, 60)},  # type: ignore[misc]
    **{f"tags {side}": lambda w, h, side=side: like_tags(w, h, side) for side in (10, 20, 50)},  # type: ignore[misc]
    **{f"rectangles {n}": lambda w, h, n=n: rectangles(w, h, n) for n in (100, 1000, 5000)},  # type: ignore[misc]
    **{f"lines {n}": lambda w, h, n=n: lines(w, h, n) for n in (40, 200, 1000)},  # type: ignore[misc]
    **{f"boards {side}": lambda w, h, side=side: boards(w, h, side) for side in (60, 150, 400)},  # type: ignore[misc]
    "moire": moire,
}


def commands(path: Path, games: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the command lines that look at the picture of *path*, by what they are called in the table."""
    found = {f"check {game}": ["check", str(path), "--game", game, "--json"] for game in games}
    return {"locate": ["locate", str(path), "--json"], **found, "verify-print": ["verify-print", str(path), "--json"]}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", nargs="+", type=_size, default=SIZES, metavar="WxH")
    parser.add_argument("--picture", nargs="+", choices=PICTURES, default=list(PICTURES))
    parser.add_argument("--game", nargs="+", choices=names(), default=["tink", "tabik"])
    chosen = parser.parse_args(arguments)
    late = 0
    with TemporaryDirectory() as folder:
        for size in chosen.size:
            for name in chosen.picture:
                path = Path(folder, "picture.png")
                cv2.imwrite(str(path), PICTURES[name](*size))
                late += sum(_shown(name, size, what, line) for what, line in commands(path, chosen.game).items())
    return int(late > 0)


def _shown(name: str, size: tuple[int, int], what: str, line: list[str]) -> bool:
    """Print how long the command *line* takes, and how it ends; return whether that is too long or no answer."""
    begun = time.process_time()
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as told:
        status = run(line)
    spent = time.process_time() - begun
    mistaken = "a mistake in Kiebitz" in told.getvalue()
    remark = told.getvalue().strip() if mistaken else "too slow" if spent > LONGEST_S else ""
    print(f"{size[0]}x{size[1]} {name:16} {what:14} {spent:6.1f} s  exit {status}  {remark}", flush=True)
    return bool(remark)


def _size(text: str) -> tuple[int, int]:
    width, height = (int(side) for side in text.split("x"))
    return width, height


if __name__ == "__main__":
    sys.exit(main())
