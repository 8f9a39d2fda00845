"""How well boards are found, and read, in altered pictures: ``python -m benchmarks.altered ../shared [--read]``.

People cut pictures, let programs pull them straight, and send them through others that make them small and coarse.
Photographs of chessboards, renders of the five games and N pretend pictures of each printed board are altered
in a dozen ways. A board counts if its worst corner is within 1 % of its side, or the record's tolerance. Where an
alteration takes a corner out of the picture, the picture is left out. With ``--read`` the renders are read instead,
from their true poses, in such alterations as leave everything where it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.examination import GAMES, TIERS, draw_in_view, of_render
from benchmarks.locate import Case, cases_in, error_of
from benchmarks.marks import Mark, examined
from benchmarks.renders import renders_in
from calibration.locate import locate
from calibration.registration import Array
from kiebitz.kits import kit_of
from simulator.render import render
from tablebench.positions import FOLDERS
from vision.views import Image

SEED = 4_212


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture and the corners (4, 2) px of the board in it."""

    image: Image
    corners_px: Array

    @property
    def is_whole(self) -> bool:
        """Whether no corner is out of the picture."""
        height, width = self.image.shape[:2]
        return bool(np.all((self.corners_px >= 0) & (self.corners_px <= (width - 1, height - 1))))


Alteration = Callable[[Shown, np.random.Generator], Shown]


def cut(left: float, top: float, right: float, bottom: float) -> Alteration:
    """Return what leaves so much of the picture on each side of the board, in parts of what there is."""

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        size = np.array(shown.image.shape[1::-1])
        low, high = shown.corners_px.min(axis=0), shown.corners_px.max(axis=0)
        x, y = np.maximum(low * (1 - np.array([left, top])), 0).astype(int)
        end_x, end_y = (high + (size - high) * np.array([right, bottom])).astype(int)
        return Shown(shown.image[y:end_y, x:end_x].copy(), shown.corners_px - (x, y))

    return altered


def pulled(shown: Shown, rng: np.random.Generator) -> Shown:
    """Return *shown* as if laid flat by a program: its corners moved by up to a twelfth of its sides."""
    size = np.array(shown.image.shape[1::-1], dtype=np.float32)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    moved = 0.9 * (corners - 0.5 + rng.uniform(-0.09, 0.09, (4, 2))) + 0.5
    H = cv2.getPerspectiveTransform(corners * size, (moved * size).astype(np.float32))
    return _warped(shown, np.asarray(H, dtype=np.float64))


