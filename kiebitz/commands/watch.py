"""``kiebitz watch``: referees a game from a stream of frames."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.options import SEATS
from kiebitz import output
from kiebitz.api.seats import check_colours, check_seat, colours_in_play, seated
from kiebitz.commands import announced, common, which
from kiebitz.commands.choices import RECORD
from kiebitz.disk import kind_of
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser import Suggestion
    from core.game import AnyGame, PositionLike
    from kiebitz.archive.recorded import Recorded
    from kiebitz.archive.resuming import Stopped
    from kiebitz.clock import Clock
    from kiebitz.pictures.sources import Source
    from kiebitz.watching.agreements import Opening
    from kiebitz.watching.announcing import Announcer
    from kiebitz.watching.bots import Bot, Bots
    from kiebitz.watching.dialling import Guest
    from kiebitz.watching.kept_table import Line, Tell
    from kiebitz.watching.tidings import Tidings


@click.command(short_help="Referee a game in front of a camera, in a video or a folder of pictures.")
@click.argument("source")
@common.game_option
@click.option(
    "--start",
    metavar="POSITION|FILE",
    help="Begin a new game from this position (default: the first one seen), or from the end of the game in FILE, "
    "which stays as it is.",
)
@click.option(
    "--to-move",
    metavar="SEAT",
    help="The seat to move in the first position seen.  [default: A, until the moves tell otherwise]",
)
@common.players
@common.rule_options
@common.colours
@common.near
@common.corners
@common.camera
@common.profile
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the unfinished game that was watched last, in its journal; its start and rules are known.",
)
@click.option(
    "--journal",
    metavar="RECORD",
    type=RECORD,
    help="Go on like --resume, but with this game: its number in `kiebitz list`, or its file.",
)
@click.option(
    "--follow", is_flag=True, help="Go on waiting for new pictures in the folder SOURCE, until Ctrl-C ends the game."
)
@click.option(
    "--beside",
    metavar="SOURCE2",
    help="A second view of the same table: what one does not see, the other tells; either may come and go.",
)
@click.option(
    "--control",
    is_flag=True,
    help="Read commands from standard input while watching, a JSON object a line (see above).",
)
@click.option(
    "--bot",
    "bots",
    metavar="SEAT:LEVEL|SEAT:ugi:COMMAND",
    multiple=True,
    help="Let Kiebitz play SEAT at LEVEL 1 to 10, or let COMMAND, a UGI engine, play it; repeatable.",
)
@click.option("--bot-seconds", type=float, default=2.0, show_default=True, help="Thinking time of a bot, in seconds.")
@click.option(
    "--clock",
    "clock_text",
    metavar="10+5|A=10+5,B=5+2",
    default=None,
    help="Clocks that a legal move presses: minutes, and seconds for each move; or 20+3x30 with byo-yomi.",
)
@click.option(
    "--twin",
    metavar="URL",
    help="Play with the table at URL, which has a board of its own; `kiebitz table` shows the address.",
)
@click.option("--seat", metavar="SEAT", default=None, help="With --twin: the seat to play, or several as B,D.")
@announced.options
@click.option("--names", metavar="NAME,NAME…", default=None, help="Who plays, in seat order, or as A=Ada,B=Bo.")
@click.option("--fair-play", is_flag=True, help="No bots, and no review of this game until it is over; that is kept.")
@click.option("--tentative", is_flag=True, help="With --json, also tell the best guess at a move that is not sure yet.")
@click.option("--no-crops", is_flag=True, help="Keep no small pictures of the cells that events are about.")
@click.option("--keep-pictures", is_flag=True, help="Keep whole pictures of the game as well, for `kiebitz harvest`.")
@common.language_option
@common.as_json
def command(
    source: str,
    game_name: str | None,
    start: str | None,
    to_move: str | None,
    players: int | None,
    options_text: str,
    colours: str | None,
    near: str | None,
    corners: str | None,
    camera_text: str | None,
    profile_name: str | None,
    resume: bool,
    journal: str | None,
    follow: bool,
    beside: str | None,
    control: bool,
    bots: tuple[str, ...],
    bot_seconds: float,
    clock_text: str | None,
    twin: str | None,
    seat: str | None,
    mqtt: str | None,
    lamp: str | None,
    names: str | None,
    fair_play: bool,
    tentative: bool,
    no_crops: bool,
    keep_pictures: bool,
    as_json: bool,
) -> int:
    """Referee the game in SOURCE and keep it; `kiebitz list` shows the games kept.

    Without --game the first printed board in SOURCE says which game it is for, of what size and, on mini-boards, for
    how many. SOURCE is a camera (its number, or a part of its name; `kiebitz doctor` lists them), an address (MJPEG,
    RTSP), a video, a folder of pictures, or `demo`.

    --control takes {"do":"correct","cells":{"e4":"Am"}} (what cells hold, whatever the camera sees; . is empty),
    {"do":"takeback","plies":1}, {"do":"pass"}, {"do":"swap"}, {"do":"turn","seat":"B"} (whose turn it
    is), {"do":"agree"} (to the illegal change on the board), {"do":"corners","corners_px":[[x,y],…]} (the board's
    corners a1, h1, h8, a8, until it moves), {"do":"find"} (find it by itself again),
    {"do":"colours","colours":{"A":"red"}} (whose pieces these are), {"do":"seats","players":3} (how many play),
    {"do":"joined","colour":"green"} (somebody has sat down), {"do":"pause"} (the clocks stand until
    {"do":"continue"}), {"do":"total","seat":"A","total":17} (a hidden roll; null takes it back), {"do":"reveal"} (the
    dice lie open), {"do":"state"} and {"do":"stop"}. The events that it causes answer each, or an error event. When
    SOURCE ends, commands are taken until none has come for three seconds.

    --beside takes a second camera, or a film or folder that begins at the same moment, in which pictures of one moment
    go together. Each view finds the board by itself; --corners, --near and --camera are about SOURCE.

    --start takes a FILE, too: a record, a journal, or a photo of a score sheet (`kiebitz export RECORD --to sheet`).
    The new game goes on from its last position, with its rules and colours.

    --clock 10+5 gives each player 10 minutes, and 5 seconds for each move; 10 alone is sudden death, and 20+3x30 is 20
    minutes and then three periods of 30 seconds. The clock starts with the first move. A legal move presses it, at the
    moment when the table came to rest; it stands while the board is not in view. Time that has passed is spent, even
    if a move is taken back. A fallen flag is announced, and the game goes on: the players say what it means.

    --twin URL plays the game of another table on this board: game, rules, start and clocks are taken from there, and
    the first free seat after the other table's is this one's, or what --seat names. What is played there is asked for
    here, and a move made here is asked for there. Take-backs count once both tables have made them. To go on after a
    break, use --resume; add --twin only where the address has changed.

    For moves, take-backs, broken rules and questions, small pictures of the cells concerned are kept, before and after,
    in a folder beside the game's file: `kiebitz show RECORD --event N` names them. --no-crops keeps none.

    --keep-pictures keeps up to 200 whole pictures of the game as well, with all that the camera sees, people too. They
    stay on this machine, `kiebitz harvest` takes them, and `kiebitz delete` deletes them with the game.
    """
    from core.games import USUAL
    from kiebitz.api.watching import source_of

    if resume and journal is not None:
        raise Failure("--resume continues the newest game, --journal the one named; leave out one of them")
    if corners is not None:
        common.refuse("near", why="with --corners, which begin at a1")
    if not bots:
        common.refuse("bot_seconds", why="without --bot")
    if fair_play:
        common.refuse("bots", why="in fair play, which has none")
    if not as_json:
        common.refuse("tentative", why="without --json")
    if twin is None or resume or journal is not None:
        common.refuse("seat", why="without --twin, or where a game goes on")
    if beside is not None and (resume or journal is not None) and kind_of(Path(source)):
        raise Failure("--beside with --resume or --journal is for cameras, not for films and folders; leave it out")
    if clock_text and not follow and kind_of(Path(source)) == "folder":
        raise Failure(f"--clock needs times, which the pictures of {source} do not tell; add --follow, or leave it out")
    if start is not None and (resume or journal is not None):
        raise Failure("--start begins a game, --resume and --journal go on with one; leave out one of them")
    if start is not None and common.is_file(start):
        going = common.going_on(start, game_name)
        game_name, options_text, start = going.game, common.written(going.options), going.position
        colours = colours or ",".join(f"{seat}={colour}" for seat, colour in going.colours.items()) or None
    recorded = _recorded(game_name, journal, source) if resume or journal is not None else None
    guest, there = _guest_of(twin, recorded, seat)
    if there is not None:
        if start is not None or options_text or clock_text or game_name not in (None, there.game):
            raise Failure("--twin takes game, options, start and clock from the other table; leave them out")
        game_name, options_text, start = there.game, _options_there(there), there.start
    frames: Source | None = None
    settled = which.has_one_board(game_name) or (game_name is not None and bool(start or corners))
    if recorded:
        chosen = which.as_typed(recorded.header.game, options_text, players)
    elif source == "demo" or settled:
        chosen = which.as_typed(game_name or USUAL, options_text, players)
    else:
        if game_name is not None:
            which.as_typed(game_name, options_text, players)
        frames, chosen = which.watched(source_of(source, follow=follow), game_name, options_text, players)
    game, options = chosen.game, chosen.options
    profile = common.the_profile(profile_name, game)
    named = common.the_colours(colours) or (dict(profile.colours) if profile else {})
    if recorded:
        options = game.options.of(recorded.header.options)
        known = common.agreed_colours(recorded.colours, named)
    else:
        known = named = colours_in_play(options, named)
        options = seated(game, options, chosen.players, named)
    positions = (
        recorded.positions if recorded else [common.the_position(game, start, options)] if start is not None else []
    )
    options = positions[0].options if positions else options
    check_colours(named, options)
    opening = _opening(names, fair_play, SEATS[: options.players], recorded)
    if to_move is not None:
        check_seat(to_move, options, "--to-move")
    if positions and to_move not in (None, positions[0].to_move):
        raise Failure(f"the game begins with {positions[0].to_move} to move; leave --to-move out")
    corners_px = common.the_corners(corners)
    camera = common.the_camera(camera_text)
    common.check_seconds(bot_seconds, "--bot-seconds")
    levels = _levels(bots, SEATS[: options.players])

    with ExitStack() as running:
        playing = _bots(game, levels, bot_seconds, running)
        announcer = running.enter_context(announced.announced(mqtt, lamp))

        from kiebitz.api.looking import Wanted
        from kiebitz.api.watching import clocks_of, opened, referee_of, with_beside
        from kiebitz.pictures.sources import Counted, length_of
        from kiebitz.watching.kept_table import Table
        from kiebitz.watching.state_files import kept_state
        from kiebitz.watching.terminal import Voice, watch

        is_declared = bool(chosen.players or levels or there) or "players" in common.names_in(options_text)
        wanted = Wanted(
            game, options, options.players if is_declared else None, colours=named, near=near, corners_px=corners_px,
            camera=camera, profile=profile,
        )  # fmt: skip
        if frames is None:
            stopped = _read_before(source, recorded)
            frames, wanted = opened(source, wanted, after=stopped.picture, behind=stopped.frame, follow=follow)
        if beside is not None:
            frames = with_beside(frames, source, beside, wanted, follow=follow)
        common.check_asked(game, wanted.options, "the demo" if source == "demo" else "the game")
        resumed = recorded is not None
        clock = _clock_there(there, wanted.options.players) or clocks_of(clock_text, recorded, wanted.options.players)
        referee = referee_of(
            wanted, positions=positions, colours=known, to_move=to_move, resumed=resumed,
            kept=kept_state(recorded) if recorded else None, clock=clock, tentative=tentative, instead=True,
            two_eyes=beside is not None,
        )  # fmt: skip
        saved = recorded.reopen() if recorded else None
        if game_name is None and chosen.board is not None:
            output.note(f"{frames.name}: this is {chosen.board.words}")
        voice = None if as_json else Voice(common.reading())
        table = Table(
            referee,
            frames.name,
            tell=_told_by(output.write_json if voice is None else voice.tell, guest, announcer),
            journal=saved,
            recorded=recorded,
            crops=not no_crops,
            pictures=keep_pictures,
            answers=[opening.answer, *(each.answer for each in (guest and guest.twin, playing, announcer) if each)],
        )
        opening.table = table
        if voice is not None:
            voice.table = table
        if guest is not None:
            running.callback(guest.close)
            guest.start(table)
        if keep_pictures:
            output.note("whole pictures of this game are kept, with all that the camera sees")
        ahead = None if follow else length_of(source)
        tell = running.enter_context(output.progress(common.said("frames"), ahead))
        return watch(table, Counted(frames, tell), voice, control=_standard_input if control else None)


def _guest_of(url: str | None, recorded: Recorded | None, seats: str | None) -> tuple[Guest | None, Tidings | None]:
    """Connect to the table at *url*, or to that of *recorded*; return the line, and its tidings if a game begins.

    Raises ``Failure``.
    """
    if url is None and recorded is None:
        return None, None
    from kiebitz.watching.dialling import guest_of, kept_address

    try:
        known = url or (recorded and kept_address(recorded))
        if not known:
            return None, None
        if url is None:
            output.note("this game goes on with the other table that it was played with")
        return guest_of(known, recorded, seats=seats)
    except ValueError as error:
        raise Failure(f"--twin: {error}") from None


def _clock_there(there: Tidings | None, players: int) -> Clock | None:
    """Return the clocks of the other table's game. Raises ``Failure``."""
    from kiebitz.watching.across import clocks_there

    try:
        return None if there is None else clocks_there(there, players)
    except ValueError as error:
        raise Failure(f"--twin: {error}") from None


