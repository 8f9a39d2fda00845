"""Measures a printer from pictures of a printed sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from calibration.sheet_marks import SheetView, find_sheet
from core.games import names
from kiebitz.pictures.files import decode
from kiebitz.pictures.which_game import frames_of
from kits.kit import Marker
from kits.target import target
from printkit.edges import Edges, paper_edges, print_scale, print_shift
from printkit.measure import Distortion, Share, adjustment, from_photos, from_scan
from printkit.paper import paper_named
from printkit.verdict import ENOUGH, PrintVerdict

_MAKE, _EXIF, _FOCAL_35 = 271, 0x8769, 41989
_FILM_DIAGONAL_MM = 43.27
_LEAST_DPI = 100.0
"""Least credible resolution: cameras and programs write 72 or 96 if they do not know it."""
_MOST_OFF = 0.1
"""Greatest error of a printer's scale: those that fit pages to the paper print at 94 %."""
_AGREE = 0.02
"""Greatest relative difference between the size by the file's resolution and the size by the paper's edges."""
_USUAL_DPI = (75, 100, 150, 200, 240, 300, 400, 600, 1200, 2400)
"""Resolutions to which scanners are set."""
_FLAT_MM = 0.1
"""A picture without resolution is a scan if its RMS residual is at most this."""
_BY_EYE_MM = 0.25
_ENOUGH_TO_SEE_ZOOM = 3
"""Fewer photographs do not show whether all were taken at one zoom, unless their files say so."""
_SIZE_HELP = "a photograph has no scale: scan the sheet, or measure it and add --measured-mm"
_NO_DPI = (
    "the file does not say the resolution: give the scanner's setting with --dpi, or show all four edges of the "
    "target's paper, on something darker"
)
_SHAPE_HELP = "add photographs of the same sheet from other sides, tilted by 20 to 40 degrees, three in all; or scan it"
_SHIFT_HELP = "show all four edges of the target's paper, on something darker"


@dataclass(frozen=True, slots=True, eq=False)
class _Sheet:
    """A picture in which a sheet was found."""

    view: SheetView
    edges: Edges | None
    dpi: tuple[float, float] | None
    focal_px: float | None

    @property
    def back(self) -> bool:
        return self.view.target is not None and self.view.target.back

    def scale(self) -> tuple[Share, Share] | None:
        """Return how large the print is beside its paper, if all edges are seen."""
        target = self.view.target
        return None if self.edges is None or target is None else print_scale(self.edges, target.paper)


def check(
    paths: Sequence[Path],
    *,
    dpi: float | None = None,
    measured_mm: tuple[float, float | None] | None = None,
    paper: str | None = None,
) -> PrintVerdict | None:
    """Return the verdict on one print from pictures and hand-measured lengths; None if no picture shows a sheet.

    Raises ``ValueError`` for impossible pictures or numbers, and ``Failure`` for files that
    are not pictures.
    """
    sheets = [sheet for path in paths if (sheet := _sheet(path, dpi)) is not None]
    if paths and not sheets:
        return None
    fronts = [sheet for sheet in sheets if not sheet.back] or sheets
    method, distortion, missing = _distortion(fronts, stated=dpi)
    if distortion is None or distortion.scale_x is None:
        beside = _beside_paper(fronts, distortion)
        if beside is not None and "ratio and skew" in missing:
            missing["skew"] = missing.pop("ratio and skew")
        distortion = beside or distortion
    by_hand = None if measured_mm is None else _by_hand(fronts, measured_mm, paper)
    if by_hand is not None:
        distortion = _joined(distortion, by_hand)
        method = "ruler" if not sheets else method
    if distortion is None or distortion.scale_x is None:
        missing.setdefault("scale", _SIZE_HELP)
    elif "scale" in missing:
        missing["resolution"] = missing.pop("scale")
    shift, back_shift = _shift(sheets, back=False), _shift(sheets, back=True)
    if shift is None:
        missing["shift"] = _SHIFT_HELP
    if back_shift is None:
        missing["other side"] = "print the target with --duplex and add a picture of its other side"
    correction = None
    if distortion is not None or shift or back_shift:
        try:
            correction = adjustment(distortion or Distortion(Share(1, 1), Share(0, 1)), shift, back_shift)
        except ValueError as error:
            missing["correction"] = str(error)
    return PrintVerdict(method, distortion, shift, back_shift, missing, correction)


def _distortion(sheets: Sequence[_Sheet], *, stated: float | None) -> tuple[str, Distortion | None, dict[str, str]]:
    """Return the method by which the shape was measured, the shape as far as known, and why the rest is missing.

    A resolution by which the print would have a size that no printer prints is not believed, *stated* or not.
    """
    wrong = ""
    for sheet in sheets:
        if sheet.dpi is not None and (found := from_scan(sheet.view, sheet.dpi)) is not None:
            assert found.scale_x is not None
            assert found.scale_y is not None
            scales, paper = (found.scale_x, found.scale_y), sheet.scale()
            likely = max(abs(share.value - 1) for share in scales) <= _MOST_OFF
            agree = paper is None or all(
                abs(a.value / b.value - 1) <= _AGREE for a, b in zip(scales, paper, strict=True)
            )
            if likely and agree:
                return "scan", found, {}
            wrong = wrong or _not_believed(found.scale_x.value, sheet.dpi[0], is_stated=stated is not None)
    if not sheets:
        return "ruler", None, {"skew": "there is no picture"}
    for sheet in sheets:
        if (wrong or not sheet.focal_px) and (shape := _scanned_shape(sheet.view)) is not None:
            return "scan", shape, {"scale": wrong or _NO_DPI}
    found = from_photos([sheet.view for sheet in sheets], [sheet.focal_px for sheet in sheets])
    one_zoom = len(sheets) >= _ENOUGH_TO_SEE_ZOOM or all(sheet.focal_px for sheet in sheets)
    if not one_zoom or found.ratio.give > ENOUGH or found.shear.give > ENOUGH:
        return "photo", None, {"ratio and skew": _SHAPE_HELP}
    return "photo", found, {}


