"""Referees a game from frames and yields its events."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.game import PositionLike
from core.games import USUAL
from core.json_types import Json
from core.options import SEATS, ColourOptions
from kiebitz.api.looking import Wanted
from kiebitz.api.pictures import wanted_of
from kiebitz.api.seats import check_owned, check_seat
from kiebitz.api.whose import nothing_printed, said_by
from kiebitz.archive.recorded import Recorded
from kiebitz.clock import Clock, controls_of, restored
from kiebitz.discreet import source_told
from kiebitz.disk import kind_of, shown
from kiebitz.eye.picture_advice import PictureAdvice
from kiebitz.eye.seer import Seer
from kiebitz.eye.spot import Instead
from kiebitz.eye.two_eyes import TwoEyes
from kiebitz.eye.viewer import Viewer
from kiebitz.failure import Failure, failing
from kiebitz.kits import readable_kit
from kiebitz.pictures.beside import InStep, Live, is_same_source
from kiebitz.pictures.files import load
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.growing import GrowingFolder
from kiebitz.pictures.mirrored import Unmirrored
from kiebitz.pictures.peeking import peek
from kiebitz.pictures.sources import Source, open_source
from kiebitz.table.controls import command_of
from kiebitz.table.corners import Point
from kiebitz.table.events import Event
from kiebitz.table.inputs import Misheard, Opened
from kiebitz.table.state import AnyTable, TableState, Terms
from kiebitz.table.step import step
from kiebitz.watching.referee import AnyReferee, Item, Referee, ended, run

if TYPE_CHECKING:
    from kiebitz.api.play import Position

Frames = Iterable[npt.NDArray[np.uint8] | tuple[float, npt.NDArray[np.uint8]]]
"""Still pictures (BGR, uint8), or film frames, each paired with its time in seconds."""
_DEMO_TURNED_DEG = 70.0
"""Degrees by which the pretend table's second camera stands round the table from the first."""


def watch(
    frames: Frames | str | Path,
    game: str | None = None,
    *,
    start: Position | None = None,
    to_move: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    colours: Sequence[str] | Mapping[str, str] | None = None,
    near: str | None = None,
    corners: Sequence[Point] | None = None,
    camera: str | Path | None = None,
    profile: str | None = None,
    follow: bool = False,
    clock: str | Mapping[str, str] | None = None,
) -> Watching:
    """Return what happens at a table in *frames*: an event for each move, broken rule, take-back, doubt and result.

    It is an iterator; its ``send`` takes what people tell the referee.

    *frames* are arrays (BGR, uint8), each a still picture; or pairs of seconds and array from a film or a camera;
    or the name of a source as for `kiebitz watch`, such as a video, a folder of pictures, a camera's number or "demo".
    Nothing is kept on disk. Raises ``kiebitz.Failure`` if the source cannot be opened.

    Args:
        game: its name; if left out, game, size and number of players are read off the first printed board.
        start: the starting position; by default the first one seen.
        to_move: the seat to play in the first position seen; by default "A", until the moves tell otherwise.
        options: of the game, such as {"board_size": 6}.
        colours: of the seats' pieces, in seat order or by seat; by default learned from the first moves.
        near, corners, camera, profile: as for ``kiebitz.read``.
        follow: keeps waiting for new pictures in a folder.
        clock: the time control, such as "10+5" (minutes, and seconds for each move), for all or by seat.

    >>> import kiebitz
    >>> position = kiebitz.game("tink").start()
    >>> frames = [kiebitz.pretend_picture(p) for p in (position, position.play("Sc3"))]
    >>> [event.fields["action"] for event in kiebitz.watch(frames, "tink") if event.kind == "move"]
    ['Sc3']
    """
    source: Source | None = None if isinstance(frames, str | Path) else Unmirrored(Given(frames))
    said: Mapping[str, int] = {}
    if game is None and frames == "demo":
        game = USUAL
    if game is None:
        source, game, said = _as_printed(source or source_of(str(frames), follow=follow), options or {}, players)
    wanted = wanted_of(
        game, players=players, options={**said, **(options or {})}, colours=colours, known=start, near=near,
        corners=corners, camera=camera, profile=profile,
    )  # fmt: skip
    if to_move is not None:
        check_seat(to_move, wanted.options, "to_move")
    clocks = None if clock is None else clock_of(clock, wanted.options.players)
    if source is None:
        source, wanted = opened(str(frames), wanted, follow=follow)
    referee = referee_of(wanted, positions=() if start is None else (start.state,), to_move=to_move, clock=clocks)
    return Watching(referee, source)


