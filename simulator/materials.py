"""What pieces are made of, drawn at random: plastic, painted wood, card, paper, by seat or by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from core.reading import ROD
from kits.colours import COLOURS
from kits.inks import BLACK, PALE, PAPER, RING
from kits.kit import Kit
from kits.pieces import Die, Pyramid, Slab
from kits.thickness import CARD_MM, ONE_FOLD, PAPER_MM, strip_layers
from simulator.looks import DieStyle, Foot, Material, Tint
from simulator.palette import any_tint, hsv, jitter, linear, piece_tint
from simulator.suits import SUITS
from simulator.typefaces import TYPEFACES

SEATS = "ABCDEF"
_STONES = {"b": "black", "w": "white"}
_RODS = [(214, 180, 130), (232, 204, 160), (96, 20, 26), (120, 26, 30), (28, 28, 30), (180, 140, 90), (200, 60, 40)]


def draw_seats(rng: np.random.Generator, kit: Kit, players: int) -> dict[str, str]:
    """Return a colour for each seat, or, where all pieces are a common supply, for each kind of stone."""
    return dict(_STONES) if kit.rod else _colours(rng, kit, players)


def _colours(rng: np.random.Generator, kit: Kit, players: int) -> dict[str, str]:
    """Return a colour for each seat: a random choice of *kit*'s, given to the seats in the order of ``COLOURS``.

    White and clear are never on one table: people could not tell them apart either.
    """
    weights = np.array([3, 3, 3, 3, 1.5, 1.2, 1.5, 2, 2.5, 1.2])
    while True:
        chosen = rng.choice(len(COLOURS), size=players, replace=False, p=weights / weights.sum())
        named = {COLOURS[c] for c in chosen}
        if named <= set(kit.bought) and not {"white", "clear"} <= named:
            break
    return {SEATS[i]: COLOURS[c] for i, c in enumerate(sorted(int(c) for c in chosen))}


def draw_material(rng: np.random.Generator, colour: str, *, paper: Kit | None = None) -> Material:
    """Return the plastic of one seat's pyramids, or the printed card of the kit *paper*, whose inks vary a little.

    Nobody prints white or clear pieces: those are plastic always.
    """
    if colour in ("white", "clear"):
        paper = None
    ink = next((ink for ink in paper.inks.values() if ink.name == colour), None) if paper else None
    tint = jitter(rng, ink.rgb, amount=0.03) if ink else piece_tint(rng, colour)
    if paper:
        dark = sum(tint) > 0.9 if ink is None else ink.contrast(BLACK) > ink.contrast(PAPER)
        marks = linear((0.06, 0.06, 0.06)) if dark else linear((0.95, 0.95, 0.95))
        return Material(tint, clearness=0.0, gloss=float(rng.uniform(0, 0.1)), pip_tint=marks, paper=True)
    white = linear((0.93, 0.93, 0.93))
    pips: Tint | None = white if rng.random() < 0.65 else (0.02, 0.02, 0.02)
    if colour in ("white", "clear", "yellow") and rng.random() < 0.7:
        pips = (0.02, 0.02, 0.02)
    if colour == "black":
        pips = white
    if rng.random() < 0.35:
        pips = None
    if colour == "clear":
        clearness = float(rng.uniform(0.65, 0.95))
    elif colour in ("black", "white"):
        clearness = 0.0 if rng.random() < 0.85 else float(rng.uniform(0.05, 0.2))
    else:
        clearness = 0.0 if rng.random() < 0.45 else float(rng.uniform(0.15, 0.9))
    return Material(tint, clearness=clearness, gloss=float(rng.uniform(0, 1) ** 1.5), pip_tint=pips)


def draw_materials(
    rng: np.random.Generator, kit: Kit, seats: Mapping[str, str], *, paper: Kit | None = None
) -> dict[str, Material]:
    """Return the material of each seat's pieces (``A``), of pieces made of another (``As``), of stones and rods.

    *seats* is as ``draw_seats`` gives it; *paper* is the kit that the pieces are printed from, if they are.
    """
    made = _draw_materials(rng, kit, seats, paper=paper)
    if paper is None:
        return made
    flat_mm = _layered_mm(rng.spawn(1)[0], paper)
    return {
        whose: replace(material, flat_mm=flat_mm) if material.paper else material for whose, material in made.items()
    }


def _layered_mm(rng: np.random.Generator, kit: Kit) -> float:
    """Return the thickness of flat pieces, by one of the ways of making *kit*'s: one layer, one fold, or a strip."""
    count = int(rng.choice([1, ONE_FOLD, strip_layers(kit)]))
    return count * float(rng.uniform(PAPER_MM, CARD_MM))


