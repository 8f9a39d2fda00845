"""How large a print is: by its paper, and by no resolution that cannot be right; unknown, it is not called good."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.measure import Distortion, Share
from printkit.verdict import PrintVerdict
from tests.kiebitz.conftest import Answer, kiebitz  # noqa: F401
from tests.printkit.test_verify import off, photographed, printed, saved, scales, scanned, verdict_of

NEAR = 0.002


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("x", "y", "dpi"),
    [(1.0, 1.0, None), (0.97, 0.97, 72.0), (0.94, 0.94, None), (1.0, 0.985, 138.0), (1.0, 1.0, 300.0)],
)
def test_a_scan_is_measured_beside_its_paper_whatever_its_file_says(
    tmp_path: Path, x: float, y: float, dpi: float | None
) -> None:
    paper, _ = off(printed(), x=x, y=y)
    found = verdict_of(saved(tmp_path / "scan.png", scanned(paper), dpi))
    assert scales(found) == pytest.approx((x, y), abs=NEAR)
    assert found.good == (x == y == 1.0)
    if dpi in (138.0, 300.0):
        assert f"{dpi:.0f} dpi, cannot be right" in found.missing["resolution"]
        assert "--dpi, perhaps 200" in found.missing["resolution"]


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("dpi", [138.0, None])
def test_where_no_edge_is_seen_the_size_is_unknown_and_the_print_not_good(tmp_path: Path, dpi: float | None) -> None:
    found = verdict_of(saved(tmp_path / "scan.png", scanned(printed(), table=245), dpi))
    assert (found.good, found.faulty, found.measured) == (False, False, True)
    assert found.shift_mm is None
    assert {"scale", "shift"} <= {*found.missing}
    assert ("145 %" in found.missing["scale"]) == (dpi is not None)
    told = verdict_of(tmp_path / "scan.png", dpi=200.0)
    assert scales(told) == pytest.approx((1.0, 1.0), abs=NEAR)
    assert told.good
    typed = verdict_of(tmp_path / "scan.png", dpi=400.0)
    assert not typed.good
    assert typed.missing["scale"].startswith("--dpi, 400 dpi, cannot be right, since the print would have 50 %")


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y", "tilt_deg"), [(1.0, 1.0, 20.0), (0.96, 0.98, 0.0)])
def test_one_photograph_with_all_edges_tells_the_size(tmp_path: Path, x: float, y: float, tilt_deg: float) -> None:
    paper, _ = off(printed(), x=x, y=y)
    picture = photographed(paper, tilt_deg=tilt_deg, round_deg=40, seed=2)
    found = verdict_of(saved(tmp_path / "photo.png", picture, None))
    assert scales(found) == pytest.approx((x, y), abs=NEAR)
    assert found.good == (x == 1.0)


@pytest.mark.parametrize(
    ("distortion", "good"),
    [
        (None, False),
        (Distortion(Share(1.0, 0.001), Share(0.0, 0.001)), False),
        (Distortion(Share(1.0, 0.001), Share(0.0, 0.001), Share(1.0, 0.001)), False),
        (Distortion(Share(1.0, 0.001), Share(0.0, 0.001), Share(1.0, 0.02), Share(1.0, 0.02)), False),
        (Distortion(Share(1.0, 0.001), Share(0.0, 0.001), Share(1.0, 0.001), Share(1.0, 0.001)), True),
        (Distortion(Share(1.0, 0.001), Share(0.0, 0.001), Share(0.99, 0.001), Share(0.99, 0.001)), False),
    ],
)
def test_nothing_is_good_while_the_size_is_unknown(distortion: Distortion | None, good: bool) -> None:
    assert PrintVerdict("scan", distortion, shift_mm=(0.1, 0.1)).good == good


def test_the_first_line_does_not_say_good_where_the_size_is_unknown(
    kiebitz: Callable[..., Answer],  # noqa: F811
    tmp_path: Path,
) -> None:
    path = saved(tmp_path / "scan.png", scanned(printed(), table=245), None)
    answer = kiebitz("verify-print", path, "--out", tmp_path / "c.json")
    assert answer.status == 1
    assert answer.out.splitlines()[0] == "not known: how large the print is was not measured"


def test_a_pdf_of_a_scan_is_told_how_to_become_a_picture(kiebitz: Callable[..., Answer], tmp_path: Path) -> None:  # noqa: F811
    path = tmp_path / "scan.pdf"
    path.write_bytes(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    assert "is a PDF; save its page as a picture" in kiebitz("verify-print", path).err
