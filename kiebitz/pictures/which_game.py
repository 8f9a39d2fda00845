"""Which game's board a picture shows: by the tags and the code printed on it, or by how many cells are seen.

One stray tag decides nothing: two of a board must agree with each other, or its code must be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import combinations

import cv2
import numpy as np

from calibration.boards import board_seen
from calibration.places import Place, overlap
from calibration.registration import Array, Registration
from calibration.sheet_marks import find_sheet
from calibration.tags import frames_in, is_crowded
from core.games import names
from core.json_types import JsonObject
from kiebitz.kits import has_kit, kit_of
from kiebitz.pictures.frame import Image
from kits.kit import Kit
from kits.stamp import MODULE_MM, MODULES, QUIET_MM, Stamp

_MODULE_PX = 12
"""Pixels per module when a board's code is laid flat."""
_TURN_DEG = 25.0
"""How far mini-boards may be turned from where their number of players would place them, in degrees."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game's board: ``board_size`` where there are several sizes, ``players`` where their number changes the board.

    >>> board = Board("tabik", board_size=6)
    >>> board.words, board.typed
    ("Tabik's 6 × 6", '--game tabik --options board_size=6')
    """

    game: str
    players: int | None = None
    board_size: int | None = None

    @property
    def words(self) -> str:
        """Whose board it is, and which."""
        title = kit_of(self.game).title
        whose = f"{title}'" if title.endswith("s") else f"{title}'s"
        if self.board_size is not None:
            return f"{whose} {self.board_size} × {self.board_size}"
        return f"{whose} board" + ("" if self.players is None else f" for {self.players}")

    @property
    def typed(self) -> str:
        """The options of the command line that name it."""
        usual = boards_of_game(self.game).get(self) == kit_of(self.game)
        players = "" if usual or self.players is None else f" --players {self.players}"
        size = "" if usual or self.board_size is None else f" --options board_size={self.board_size}"
        return f"--game {self.game}{players}{size}"

    def as_json(self) -> JsonObject:
        return {"game": self.game, "players": self.players, "board_size": self.board_size, "option": self.typed}


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """The printed boards in a picture; what stands in the way of naming one is in ``trouble``."""

    boards: tuple[Board, ...]
    trouble: str = ""
    places: tuple[Registration, ...] = ()
    """The playing areas whose tags are seen; each mini-board has its own."""
    remark: str = ""
    """Says that there is a second board like the one that is named; empty if there is none."""

    @property
    def only(self) -> Board | None:
        """The one board there is; None where there are several or none."""
        return self.boards[0] if len(self.boards) == 1 else None


@cache
def boards_of_game(game: str) -> Mapping[Board, Kit]:
    """Return every board that *game* may be played on, with its equipment."""
    if not has_kit(game):
        return {}
    module = import_module(f"kits.{game}")
    if sizes := getattr(module, "SIZES", None):
        return {Board(game, board_size=size): module.kit(board_size=size) for size in sizes}
    if kit_of(game).minis:
        return {Board(game, players=n): module.kit(players=n) for n in range(2, module.MOST_PLAYERS + 1)}
    return {Board(game): kit_of(game)}


def board_of(equipment: Kit) -> Board:
    """Return the board that *equipment* has."""
    for board, each in boards_of_game(equipment.name).items():
        if (each.plan, each.markers, each.minis) == (equipment.plan, equipment.markers, equipment.minis):
            return board
    return Board(equipment.name, board_size=equipment.plan.columns)


@cache
def frames_of(games: tuple[str, ...]) -> Mapping[tuple[Board, str], Kit]:
    """Return the frames of tags of all boards of *games*: board and seat of a mini-board → what lies within.

    Mini-boards are told by their seats, as those for most players have them.
    """
    found: dict[tuple[Board, str], Kit] = {}
    for game in games:
        for board, whole in boards_of_game(game).items():
            if not whole.minis:
                found[board, ""] = whole
            for mini, each in zip(whole.minis, alone(whole), strict=True):
                found[Board(game), mini.seat] = each
    return {name: each for name, each in found.items() if each.markers}


