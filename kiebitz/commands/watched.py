"""What ``kiebitz watch`` does: checks what was asked, finds the game and its table, and watches it to the end."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.games import USUAL
from core.options import SEATS
from kiebitz import output
from kiebitz.api.seats import check_colours, check_seat, colours_in_play, seated
from kiebitz.commands import announced, bots, common, which
from kiebitz.disk import kind_of
from kiebitz.failure import Failure, failing

if TYPE_CHECKING:
    from core.game import PositionLike
    from core.options import RuleOptions
    from kiebitz.api.looking import Wanted
    from kiebitz.archive.recorded import Recorded
    from kiebitz.archive.resuming import Stopped
    from kiebitz.pictures.profiles import Profile
    from kiebitz.pictures.sources import Source
    from kiebitz.watching.agreements import Opening
    from kiebitz.watching.dialling import Guest
    from kiebitz.watching.kept_table import Line, Tell
    from kiebitz.watching.referee import AnyReferee
    from kiebitz.watching.tidings import Tidings


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line says, as its options call it."""

    source: str
    game_name: str | None
    start: str | None
    to_move: str | None
    players: int | None
    options_text: str
    colours: str | None
    near: str | None
    corners: str | None
    camera_text: str | None
    profile_name: str | None
    resume: bool
    journal: str | None
    follow: bool
    beside: str | None
    control: bool
    bots: tuple[str, ...]
    bot_seconds: float
    clock_text: str | None
    twin: str | None
    seat: str | None
    mqtt: str | None
    lamp: str | None
    names: str | None
    fair_play: bool
    tentative: bool
    no_crops: bool
    keep_pictures: bool
    as_json: bool

    @property
    def goes_on(self) -> bool:
        """Whether a kept game goes on."""
        return self.resume or self.journal is not None

    @property
    def settled(self) -> bool:
        """Whether the board need not be seen to know which game it is for, of what size and for how many."""
        by_words = self.game_name is not None and bool(self.start or self.corners)
        return self.source == "demo" or by_words or which.has_one_board(self.game_name)


def refereed(asked: Asked) -> int:
    """Referee the game that was *asked* for, and return the exit status. Raises ``Failure``."""
    _check(asked)
    asked = _from_file(asked)
    recorded = _recorded(asked.game_name, asked.journal, asked.source) if asked.goes_on else None
    guest, there, asked = _guest_of(asked, recorded)
    frames, chosen = _on_the_table(asked, recorded)
    profile = common.the_profile(asked.profile_name, chosen.game)
    options, named, known, positions = _agreed(asked, chosen, profile, recorded)
    seats = SEATS[: options.players]
    opening = _opening(asked.names, asked.fair_play, seats, recorded)
    _check_first(asked.to_move, options, positions)
    corners_px, camera = common.the_corners(asked.corners), common.the_camera(asked.camera_text)
    common.check_seconds(asked.bot_seconds, "--bot-seconds")
    levels = bots.levels_of(asked.bots, seats)

    with ExitStack() as running:
        playing = bots.playing(chosen.game, levels, asked.bot_seconds, running)
        announcer = running.enter_context(announced.announced(asked.mqtt, asked.lamp))

        from kiebitz.api.looking import Wanted
        from kiebitz.pictures.sources import Counted, length_of
        from kiebitz.watching.kept_table import Table
        from kiebitz.watching.terminal import Voice, watch

        is_declared = bool(chosen.players or levels or there) or "players" in common.names_in(asked.options_text)
        wanted = Wanted(
            chosen.game, options, options.players if is_declared else None, colours=named, near=asked.near,
            corners_px=corners_px, camera=camera, profile=profile,
        )  # fmt: skip
        frames, wanted = _opened(asked, frames, wanted, recorded)
        referee = _referee(asked, wanted, positions, known, recorded, there)
        if asked.game_name is None and chosen.board is not None:
            output.note(f"{frames.name}: this is {chosen.board.words}")
        voice = None if asked.as_json else Voice(common.reading())
        answering = [each for each in (guest and guest.twin, playing, announcer) if each]
        table = Table(
            referee,
            frames.name,
            tell=_told_by(
                output.write_json if voice is None else voice.tell,
                *(each.hear for each in (guest, announcer) if each),
            ),
            journal=recorded.reopen() if recorded else None,
            recorded=recorded,
            crops=not asked.no_crops,
            pictures=asked.keep_pictures,
            answers=[opening.answer, *(each.answer for each in answering)],
        )
        opening.table = table
        if voice is not None:
            voice.table = table
        if guest is not None:
            running.callback(guest.close)
            guest.start(table)
        if asked.keep_pictures:
            output.note("whole pictures of this game are kept, with all that the camera sees")
        ahead = None if asked.follow else length_of(asked.source)
        tell = running.enter_context(output.progress(common.said("frames"), ahead))
        return watch(table, Counted(frames, tell), voice, control=_standard_input if asked.control else None)


