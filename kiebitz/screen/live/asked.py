"""The table that people ask for, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from calibration.registration import Camera
from core.game import PositionLike
from core.games import find, names
from core.options import SEATS
from kiebitz.api.looking import Wanted
from kiebitz.api.seats import check_owned, colours_by_seat, options_of
from kiebitz.archive.people import check_names
from kiebitz.archive.recorded import Recorded
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.clock import controls_of
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.kits import readable_kit
from kiebitz.pictures.cameras import camera_path, has_shape, load_camera
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import load_profile, profile_games
from kiebitz.screen.doors.fields import object_of, one_of, text_or_none, true_or_false, whole_or_none
from kiebitz.screen.live.drill import drill_of
from kiebitz.screen.views.lens import kept_cameras
from kiebitz.watching.across import clocks_there
from kiebitz.watching.dialling import Guest, guest_of, kept_address

PHONE = "phone"
DEMO = "demo"
_DIALLING_S = 4.0
"""Seconds that another table may take to answer before the page reports that it does not."""
_TOLD_THERE = {"game", "players", "options", "start", "puzzle", "clock"}
"""What a guest does not choose, because the other table's game decides it."""
_GO_WITH_PUZZLES = {"game", "colours", "source", "lens", "puzzle", "pictures"}


@dataclass(frozen=True, slots=True)
class Ask:
    """The table that people want: which game, who plays, and what looks at it.

    Without *game* the printed board says it. With *resume* the newest unfinished game goes on. *clock* is a time
    control, for all or by seat; *bots* are the levels of the seats that Kiebitz plays; *fair* play has neither bots
    nor hints. *lens* names the lens of the phone's camera, as ``kiebitz calibrate`` and the camera page keep it.
    *names* are those of the people, by seat. *puzzle* is the number of one of *game*, to be set up and solved. *start*
    is the position that *game* begins with; without it, the first one seen. With *pictures* whole pictures of the game
    are kept, with all that the camera sees. *near* is the seat nearest to the camera, where no mark on the board tells.
    *twin* is the address of another table, whose game is played on this board as well, and *seat* what is played here.
    *profile* names what was taught of this table.
    """

    game: str | None = None
    players: int | None = None
    options: Mapping[str, object] | None = None
    colours: Sequence[str] | Mapping[str, str] | None = None
    source: str = PHONE
    resume: bool = False
    clock: str | Mapping[str, str] | None = None
    bots: Mapping[str, int] = field(default_factory=dict)
    fair: bool = False
    lens: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    puzzle: int | None = None
    start: str | None = None
    pictures: bool = False
    near: str | None = None
    twin: str | None = None
    seat: str | None = None
    profile: str | None = None

    def check_start(self) -> None:
        """Raise ``Failure`` where *start* does not go with the rest."""
        if self.start is not None and (self.game is None or self.resume or self.source == DEMO):
            raise Failure("a game that begins with a position names its game, and is neither resumed nor a demo")
        if self.profile is not None and self.game is None and not self.resume:
            raise Failure("a table that was taught goes with the game that it was taught; name that")

    def positions(self, wanted: Wanted) -> list[PositionLike]:
        """Return the position that *wanted* begins with; none if it is yet to be seen. Raises ``Failure``."""
        if self.start is None:
            return []
        try:
            return [wanted.game.parse_position(self.start, wanted.options)]
        except ValueError as error:
            raise Failure(f"the position cannot be read: {error}") from None

    def wanted(self) -> Wanted | None:
        """Return the request for the reader; None if the board is to say which game it is. Raises ``Failure``."""
        colours = colours_by_seat(self.colours)
        if self.game is None:
            return None
        try:
            game = find(self.game)
            drill = drill_of(game, self.puzzle)
            options = drill.start.options if drill else options_of(game, self.players, self.options)
            game.start(options)
            declared = options.players if self.bots or "players" in (self.options or {}) else self.players
            wanted = _wanted(self.game, options, declared, colours, self.profile)
            self.positions(wanted)
            if self.near not in (None, *SEATS[: wanted.options.players]):
                raise Failure(f"nobody sits at {self.near}: {wanted.options.players} play")
            return replace(wanted, camera=self._camera(), near=self.near)
        except ValueError as error:
            raise Failure(str(error)) from None

    def check_lens(self, image: Image) -> None:
        """Raise ``Failure`` if *image* cannot have been taken through the lens that was chosen."""
        camera = self._camera()
        if camera is not None and not has_shape(camera, image):
            raise Failure(
                "The picture has other proportions than those with which the lens was measured. "
                "Turn the phone, or begin without a lens."
            )

    def _camera(self) -> Camera | None:
        """Return the camera with the chosen lens. Raises ``Failure``."""
        return None if self.lens is None else load_camera(str(camera_path(self.lens)))