def turned(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* turned by 12 degrees, a little smaller."""
    height, width = shown.image.shape[:2]
    return _warped(shown, np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 12, 0.85), [0, 0, 1]]))


def _warped(shown: Shown, H: Array) -> Shown:
    height, width = shown.image.shape[:2]
    image = cv2.warpPerspective(shown.image, H, (width, height), borderMode=cv2.BORDER_REFLECT)
    corners = cv2.perspectiveTransform(shown.corners_px.reshape(-1, 1, 2), H).reshape(4, 2)
    return Shown(np.asarray(image, dtype=np.uint8), np.asarray(corners, dtype=np.float64))


def scaled(scale: float) -> Alteration:
    """Return what makes a picture this many times as large."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        height, width = shown.image.shape[:2]
        size = round(scale * width), round(scale * height)
        ratio = np.array(size) / (width, height)
        image = np.asarray(cv2.resize(shown.image, size, interpolation=way), dtype=np.uint8)
        return Shown(image, (shown.corners_px + 0.5) * ratio - 0.5)

    return altered


def in_colour(change: Callable[[Array], Array]) -> Alteration:
    """Return what changes levels (BGR, 0 to 255)."""

    def altered(shown: Shown, _: np.random.Generator) -> Shown:
        levels = change(shown.image.astype(np.float64))
        return replace(shown, image=np.clip(levels, 0, 255).astype(np.uint8))

    return altered


def noisy(shown: Shown, rng: np.random.Generator) -> Shown:
    """Return *shown* with noise of 14 levels."""
    levels = shown.image + rng.normal(0, 14, shown.image.shape)
    return replace(shown, image=np.clip(levels, 0, 255).astype(np.uint8))


def coarse(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* kept as a JPEG of quality 20."""
    kept = cv2.imencode(".jpg", shown.image, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return replace(shown, image=np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), dtype=np.uint8))


def blurred(shown: Shown, _: np.random.Generator) -> Shown:
    """Return *shown* out of focus, by a pixel and a half of a picture of 1280."""
    sigma = 1.5 * shown.image.shape[1] / 1280
    return replace(shown, image=np.asarray(cv2.GaussianBlur(shown.image, (0, 0), sigma), dtype=np.uint8))


SPOILED: dict[str, Alteration] = {
    "as it is": lambda shown, _: shown,
    "overexposed": in_colour(lambda levels: 1.5 * levels),
    "dark": in_colour(lambda levels: 0.3 * levels),
    "pale": in_colour(lambda levels: 0.45 * levels + 90),
    "gamma 0.6": in_colour(lambda levels: 255 * (levels / 255) ** 0.6),
    "gamma 1.6": in_colour(lambda levels: 255 * (levels / 255) ** 1.6),
    "warm light": in_colour(lambda levels: levels * (0.7, 0.95, 1.15)),
    "cool light": in_colour(lambda levels: levels * (1.2, 1.0, 0.75)),
    "noisy": noisy,
    "JPEG 20": coarse,
    "blurred": blurred,
}
"""What leaves everything where it is."""
ALTERATIONS: dict[str, Alteration] = SPOILED | {
    "cut left, above": cut(0.1, 0.1, 1, 1),
    "cut right, below": cut(1, 1, 0.1, 0.1),
    "cut all around": cut(0.1, 0.1, 0.1, 0.1),
    "pulled straight": pulled,
    "pulled again": pulled,
    "turned": turned,
    "0.6 as large": scaled(0.6),
    "1.6 as large": scaled(1.6),
}


def cases(shared: Path, printed: int) -> Iterator[tuple[str, Case]]:
    """Yield the pictures and the column of the table in which each counts."""
    yield from (("photographs", case) for case in cases_in(shared / "photos" / "boards", "tink"))
    for folder, game in FOLDERS.items():
        yield from ((game, case) for case in cases_in(shared / "renders" / folder, game))
    for number in range(printed):
        for game in GAMES:
            kit, rng = kit_of(game), np.random.default_rng([SEED, GAMES.index(game), number])
            shot = render(draw_in_view(rng, TIERS[number % len(TIERS)], kit, style="kit"))
            corners = shot.truth.registration.corners_px
            yield "printed", Case(Path(f"{game} {number}"), kit, corners, image=shot.image)


def is_found(shown: Shown, case: Case) -> bool:
    """Return whether the board of *case* is found where it is *shown*."""
    place = locate(shown.image, case.kit)
    return place is not None and case.allows(*error_of(place.corners_px, shown.corners_px))


def read(shared: Path) -> None:
    """Print how well renders are read as they are spoiled, by alteration and game."""
    print("| spoiled | " + " | ".join(GAMES) + " | wholly right | wrong | unsure |\n|---|" + "---|" * (len(GAMES) + 3))
    shots = [(game, shot) for game in GAMES for shot in renders_in(shared / "renders", game)]
    for name, alter in SPOILED.items():
        marks: dict[str, list[Mark]] = {game: [] for game in GAMES}
        for number, (of_game, shot) in enumerate(shots):
            rng = np.random.default_rng([SEED, number])
            spoiled = replace(shot, image=alter(Shown(shot.image, shot.registration.corners_px), rng).image)
            marks[of_game].append(examined(of_render(of_game, spoiled), posed=True))
        every = [mark for of in marks.values() for mark in of]
        whole = [f"{sum(mark.whole for mark in of)}/{len(of)}" for of in marks.values()]
        wrong = sum(mark.answered - mark.answered_right for mark in every)
        unsure = sum(mark.cells - mark.answered for mark in every)
        total = f"{sum(mark.whole for mark in every)}/{len(every)}"
        print(f"| {name} | " + " | ".join(whole) + f" | {total} | {wrong} | {unsure} |", flush=True)


def main() -> None:
    """Print how many boards are found, by alteration and set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path, help="the folder with photos and renders")
    parser.add_argument("--printed", type=int, default=8, help="pictures of each printed board (8)")
    parser.add_argument("--read", action="store_true", help="read the renders as they are spoiled")
    asked = parser.parse_args()
    if asked.read:
        read(asked.shared)
        return
    found: dict[str, dict[str, list[bool]]] = {name: {} for name in ALTERATIONS}
    for number, (column, case) in enumerate(cases(asked.shared, asked.printed)):
        image = cv2.imread(str(case.picture)) if case.image is None else case.image
        assert image is not None, case.picture
        assert case.corners_px is not None, case.picture
        shown = Shown(np.asarray(image, dtype=np.uint8), case.corners_px)
        rng = np.random.default_rng([SEED, number])
        for name, alter in ALTERATIONS.items():
            altered = alter(shown, rng)
            if name == "as it is" or altered.is_whole:
                found[name].setdefault(column, []).append(is_found(altered, case))
    columns = list(found["as it is"])
    print("| altered | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))
    for name, by_column in found.items():
        counts = [by_column.get(column, []) for column in columns]
        print(f"| {name} | " + " | ".join(f"{sum(count)}/{len(count)}" for count in counts) + " |")


if __name__ == "__main__":
    main()