def _draw_materials(
    rng: np.random.Generator, kit: Kit, seats: Mapping[str, str], *, paper: Kit | None
) -> dict[str, Material]:
    if kit.rod:
        return _stones(rng, paper=paper)
    if all(isinstance(piece, Pyramid) for piece in kit.pieces.values()):
        return {seat: draw_material(rng, colour, paper=paper) for seat, colour in seats.items()}
    if all(isinstance(piece, Die) for piece in kit.pieces.values()):
        style = draw_dice_style(rng)
        return {seat: draw_resin(rng, colour, style, letter=seat, paper=paper) for seat, colour in seats.items()}
    if all(isinstance(piece, Slab) for piece in kit.pieces.values()):
        finish = str(rng.choice(["paint", "plastic", "card", "foam", "acrylic"], p=[0.4, 0.27, 0.15, 0.1, 0.08]))
        return {seat: _flat(rng, colour, finish, letter=seat, paper=paper) for seat, colour in seats.items()}
    return _tokens(rng, kit, seats, paper=paper)


def material_of(materials: Mapping[str, Material], piece: str) -> Material:
    """Return the material of *piece*, as positions write it."""
    name = piece.partition("=")[0]
    return materials[name] if name in materials else materials[name[0]]


def _flat(rng: np.random.Generator, colour: str, finish: str, *, letter: str = "", paper: Kit | None) -> Material:
    """Return the material of square, triangular and round flat pieces; printed ones bear a *letter*."""
    if paper and colour not in ("white", "clear"):
        return replace(draw_material(rng, colour, paper=paper), mark=letter, seed=int(rng.integers(2**31)))
    gloss = {"paint": (0.02, 0.35), "plastic": (0.2, 0.9), "card": (0.0, 0.1), "foam": (0.0, 0.03)}
    clear = float(rng.uniform(0.2, 0.7)) if finish == "acrylic" or colour == "clear" else 0.0
    made = Material(
        piece_tint(rng, colour),
        clearness=0.0 if colour in ("black", "white") else clear,
        gloss=float(rng.uniform(*gloss.get(finish, (0.2, 0.8)))),
        seed=int(rng.integers(2**31)),
    )
    if colour != "clear":
        return made
    return replace(made, clearness=float(rng.uniform(0.75, 0.97)), through=float(rng.uniform(0.4, 0.9)))


def draw_dice_style(rng: np.random.Generator) -> DieStyle:
    """Return how the dice of one table are numbered."""
    return DieStyle(
        typeface=int(rng.integers(len(TYPEFACES))),
        size=float(rng.uniform(0.58, 1.15)),
        six=_foot(rng),
        pips=bool(rng.random() < 0.5),
        pip=float(rng.uniform(0.06, 0.115)),
        pip_gap=float(rng.uniform(0.17, 0.29)),
        narrow=float(rng.uniform(0.75, 1.0)) if rng.random() < 0.4 else 1.0,
        sunk=float(rng.uniform(0.1, 0.45)) if rng.random() < 0.4 else 0.0,
        one=float(rng.uniform(1.2, 2.0)) if rng.random() < 0.15 else 1.0,
        at_base=bool(rng.random() < 0.5),
        inward=float(rng.uniform(-0.03, 0.06)),
        small=float(rng.uniform(0.75, 1.05)),
        bevel=float(rng.uniform(0.02, 0.22)),
        worn=float(rng.uniform(0.05, 0.4)) if rng.random() < 0.3 else 0.0,
        layout=int(rng.integers(2**31)),
    )


def _foot(rng: np.random.Generator) -> Foot:
    """Return the mark at the foot of a 6."""
    signs: tuple[Literal["", "line", "dot", "under"], ...] = ("", "line", "dot", "dot", "under")
    return Foot(
        signs[int(rng.choice(len(signs), p=[0.2, 0.24, 0.25, 0.23, 0.08]))],
        size=float(rng.uniform(0.7, 1.5)),
        apart=float(rng.uniform(-0.08, 0.08)),
        together=bool(rng.random() < 0.5),
    )


