"""Advice about how a picture was taken: what is wrong with it, and one thing to do for each problem.

The limits lie where the reader begins to fail in pictures with planted faults (benchmarks/history/studies.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.verdict import counted
from kiebitz.pictures.condition import Condition
from vision.framing import Warned

DARK = 66.0
DIM = 90.0
"""Brightness below which a picture is not reported as low in contrast."""
BURNT = 0.39
CAST = 0.35
UNEVEN = 6.0
FLAT = 75.0
BLURRED_PX = 1.35
SHAKEN_PX = 1.2
STREAK, GREAT_STREAK = 1.8, 2.6
NOISY = 7.5
GLARE_CELLS = 0.5
LOW_DEG = 32.0


def condition_warnings(seen: Condition, *, paper: bool = False) -> Iterator[Warned]:
    """Yield what is wrong with light, colour, focus, glare and angle, the worst kinds first.

    White *paper* may burn out: its printed pieces are read all the same.
    """
    if seen.bright < DARK:
        yield Warned("dark", "The board is too dark.", "Switch on a lamp, or let the camera expose longer.")
    if seen.burnt > BURNT and not paper:
        yield Warned(
            "burnt", "Much of the board is overexposed: pure white, with nothing left to see.",
            "Dim the light, or tap on the board in the camera's screen so that it exposes less.",
        )  # fmt: skip
    if seen.contrast < FLAT and seen.bright >= DIM:
        yield Warned(
            "flat", "The picture has hardly any contrast.", "Wipe the lens; keep lamps and windows out of view."
        )
    if seen.uneven > UNEVEN:
        yield Warned(
            "uneven", f"One side of the board gets {seen.uneven:.0f} times the light of the other.",
            "Move the lamp farther away or higher, or add a second one.",
        )  # fmt: skip
    if seen.cast > CAST:
        yield Warned(
            "cast", "The light has a strong colour cast.", "Use white light, or set the camera's white balance to it."
        )
    if seen.grey and seen.contrast >= FLAT:
        yield Warned(
            "grey", "The picture is grey: it shows no colours.",
            "Let the camera show colours; in the dark many see none, so give more light.",
        )  # fmt: skip
    if seen.streak > GREAT_STREAK or (seen.blur_px > SHAKEN_PX and seen.streak > STREAK):
        yield Warned("shaken", "The picture is smeared by motion.", "Rest the camera on something, or give more light.")
    elif seen.blur_px > BLURRED_PX:
        yield Warned("blurred", "The board is out of focus.", "Tap on the board to focus there, and wipe the lens.")
    if seen.noise > NOISY:
        yield Warned("noisy", "The picture is grainy.", "Give more light, so that the camera amplifies less.")
    if seen.glare_cells > GLARE_CELLS:
        cells = counted(max(round(seen.glare_cells), 1), "cell")
        yield Warned(
            "glare", f"A lamp or window is reflected in about {cells} of the board.",
            "Move the lamp or the camera to another side, or shade the window.",
        )  # fmt: skip
    if seen.elevation_deg is not None and seen.elevation_deg < LOW_DEG:
        angle = f"The camera looks from only {seen.elevation_deg:.0f} degrees above the table"
        yield Warned("low", f"{angle}: pieces hide each other.", "Raise it to 45 degrees or more.")


def tag_warnings(codes: Sequence[int], expected: Sequence[int]) -> list[Warned]:
    """Return a warning where fewer than half of the *expected* tags, those in the picture, were read (*codes*)."""
    missing = len(set(expected) - set(codes))
    if not expected or 2 * missing <= len(expected):
        return []
    return [
        Warned(
            "tags",
            f"{missing} of the {len(expected)} tags around the board cannot be read.",
            "Clear away what covers them, or flatten the paper.",
        )
    ]