def _options_there(there: Tidings) -> str:
    """Return the options of the other table's game, as --options takes them. Raises ``Failure``."""
    try:
        return common.written(common.the_game(there.game).options.of(there.options))
    except ValueError as error:
        raise Failure(f"--twin: the other table plays by options that this Kiebitz lacks: {error}") from None


def _told_by(tell: Tell, *others: Guest | Announcer | None) -> Tell:
    """Return a function that passes each line to *tell* and to *others*."""
    tells = [tell, *(other.hear for other in others if other is not None)]

    def all_of_them(line: Line) -> None:
        for each in tells:
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
    parts = [each.partition("=") for each in (text or "").split(",")] if text is not None else []
    told = {seat.strip(): name for seat, equals, name in parts if equals}
    told = told or dict(zip(seats, (name for name, _, _ in parts), strict=False))
    if len(told) < len(parts) or not set(told) <= set(seats):
        raise Failure(f"--names takes Ada,Bo in seat order or A=Ada,B=Bo, for seats {', '.join(seats)}; not {text!r}")
    try:
        names = check_names(told)
    except ValueError as error:
        raise Failure(f"--names: {error}") from None
    return Opening(names or people_of(known), fair or was_fair(known), known)


def _levels(bots: tuple[str, ...], seats: str) -> dict[str, Bot]:
    """Return the level, or the engine's name, of each seat in *bots*. Raises ``Failure`` naming what is wrong."""
    from kiebitz.programs.foreign import PREFIX

    levels: dict[str, Bot] = {}
    for text in bots:
        seat, _, level = text.partition(":")
        if seat not in tuple(seats):
            raise Failure(
                f"--bot names a seat and a level, such as {seats[-1]}:6, seats {', '.join(seats)}; not {text!r}"
            )
        if seat in levels:
            raise Failure(f"--bot names seat {seat} twice; leave one of them out")
        if level.startswith(PREFIX):
            levels[seat] = level
            continue
        if not (level.isascii() and level.isdigit() and len(level) < 4):
            raise Failure(f"--bot: the level must be a whole number from 1 to 10, as in {seat}:6; not {text!r}")
        common.check_level(int(level), "--bot")
        levels[seat] = int(level)
    return levels


def _bots(game: AnyGame, levels: dict[str, Bot], seconds: float, running: ExitStack) -> Bots | None:
    """Return the bots. Each engine is started once, and closed with *running*. Raises ``Failure`` if one fails."""
    if not levels:
        return None
    from kiebitz.programs.advice import advise
    from kiebitz.programs.foreign import PREFIX, ForeignEngine
    from kiebitz.programs.program import ProgramError
    from kiebitz.watching.bots import Bots

    engines: dict[Bot, ForeignEngine] = {}
    for name in {level for level in levels.values() if isinstance(level, str)}:
        try:
            engines[name] = running.enter_context(ForeignEngine(game, name.removeprefix(PREFIX)))
        except ProgramError as error:
            raise Failure(f"--bot: {error}") from None

    def think(position: PositionLike, bot: Bot) -> Suggestion:
        if isinstance(bot, int):
            return advise(game, position, seconds=seconds, level=bot)
        return engines[bot].suggest(position, seconds=seconds)

    return Bots(levels, think, {bot: engine.name for bot, engine in engines.items()})


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
