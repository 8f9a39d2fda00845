"""A board in a picture, of a named game or of whichever game's is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.locate import locate
from calibration.places import Place
from calibration.registration import Camera
from core.games import names
from kiebitz.kits import has_kit, kit_of
from kiebitz.pictures.cameras import check_shape
from kiebitz.pictures.frame import Image
from kiebitz.pictures.which_game import Board, boards_of_game, printed_boards, unprinted
from kits.kit import Kit


@dataclass(frozen=True, slots=True, eq=False)
class AnyBoard:
    """What was found without asking for a game: whose board it may be, with the first one's equipment and place."""

    boards: tuple[Board, ...]
    kit: Kit | None
    place: Place | None
    trouble: str = ""
    """Why no place was found; empty if one was."""


def place_of(
    image: Image,
    equipment: Kit,
    *,
    near: str | None = None,
    players: int = 2,
    camera: Camera | None = None,
    corners_px: Sequence[tuple[float, float]] | None = None,
) -> Place | None:
    """Return where the board lies, or those of a ring's mini-boards that are seen; None where there is none."""
    check_shape(camera, image)
    return locate(image, equipment, near=near, players=players, camera=camera, corners_px=corners_px)


def any_board(image: Image, *, near: str | None = None, camera: Camera | None = None) -> AnyBoard:
    """Return the board in *image*: a printed one, or else a chessboard, or else one whose cells are counted."""
    printed = printed_boards(image)
    if printed.boards and (printed.trouble or printed.only is None):
        return AnyBoard(printed.boards, None, None, printed.trouble)
    if printed.only is not None:
        return _placed(image, (printed.only,), near, camera)
    chess = tuple(Board(game) for game in names() if has_kit(game) and kit_of(game).ground.chequered)
    found = _placed(image, chess, near, camera)
    if found.place is None and (boards := unprinted(image)):
        found = _placed(image, boards, near, camera)
    return found if found.place is not None else AnyBoard((), None, None, printed.trouble)


def _placed(image: Image, boards: tuple[Board, ...], near: str | None, camera: Camera | None) -> AnyBoard:
    if not boards:
        return AnyBoard((), None, None)
    equipment = boards_of_game(boards[0].game)[boards[0]]
    place = place_of(image, equipment, near=near, players=boards[0].players or 2, camera=camera)
    return AnyBoard(boards, equipment, place)