def draw_resin(
    rng: np.random.Generator, colour: str, style: DieStyle, *, letter: str = "", paper: Kit | None = None
) -> Material:
    """Return what one seat's dice are made of: opaque, see-through or pearl, with numbers that stand out.

    Those of the kit *paper* bear their seat's *letter* and have its numbers, not those of *style*.
    """
    if rng.random() < 0.3:
        style = draw_dice_style(rng)
    if paper and colour not in ("white", "clear"):
        return replace(draw_material(rng, colour, paper=paper), mark=letter)
    tint = piece_tint(rng, colour)
    shade = rng.uniform(0.5, 1.7) if rng.random() < 0.7 else rng.uniform(0.1, 3.0)
    b, g, r = (float(np.clip(shade * v + 0.03 * (shade > 1), 0.0, 1.0)) for v in tint)
    clear = float(rng.uniform(0.65, 0.95) if colour == "clear" else rng.uniform(0.2, 0.85))
    seen_through = colour == "clear" or (colour not in ("black", "white") and rng.random() < 0.3)
    return Material(
        tint,
        clearness=clear if seen_through else 0.0,
        gloss=float(rng.uniform(0.05, 1)),
        pip_tint=_contrasting(rng, tint),
        dice=style,
        cloudy=float(rng.uniform(0.03, 0.2)) if not seen_through and rng.random() < 0.3 else 0.0,
        flecks=int(rng.integers(5, 30)) if not seen_through and rng.random() < 0.12 else 0,
        fleck=(b, g, r),
    )


def _contrasting(rng: np.random.Generator, tint: Tint) -> Tint:
    """Return an ink for numbers on *tint*: mostly white, black or gold, now and then one that hardly stands out."""
    inks = [(0.96, 0.96, 0.95), (0.04, 0.04, 0.05), (0.86, 0.68, 0.28), (0.95, 0.88, 0.2), (0.1, 0.15, 0.5)]
    inks += [(0.7, 0.08, 0.08)]
    weights = np.array([4, 3, 1, 0.6, 0.4, 0.4])
    level = float(np.dot(tint, (0.07, 0.72, 0.21)))
    least = 2.6 if rng.random() < 0.7 else 1.6
    for _ in range(20):
        ink = linear(inks[int(rng.choice(len(inks), p=weights / weights.sum()))])
        other = float(np.dot(ink, (0.07, 0.72, 0.21)))
        if (max(level, other) + 0.05) / (min(level, other) + 0.05) > least:
            return ink
    return linear((0.95, 0.95, 0.95) if level < 0.2 else (0.04, 0.04, 0.05))


def _stones(rng: np.random.Generator, *, paper: Kit | None) -> dict[str, Material]:
    gloss = float(rng.uniform(0, 0.1) if paper else rng.uniform(0, 0.9) ** 1.3)
    dark, pale = float(rng.uniform(0.03, 0.28)), float(rng.uniform(0.72, 1.0))
    tints = {
        "b": hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), dark),
        "w": hsv(rng.uniform(15, 60), rng.uniform(0, 0.18), pale),
    }
    made = {kind: Material(tint, gloss=gloss, paper=paper is not None) for kind, tint in tints.items()}
    if paper:
        face, ring = (jitter(rng, ink.rgb, amount=0.03) for ink in (PALE, RING))
        made = {"b": replace(made["b"], ring_tint=ring), "w": replace(made["w"], tint=face, ring_tint=ring)}
    rod = jitter(rng, paper.inks[ROD].rgb if paper else _RODS[int(rng.integers(len(_RODS)))], amount=0.07)
    if not paper and rng.random() < 0.3:
        rod = any_tint(rng, lowest=0.2)
    return {**made, ROD: Material(rod, gloss=float(rng.uniform(0, 0.5)), paper=paper is not None)}


def _tokens(rng: np.random.Generator, kit: Kit, seats: Mapping[str, str], *, paper: Kit | None) -> dict[str, Material]:
    """Return the materials of a mixed set: pyramids of plastic, coins with a suit, painted figures."""
    suits = [str(s) for s in (SUITS if paper else rng.permutation(SUITS))[: len(seats)]]
    bare = not paper and rng.random() < 0.3
    wood = jitter(rng, (226, 196, 150), amount=0.1)
    made = {}
    for (seat, colour), suit in zip(seats.items(), suits, strict=True):
        made[seat] = draw_material(rng, colour, paper=paper)
        for kind, piece in kit.pieces.items():
            if isinstance(piece, Pyramid):
                continue
            flat = _flat(rng, colour, "paint", paper=paper)
            if flat.paper:
                flat = replace(flat, mark=suit)
            elif isinstance(piece, Slab):
                light = sum(flat.tint) > 1.1
                mark: Tint = (0.03, 0.03, 0.03) if light else linear((0.94, 0.92, 0.86))
                flat = replace(flat, mark=suit, pip_tint=mark)
                if bare and colour not in ("white", "clear"):
                    flat = replace(flat, tint=wood, pip_tint=flat.tint)
            made[seat + kind] = flat
    return made
