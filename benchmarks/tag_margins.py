"""Are smaller tags with more white around them read better? ``python -m benchmarks.tag_margins --pictures 60``

The printed boards lie far away and out of focus on tables that are nearly black, once with
their own tags and once with smaller ones in the same places, 1.5 modules of white around each.
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

SIZES: Mapping[str, tuple[Kit, float, float]] = {
    "ting": (ting.KIT, 18.0, 16.5),
    "tabik": (tabik.KIT, 18.0, 16.5),
    "tink": (tink.KIT, 22.0, 21.0),
}
"""Kit, the size of its tags, and the size that leaves 1.5 modules of white."""


def shrunk(marker: Marker, share: float) -> Marker:
    """Return *marker* in its place, *share* times as large."""
    middle = np.mean(marker.corners_mm, axis=0)
    corners = middle + (np.array(marker.corners_mm) - middle) * share
    return Marker(marker.code, tuple((float(x), float(y)) for x, y in corners))


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
    """Print a line for each board and size of its tags."""
    for name, (kit, usual, smaller) in SIZES.items():
        for size in (usual, smaller):
            changed = replace(kit, markers=tuple(shrunk(marker, size / usual) for marker in kit.markers))
            codes = tuple(marker.code for marker in changed.markers)
            images = [picture(changed, number) for number in range(pictures)]
            tags = sum(len(find_tags(np.asarray(cv2.cvtColor(i, cv2.COLOR_BGR2GRAY), np.uint8), codes)) for i in images)
            boards = sum(register_tags(image, changed) is not None for image in images)
            click.echo(
                f"{name:6} {size:g} mm: {tags} of {pictures * len(codes)} tags, {boards} of {pictures} boards",
            )


if __name__ == "__main__":
    main()
