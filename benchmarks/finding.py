"""How boards are found: ``python -m benchmarks.finding [--json FILE]``.

The pictures: simulated ones that show no tags, N of each game; renders and photographs of chessboards, as they are,
cut and pulled straight; photographs in which no board must be found; and simulated pictures in which another game's
must not. A board is found if its worst corner is within 1 % of its
side or the record's tolerance, and false if it is more than a cell off, or there is none. ``--against FILE`` says what
has changed since FILE was written.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.boards import Case, cases_in, error_of, negatives_in
from benchmarks.examination import GAMES, TIERS, draw_in_view, kit_and_name
from calibration.locate import locate
from calibration.registration import Array
from kiebitz.kits import kit_of
from simulator.render import render
from tablebench.positions import FOLDERS
from vision.views import Image

SEED = 4_212

OTHERS = {"tink": "ting", "ting": "tingle", "tingle": "tinker_tactics", "tabik": "ting", "tinker_tactics": "tabik"}
"""Game → the other game whose board is looked for on its tables."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a look at the picture ``key`` went: CPU time, what found a board, its worst corner's distance in cells."""

    key: str
    group: str
    there: bool
    method: str
    found: bool
    off_cells: float
    ms: float

    @property
    def false(self) -> bool:
        """Whether a board was found where there is none."""
        return bool(self.method) and not self.found and not (self.there and self.off_cells < 1.0)


def _recorded(shared: Path) -> Iterator[tuple[str, Case]]:
    yield from (("photographs", case) for case in cases_in(shared / "photos" / "boards", "tink"))
    for folder, game in FOLDERS.items():
        yield from (("renders", case) for case in cases_in(shared / "renders" / folder, game))


def cases(shared: Path, pictures: int, first: int) -> Iterator[tuple[str, str, Case]]:
    """Yield each picture's key and group, and what it shows."""
    for number in range(first, first + pictures):
        for game in GAMES:
            case = _simulated(game, number)
            yield f"simulated/{game}/{number}", f"simulated {game}", case
            other = kit_of(OTHERS[game])
            if {other.plan.columns, other.plan.rows} != {case.kit.plan.columns, case.kit.plan.rows}:
                yield f"other/{game}/{number}", "another game", replace(case, kit=other, corners_px=None)
    for group, case in _recorded(shared):
        yield f"{group}/{case.picture.name}", group, case
        for name in WAYS:
            yield f"{group}/{case.picture.name}/{name}", f"{group}, {name}", case
    for game in GAMES:
        for folder in ("dice", "stones", "tags"):
            for case in negatives_in(shared / "photos" / folder, game):
                yield f"none/{game}/{folder}/{case.picture.name}", "no board", case


def _simulated(game: str, number: int) -> Case:
    rng = np.random.default_rng([SEED, GAMES.index(game), number, 1])
    kit, _ = kit_and_name(rng, game, number)
    scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit)
    while scene.kit.markers:
        scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit)
    shown = render(scene)
    return Case(Path(f"{game} {number}"), kit, shown.truth.registration.corners_px, image=shown.image)


Shown = tuple[Image, Array]
"""A picture and the corners (4, 2) px of the board in it."""


def _cut(image: Image, corners_px: Array, _: np.random.Generator) -> Shown:
    """Leave a tenth of what there is around the board on each side."""
    size = np.array(image.shape[1::-1])
    low, high = corners_px.min(axis=0), corners_px.max(axis=0)
    x, y = np.maximum(low * 0.9, 0).astype(int)
    end_x, end_y = (high + (size - high) * 0.1).astype(int)
    return image[y:end_y, x:end_x].copy(), corners_px - (x, y)


def _pulled(image: Image, corners_px: Array, rng: np.random.Generator) -> Shown:
    """Lay the board flat as a program would: the picture's corners moved by up to a twelfth of its sides."""
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    moved = 0.9 * (corners - 0.5 + rng.uniform(-0.09, 0.09, (4, 2))) + 0.5
    size = np.array([width, height], dtype=np.float32)
    H = np.asarray(cv2.getPerspectiveTransform(corners * size, (moved * size).astype(np.float32)), dtype=np.float64)
    flat = cv2.warpPerspective(image, H, (width, height), borderMode=cv2.BORDER_REFLECT)
    moved_px = cv2.perspectiveTransform(corners_px.reshape(-1, 1, 2), H).reshape(4, 2)
    return np.asarray(flat, dtype=np.uint8), np.asarray(moved_px, dtype=np.float64)