def _check(asked: Asked) -> None:
    """Raise ``Failure`` for options that do not go together."""
    path = Path(asked.source)
    if asked.resume and asked.journal is not None:
        raise Failure("--resume continues the newest game, --journal the one named; leave out one of them")
    if asked.corners is not None:
        common.refuse("near", why="with --corners, which begin at a1")
    if not asked.bots:
        common.refuse("bot_seconds", why="without --bot")
    if asked.fair_play:
        common.refuse("bots", why="in fair play, which has none")
    if not asked.as_json:
        common.refuse("tentative", why="without --json")
    if asked.twin is None or asked.goes_on:
        common.refuse("seat", why="without --twin, or where a game goes on")
    if asked.beside is not None and asked.goes_on and kind_of(path):
        raise Failure("--beside with --resume or --journal is for cameras, not for films and folders; leave it out")
    if asked.clock_text and not asked.follow and kind_of(path) == "folder":
        raise Failure(f"--clock needs times, which the pictures of {path} do not tell; add --follow, or leave it out")
    if asked.start is not None and asked.goes_on:
        raise Failure("--start begins a game, --resume and --journal go on with one; leave out one of them")


def _from_file(asked: Asked) -> Asked:
    """Return what is *asked* where --start may name a file, with the game in it. Raises ``Failure``."""
    if asked.start is None or not common.is_file(asked.start):
        return asked
    going = common.going_on(asked.start, asked.game_name)
    colours = asked.colours or ",".join(f"{seat}={colour}" for seat, colour in going.colours.items()) or None
    return replace(
        asked, game_name=going.game, options_text=common.written(going.options), start=going.position, colours=colours
    )


def _guest_of(asked: Asked, recorded: Recorded | None) -> tuple[Guest | None, Tidings | None, Asked]:
    """Return the line to the other table, what it tells of a new game, and what is asked then. Raises ``Failure``."""
    from kiebitz.watching.dialling import guest_of, kept_address

    with failing("--twin: "):
        url = asked.twin or (recorded and kept_address(recorded, f"by --start {recorded.path} instead"))
        if not url:
            return None, None, asked
        if asked.twin is None:
            output.note("this game goes on with the other table that it was played with")
        guest, there = guest_of(url, recorded, seats=asked.seat)
    if there is None:
        return guest, None, asked
    if asked.start is not None or asked.options_text or asked.clock_text or asked.game_name not in (None, there.game):
        raise Failure("--twin takes game, options, start and clock from the other table; leave them out")
    with failing("--twin: the other table plays by options that this Kiebitz lacks: "):
        options = common.written(common.the_game(there.game).options.of(there.options))
    return guest, there, replace(asked, game_name=there.game, options_text=options, start=there.start)


def _on_the_table(asked: Asked, recorded: Recorded | None) -> tuple[Source | None, which.Chosen]:
    """Return which game is watched, and the source if its board had to be looked at. Raises ``Failure``."""
    from kiebitz.api.watching import source_of

    name, text, players = asked.game_name, asked.options_text, asked.players
    if recorded:
        return None, which.as_typed(recorded.header.game, text, players)
    if asked.settled:
        return None, which.as_typed(name or USUAL, text, players)
    if name is not None:
        which.as_typed(name, text, players)
    return which.watched(source_of(asked.source, follow=asked.follow), name, text, players)


def _agreed(
    asked: Asked, chosen: which.Chosen, profile: Profile | None, recorded: Recorded | None
) -> tuple[RuleOptions, dict[str, str], dict[str, str], Sequence[PositionLike]]:
    """Return the options, this sitting's colours and all the game's, and the known positions. Raises ``Failure``."""
    game, options = chosen.game, chosen.options
    named = common.the_colours(asked.colours) or (dict(profile.colours) if profile else {})
    positions: Sequence[PositionLike] = ()
    if recorded:
        options = game.options.of(recorded.header.options)
        known, positions = common.agreed_colours(recorded.colours, named), recorded.positions
    else:
        known = named = colours_in_play(options, named)
        options = seated(game, options, chosen.players, named)
        if asked.start is not None:
            positions = [common.the_position(game, asked.start, options)]
    options = positions[0].options if positions else options
    check_colours(named, options)
    return options, named, known, positions


