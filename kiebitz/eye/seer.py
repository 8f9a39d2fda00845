"""The real ``Eye``: calibration finds the board, vision reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.locate import relocate
from calibration.places import Place
from calibration.registration import Camera, Registration
from core.reading import Misplaced
from kiebitz.eye.protocol import Look, nearest_turn
from kiebitz.eye.spot import SAME_CELLS, is_off
from kiebitz.failure import Failure
from kiebitz.pictures.any_board import place_of
from kiebitz.pictures.cameras import has_shape
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import Profile
from kiebitz.pictures.which_game import Board, board_of, printed_boards, unless_printed
from kiebitz.table.corners import Point
from kits.kit import Kit
from vision.contents import model_for
from vision.framing import FRAMING
from vision.misplaced import misplaced
from vision.network import Model, Network, shared_network
from vision.pitch import learned_pitch
from vision.reader import BoardReading, read_board
from vision.recalling import Recalling

_STILL_CELLS = 0.1
"""If no corner of a board has moved by this much, in cells, it lies where it did, and so do the hidden boards."""


class Seer:
    """Finds and reads one game's board, and learns how large a bought board is and, unless it is known, the lens.

    The mini-boards of a ring are found one by one; a picture may show some of them.
    """

    def __init__(
        self,
        kit: Kit,
        *,
        players: int | None = None,
        near: str | None = None,
        corners_px: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
        profile: Profile | None = None,
        sharing: bool = False,
    ) -> None:
        self._kit = kit
        self._players = players
        self._expected = players, False
        """The number of players to read for, and whether there may be fewer."""
        self._sharing = sharing
        """Whether each player may have several colours, because nobody has said who plays which."""
        self._near = near
        self._corners_px = corners_px
        self._camera = camera
        self._lens: Camera | None = None
        """The camera as learned from the board that was found last."""
        self._ring = Ring(tuple(mini.seat for mini in kit.minis))
        self._latest: BoardReading | None = None
        self._networks: dict[str, Recalling] = {}
        self._log_pitch = None if profile is None else profile.log_pitch
        if profile is not None and kit.other_pieces is not None and model_for(kit).name != profile.model:
            self._kit = kit.with_other_pieces()

    def find(self, image: Image) -> Place | None:
        place = self._sought(image)
        if place is not None:
            self._lens = place.camera
        return place

    def _sought(self, image: Image) -> Place | None:
        place = self.find_any(image)
        if place is None:
            return None
        if self._kit.has_whole or place.found_by == "hand":
            own = unless_printed(image, self._kit, place)[0]
            return None if own is None else self._in_part(own)
        self._ring = self._ring.with_picture(place)
        return self._ring.place

    def _in_part(self, place: Place) -> Place:
        """Return *place*, marked as shown in part if its mini-boards make one flat grid and the picture cuts it."""
        whole = not (self._kit.minis and place.is_cut)
        return place if place.whole == whole else replace(place, whole=whole)

    def by_hand(self, image: Image, corners_px: Sequence[Point]) -> Place | None:
        """Return the place of the board with *corners_px* in *image*; None where no camera sees a board so."""
        return place_of(image, self._kit, camera=self._camera_of(image), corners_px=corners_px)

    def _camera_of(self, image: Image) -> Camera | None:
        """Return what is known of the camera that took *image*: from people, or else from earlier pictures."""
        learned = self._lens if self._lens is not None and has_shape(self._lens, image) else None
        return self._camera or learned

    def find_any(self, image: Image) -> Place | None:
        """Return the place of the board, or of the visible mini-boards of a ring; None if none is found."""
        return place_of(
            image,
            self._kit,
            near=self._near,
            players=self._players or 2,
            camera=self._camera_of(image),
            corners_px=self._corners_px,
        )

    def follow(self, image: Image, place: Place) -> Place | None:
        """Return the current place of the board that was at *place*, searching there first and then everywhere."""
        followed = relocate(image, place, self._kit)
        if followed is not None:
            return self._in_part(followed)
        found = self.find(image)
        if found is None:
            return None
        if place.found_by == "tags" != found.found_by:
            return place if not is_off(found, place, SAME_CELLS) and not self.other(image) else None
        return nearest_turn(found, place.corners_px)

    def other(self, image: Image) -> str:
        """Return whose printed board is in view, in words; empty if there is none, or only one like this."""
        own = board_of(self._kit)
        printed = printed_boards(image, thorough=False).boards
        other = next((each for each in printed if (each.game, each.board_size) != (own.game, own.board_size)), None)
        if other is None:
            return ""
        return other.words if other.game == own.game else Board(other.game).words

    def read(self, image: Image, place: Place, colours: Mapping[str, str]) -> BoardReading:
        """Return the whole answer of the reader. Raises ``Failure`` for a colour that it does not know."""
        last = max(colours, default="@")
        players, fewer = self._expected
        names = [colours.get(chr(seat)) for seat in range(ord("A"), ord(last) + 1)]
        try:
            return read_board(
                image,
                place,
                self._kit,
                players=players,
                fewer=fewer or not place.whole,
                sharing=self._sharing,
                colours=names,
                log_pitch=self._log_pitch,
                networks=self._recalling,
            )
        except ValueError as error:
            raise Failure(str(error)) from None

    def _recalling(self, model: Model) -> Network:
        """Return the network of *model*, which remembers what it has looked at."""
        if model.name not in self._networks:
            self._networks[model.name] = Recalling(shared_network(model))
        return self._networks[model.name]

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        self._latest = self.read(image, place, colours)
        framing = tuple(warned for warned in self._latest.warnings if warned.code in FRAMING)
        return Look(self._latest.reading, self._latest.colours, framing, self._latest.prior_nats, self._latest.further)

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:
        kit = self._kit if self._latest is None else self._latest.kit
        return misplaced(image, place, kit, cells)

    def expect(self, players: int, *, fewer: bool) -> None:
        self._expected = players, fewer

    def learn(self, contents: Mapping[str, str]) -> None:
        if self._latest is not None and self._latest.log_pitch is not None:
            self._log_pitch = learned_pitch(self._latest, contents)


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """The mini-boards of a ring, which belong to *seats*, in their order, as the *latest* picture shows them.

    It shows those whose tags are seen, and what is hidden from an unmoved camera. A board that is hidden while the
    camera goes elsewhere is not in the picture: where it should lie beside the others could be known only to 0.1 to 0.7
    cells (benchmarks/README.md), too little to read.
    """

    seats: tuple[str, ...]
    latest: Mapping[str, Registration] = field(default_factory=dict)

    def with_picture(self, seen: Place) -> Ring:
        """Return the ring after a picture in which *seen* are the boards that were found."""
        boards = {board.plan.prefix: board for board in seen.boards}
        still = any(_is_still(board, self.latest.get(seat)) for seat, board in boards.items())
        return replace(self, latest={**self.latest, **boards} if still else boards)

    @property
    def place(self) -> Place:
        """The boards in the latest picture, in the order of their seats."""
        boards = tuple(self.latest[seat] for seat in self.seats if seat in self.latest)
        place = Place(boards)
        return replace(place, whole=len(boards) == len(self.seats) and not place.is_cut)


def _is_still(board: Registration, before: Registration | None) -> bool:
    if before is None or before.camera.size != board.camera.size:
        return False
    return not is_off(Place((before,)), Place((board,)), _STILL_CELLS)
