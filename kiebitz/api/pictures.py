"""Boards in pictures: found and read, and a pretend table to try that on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.registration import Camera
from core.games import find
from core.options import RuleOptions
from kiebitz.api.boards import LocatedBoard, ReadBoard
from kiebitz.api.looking import Wanted, find_any_board, find_board, look
from kiebitz.api.seats import colours_by_seat, options_of
from kiebitz.api.whose import check_printed, printed_on, said_by
from kiebitz.pictures.cameras import load_camera
from kiebitz.pictures.files import Given, Picture, load
from kiebitz.pictures.frame import Image
from kiebitz.pictures.mirrored import put_right
from kiebitz.pictures.profiles import Profile, load_profile
from kiebitz.table.corners import Point, check_corners

if TYPE_CHECKING:
    from kiebitz.api.play import Position
    from simulator.table import Table


def locate(
    image: Given,
    game: str | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    near: str | None = None,
    corners: Sequence[Point] | None = None,
    camera: str | Path | None = None,
) -> LocatedBoard:
    """Return where the board of *game* lies in *image*: a path, a file's bytes, or an array (BGR, uint8).

    Raises ``kiebitz.Failure`` if *image* is not a picture. If it shows no board, ``found`` is false.

    Args:
        game: its name; if left out, it is read off the printed board or inferred from the number of cells.
        options: of the game, such as {"board_size": 6}.
        near: the seat nearest to the camera, where the board is unmarked.
        corners: the board's corners, found by hand: a1, h1, h8, a8.
        camera: a file or a name of `kiebitz calibrate`.

    >>> import kiebitz
    >>> image = kiebitz.pretend_picture(kiebitz.game("tink").start())
    >>> board = kiebitz.locate(image)
    >>> board.found, board.method, len(board.corners_px)
    (True, 'tags', 4)
    """
    picture = put_right(load(image))
    if game is None and corners is None and players is None and not options:
        check_near(near)
        return find_any_board(picture, near=near, camera=_camera(camera))[1]
    wanted = pictured(picture, game, players=players, options=options, near=near, corners=corners, camera=camera)
    return find_board(picture, wanted)[1]


def read(
    image: Given,
    game: str | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    colours: Sequence[str] | Mapping[str, str] | None = None,
    position: Position | None = None,
    near: str | None = None,
    corners: Sequence[Point] | None = None,
    camera: str | Path | None = None,
    profile: str | None = None,
) -> ReadBoard:
    """Read the board of *game* in *image*: a path, a file's bytes, or an array (BGR, uint8).

    Raises ``kiebitz.Failure`` if *image* is not a picture, or if *game* is left out and no printed board names it.
    If the picture shows no board of the game, ``found`` is false.

    Args:
        game: its name; if left out, it is read off the printed board.
        players: the number of players; by default the number of colours.
        options: of the game, such as {"board_size": 6}.
        colours: of the seats' pieces, in seat order or by seat: {"B": "blue"}.
        position: supplies what no picture shows: side to move, counters, ply.
        near: the seat nearest to the camera, where the board is unmarked.
        corners: the board's corners, found by hand: a1, h1, h8, a8.
        camera: a file or a name of `kiebitz calibrate`.
        profile: a name of `kiebitz teach`.

    >>> import kiebitz
    >>> position = kiebitz.game("tink").start().play("Sc3").play("Sd5")
    >>> image = kiebitz.pretend_picture(position)
    >>> board = kiebitz.read(image, colours=["red", "yellow"])
    >>> board.game, board.text
    ('tink', '8/8/8/3Bs4/8/2As5/8/8 A 0,0 0')
    >>> board.position() == position
    True
    """
    picture = put_right(load(image))
    wanted = pictured(
        picture, game, players=players, options=options, colours=colours, known=position, near=near, corners=corners,
        camera=camera, profile=profile,
    )  # fmt: skip
    return look(picture, wanted)[0]


def pictured(
    picture: Picture,
    game: str | None,
    *,
    players: int | None,
    options: Mapping[str, object] | None,
    known: Position | None = None,
    **how: Any,
) -> Wanted:
    """Return a caller's request; what it leaves out is read off the printed board. Raises as ``wanted_of``."""
    game = known.game.name if game is None and known is not None else game
    if game is not None and (known is not None or how["corners"] is not None):
        return wanted_of(game, players=players, options=options, known=known, **how)
    values = dict(options or {})
    board = printed_on(picture.image, game, players=players or _players_in(values))
    if board is not None:
        game = board.game
        values |= said_by(board, values if players is None else {*values, "players"})
    assert game is not None
    wanted = wanted_of(game, players=players, options=values, known=known, **how)
    if board is not None:
        check_printed(board, wanted.options)
    return wanted


def _players_in(options: Mapping[str, object]) -> int | None:
    told = options.get("players")
    return told if isinstance(told, int) else None


def wanted_of(
    game: str,
    *,
    players: int | None,
    options: Mapping[str, object] | None,
    near: str | None,
    corners: Sequence[Point] | None,
    camera: str | Path | None,
    colours: Sequence[str] | Mapping[str, str] | None = None,
    known: Position | None = None,
    profile: str | None = None,
) -> Wanted:
    """Return a caller's request. Raises ``Failure`` or ``ValueError``."""
    rules = find(game)
    chosen = options_of(rules, players, options)
    check_near(near)
    if corners is not None:
        check_corners(corners)
    return Wanted.of(
        rules,
        chosen,
        players=players or _players_in(options or {}),
        colours=colours_by_seat(colours),
        known=None if known is None else known.state,
        near=near,
        corners_px=corners,
        camera=_camera(camera),
        profile=_profile(profile, game),
    )


def check_near(seat: str | None) -> None:
    if seat is not None and seat not in ("A", "B", "C", "D"):
        raise ValueError(f"near must be A, B, C or D, not {seat!r}")


def _camera(name: str | Path | None) -> Camera | None:
    return None if name is None else load_camera(str(name))


def _profile(name: str | None, game: str) -> Profile | None:
    return None if name is None else load_profile(name, game)


def pretend_picture(position: Position, *, seed: int = 1) -> Image:
    """Return a picture of *position* on a pretend table with the printed kit, BGR: to try things without a camera.

    *seed* chooses how the pieces are turned, and the noise.

    >>> import kiebitz
    >>> kiebitz.pretend_picture(kiebitz.game("tink").start()).shape
    (960, 1280, 3)
    """
    return _pretend_table(position.game.name, position.state.options, seed).picture(position.contents, seed=seed).image


@lru_cache(maxsize=4)
def _pretend_table(game: str, options: RuleOptions, seed: int) -> Table:
    """Return the table on which positions of *game* are shown; drawing it takes longer than a picture of it."""
    from kiebitz.kits import kit_of
    from simulator.calm import calm_table

    return calm_table(kit_of(game, options), players=options.players, seed=seed)
