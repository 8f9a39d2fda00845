"""Finds and reads the board in one picture, for ``kiebitz.read``, ``kiebitz.locate`` and the commands."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Required, TypedDict

from calibration.places import Place
from calibration.registration import Camera, Registration
from core.game import AnyGame, PositionLike, side_names, text_like
from core.options import RuleOptions
from kiebitz.api.boards import Cell, Corners, LocatedBoard, ReadBoard
from kiebitz.api.seats import check_colours, check_owned, check_seat, colours_in_play, seated
from kiebitz.failure import Failure
from kiebitz.kits import kit_of, readable_kit, sizes_of
from kiebitz.pictures.any_board import any_board
from kiebitz.pictures.colours import is_grey
from kiebitz.pictures.examining import OF_ANY_PICTURE, picture_faults
from kiebitz.pictures.files import Picture
from kiebitz.pictures.mirrored import warned
from kiebitz.pictures.which_game import Board, believed, board_of, in_words
from kiebitz.table.corners import Point
from kits.kit import Kit
from vision.framing import Warned, way_round

if TYPE_CHECKING:
    from kiebitz.eye.seer import Seer
    from kiebitz.pictures.profiles import Profile
    from vision.reader import BoardReading

_WITHOUT_COLOUR = frozenset({"black", "white", "clear"})
SMALLEST_PX = 120
"""Least length of a picture's shorter side, in pixels; smaller pictures are refused."""


