"""A stand for a phone, folded from two sheets of card: one triangular tube that is pushed into another.

The lower tube has a floor, on which a bag of salt keeps it from tipping. The upper one has a mouth, open towards the
board, that holds the phone lying on its long side, tilted so that its camera looks down at the whole board. Frame of
the stand: mm, origin on the table below the middle of the front wall, x right as seen from the board, y towards the
board, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kits.fold import Net, Point3, Polyhedron, unfold

TAB_MM, FLAP_MM, SLEEVE_MM = 27.0, 30.0, 20.0
"""Width of the glue tab, length of the flaps at the foot, and how deep the upper tube goes into the lower one."""
FLOOR_INSET_MM = FLAP_MM / math.sqrt(3) + 1.0
"""How much narrower a flap of the floor is at either end: this lets it into a corner of the tube."""
TAIL_MM = 30.0
"""Length of the flap behind the right one of the floor; it points outwards, as the sheet's ruler hides its corner."""
FILL_GRAMS, _FILL_G_PER_CM3 = 500.0, 1.2
"""The weight on the floor, and its least density: that of poured table salt."""
TILT_DEG = 23.5
"""How far the camera looks forward from straight down."""
BOARD_AT_MM = 20.0
"""Distance of the board's near edge from the front wall."""
_PLAY_MM = 2.0
_MOUTH_MM, _JAW_MM, _JAW_HIGH_MM = 12.0, 26.0, 14.0
"""Room for a phone's thickness, how far the upper jaw reaches over the phone, and the height of the jaw's tip."""
SEAT_MM = 45.0
"""How much of a phone's width lies in the mouth; the rest, with the lens, hangs over."""
GRAVITY = 9.81
CARD_GSM, CARD_MM = 250.0, 0.32
_STIFFNESS_MPA, _STRENGTH_MPA = 1500.0, 8.0
"""Young's modulus and compressive strength of card across the grain, where it is weaker."""
_EFFECTIVE = 1.9
"""Factor in von Kármán's formula for the width of a buckled wall that still carries its load."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone on its long side: mass, width and thickness, where its lens is, and its camera's field of view."""

    grams: float = 240.0
    width_mm: float = 75.0
    thick_mm: float = 9.0
    lens_mm: float = 15.0
    """Distance of the lens from the edge of the phone that hangs over."""
    view_deg: tuple[float, float] = (67.2, 53.0)
    """The field of view across and down: of a 26 mm equivalent lens with pictures of 4:3."""


PHONE = Phone()


@dataclass(frozen=True, slots=True)
class Stand:
    """The stand made from two sheets that measure *long_mm* by *short_mm*: the sheets' edges are its edges."""

    long_mm: float
    short_mm: float

    @property
    def side_mm(self) -> float:
        """Width of a wall of the lower tube."""
        return (self.long_mm - TAB_MM) / 3

    @property
    def inner_side_mm(self) -> float:
        """Width of a wall of the upper tube, which goes into the lower one."""
        return self.side_mm - _PLAY_MM

    @property
    def wall_mm(self) -> float:
        """Height of the lower tube."""
        return self.short_mm - FLAP_MM

    @property
    def lip_mm(self) -> float:
        """Height of the upper tube's front wall: where the phone lies on it."""
        jaw = _along(SEAT_MM, TILT_DEG) - _JAW_MM
        return self.short_mm - _JAW_HIGH_MM - self.mouth_mm + self.drop_mm(max(0.0, jaw))

    @property
    def mouth_mm(self) -> float:
        """Height of the mouth, measured upright."""
        return _MOUTH_MM / math.cos(math.radians(TILT_DEG))

    @property
    def front_mm(self) -> float:
        """Height of the front edge on which the phone lies, above the table."""
        return self.wall_mm - SLEEVE_MM + self.lip_mm

    def drop_mm(self, along_mm: float) -> float:
        """Return how much lower the mouth is *along_mm* behind the front, measured along a side wall."""
        return along_mm * math.cos(math.radians(30.0)) * math.tan(math.radians(TILT_DEG))

    def lower(self) -> Polyhedron:
        """Return the walls of the lower tube, above its flaps."""
        a, d, h = self.side_mm / 2, self.side_mm * math.sqrt(3) / 2, self.wall_mm
        foot = ((-a, 0.0), (a, 0.0), (0.0, -d))
        vertices = (*((x, y, 0.0) for x, y in foot), *((x, y, h) for x, y in foot))
        return Polyhedron(vertices, ((1, 0, 3, 4), (0, 2, 5, 3), (2, 1, 4, 5)), (0, 0))

    def upper(self) -> Polyhedron:
        """Return the walls of the upper tube from its foot, with the mouth in its side walls."""
        a, d = self.inner_side_mm / 2, self.inner_side_mm * math.sqrt(3) / 2
        top, seat = self.short_mm, _along(SEAT_MM, TILT_DEG)
        jaw = seat - _JAW_MM
        end = seat + _MOUTH_MM * math.sin(math.radians(TILT_DEG)) / math.cos(math.radians(30.0))

        def wall(sign: float) -> list[Point3]:
            def at(along: float, height: float) -> Point3:
                return sign * (a - along / 2), -along * math.cos(math.radians(30.0)), height

            return [
                at(jaw, top),
                at(jaw, self.lip_mm - self.drop_mm(jaw) + self.mouth_mm),
                at(end, self.lip_mm - self.drop_mm(end) + self.mouth_mm),
                at(seat, self.lip_mm - self.drop_mm(seat)),
            ]

        lip = self.lip_mm
        corners = [(-a, 0.0, 0.0), (a, 0.0, 0.0), (0.0, -d, 0.0), (-a, 0.0, lip), (a, 0.0, lip), (0.0, -d, top)]
        vertices = (*corners, *wall(-1.0), *wall(1.0))
        faces = ((1, 0, 3, 4), (0, 2, 5, 6, 7, 8, 9, 3), (2, 1, 4, 13, 12, 11, 10, 5))
        return Polyhedron(tuple(vertices), faces, (0, 0))

    def nets(self) -> tuple[Net, Net]:
        """Return the nets of the lower tube, without its flaps, and of the upper one."""
        return unfold(self.lower(), tab_mm=TAB_MM), unfold(self.upper(), tab_mm=TAB_MM)