class Watching(Iterator[Event]):
    """The events of a watched table, one after another; ``send`` may be called between them, from any thread.

    >>> import kiebitz
    >>> position = kiebitz.game("tink").start()
    >>> events = kiebitz.watch([kiebitz.pretend_picture(position.play("Sc3"))], "tink", start=position)
    >>> [event.kind for event in events if event.kind == "move"]
    ['move']
    """

    def __init__(self, referee: AnyReferee, source: Source) -> None:
        self._referee = referee
        self._free = threading.Lock()
        self._left = self._events(source)

    def __next__(self) -> Event:
        return next(self._left)

    @property
    def state(self) -> AnyTable:
        """The latest state of the table."""
        return self._referee.state

    def send(self, command: Mapping[str, Json]) -> list[Event]:
        """Carry out *command*, as ``kiebitz watch --control`` takes it, and return its events.

        The events are not yielded once more. One of the kind ``error`` says why something cannot be. After
        ``{"do": "stop"}`` only events that were already waiting are yielded.
        """
        try:
            given: Item = command_of(command)
        except ValueError as error:
            given = Misheard(str(error))
        with self._free:
            return self._referee.take(given)

    def take(self, item: Item) -> list[Event]:
        """Return the events of *item*; none once watching has ended."""
        with self._free:
            return [] if self.state.over else self._referee.take(item)

    def _events(self, source: Source) -> Iterator[Event]:
        for events in run(self, source.frames()):
            yield from events
        yield from ended(self, "The source has ended.")


def _as_printed(
    source: Source, options: Mapping[str, object], players: int | None
) -> tuple[Source, str, dict[str, int]]:
    """Return *source*, and the game and the options of the first printed board that it shows.

    Raises ``Failure`` if no printed board is seen.
    """
    given = {*options, *(() if players is None else ("players",))}
    seen = peek(source, players_told="players" in given)
    if seen.board is None:
        raise Failure(f"{source.name}: {seen.trouble or nothing_printed()}")
    return seen.source, seen.board.game, said_by(seen.board, given)


def opened(
    source: str, wanted: Wanted, *, after: str = "", behind: int = -1, follow: bool = False
) -> tuple[Source, Wanted]:
    """Return the source called *source* and the request for it; the demo brings its own options.

    Arguments as in ``source_of``. Raises ``Failure``.
    """
    if follow or source != "demo":
        return source_of(source, after=after, behind=behind, follow=follow), wanted
    from kiebitz.watching.pretend_table import PretendTable
    from kiebitz.watching.scripts import script_of

    options = script_of(wanted.game.name, wanted.options.players).options
    return PretendTable(wanted.game.name, options.players), replace(wanted, options=options, stated=options.players)


def with_beside(first: Source, source: str, beside: str, wanted: Wanted, *, follow: bool = False) -> Source:
    """Return *first*, the source called *source*, with the one called *beside*, which shows the same table.

    Raises ``Failure`` where they cannot go together.
    """
    if beside == source == "demo":
        from kiebitz.watching.pretend_table import PretendTable

        return InStep(first, PretendTable(wanted.game.name, wanted.options.players, turned_deg=_DEMO_TURNED_DEG))
    if is_same_source(source, beside):
        raise Failure(f"--beside {shown(source_told(beside))} is the same view as SOURCE; name another camera or film")
    if "demo" in (source, beside):
        raise Failure("the demo is seen beside the demo only: `kiebitz watch demo --beside demo`")
    kinds = [kind_of(Path(each)) for each in (source, beside)]
    if kinds[0] != kinds[1]:
        raise Failure(
            f"--beside: {shown(source_told(beside))} and {shown(source_told(source))} have no times in common; give "
            "two cameras, two films, or two folders"
        )
    try:
        second = source_of(beside, follow=follow)
    except Failure as failure:
        raise Failure(f"--beside: {failure}") from None
    return InStep(first, second) if kinds[0] else Live(first, second)