def alone(whole: Kit) -> tuple[Kit, ...]:
    """Return the equipment of each mini-board of *whole* by itself; none where it has no mini-boards."""
    return tuple(
        replace(whole, plan=mini.plan, markers=mini.markers, code_mm=mini.code_mm, minis=()) for mini in whole.minis
    )


def printed_boards(image: Image, games: Sequence[str] = (), *, thorough: bool = True) -> Printed:
    """Return the printed boards in *image*, of *games* or of any game, by their tags.

    Where these name none, only a *thorough* look goes on to codes, stray tags and the calibration target.
    """
    games = tuple(games) or names()
    frames = frames_of(games)
    named = {f"{number}": name for number, name in enumerate(frames)}
    tags = frames_in(image, {key: frames[name] for key, name in named.items()})
    seen = {name: tags.seen[key] for key, name in named.items() if key in tags.seen}
    places = tuple(seen.values())
    boards: dict[Board, str] = {}
    for board in dict.fromkeys(board for board, _ in seen):
        parts = {seat: place for (other, seat), place in seen.items() if other == board}
        found, trouble = (board, "") if "" in parts else _of_minis(image, board.game, parts)
        boards[found] = trouble
    if len(boards) > 1:
        which = " and ".join(board.words for board in boards)
        trouble = f"several printed boards are in view, {which}: name yours with --game and --options"
        return Printed(tuple(boards), trouble, places)
    twice = {named[key][0] for key in tags.twice}
    remark = f"{_list(twice)} is in view twice: the larger one is meant." if twice else ""
    for board, trouble in boards.items():
        return Printed((board,), trouble, places, remark)
    if not thorough:
        return Printed(())
    if is_crowded(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)):
        return Printed(())
    if coded := _coded(image, games):
        return Printed((coded,))
    if doubtful := {named[key][0] for key in tags.doubtful}:
        return Printed((), f"only one tag is seen, perhaps of {_list(doubtful)}: show more of the frame")
    if find_sheet(image) is not None:
        return Printed((), "this is the calibration target, not a board: picture the board")
    return Printed(())


def _list(boards: set[Board]) -> str:
    return " or ".join(sorted(board.words for board in boards))


def _of_minis(image: Image, game: str, parts: Mapping[str, Registration]) -> tuple[Board, str]:
    """Return the board that the mini-boards at *parts*, by seat, make up, and what remains unknown about it."""
    frames = frames_of((game,))
    stamps = [_stamp(image, place, frames[Board(game), seat]) for seat, place in parts.items()]
    told = {stamp.variant.rstrip("ABCDEFGH") for stamp in stamps if stamp is not None and stamp.game == game}
    if len(told) == 1 and (number := told.pop()).isdigit():
        return Board(game, players=int(number)), ""
    least = max(2, *(ord(seat) - ord("A") + 1 for seat in parts))
    most = max(board.players or 2 for board in boards_of_game(game))
    if not told and (turned := _as_turned(parts, range(least, most + 1))):
        return Board(game, players=turned), ""
    number = f"{least} or more" if least < most else f"{least}"
    return Board(game), f"the boards of {', '.join(sorted(parts))} do not say how many play: add --players, {number}"


