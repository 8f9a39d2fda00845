"""Joint inference, fed with what an ideal or a doubtful network would say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from kits.colours import COLOURS
from kits.tink import KIT
from vision.groups import Shades
from vision.inference import PITCHES_MM, PRIORS, Posterior, Priors, pitches_mm, pyramid_likelihood, scored_likelihood
from vision.inference import posterior as board_posterior
from vision.network import RATIOS, SHADE_SPACE, SIZE_MODEL, Evidence

Cell = tuple[str, str] | None

FIRM = Priors(over_stock=0.0)
"""A world in which nobody has more pieces than exist."""


def evidence(cells: Sequence[Cell], pitch_mm: float, *, width: float = 0.05, hue_nats: float = 6.0) -> Evidence:
    """Return the evidence for *cells* (colour, kind) seen on a board of *pitch_mm*, sizes off by *width*."""
    n = len(cells)
    presence = np.zeros((n, 3), np.float32)
    colour = np.zeros((n, 10), np.float32)
    ratio = np.zeros((n, len(RATIOS)), np.float32)
    for row, cell in enumerate(cells):
        presence[row] = (0, -10, -10) if cell is None else (-10, 0, -10)
        if cell is not None:
            colour[row, COLOURS.index(cell[0])] = hue_nats
            place = np.log(KIT.pyramids[cell[1]].base_mm / pitch_mm)
            ratio[row] = -0.5 * ((np.log(RATIOS) - place) / width) ** 2
    return {"presence": presence, "colour": colour, "ratio": ratio, "pips": np.zeros((n, 3), np.float32)}


def posterior(rows: Evidence, stock: Mapping[str, int], **how: Any) -> Posterior:
    fit = pyramid_likelihood(rows, KIT.pyramids)
    return board_posterior(rows["presence"], rows["colour"], fit, stock, unknown(len(rows["colour"])), **how)


def unknown(cells: int) -> Shades:
    """Shades that tell nothing."""
    return Shades(np.zeros((cells, SHADE_SPACE)), np.zeros((cells, len(COLOURS))), np.ones(cells))


def read(
    cells: Sequence[Cell],
    pitch_mm: float = 50.0,
    *,
    known: bool = False,
    players: int | None = 2,
    priors: Priors = PRIORS,
) -> Posterior:
    pitch = pitch_mm if known else None
    return posterior(evidence(cells, pitch_mm), KIT.stock, seats=players, pitch_mm=pitch, priors=priors)


def kinds(board: Posterior, seat: int = 0) -> str:
    return "".join(board.kinds[index] for index in board.piece[:, seat].argmax(axis=1))


def test_shares_of_a_cell_add_up_to_one() -> None:
    board = read([None, ("red", "s"), ("blue", "m"), ("red", "l"), None])
    np.testing.assert_allclose(board.empty + board.covered + board.piece.sum(axis=(1, 2)), 1.0)


@pytest.mark.parametrize("pitch_mm", [35.0, 57.0])
def test_three_sizes_tell_the_pitch(pitch_mm: float) -> None:
    board = read([("red", "s"), ("red", "m"), ("red", "l"), ("red", "s"), None], pitch_mm)
    assert kinds(board)[:4] == "smls"
    assert board.piece[:4].max(axis=(1, 2)).min() > 0.95
    assert board.log_pitch is not None
    assert PITCHES_MM[board.log_pitch.argmax()] == pytest.approx(pitch_mm, rel=0.05)


@pytest.mark.parametrize("pitch_mm", [22.9, 31.7])
def test_on_tiles_too(pitch_mm: float) -> None:
    """A small beside small cells looks like a medium beside large ones; beside each other both are what they are."""
    cells = SIZE_MODEL.cells
    rows = evidence([("red", "s"), ("red", "m"), ("blue", "l"), ("blue", "s"), ("red", "s")], pitch_mm / cells)
    fit = pyramid_likelihood(rows, KIT.pyramids, cells)
    told: dict[str, Any] = {"seats": 2, "cells": cells, "growing": False}
    board = board_posterior(rows["presence"], rows["colour"], fit, KIT.stock, unknown(5), **told)
    assert "".join(board.kinds[index] for index in board.piece.sum(axis=1).argmax(axis=1)) == "smlss"
    assert board.piece.max(axis=(1, 2)).min() > 0.95
    assert board.log_pitch is not None
    assert pitches_mm(cells)[board.log_pitch.argmax()] == pytest.approx(pitch_mm, rel=0.05)
    known = board_posterior(rows["presence"], rows["colour"], fit, KIT.stock, unknown(5), **told, pitch_mm=pitch_mm)
    np.testing.assert_allclose(known.piece, board.piece, atol=0.05)


def test_a_lone_piece_on_an_unknown_board_stays_open() -> None:
    lone = read([("red", "m")] + [None] * 15, 57.0)
    known = read([("red", "m")] + [None] * 15, 57.0, known=True)
    assert lone.piece[0, 0].max() < 0.99
    assert lone.piece[0].sum() > 0.99
    assert kinds(known)[0] == "m"
    assert known.piece[0, 0, 1] > 0.98


def test_what_was_learned_of_the_pitch_settles_a_lone_piece() -> None:
    before = read([("red", "s"), ("red", "m"), ("red", "l")], 57.0)
    later = posterior(evidence([("red", "m")], 57.0), KIT.stock, seats=2, log_pitch=before.log_pitch)
    assert later.piece[0, 0, 1] > 0.7


def test_the_stock_holds() -> None:
    """Five of a size are not five mediums, even on a board on which they would look like mediums."""
    five = read([("red", "s")] * 5 + [None] * 8, 38.0)
    assert kinds(five)[:5] == "sssss"
    assert five.piece[:5].max(axis=(1, 2)).min() > 0.95
    two_large = read([("red", "l")] * 2, 50.0, known=True, priors=FIRM)
    assert two_large.piece[:, 0, 2].sum() <= 1.0 + 1e-6
    assert two_large.over_stock > 0.9
    of_two_seats = read([("red", "l"), ("blue", "l")], 50.0, known=True)
    assert of_two_seats.over_stock < 0.1


def test_pieces_too_many_that_are_plain_to_see_are_seen() -> None:
    """Four larges are against the rules, not against nature."""
    four = [("red", "l")] * 4
    assert read(four, 50.0, known=True, priors=FIRM).piece[:, 0, 2].sum() <= 1.0 + 1e-6
    assert kinds(read(four, 50.0, known=True)) == "llll"


def test_sixteen_rings_that_look_like_discs_are_rings() -> None:
    """Ting's board has sixteen, and a seat owns one disc: pieces too many cost the more, the more they are."""
    rows = evidence([("red", "s")] * 3 + [None] * 16, 25.0)
    rows["presence"][3:] = (0.0, 3.5, -10.0)
    rows["colour"][3:, COLOURS.index("black")] = 6.0
    shape = np.zeros((19, 3))
    shape[:3, 0], shape[3:, 2] = 6.0, 6.0
    board = board_posterior(
        rows["presence"], rows["colour"], scored_likelihood(shape), KIT.stock, unknown(19), seats=2, pitch_mm=25.0
    )
    assert board.empty[3:].min() > 0.5
    assert board.piece[:3, 0, 0].min() > 0.95


