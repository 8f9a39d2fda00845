"""Prints that are off by known amounts, scanned and photographed: what is measured, and what is not claimed."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from calibration.sheet_marks import SheetView
from kiebitz.pictures.printcheck import check
from kits import ting
from printkit.adjust import NONE, Adjustment, correction_of, correction_text
from printkit.assembly import board_pages
from printkit.drawing import Drawing
from printkit.job import Job
from printkit.measure import from_photos
from printkit.paper import PAPERS
from printkit.pdf import render
from printkit.sheets import bind
from printkit.target import draw_target
from printkit.verdict import PrintVerdict
from tests.printkit.kits import Grey, pixels

_MM = 25.4
_DPI = 200.0
_A4 = (210.0, 297.0)


@cache
def printed(side: int = 0, correction: Adjustment = NONE) -> Grey:
    """Return the A4 target as a perfect printer's raster of 200 dpi, corrected beforehand or not."""
    return pixels(render(draw_target(Job(PAPERS["a4"], duplex="long")), correction), _DPI, only=side)[0]


def off(
    page: Grey, *, x: float = 1.0, y: float = 1.0, shear: float = 0.0, shift: tuple[float, float] = (0, 0)
) -> tuple[Grey, npt.NDArray[np.float64]]:
    """Return *page* as a printer that is off puts it on the paper."""
    k, middle = _DPI / _MM, np.array(_A4) / 2 * _DPI / _MM
    linear = np.array([[x, shear], [0.0, y]])
    move = middle - linear @ middle + np.array(shift) * k
    H = np.column_stack([linear, move])
    size = (page.shape[1], page.shape[0])
    return np.asarray(cv2.warpAffine(page, H, size, flags=cv2.INTER_AREA, borderValue=(255,)), dtype=np.uint8), H


def scanned(paper: Grey, *, turn_deg: float = 0.4, seed: int = 1, table: int = 60) -> Grey:
    """Return the paper on a scanner: a little turned, on a dark lid, with noise."""
    pad = 90
    big = np.full((paper.shape[0] + 2 * pad, paper.shape[1] + 2 * pad), table, dtype=np.uint8)
    big[pad:-pad, pad:-pad] = np.minimum(paper, 245)
    middle = (big.shape[1] / 2, big.shape[0] / 2)
    turned = cv2.warpAffine(
        big,
        cv2.getRotationMatrix2D(middle, turn_deg, 1.0),
        big.shape[::-1],
        flags=cv2.INTER_CUBIC,
        borderValue=(table,),
    )
    noise = 3 * np.random.default_rng(seed).standard_normal(big.shape, np.float32)
    return np.asarray(np.clip(cv2.GaussianBlur(turned, (0, 0), 0.6) + noise, 0, 255), dtype=np.uint8)


def photographed(paper: Grey, *, tilt_deg: float, round_deg: float, seed: int, table: int = 50) -> Grey:
    """Return the paper on a table, mostly dark, through a lens with barrel distortion, tilted about an axis in it."""
    rng = np.random.default_rng(seed)
    width, height, focal = 1600, 1200, 1500.0
    corners = np.array([[0, 0], [_A4[0], 0], [_A4[0], _A4[1]], [0, _A4[1]]]) - np.array(_A4) / 2
    tilt, around = math.radians(tilt_deg), math.radians(round_deg)
    turn, _ = cv2.Rodrigues(np.array([math.cos(around), math.sin(around), 0.0]) * tilt)
    seen = np.column_stack([corners, np.zeros(4)]) @ np.asarray(turn).T + (0, 0, 480.0)
    px = seen[:, :2] / seen[:, 2:] * focal + ((width - 1) / 2, (height - 1) / 2)
    source = np.array([[0, 0], [paper.shape[1], 0], [paper.shape[1], paper.shape[0]], [0, paper.shape[0]]]) - 0.5
    H = cv2.getPerspectiveTransform(source.astype(np.float32), px.astype(np.float32))
    small = cv2.GaussianBlur(np.minimum(paper, 235), (0, 0), 1.5)
    flat = cv2.warpPerspective(small, H, (width, height), flags=cv2.INTER_LINEAR, borderValue=(table,))
    lens = cv2.remap(flat, *_barrel(width, height, focal), cv2.INTER_LINEAR, borderValue=(table,))
    return np.asarray(np.clip(lens + 3 * rng.standard_normal(lens.shape, np.float32), 0, 255), dtype=np.uint8)