def _check_first(to_move: str | None, options: RuleOptions, positions: Sequence[PositionLike]) -> None:
    """Raise ``Failure`` if *to_move* is no seat, or not the one that begins in *positions*."""
    if to_move is not None:
        check_seat(to_move, options, "--to-move")
    if positions and to_move not in (None, positions[0].to_move):
        raise Failure(f"the game begins with {positions[0].to_move} to move; leave --to-move out")


def _opened(asked: Asked, frames: Source | None, wanted: Wanted, recorded: Recorded | None) -> tuple[Source, Wanted]:
    """Return the source, opened unless *frames* is, with the view beside it. Raises ``Failure``."""
    from kiebitz.api.watching import opened, with_beside

    if frames is None:
        stopped = _read_before(asked.source, recorded)
        frames, wanted = opened(asked.source, wanted, after=stopped.picture, behind=stopped.frame, follow=asked.follow)
    if asked.beside is not None:
        frames = with_beside(frames, asked.source, asked.beside, wanted, follow=asked.follow)
    common.check_asked(wanted.game, wanted.options, "the demo" if asked.source == "demo" else "the game")
    return frames, wanted


def _referee(
    asked: Asked,
    wanted: Wanted,
    positions: Sequence[PositionLike],
    colours: Mapping[str, str],
    recorded: Recorded | None,
    there: Tidings | None,
) -> AnyReferee:
    """Return the referee of a new game, by the clocks *there*, or of the *recorded* one. Raises ``Failure``."""
    from kiebitz.api.watching import clocks_of, referee_of
    from kiebitz.watching.across import clocks_there
    from kiebitz.watching.state_files import kept_state

    with failing("--twin: "):
        clock = clocks_there(there, wanted.options.players) if there else None
    clock = clock or clocks_of(asked.clock_text, recorded, wanted.options.players)
    return referee_of(
        wanted, positions=positions, colours=colours, to_move=asked.to_move, resumed=recorded is not None,
        kept=kept_state(recorded) if recorded else None, clock=clock, tentative=asked.tentative, instead=True,
        two_eyes=asked.beside is not None,
    )  # fmt: skip


def _told_by(tell: Tell, *others: Tell) -> Tell:
    """Return a function that passes each line to *tell* and to *others*."""

    def all_of_them(line: Line) -> None:
        for each in (tell, *others):
            each(line)

    return all_of_them


def _standard_input() -> bytes:
    """Read from standard input; empty at its end. Python's own buffer is avoided: it would be locked at exit."""
    return os.read(0, 65_536)


def _read_before(source: str, recorded: Recorded | None) -> Stopped:
    """Return how far the folder or video *source* was read the last time the game was watched, and say so."""
    from kiebitz.archive.resuming import Stopped, stopped_in

    path = Path(source)
    if recorded is None or not kind_of(path):
        return Stopped()
    stopped = stopped_in(recorded, source)
    if kind_of(path) == "folder" and stopped.picture:
        what = f"the pictures of {path} up to {stopped.picture} have been read before; going on with the next"
        output.note(what)
    elif kind_of(path) == "file" and stopped.frame >= 0:
        output.note(f"the frames of {path} up to number {stopped.frame} have been read before; going on with the next")
    return stopped


def _opening(text: str | None, fair: bool, seats: str, recorded: Recorded | None) -> Opening:
    """Return the opening line: the names in *text*, by *seats*, and whether play is *fair*. Raises ``Failure``."""
    from kiebitz.archive.people import check_names, people_of
    from kiebitz.watching.agreements import Opening, was_fair

    known = recorded.events if recorded else ()
    told = {} if text is None else common.by_seat(text, "--names", ("Ada", "Bo"), seats)
    with failing("--names: "):
        names = check_names(told)
    return Opening(names or people_of(known), fair or was_fair(known), known)


def _recorded(game_name: str | None, named: str | None, source: str) -> Recorded:
    """Return the journal to go on with: *named*, or else the newest unfinished one. Raises ``Failure``."""
    from kiebitz.archive.recorded import load
    from kiebitz.archive.resuming import newest_unfinished
    from kiebitz.home import games_folder

    if game_name is not None:
        common.the_game(game_name)
    recorded = (
        load(common.the_file(named))
        if named is not None
        else newest_unfinished(games_folder(), game_name, pretended=source == "demo")
    )
    if recorded is None:
        if game_name is None:
            raise Failure(f"no unfinished game is in {games_folder()}; leave --resume out to begin one")
        raise Failure(f"no unfinished game of {game_name} is in {games_folder()}; leave --resume out to begin one")
    if game_name not in (None, recorded.header.game):
        raise Failure(f"{recorded.path} is a game of {recorded.header.game}; add --game {recorded.header.game}")
    return recorded