def _along(on_slope_mm: float, tilt_deg: float) -> float:
    """Return how far along a side wall a point is that lies *on_slope_mm* up the phone's slope from the front edge."""
    return on_slope_mm * math.cos(math.radians(tilt_deg)) / math.cos(math.radians(30.0))


def phone_at(stand: Stand, body: Polyhedron, phone: Phone = PHONE) -> Polyhedron:
    """Return the *body* of a phone, centred on the origin with its screen up, as it lies in the mouth."""
    tilt = math.radians(TILT_DEG)
    middle = phone.width_mm / 2 - SEAT_MM
    y0, z0 = middle * math.cos(tilt), stand.front_mm + middle * math.sin(tilt)
    up = phone.thick_mm / 2
    y0, z0 = y0 - up * math.sin(tilt), z0 + up * math.cos(tilt)
    vertices = (
        (x, y0 + y * math.cos(tilt) - z * math.sin(tilt), z0 + y * math.sin(tilt) + z * math.cos(tilt))
        for x, y, z in body.vertices
    )
    return Polyhedron(tuple(vertices), body.faces, body.parents)


def lens_mm(stand: Stand, phone: Phone = PHONE) -> Point3:
    """Return where the lens is when the phone's middle is the stand's."""
    over = phone.width_mm - SEAT_MM - phone.lens_mm
    tilt = math.radians(TILT_DEG)
    return 0.0, over * math.cos(tilt), stand.front_mm + over * math.sin(tilt)


@dataclass(frozen=True, slots=True)
class Balance:
    """How something stands on the front wall's foot, over which it would tip."""

    grams: float
    behind_mm: float
    """Distance of the centre of mass behind that foot."""
    high_mm: float

    @property
    def moment_newton_mm(self) -> float:
        """The torque that it takes to tip it forward."""
        return self.grams * self.behind_mm / 1000 * GRAVITY

    @property
    def leans_deg(self) -> float:
        """The slope of a table on which it would tip, towards the board."""
        return math.degrees(math.atan2(self.behind_mm, self.high_mm))


def filled_mm(stand: Stand, grams: float) -> float:
    """Return how high the weight fills the lower tube."""
    return grams / _FILL_G_PER_CM3 * 1000 / (stand.side_mm**2 * math.sqrt(3) / 4)


def balance(stand: Stand, phone: Phone = PHONE, *, fill_grams: float = 0.0) -> Balance:
    """Return how *stand* stands with *phone* in its mouth and *fill_grams* on its floor."""
    tilt = math.radians(TILT_DEG)
    behind = SEAT_MM - phone.width_mm / 2
    sheet = CARD_GSM * stand.long_mm * stand.short_mm / 1e6
    middle = stand.side_mm / math.sqrt(12)
    parts = (
        (phone.grams, behind * math.cos(tilt), stand.front_mm - behind * math.sin(tilt) + phone.thick_mm / 2),
        (sheet, middle, stand.wall_mm / 2),
        (sheet, middle, stand.wall_mm - SLEEVE_MM + stand.short_mm / 2),
        (fill_grams, middle, filled_mm(stand, fill_grams) / 2),
    )
    total = sum(grams for grams, _, _ in parts)
    return Balance(total, sum(g * y for g, y, _ in parts) / total, sum(g * z for g, _, z in parts) / total)


def push_newton(stand: Stand, phone: Phone = PHONE, *, fill_grams: float = 0.0) -> float:
    """Return the force on the front edge of the mouth, level and towards the board, that tips the stand."""
    return balance(stand, phone, fill_grams=fill_grams).moment_newton_mm / stand.front_mm


def tap_newton(stand: Stand, phone: Phone = PHONE, *, fill_grams: float = 0.0) -> float:
    """Return the force straight down on the edge of the phone that hangs over which tips the stand."""
    over = (phone.width_mm - SEAT_MM) * math.cos(math.radians(TILT_DEG))
    return balance(stand, phone, fill_grams=fill_grams).moment_newton_mm / over


def collapse_newton(stand: Stand) -> float:
    """Return the load under which the front wall gives way: buckled, it still carries along its two folds."""
    width = min(stand.inner_side_mm, _EFFECTIVE * CARD_MM * math.sqrt(_STIFFNESS_MPA / _STRENGTH_MPA))
    return width * CARD_MM * _STRENGTH_MPA