@cache
def _barrel(width: int, height: int, focal: float) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the columns and the rows at which a lens with barrel distortion sees a picture without."""
    rows, columns = np.indices((height, width), dtype=np.float32)
    u, v = (columns - (width - 1) / 2) / focal, (rows - (height - 1) / 2) / focal
    straight_u, straight_v = u.copy(), v.copy()
    for _ in range(8):
        swell = 1 - 0.06 * (straight_u**2 + straight_v**2)
        straight_u, straight_v = u / swell, v / swell
    return (
        (straight_u * focal + (width - 1) / 2).astype(np.float32),
        (straight_v * focal + (height - 1) / 2).astype(np.float32),
    )


def saved(path: Path, image: Grey, dpi: float | None = _DPI) -> Path:
    how: dict[str, Any] = {} if dpi is None else {"dpi": (dpi, dpi)}
    Image.fromarray(image).save(path, compress_level=0, **how)
    return path


def verdict_of(*paths: Path, **words: object) -> PrintVerdict:
    found = check(paths, **words)  # type: ignore[arg-type]
    assert found is not None
    return found


def scales(found: PrintVerdict) -> tuple[float, float]:
    assert found.distortion is not None
    assert found.distortion.scale_x is not None
    assert found.distortion.scale_y is not None
    return found.distortion.scale_x.value, found.distortion.scale_y.value


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("x", "y", "shear"), [(0.99, 1.004, -0.01), (1.0, 0.985, 0.0)])
def test_a_scan_tells_scales_and_skew(tmp_path: Path, x: float, y: float, shear: float) -> None:
    paper, _ = off(printed(), x=x, y=y, shear=shear)
    found = verdict_of(saved(tmp_path / "scan.png", scanned(paper)))
    assert scales(found) == pytest.approx((x, y), abs=7e-4)
    assert found.distortion is not None
    assert found.distortion.shear.value == pytest.approx(shear, abs=7e-4)
    assert not found.good


def test_scans_of_both_sides_tell_where_they_lie(tmp_path: Path) -> None:
    front, _ = off(printed(0), shift=(1.2, -0.8))
    back, _ = off(printed(1), shift=(0.5, 0.9))
    found = verdict_of(
        saved(tmp_path / "front.png", scanned(front)), saved(tmp_path / "back.png", scanned(back, turn_deg=-0.6))
    )
    assert found.shift_mm == pytest.approx((1.2, -0.8), abs=0.15)
    assert found.back_shift_mm == pytest.approx((0.5, 0.9), abs=0.15)
    assert found.duplex_offset_mm == pytest.approx((-1.7, 1.7), abs=0.25)
    assert not found.good
    assert found.correction is not None
    assert found.correction.back_shift_mm == pytest.approx((-0.5, -0.9), abs=0.15)


@pytest.mark.slow
def test_the_corrected_print_is_true(tmp_path: Path) -> None:
    faults = {"x": 0.985, "y": 1.012, "shear": 0.006, "shift": (1.5, -1.0)}
    paper, _ = off(printed(), **faults)  # type: ignore[arg-type]
    found = verdict_of(saved(tmp_path / "scan.png", scanned(paper)))
    assert not found.good
    assert found.correction is not None
    again, _ = off(printed(0, correction_of(json.loads(correction_text(found.correction)))), **faults)  # type: ignore[arg-type]
    after = verdict_of(saved(tmp_path / "again.png", scanned(again, seed=2)))
    assert after.good
    assert scales(after) == pytest.approx((1.0, 1.0), abs=8e-4)
    assert after.shift_mm == pytest.approx((0.0, 0.0), abs=0.2)


def test_one_photograph_claims_no_size_and_no_ratio(tmp_path: Path) -> None:
    paper, _ = off(printed(), y=0.97)
    found = verdict_of(
        saved(tmp_path / "one.png", photographed(paper, tilt_deg=32, round_deg=30, seed=1, table=235), None)
    )
    assert found.method == "photo"
    assert found.distortion is None
    assert set(found.missing) >= {"scale", "ratio and skew"}


@pytest.mark.slow
def test_several_photographs_tell_ratio_and_skew_and_a_ruler_the_size(tmp_path: Path) -> None:
    paper, _ = off(printed(), x=0.99, y=0.975, shear=0.007)
    views = [(25, 0), (30, 90), (28, 45)]
    paths = [
        saved(tmp_path / f"{k}.png", photographed(paper, tilt_deg=tilt, round_deg=around, seed=k, table=235), None)
        for k, (tilt, around) in enumerate(views)
    ]
    found = verdict_of(*paths)
    assert found.distortion is not None
    assert found.distortion.ratio.value == pytest.approx(0.975 / 0.99, abs=0.002)
    assert abs(found.distortion.ratio.value - 0.975 / 0.99) < max(found.distortion.ratio.give, 5e-4)
    assert found.distortion.shear.value == pytest.approx(0.007, abs=0.002)
    assert found.distortion.scale_x is None
    assert "scale" in found.missing
    sized = verdict_of(*paths, measured_mm=(168.0 * 0.99, None))
    assert scales(sized)[1] == pytest.approx(0.975, abs=0.003)


SIZE_PX = (1600, 1200)


def seen_at(focal_px: float, *, tilt_deg: float, round_deg: float, ratio: float = 0.98) -> SheetView:
    """Return what a picture with this focal length shows of the chessboard of a print squeezed by *ratio*."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(-80, 80, 6), np.linspace(-110, 110, 8)))
    tilt, around = math.radians(tilt_deg), math.radians(round_deg)
    turn, _ = cv2.Rodrigues(np.array([math.cos(around), math.sin(around), 0.0]) * tilt)
    solid = np.column_stack([x, ratio * y, 0 * x]) @ np.asarray(turn).T + (0, 0, 480.0 * focal_px / 1500)
    middle = (np.array(SIZE_PX) - 1) / 2
    noise = np.random.default_rng(int(focal_px + tilt_deg)).normal(0, 0.1, (len(x), 2))
    return SheetView(np.column_stack([x, y]), solid[:, :2] / solid[:, 2:] * focal_px + middle + noise, SIZE_PX, None)


