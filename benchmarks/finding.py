"""How boards are found: ``python -m benchmarks.finding [--altered] [--json FILE]``.

The pictures: simulated ones that show no tags, N of each game; renders and photographs of chessboards, as they are,
cut and pulled straight; photographs in which no board must be found; and simulated pictures in which another game's
must not. With ``--altered`` instead photographs, renders and N pictures of each printed board, altered in a dozen ways;
where that takes a corner out of the picture it is left out. A board is found if its worst corner is within 1 % of its
side or the record's tolerance, and false if it is more than a cell off, or there is none. ``--against FILE`` says what
has changed since FILE was written.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.altered import ALTERATIONS, SEED, Shown
from benchmarks.boards import Case, cases_in, error_of, negatives_in
from benchmarks.examination import GAMES, TIERS, draw_in_view, kit_and_name
from calibration.locate import locate
from kiebitz.kits import kit_of
from simulator.render import render
from tablebench.positions import FOLDERS
from vision.views import Image

ALTERED = ("cut all around", "pulled straight")
"""Alterations under which photographs and renders are shown as well."""

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


def altered_cases(shared: Path, pictures: int, first: int) -> Iterator[tuple[str, str, Case]]:
    """Yield the key, the group and the case of each picture in each alteration."""
    known = list(_recorded(shared))
    for number in range(first, first + pictures):
        for game in GAMES:
            kit, rng = kit_of(game), np.random.default_rng([SEED, GAMES.index(game), number])
            made = render(draw_in_view(rng, TIERS[number % len(TIERS)], kit, style="kit"))
            corners = made.truth.registration.corners_px
            known.append(("printed", Case(Path(f"{game} {number}"), kit, corners, image=made.image)))
    for name in ALTERATIONS:
        yield from ((f"{group}/{case.picture.name}/{name}", f"{group}, {name}", case) for group, case in known)


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
        for name in ALTERED:
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


def shown(key: str, case: Case) -> Shown | None:
    """Return the picture of *case*, altered as *key* says; None where its board is no longer whole."""
    image = cv2.imread(str(case.picture)) if case.image is None else case.image
    assert image is not None, case.picture
    corners = np.zeros((4, 2)) if case.corners_px is None else case.corners_px
    as_it_is = Shown(np.asarray(image, dtype=np.uint8), corners)
    name = key.rpartition("/")[2]
    if name not in ALTERATIONS:
        return as_it_is
    altered = ALTERATIONS[name](as_it_is, np.random.default_rng([SEED, len(key)]))
    return altered if altered.is_whole or name == "as it is" else None


def looked(key: str, group: str, case: Case, image: Image, corners_px: object) -> Look:
    """Return how a look at *image* goes."""
    start = time.process_time()
    place = locate(image, case.kit)
    ms = 1e3 * (time.process_time() - start)
    there = case.corners_px is not None
    if place is None or not there:
        return Look(key, group, there, place.method if place else "", not there and place is None, 0.0, ms)
    off_px, share = error_of(place.corners_px, np.asarray(corners_px, dtype=np.float64))
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
    parser.add_argument("--altered", action="store_true", help="altered pictures instead")
    parser.add_argument("--verbose", action="store_true", help="name the boards that are not found, or falsely")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every look")
    parser.add_argument("--against", type=Path, metavar="FILE", help="what has changed since FILE was written")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    looks = []
    for key, group, case in (altered_cases if asked.altered else cases)(asked.shared, asked.pictures, asked.first):
        picture = shown(key, case)
        if picture is not None:
            looks.append(looked(key, group, case, picture.image, picture.corners_px))
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