def _not_believed(scale: float, dpi: float, *, is_stated: bool) -> str:
    """Return the message about a resolution by which the print would be *scale* times its size."""
    true_dpi = scale * dpi
    usual = min(_USUAL_DPI, key=lambda usual: abs(usual / true_dpi - 1))
    perhaps = f", perhaps {usual}" if abs(usual / true_dpi - 1) <= _MOST_OFF else ""
    whose = "--dpi" if is_stated else "the resolution in the file"
    return (
        f"{whose}, {dpi:.0f} dpi, cannot be right, since the print would have {100 * scale:.0f} % of its size; "
        f"give the scanner's setting with --dpi{perhaps}"
    )


def _scanned_shape(view: SheetView) -> Distortion | None:
    """Return the shape of a sheet that looks scanned, at whatever resolution; None for a photograph."""
    first = from_scan(view, (_LEAST_DPI, _LEAST_DPI), flat_mm=float("inf"))
    assert first is not None
    assert first.scale_x is not None
    dpi = _LEAST_DPI * first.scale_x.value
    found = from_scan(view, (dpi, dpi), flat_mm=_FLAT_MM)
    return None if found is None else Distortion(found.ratio, found.shear)


def _beside_paper(sheets: Sequence[_Sheet], shape: Distortion | None) -> Distortion | None:
    """Return *shape* with sizes measured against the paper, if one of *sheets* shows all its edges; else None."""
    for sheet in sheets:
        if (scales := sheet.scale()) is not None:
            across, down = scales
            ratio = Share(down.value / across.value, down.give + across.give)
            shear = Share(0.0, 1.0) if shape is None else shape.shear
            return Distortion(ratio, shear, across, down)
    return None


def _by_hand(
    sheets: Sequence[_Sheet], measured_mm: tuple[float, float | None], paper: str | None
) -> tuple[Share, Share | None]:
    """Return the scales measured with a ruler. Raises ``ValueError`` if it is unknown which sheet was measured."""
    sides = [sheet.view.target for sheet in sheets if sheet.view.target is not None]
    if paper is None and not sides:
        raise ValueError("--measured-mm is about the target's chessboard: picture the target, or name its --paper")
    side = target(paper_named(paper).name) if paper is not None else sides[0]
    shares = [
        None if length is None else Share(length / true, 2 * _BY_EYE_MM / true)
        for length, true in zip(measured_mm, side.size_mm, strict=True)
    ]
    assert shares[0] is not None
    return shares[0], shares[1]


def _joined(distortion: Distortion | None, by_hand: tuple[Share, Share | None]) -> Distortion | None:
    """Return the pictures' shape combined with the ruler's sizes; None if one length does not yield the other."""
    across, down = by_hand
    if down is None:
        return None if distortion is None else distortion.sized(across)
    shear = Share(0.0, 1.0) if distortion is None else distortion.shear
    return Distortion(Share(down.value / across.value, down.give + across.give), shear, across, down)


def _shift(sheets: Sequence[_Sheet], *, back: bool) -> tuple[float, float] | None:
    return next((print_shift(sheet.edges) for sheet in sheets if sheet.back == back and sheet.edges), None)


def _sheet(path: Path, dpi: float | None) -> _Sheet | None:
    image = decode(path)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    view = find_sheet(grey, _boards())
    if view is None:
        return None
    stated, focal = _notes(path, (grey.shape[1], grey.shape[0]))
    return _Sheet(view, paper_edges(grey, view), (dpi, dpi) if dpi else stated, focal)


def _notes(path: Path, size: tuple[int, int]) -> tuple[tuple[float, float] | None, float | None]:
    """Return the dpi of a scan, and the focal length of a photograph in px, if the file states them."""
    try:
        with Image.open(path) as picture:
            exif, dpi = picture.getexif(), picture.info.get("dpi")
            focal_35 = float(exif.get_ifd(_EXIF).get(_FOCAL_35) or 0)
    except (OSError, UnidentifiedImageError, ValueError, TypeError):
        return None, None
    focal = focal_35 / _FILM_DIAGONAL_MM * float(np.hypot(*size)) if focal_35 > 0 else None
    if (exif.get(_MAKE) and focal) or dpi is None:
        return None, focal
    x, y = (float(value) for value in dpi)
    return ((x, y) if min(x, y) >= _LEAST_DPI else None), focal


def _boards() -> list[tuple[Marker, ...]]:
    return [kit.markers for kit in frames_of(tuple(names())).values()]