def _as_turned(parts: Mapping[str, Registration], numbers: Iterable[int]) -> int | None:
    """Return how many play, which the turns between the mini-boards in view tell; None if they leave it open."""
    pairs = [(ord(b) - ord(a), _turn_deg(parts[a], parts[b])) for a, b in combinations(sorted(parts), 2)]
    numbers = list(numbers)
    for sign in (1, -1):
        fitting = [
            number
            for number in numbers
            if all(abs((sign * turn - steps * 360 / number + 180) % 360 - 180) < _TURN_DEG for steps, turn in pairs)
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _turn_deg(one: Registration, other: Registration) -> float:
    """Return by how many degrees the board *other* is turned relative to *one*."""
    R = one.R.T @ other.R
    return float(np.degrees(np.arctan2(R[1, 0], R[0, 0])))


def _stamp(image: Image, place: Registration, within: Kit) -> Stamp | None:
    """Return what the code of the board at *place* says; None if it cannot be read."""
    if within.code_mm is None:
        return None
    half = within.code_side_mm / 2 * (1 + 2 * QUIET_MM / (MODULES * MODULE_MM))
    x, y = within.code_mm
    px = place.px_from_board([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
    side = (MODULES + 8) * _MODULE_PX
    flat = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32) - np.float32(0.5)
    view = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(px.astype(np.float32), flat), (side, side), flags=cv2.INTER_CUBIC
    )
    soft = cv2.GaussianBlur(view, (0, 0), _MODULE_PX)
    view = cv2.addWeighted(view, 3.0, soft, -2.0, 0)
    corners: Array = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * MODULES * _MODULE_PX + 4 * _MODULE_PX
    text = cv2.QRCodeDetector().decode(view, corners.astype(np.float32)[None])[0]
    return _parsed(text) or _parsed(cv2.QRCodeDetector().detectAndDecode(view)[0])


def _parsed(text: str) -> Stamp | None:
    try:
        return Stamp.parse(text)
    except ValueError:
        return None


def _coded(image: Image, games: Sequence[str]) -> Board | None:
    """Return the board of *games* whose code is readable in *image*; None if there are none or several."""
    found, texts, _, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(image)
    boards = {_named(stamp) for text in (texts if found else ()) if (stamp := _parsed(text)) is not None}
    known = {board for board in boards if board is not None and board.game in games}
    return known.pop() if len(known) == 1 else None


def _named(stamp: Stamp) -> Board | None:
    """Return the board on which *stamp* is printed; None if this version does not know it."""
    number = stamp.variant.rstrip("ABCDEFGH")
    for board in boards_of_game(stamp.game) if stamp.game in names() else ():
        if str(board.board_size or board.players or "") == number:
            return board
    return None


def in_words(boards: Sequence[Board]) -> str:
    """Return in words which of *boards* a picture may show, and what to type; empty if there are none."""
    if not boards:
        return ""
    whose = " or ".join(board.words for board in boards)
    return f"this looks like {whose}: {' or '.join(board.typed for board in boards)}"


def looks_like(image: Image, *, but: Board | None = None) -> tuple[Board, ...]:
    """Return whose board *image* shows: several where these look the same; none where it may as well be that of *but*.

    A printed board is known by its tags; of others one must be seen clearly, as a whole.
    """
    printed = printed_boards(image).boards
    return tuple(board for board in printed if board != but) if printed else unprinted(image, but=but)


def unprinted(image: Image, *, but: Board | None = None) -> tuple[Board, ...]:
    """Return ``looks_like`` by the number of cells alone, whatever is printed."""
    every = {board: each for game in names() for board, each in boards_of_game(game).items() if each.has_whole}
    sides = {board: (each.plan.columns, each.plan.rows) for board, each in every.items()}
    seen = board_seen(image, {sides[board]: each.ground.block for board, each in every.items()})
    if seen is None:
        return ()
    side, chequered = seen
    alike = [board for board in every if sides[board] == side and every[board].ground.chequered == chequered]
    return () if but in alike else tuple(alike)


def for_players(image: Image, game: str) -> Board | None:
    """Return which board of *game*, by the number of its cells, *image* shows, if that tells how many play."""
    seen = [board for board in unprinted(image) if board.game == game and board.players is not None]
    return seen[0] if len(seen) == 1 else None


def believed(image: Image, equipment: Kit, place: Place | None) -> tuple[Place | None, tuple[Board, ...]]:
    """Return *place*, of the board of *equipment*, if it can be believed, and whose boards are in view instead."""
    if place is None:
        return None, looks_like(image, but=board_of(equipment))
    return unless_printed(image, equipment, place)


def unless_printed(image: Image, equipment: Kit, place: Place) -> tuple[Place | None, tuple[Board, ...]]:
    """Return *place* if it is no part of another printed board, and which others are in view where no tags found it.

    Lines within another board's frame are that board's, unless it has the same cells as that of *equipment*, and like
    that one has rods between them or none.
    """
    if place.method != "lattice":
        return place, ()
    printed, board = printed_boards(image, thorough=False), board_of(equipment)
    alien = all((kit_of(other.game).rod is None) != (equipment.rod is None) for other in printed.boards)
    others = [other for other in printed.places if alien or other.plan.cells != equipment.plan.cells]
    taken = any(overlap(other, own) for other in others for own in place.boards)
    return None if taken else place, tuple(other for other in printed.boards if other != board)