def ask_of(value: Any) -> Ask:
    """Return the table that the JSON *value* asks for. Raises ``ValueError`` or ``Failure`` in words for people."""
    value = object_of(value, "a table", tuple(_READ), '{"game":"tink","players":2}')
    given = {name for name, each in value.items() if each is not None or name in _NEVER_NULL}
    asked = Ask(**{name: _READ[name](value[name], name) for name in value if name in given})
    if asked.puzzle is not None and (asked.game is None or asked.source == DEMO or given - _GO_WITH_PUZZLES):
        raise ValueError("A puzzle is set up on a real board: it has a game and what looks at it, and no other terms.")
    if asked.twin is None and asked.seat is not None:
        raise ValueError('"seat" goes with "twin", the address of another table')
    if asked.twin is not None and (asked.source == DEMO or given & _TOLD_THERE):
        raise ValueError(
            "The other table says which game is played, how, and by which clock: leave them out, and the demo."
        )
    if asked.lens is not None and asked.source != PHONE:
        raise ValueError('"lens" goes with the source "phone"')
    asked.check_start()
    return asked


def _options(value: Any, _: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise ValueError('"options" must be an object, such as {"board_size":6}')
    return value


def _colours(value: Any, _: str) -> Sequence[str] | Mapping[str, str]:
    listed = list(value.values()) if isinstance(value, Mapping) else value
    if not isinstance(listed, list) or not all(map(_is_text, listed)):
        raise ValueError('"colours" must be a list of names in seat order')
    return value  # type: ignore[no-any-return]


def _source(value: Any, _: str) -> str:
    if value not in (PHONE, DEMO) and not (isinstance(value, str) and value.isascii() and value.isdigit()):
        raise ValueError('"source" must be "phone", "demo" or a camera\'s number')
    return str(value)


def _bots(value: Any, _: str) -> Mapping[str, int]:
    """Return *value*, the levels of the seats that Kiebitz plays. Raises ``ValueError``."""
    if not isinstance(value, Mapping) or not all(type(level) is int for level in value.values()):
        raise ValueError('"bots" must be an object of seats and levels, such as {"B":5}')
    return value


def _names(value: Any, _: str) -> Mapping[str, str]:
    """Return *value*, the names of people by seat. Raises ``ValueError``."""
    if not isinstance(value, Mapping) or not all(map(_is_text, value.values())) or not set(value) <= set(SEATS):
        raise ValueError('"names" must be an object of seats and names, such as {"A":"Ada","B":"Bo"}')
    return check_names(value)


def _clock(value: Any, _: str) -> Any:
    """Return *value*, a time control. Raises ``ValueError``."""
    if isinstance(value, str):
        controls_of(value, [part.partition("=")[0] for part in value.split(",")])
    elif not (isinstance(value, Mapping) and all(map(_is_text, (*value, *value.values())))):
        raise ValueError('"clock" must be a time control, such as "10+5" or {"A":"10+5","B":"5+2"}')
    return value


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_READ: Mapping[str, Callable[[Any, str], Any]] = {
    "game": lambda value, name: one_of(value, name, names()),
    "players": whole_or_none, "options": _options, "colours": _colours, "source": _source, "resume": true_or_false,
    "clock": _clock, "bots": _bots, "fair": true_or_false,
    "lens": lambda value, name: one_of(value, name, kept_cameras()),
    "names": _names, "puzzle": whole_or_none, "start": text_or_none, "pictures": true_or_false,
    "near": lambda value, name: one_of(value, name, tuple(SEATS)),
    "twin": text_or_none, "seat": text_or_none, "profile": text_or_none,
}  # fmt: skip
"""What reads each field of a table that is asked for, where it is not left out or null."""
_NEVER_NULL = {"source", "resume", "fair", "pictures"}


def dialled(ask: Ask, recorded: Recorded | None) -> tuple[Guest | None, Ask]:
    """Return the line to the other table that *ask* names, if any, and *ask* with the game that is played there.

    *recorded* goes on, with the table that it was played with. Raises ``Failure``.
    """
    try:
        url = ask.twin or (recorded and kept_address(recorded, "as New game offers"))
        if not url:
            return None, ask
        guest, there = guest_of(url, recorded, seats=ask.seat, patience_s=_DIALLING_S)
        if there is None:
            return guest, ask
        players = find(there.game).options.of(there.options).players
        guest.clock = clocks_there(there, players)
    except ValueError as error:
        raise Failure(str(error)) from None
    return guest, replace(ask, game=there.game, players=players, options=there.options, start=there.start)


def unfinished(ask: Ask) -> Recorded:
    """Return the newest unfinished game that fits *ask*. Raises ``Failure`` where there is none."""
    recorded = newest_unfinished(games_folder(), ask.game, pretended=ask.source == DEMO)
    if recorded is None:
        raise Failure("no unfinished game is kept; begin a new one")
    return recorded


def resumed(recorded: Recorded, ask: Ask) -> Wanted:
    """Return the request for the reader with which *recorded* goes on. Raises ``Failure``."""
    game = recorded.header.game
    options = recorded.course.positions[0].options
    return _wanted(game, options, options.players, recorded.colours or colours_by_seat(ask.colours), ask.profile)


def _wanted(game: str, options: Any, players: int | None, colours: Mapping[str, str], profile: str | None) -> Wanted:
    if profile is not None and (known := profile_games().get(profile, game)) != game:
        raise Failure(f"the table {profile} was taught {find(known).title}; choose that game, or no table")
    taught = None if profile is None else load_profile(profile, game)
    wanted = Wanted.of(find(game), options, players=players, colours=colours, profile=taught)
    check_owned(wanted.colours, readable_kit(game, wanted.options))
    return wanted
