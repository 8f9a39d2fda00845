"""Are tags with 1.5 modules of white around them read better? ``python -m benchmarks.tag_margins --pictures 60``

The printed boards lie far away and out of focus on tables that are nearly black: once as they are, and once as they
were until 26 November 2026, with as large tags nearer to the edge of the paper, and 1.1 to 1.3 modules of white there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import click
import cv2
import numpy as np

from calibration.tags import find_tags, register_tags
from kits import tabik, ting, tink
from kits.kit import Kit, Marker
from simulator.draw import aim, draw_scene
from simulator.looks import Tint
from simulator.render import render
from vision.views import Image

FORMER: Mapping[str, tuple[Kit, float, float, float, float]] = {
    "ting": (ting.KIT, 31.0, 0.9, 5.0, 6.0),
    "tabik": (tabik.KIT, 29.0, 1.0, 4.0, 5.5),
    "tink": (tink.KIT, 29.0, -1.05, 14.5, 11.0),
}
"""Kit, its former band, how much farther out the tags stood, and the place and size of its letters, all in mm."""


def former(kit: Kit, band: float, out: float, label: float, size: float) -> Kit:
    """Return *kit* as it was."""
    return replace(
        kit,
        band_mm=band,
        label_mm=label,
        label_size_mm=size,
        markers=tuple(_farther(kit, marker, out) for marker in kit.markers),
    )


def _farther(kit: Kit, marker: Marker, out: float) -> Marker:
    """Return *marker* moved by *out* away from the cells."""
    middle = np.mean(marker.corners_mm, axis=0)
    size = kit.plan.width_mm, kit.plan.height_mm
    shift = [out * (int(at > long) - int(at < 0)) for at, long in zip(middle, size, strict=True)]
    return Marker(marker.code, tuple((x + shift[0], y + shift[1]) for x, y in marker.corners_mm))


def picture(kit: Kit, number: int) -> Image:
    """Return picture *number* of the empty board of *kit*."""
    rng = np.random.default_rng([77, number])
    scene = draw_scene(rng, tier="normal", kit=kit, style="kit", contents={}, hand=False, loose=False, paper=True)
    elevation, azimuth = np.radians(rng.uniform(45, 80)), rng.uniform(0, 2 * np.pi)
    view = aim(scene.view.camera, kit.plan, elevation, azimuth, 0.0, float(rng.uniform(0.18, 0.4)), (0.0, 0.0))
    b, g, r = (float(v) for v in rng.uniform(0.01, 0.12, 3))
    dark: Tint = (b, g, r)
    sensor = replace(scene.sensor, defocus_px=float(rng.uniform(0.6, 2.2)), motion_px=0.0, shrink=1.0)
    ground = replace(scene.ground, first=dark, second=dark)
    return render(replace(scene, view=view, ground=ground, sensor=sensor)).image


@click.command()
@click.option("--pictures", default=60, show_default=True)
def main(pictures: int) -> None:
    """Print a line for each board, as it was and as it is."""
    for name, (kit, *was) in FORMER.items():
        for how, changed in (("before", former(kit, *was)), ("now", kit)):
            codes = tuple(marker.code for marker in changed.markers)
            images = [picture(changed, number) for number in range(pictures)]
            tags = sum(len(find_tags(np.asarray(cv2.cvtColor(i, cv2.COLOR_BGR2GRAY), np.uint8), codes)) for i in images)
            boards = sum(register_tags(image, changed) is not None for image in images)
            click.echo(f"{name:6} {how:6} {tags} of {pictures * len(codes)} tags, {boards} of {pictures} boards")


if __name__ == "__main__":
    main()