def from_sides(focals_px: Sequence[float]) -> list[SheetView]:
    sides = [(25, 0), (30, 90), (28, 45), (33, 150)]
    return [
        seen_at(focal, tilt_deg=tilt, round_deg=around) for focal, (tilt, around) in zip(focals_px, sides, strict=False)
    ]


@pytest.mark.parametrize("focals", [(1500, 1500, 1600), (1500, 1700, 1500, 1700), (1500, 2000, 1500, 1500)])
def test_photographs_of_different_zooms_are_refused(focals: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="taken with different zooms: take all of them with the same zoom"):
        from_photos(from_sides(focals), [None] * len(focals))


def test_files_that_state_different_zooms_are_refused() -> None:
    from_photos(from_sides([1500, 1500]), [1490.0, 1510.0])
    with pytest.raises(ValueError, match="different zooms"):
        from_photos(from_sides([1500, 1900]), [1500.0, 1900.0])


def test_two_photographs_cannot_show_their_zoom_and_claim_no_ratio(tmp_path: Path) -> None:
    paths = [
        saved(tmp_path / f"{k}.png", photographed(printed(), tilt_deg=28, round_deg=around, seed=k, table=235), None)
        for k, around in enumerate((0, 90))
    ]
    found = verdict_of(*paths)
    assert found.distortion is None
    assert "three in all" in found.missing["ratio and skew"]


def test_a_ruler_alone(tmp_path: Path) -> None:
    found = verdict_of(measured_mm=(164.6, 216.0), paper="a4")
    assert (found.method, found.good) == ("ruler", False)
    assert found.correction is not None
    assert found.correction.scale_x == pytest.approx(168 / 164.6)
    with pytest.raises(ValueError, match="name its --paper"):
        check([saved(tmp_path / "board.png", scanned(_board()))], measured_mm=(100.0, None))


@cache
def _board() -> Grey:
    page = board_pages(ting.KIT, Job(PAPERS["a4"]))[:1]
    return pixels(render(Drawing("x", "", bind(page, PAPERS["a4"], "Ting"))), _DPI)[0]


@pytest.mark.slow
def test_a_scanned_board_tells_scales_by_its_tags(tmp_path: Path) -> None:
    paper, _ = off(_board(), x=0.98, y=0.99)
    found = verdict_of(saved(tmp_path / "board.png", scanned(paper)))
    assert scales(found) == pytest.approx((0.98, 0.99), abs=0.0015)


@pytest.mark.slow
def test_a_mirrored_scan_shows_no_sheet_and_too_much_is_not_corrected(tmp_path: Path) -> None:
    shrunk = verdict_of(saved(tmp_path / "x.png", scanned(off(printed(), x=0.93, y=0.93)[0])))
    assert not shrunk.good
    assert shrunk.correction is None
    assert "more than 3.5 %" in shrunk.missing["correction"]
    assert check([saved(tmp_path / "y.png", np.ascontiguousarray(scanned(printed())[:, ::-1]))]) is None


@pytest.mark.parametrize("value", [None, [], {}, {"kind": "kiebitz-print-correction"}])
def test_what_is_no_correction_file_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"correction|lacks|needs|is"):
        correction_of(value)
    adjustment = Adjustment(0.99, 1.01, 0.002, (1.0, -1.0), (0.5, 0.0))
    assert correction_of(json.loads(correction_text(adjustment))) == adjustment