def test_the_count_is_exact() -> None:
    """Against enumeration: three doubtful pieces of a seat that owns one of each kind."""
    rows = evidence([("red", "m"), ("red", "l"), ("red", "l")], 50.0, width=0.3)
    board = posterior(rows, {"s": 1, "m": 1, "l": 1}, colours=["red"], pitch_mm=50.0, priors=FIRM)
    places = np.log([KIT.pyramids[kind].base_mm / 50.0 for kind in "sml"])
    fit = np.array([[np.interp(place, np.log(RATIOS), row) for place in places] for row in rows["ratio"]])
    expected = np.zeros((3, 3))
    for order in permutations(range(3)):
        weight = np.exp(sum(fit[cell, kind] for cell, kind in enumerate(order)))
        for cell, kind in enumerate(order):
            expected[cell, kind] += weight
    np.testing.assert_allclose(board.piece[:, 0], expected / expected.sum(axis=1, keepdims=True), atol=2e-3)


def test_doubt_about_the_colours_is_doubt_about_the_seats() -> None:
    """Red and orange alike, beside yellow: who is A hangs on it, what stands there does not."""
    rows = evidence([("red", "s")] * 2 + [("yellow", "s")] * 2, 50.0, hue_nats=9.0)
    rows["colour"][:2, COLOURS.index("orange")] = 9.5
    board = posterior(rows, KIT.stock, seats=2)
    assert 0.05 < board.piece[0, 0].sum() < 0.95
    assert board.piece[0].sum() > 0.99


def test_covered_cells_are_neither_empty_nor_taken() -> None:
    rows = evidence([None, ("red", "s")], 50.0)
    rows["presence"][0] = (-8, -8, 4)
    board = posterior(rows, KIT.stock, seats=2)
    assert board.covered[0] > 0.99
    assert board.covered[1] < 0.01