def source_of(source: str, *, after: str = "", behind: int = -1, follow: bool = False) -> Source:
    """Return the source called *source*, which is not the demo. Raises ``Failure``.

    A folder gives the pictures taken after the one named *after*, and with *follow* waits for more. A video gives the
    frames after number *behind*.
    """
    folder = Path(source)
    if follow and kind_of(folder) != "folder":
        raise Failure(f"--follow waits for pictures in a folder, and {shown(source)} is not a folder")
    return Unmirrored(GrowingFolder(folder, after=after) if follow else open_source(source, after=after, behind=behind))


def referee_of(
    wanted: Wanted,
    *,
    positions: Sequence[PositionLike] = (),
    colours: Mapping[str, str] | None = None,
    to_move: str | None = None,
    resumed: bool = False,
    kept: AnyTable | None = None,
    clock: Clock | None = None,
    tentative: bool = False,
    instead: bool = False,
    two_eyes: bool = False,
) -> AnyReferee:
    """Return a new referee: *positions* is the game so far, *colours* (by default from *wanted*) are the seats'.

    A game that is *resumed* goes on from the state that was *kept*, where there is one. Where nobody has said how many
    play, and no colours, clocks or positions tell it, others may join Tink, Ting and Tingle in the first round, if
    tags say how the board lies.

    With a *clock* its events tell the players' time, if *tentative* also what has most likely been played, and with
    *instead* whose board is in view where that of the game is not. With *two_eyes* frames of a second view are looked
    at as well. Raises ``Failure`` if no network can read the game's pieces.
    """
    kit = readable_kit(wanted.game.name, wanted.options)
    check_owned(wanted.colours, kit)
    eye = Seer(
        kit,
        players=wanted.options.players,
        near=wanted.near,
        corners_px=wanted.corners_px,
        camera=wanted.camera,
        profile=wanted.profile,
        sharing=not wanted.colours,
    )
    known = colours or wanted.colours
    is_declared = wanted.stated is not None or bool(positions or known or clock)
    terms = Terms(
        wanted.game, wanted.options, to_move=to_move, can_point_out=kit.has_whole, guesses=tentative,
        may_join=isinstance(wanted.options, ColourOptions) and not is_declared,
    )  # fmt: skip
    if kept is not None and resumed:
        state = step(kept.gone_on_with(terms, known, clock), Opened())[0]
    else:
        state = TableState.begun(terms, positions=positions, colours=known, resumed=resumed, clock=clock)
    by_hand, other = eye.by_hand if kit.has_whole else None, Instead(kit) if instead else None
    first = Viewer(eye, by_hand=by_hand, instead=other)
    if not two_eyes:
        return Referee(state, first, advice=PictureAdvice())
    beside = Seer(kit, players=wanted.options.players, profile=wanted.profile, sharing=not wanted.colours)
    return Referee(state, TwoEyes(first, Viewer(beside, instead=Instead(kit))), advice=PictureAdvice())


def clock_of(clock: str | Mapping[str, str], players: int) -> Clock:
    """Return the clocks of this many *players*, written as ``kiebitz.watch`` takes them. Raises ``Failure``."""
    with failing():
        return Clock.of(controls_of(clock, SEATS[:players]))


def clocks_of(clock: str | Mapping[str, str] | None, recorded: Recorded | None, players: int) -> Clock | None:
    """Return the clocks that *clock* asks for, or those of the game in *recorded* that goes on. Raises ``Failure``."""
    kept = restored(recorded.events) if recorded else None
    wanted = None if clock is None else clock_of(clock, players)
    if kept and wanted and kept.controls != wanted.controls:
        raise Failure("the game kept has clocks of its own, which go on; leave the clock out")
    return kept or wanted


@dataclass(frozen=True, slots=True)
class Given:
    """Frames that a program hands over."""

    pictures: Frames
    name: str = "frames"

    def frames(self) -> Iterator[Frame]:
        for index, item in enumerate(self.pictures):
            t, image = (float(index), item) if isinstance(item, np.ndarray) else item
            yield Frame(load(image).image, index, float(t), own_moment=isinstance(item, np.ndarray))