WAYS: Mapping[str, Callable[[Image, Array, np.random.Generator], Shown]] = {
    "cut all around": _cut,
    "pulled straight": _pulled,
}
"""How photographs and renders are shown besides as they are."""


def shown(key: str, case: Case) -> Shown | None:
    """Return the picture of *case* as *key* says; None where its board is no longer whole."""
    image = cv2.imread(str(case.picture)) if case.image is None else case.image
    assert image is not None, case.picture
    seen = np.asarray(image, dtype=np.uint8)
    corners = np.zeros((4, 2)) if case.corners_px is None else case.corners_px
    way = WAYS.get(key.rpartition("/")[2])
    if way is None:
        return seen, corners
    seen, corners = way(seen, corners, np.random.default_rng([SEED, len(key)]))
    height, width = seen.shape[:2]
    return (seen, corners) if np.all((corners >= 0) & (corners <= (width - 1, height - 1))) else None


def looked(key: str, group: str, case: Case, image: Image, corners_px: Array) -> Look:
    """Return how a look at *image* goes."""
    start = time.process_time()
    place = locate(image, case.kit)
    ms = 1e3 * (time.process_time() - start)
    there = case.corners_px is not None
    if place is None or not there:
        return Look(key, group, there, place.method if place else "", not there and place is None, 0.0, ms)
    off_px, share = error_of(place.corners_px, corners_px)
    cells = max(case.kit.plan.columns, case.kit.plan.rows)
    return Look(key, group, True, place.method, case.allows(off_px, share), share * cells, ms)


def table(looks: list[Look]) -> str:
    """Return a row for each group: found, false, the median distance in cells, and the median and mean times in ms."""
    rows = ["| pictures | found | false | off, cells | ms | mean ms |", "|---|---|---|---|---|---|"]
    for group in dict.fromkeys(look.group for look in looks):
        of = [look for look in looks if look.group == group]
        off = [look.off_cells for look in of if look.found and look.there]
        middle = f"{np.median(off):.4f}" if off else ""
        ms = [look.ms for look in of]
        rows.append(
            f"| {group} | {sum(look.found for look in of)}/{len(of)} | {sum(look.false for look in of)} | {middle} | "
            f"{np.median(ms):.0f} | {np.mean(ms):.0f} |"
        )
    return "\n".join(rows)


def changes(before: list[Look], now: list[Look]) -> Iterator[str]:
    """Yield a line for each picture that is found in one of two runs only, or falsely in one."""
    earlier = {look.key: look for look in before}
    for look in now:
        old = earlier.get(look.key)
        if old is not None and (old.found, old.false) != (look.found, look.false):
            yield f"{look.key}: {_says(old)} -> {_says(look)}"


def _says(look: Look) -> str:
    return f"{look.method or 'none'}{f' {look.off_cells:.2f} cells off' if look.there and look.method else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="the folder with photos and renders")
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="simulated pictures of each game (20)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first of them (0)")
    parser.add_argument("--verbose", action="store_true", help="name the boards that are not found, or falsely")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every look")
    parser.add_argument("--against", type=Path, metavar="FILE", help="what has changed since FILE was written")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    looks = []
    for key, group, case in cases(asked.shared, asked.pictures, asked.first):
        picture = shown(key, case)
        if picture is not None:
            looks.append(looked(key, group, case, *picture))
            if asked.verbose and (looks[-1].false or not looks[-1].found):
                print(f"{key}: {_says(looks[-1])}", flush=True)
    print(table(looks))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(look) for look in looks]), encoding="utf-8")
    if asked.against:
        before = [Look(**one) for one in json.loads(asked.against.read_text(encoding="utf-8"))]
        print(*changes(before, looks), sep="\n")


if __name__ == "__main__":
    main()