class _Located(TypedDict, total=False):
    """The fields of a ``LocatedBoard``."""

    found: Required[bool]
    reason: str
    corners_px: Corners
    boards: Mapping[str, Corners]
    method: str | None
    found_by: str | None
    error_px: float | None
    whose: tuple[Board, ...]
    looks_like: tuple[Board, ...]
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """A request to find or read a board in a picture.

    ``stated`` is the number of players if the caller gave it; with None it is read off the picture. ``known`` is a
    position that supplies what no picture shows: side to move, counters and ply.
    """

    game: AnyGame
    options: RuleOptions
    stated: int | None = None
    colours: Mapping[str, str] = field(default_factory=dict)
    known: PositionLike | None = None
    near: str | None = None
    corners_px: Sequence[Point] | None = None
    camera: Camera | None = None
    profile: Profile | None = None

    def __post_init__(self) -> None:
        if self.near is not None:
            check_seat(self.near, self.options, "--near")

    @classmethod
    def of(
        cls,
        game: AnyGame,
        options: RuleOptions,
        *,
        players: int | None = None,
        colours: Mapping[str, str] | None = None,
        known: PositionLike | None = None,
        profile: Profile | None = None,
        **how: Any,
    ) -> Wanted:
        """Return the request, its options brought in line with *known* and *colours*. Raises ``Failure``."""
        names = dict(colours or (profile.colours if profile else {}))
        names = colours_in_play(options if known is None else known.options, names)
        options = seated(game, options, players, names) if known is None else known.options
        check_colours(names, options)
        stated = options.players if players or known is not None or names else None
        return cls(game, options, stated, names, known, profile=profile, **how)

    def seer(self, kit: Kit, picture: Picture) -> Seer:
        from kiebitz.eye.seer import Seer

        corners_px = _working_corners(picture, self.corners_px)
        return Seer(
            kit, players=self.stated, near=self.near, corners_px=corners_px, camera=self.camera, profile=self.profile,
            sharing=not self.colours,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A picture with its board's place and reading, for drawing; ``answer`` is the result."""

    picture: Picture
    place: Place
    board: BoardReading
    answer: ReadBoard


def find_board(picture: Picture, wanted: Wanted) -> tuple[Place | None, LocatedBoard]:
    """Return where the board lies, in working pixels, and the answer. Raises ``Failure``."""
    kit = kit_of(wanted.game.name, wanted.options)
    begun = time.perf_counter()
    seer = replace(wanted, stated=wanted.options.players).seer(kit, picture)
    place, instead = believed(picture.image, kit, seer.find_any(picture.image))
    located = _located(picture, place, kit, instead, time.perf_counter() - begun)
    return place, LocatedBoard(**located, warnings=(*warned(picture), *_low(picture, place)))


def find_any_board(
    picture: Picture, *, near: str | None = None, camera: Camera | None = None
) -> tuple[Place | None, LocatedBoard]:
    """Return the place of a board of any game, in working pixels, and the answer.

    Raises ``Failure`` if several printed boards are in view.
    """
    begun = time.perf_counter()
    found = any_board(picture.image, near=near, camera=camera)
    if found.boards and found.trouble:
        raise Failure(found.trouble)
    where = _where(picture, found.place, trouble=found.trouble)
    where |= {"whose": found.boards, "seconds": time.perf_counter() - begun}
    return found.place, LocatedBoard(**where, warnings=(*warned(picture), *_low(picture, found.place)))


def _low(picture: Picture, place: Place | None) -> tuple[Warned, ...]:
    """Return a warning if the camera is too low for the pieces at *place* to be read."""
    faults = () if place is None else picture_faults(picture.image, place)
    return tuple(fault for fault in faults if fault.code == "low")


def look(picture: Picture, wanted: Wanted) -> tuple[ReadBoard, Looked | None]:
    """Return the board's contents and, if a board is found, what they were read from. Raises ``Failure``."""
    game, options = wanted.game, wanted.options
    kit = readable_kit(game.name, options)
    check_owned(wanted.colours, kit)
    begun = time.perf_counter()
    seer = wanted.seer(kit, picture)
    place, instead = believed(picture.image, kit, seer.find_any(picture.image))
    if place is None:
        faults = picture_faults(picture.image, None)
        located = _located(picture, None, kit, instead, time.perf_counter() - begun, faults)
        return ReadBoard(game=game.name, options=options, warnings=(*warned(picture), *faults), **located), None
    board = seer.read(picture.image, place, wanted.colours)
    seconds = time.perf_counter() - begun
    invented = _invented(picture, board, wanted)
    if wanted.stated is None:
        options = replace(options, players=min(max(options.players, len(board.colours)), options.most_players()))
    answer = ReadBoard(
        game=game.name,
        options=options,
        text=_position_text(game, board, options, wanted.known),
        cells={name: _cell(board, name) for name in board.reading.cells},
        colours={seat: colour for seat, colour in board.colours.items() if seat not in invented},
        unsure=board.unsure + _owned(board, invented),
        covered=board.covered,
        warnings=(
            *warned(picture),
            *board.warnings,
            *way_round(place),
            *picture_faults(picture.image, place, board.covered),
            *_other_board(instead),
        ),
        **_located(picture, place, kit, instead, seconds),
    )
    return answer, Looked(picture, place, board, answer)


def _invented(picture: Picture, board: BoardReading, wanted: Wanted) -> frozenset[str]:
    """Return the seats whose colours a grey *picture* cannot show; those known to be black, white or clear it can."""
    if side_names(wanted.game) or not is_grey(picture.image):
        return frozenset()
    return frozenset(board.colours) - {seat for seat, colour in wanted.colours.items() if colour in _WITHOUT_COLOUR}


def _owned(board: BoardReading, seats: frozenset[str]) -> tuple[str, ...]:
    """Return the cells that are read as pieces of *seats*, except those already doubtful or covered."""
    known = {*board.unsure, *board.covered}
    return tuple(cell for cell, content in board.contents.items() if content[:1] in seats and cell not in known)


def _working_corners(picture: Picture, corners_px: Sequence[Point] | None) -> list[Point] | None:
    """Convert corners from the file's pixels to the working picture's. Raises ``Failure`` if all are outside."""
    if corners_px is None:
        return None
    if picture.mirrored:
        raise Failure(
            f"{picture.name} is mirrored, so its corners cannot be named; leave --corners out, or turn it round"
        )
    points = [(float(x), float(y)) for x, y in picture.working_px(corners_px)]
    height, width = picture.image.shape[:2]
    for along, size in zip(zip(*points, strict=True), (width, height), strict=True):
        if max(along) < 0 or min(along) > size:
            across, down = round(width / picture.scale), round(height / picture.scale)
            raise Failure(f"--corners lie outside {picture.name}, which has {across} × {down} pixels")
    return points


def looked_for(kit: Kit) -> str:
    """Return the size of the board searched for, in words; empty if the game has boards of one size only."""
    plan = kit.plan
    if sizes_of(kit.name) is None:
        return ""
    return f" of {plan.columns} × {plan.rows} cells (another size: --options board_size=…)"


def _missed(
    picture: Picture, size: str, instead: Sequence[Board], trouble: str, faults: Sequence[Warned] | None
) -> str:
    """Return why no board is found: *size* is from ``looked_for``, *instead* the boards seen, *trouble* an obstacle.

    *faults* are the picture's faults; None: they are looked for if they matter.
    """
    height, width = picture.image.shape[:2]
    if min(height, width) < SMALLEST_PX:
        return f"no board found; the picture has only {width} × {height} pixels, take a larger one"
    if seen := in_words(instead) or trouble:
        return f"no board{size.partition(' (')[0]} found; {seen}"
    faults = picture_faults(picture.image, None) if faults is None else faults
    if light := next((fault.text for fault in faults if fault.code in OF_ANY_PICTURE), ""):
        return f"no board{size.partition(' (')[0]} found. {light}"
    return f"no board{size} found; all of it should be in the picture, or name its corners with --corners"


def _other_board(instead: Sequence[Board]) -> tuple[Warned, ...]:
    """Return a warning if the board that was found is another one by its print."""
    if not instead:
        return ()
    printed = " and ".join(board.words for board in instead)
    return (Warned("other-board", f"What is printed is {printed}.", f"Type {' or '.join(b.typed for b in instead)}."),)


def _located(
    picture: Picture,
    place: Place | None,
    kit: Kit,
    instead: tuple[Board, ...],
    s: float,
    faults: Sequence[Warned] | None = None,
) -> _Located:
    """Return the fields of a ``LocatedBoard``, in pixels of the file, after *s* seconds."""
    where = _where(picture, place, looked_for(kit), instead, faults=faults)
    return {**where, "whose": (board_of(kit),), "looks_like": instead, "seconds": s}


def _where(
    picture: Picture,
    place: Place | None,
    size: str = "",
    instead: Sequence[Board] = (),
    *,
    trouble: str = "",
    faults: Sequence[Warned] | None = None,
) -> _Located:
    if place is None:
        return {"found": False, "reason": _missed(picture, size, instead, trouble, faults)}
    corners = {board.plan.prefix: file_corners(picture, board) for board in place.boards}
    where: _Located = {
        "found": True,
        "method": place.method,
        "found_by": place.found_by,
        "error_px": place.error_px / picture.scale,
    }
    if len(corners) > 1 or "" not in corners:
        where["boards"] = corners
    else:
        where["corners_px"] = corners[""]
    return where


def file_corners(picture: Picture, place: Registration) -> Corners:
    """Return the playing area's corners in pixels of the file."""
    return tuple((float(x), float(y)) for x, y in picture.file_px(place.corners_px))


def _position_text(game: AnyGame, board: BoardReading, options: RuleOptions, known: PositionLike | None) -> str:
    """Return the board as a position; side to move, passes and ply are taken from *known*."""
    contents = dict.fromkeys((*board.covered, *board.views.cells), ".") | board.contents
    return game.format_contents(contents, options) if known is None else text_like(game, contents, known)


def _cell(board: BoardReading, name: str) -> Cell:
    (content, p), *others = board.reading.probabilities(name).items()
    return Cell(content, p, tuple(others[:3]))
