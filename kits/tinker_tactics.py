"""Tinker Tactics' equipment: a mini-board of 4 × 3 cells and five dice for each player.

Mini-boards touch along their far edge (row 3) and, in a ring, also along their left
edge. So each one has tags on its near and right sides only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from core.tinker.stand_ins import StandIns, alike, others, stand_ins
from kits.cards.tinker_tactics import CARD
from kits.colours import COLOURS
from kits.frame import upright
from kits.inks import SEAT_INKS_6
from kits.kit import Join, Kit, Marker, MiniBoard, Plan, Sign
from kits.pieces import Die

MOST_PLAYERS = 6
_PITCH_MM = 30.0
_FIRST_CODE = 36
_TAG_MM, _OUT_MM = 18.0, 18.6
_HOLE = frozenset({"d4"})

_PLACES: dict[int, tuple[tuple[float, float, int], ...]] = {
    2: ((0, 3, 0), (4, 3, 2)),
    4: ((3, 4, 0), (3, 3, 1), (4, 3, 2), (4, 4, 3)),
}
"""Players → for each seat, its mini-board's origin in the whole (x and y, in cells) and its quarter turns."""


def _markers(plan: Plan, first_code: int) -> tuple[Marker, ...]:
    """Return a mini-board's four tags: two on the near side, one in the corner, one on the right side."""
    near, right = plan.height_mm + _OUT_MM, plan.width_mm + _OUT_MM
    places = ((_PITCH_MM, near), (3 * _PITCH_MM, near), (right, near), (right, _PITCH_MM))
    return tuple(upright(first_code + i, x, y, _TAG_MM) for i, (x, y) in enumerate(places))


def _joins(seats: Sequence[str], number: int) -> tuple[Join, ...]:
    """Return where the mini-board of seat *number* touches others (rules.md, 5.2)."""
    seat, after, before = seats[number], seats[(number + 1) % len(seats)], seats[number - 1]
    if len(seats) == 2:
        pair: tuple[tuple[str, Sign], ...] = (("a", "disc"), ("b", "square"), ("c", "square"), ("d", "disc"))
        return tuple(Join(f"{seat}{column}3", "far", after, sign) for column, sign in pair)
    signs: tuple[Sign, ...] = ("disc", "diamond", "square")
    own = (Join(f"{seat}a{row}", "left", after, sign) for row, sign in enumerate(signs, start=1))
    given = (Join(f"{seat}{column}3", "far", before, sign) for column, sign in zip("dcb", signs, strict=True))
    return *own, *given


@cache
def kit(*, players: int = 2, stand_in_dice: StandIns = ()) -> Kit:
    """Return the equipment for *players*, with dice that stand in. Raises ``ValueError`` outside 2 to 6."""
    if not 2 <= players <= MOST_PLAYERS:
        raise ValueError(f"Tinker Tactics is for 2 to {MOST_PLAYERS} players, not {players}")
    seats = list(SEAT_INKS_6)[:players]
    places = _PLACES.get(players, (None,) * players)
    minis = []
    for number, (seat, place) in enumerate(zip(seats, places, strict=True)):
        plan = Plan(columns=4, rows=3, pitch_mm=_PITCH_MM, prefix=seat)
        at_mm = None if place is None else (place[0] * _PITCH_MM, place[1] * _PITCH_MM)
        quarters = 0 if place is None else place[2]
        minis.append(
            MiniBoard(
                seat,
                plan,
                _markers(plan, _FIRST_CODE + 4 * number),
                at_mm,
                quarters,
                joins=_joins(seats, number),
                code_mm=(2 * _PITCH_MM, plan.height_mm + _OUT_MM),
            )
        )
    whole = {2: Plan(4, 6, _PITCH_MM), 4: Plan(7, 7, _PITCH_MM, missing=_HOLE)}.get(players, minis[0].plan)
    return Kit(
        name="tinker_tactics",
        title="Tinker Tactics",
        plan=whole,
        markers=tuple(_in_whole(mini, marker) for mini in minis if mini.at_mm is not None for marker in mini.markers),
        band_mm=31.0,
        label_mm=3.6,
        label_size_mm=5.0,
        variant=str(players),
        pieces={"4": Die("4", 4, edge_mm=21.0), "6": Die("6", 6, edge_mm=16.0), "8": Die("8", 8, edge_mm=18.0)},
        stock={"4": 2, "6": 2, "8": 1},
        inks={seat: SEAT_INKS_6[seat] for seat in seats},
        bought=tuple(name for name in COLOURS if name != "clear"),
        credit="Game by Tinkerbot Games, 2015; free print and play",
        card=replace(CARD, reminder=(*CARD.reminder, *(die.sentence for die in stand_ins(stand_in_dice)))),
        growing=False,
        stand_ins={str(kind): faces for kind, faces in others(stand_in_dice).items()},
        alike=alike(stand_in_dice),
        minis=tuple(minis),
    )


def _in_whole(mini: MiniBoard, marker: Marker) -> Marker:
    return Marker(marker.code, tuple(mini.in_whole((x, y)) for x, y in marker.corners_mm))


KIT = kit()
