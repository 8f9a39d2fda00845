"""Options and arguments shared by several commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from core.json_types import JsonObject
from core.options import SEATS
from kiebitz.commands.choices import GAME
from kiebitz.disk import LARGEST_PICTURE, MIB, kind_of
from kiebitz.failure import Failure, failing
from kiebitz.output import LANGUAGE
from kiebitz.output import reading as reading
from kiebitz.output import said as said

if TYPE_CHECKING:
    from calibration.registration import Camera
    from core.game import AnyGame, PositionLike
    from core.options import RuleOptions
    from core.record import Record
    from kiebitz.api.sheets import GoingOn
    from kiebitz.pictures.files import Picture
    from kiebitz.pictures.profiles import Profile

F = TypeVar("F", bound=Callable[..., Any])


def spelled(text: str) -> str:
    """Return the name of the game that *text* calls by its title, or by the beginning of its name; else *text*.

    >>> spelled("Tinker Tactics"), spelled("tab"), spelled("tin"), spelled("chess")
    ('tinker_tactics', 'tabik', 'tin', 'chess')
    """
    from core.games import names

    name = "_".join(text.lower().replace("-", " ").split())
    found = [known for known in names() if known.startswith(name)] if name else []
    return name if name in found else found[0] if len(found) == 1 else text


as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
rule_options = click.option(
    "--options", "options_text", metavar="K=V,…", default="", help="Rule options, as name=value."
)
players = click.option("--players", type=int, default=None, help="Number of players (default 2).")
colours = click.option(
    "--colours",
    metavar="C1,C2,…",
    default=None,
    help="The seats' colours, as red,blue or A=red,B=blue; a seat with two as red+yellow,blue+green.",
)
near = click.option(
    "--near",
    type=click.Choice(list("ABCDEF")),
    default=None,
    help="The seat nearest to the camera, for a board without tags or coordinates.",
)
corners = click.option(
    "--corners",
    metavar="X,Y,X,Y,X,Y,X,Y",
    default=None,
    help="The board's corners in the picture, in pixels, by hand: a1, h1, h8, a8.",
)

camera = click.option(
    "--camera",
    "camera_text",
    metavar="FILE",
    default=None,
    help="A camera measured by `kiebitz calibrate`: its name or file.",
)

image = click.argument("image", type=click.Path(path_type=Path))
STANDARD_INPUT = Path("-")

profile = click.option(
    "--profile", "profile_name", metavar="NAME", default=None, help="A table learned by `kiebitz teach`."
)


def language_option(function: F) -> F:
    """Add ``--language``: what people read; ``said`` says it."""
    return click.option(
        "--language",
        type=click.Choice(["en", "de"]),
        default=None,
        expose_value=False,
        callback=lambda context, _, code: code and context.meta.update({LANGUAGE: code}),
        help="English (en) or German (de) for people; without it, as LANG says. What --json prints stays English.",
    )(function)


def record_argument(function: F) -> F:
    """Add RECORD, a game's number in ``kiebitz list``, ``last`` or a file, as the parameter ``path``."""
    return click.argument("path", metavar="RECORD", callback=lambda _, __, text: the_file(text))(function)


def the_file(text: str) -> Path:
    """Return the file that *text* names, a kept game's number among others. Raises ``Failure``."""
    from kiebitz.archive.kept import file_of

    return file_of(text)


def the_record(path: Path) -> Record:
    """Return the record or journal at *path*, or the one on the score sheet in a picture. Raises ``Failure``."""
    from kiebitz.api.records import record_at

    return record_at(path, called(path))


def is_file(start: str) -> bool:
    """Return whether *start*, a position or the name of a file, names a file."""
    from kiebitz.pictures.files import SUFFIXES

    return kind_of(Path(start)) != "" or Path(start).suffix.lower() in SUFFIXES


def going_on(file: str, game_name: str | None) -> GoingOn:
    """Return what goes on from the end of the record in *file*, or on the score sheet in it. Raises ``Failure``."""
    from kiebitz.api.sheets import GoingOn

    refuse("options_text", "players", why="with a file for --start, which tells the rules")
    record = the_record(Path(file))
    if game_name not in (None, record.game):
        raise Failure(f"{file} is a game of {record.game}; add --game {record.game}")
    return GoingOn.from_record(record, file)


def written(options: RuleOptions) -> str:
    """Return *options* as --options takes them."""
    from core.record.writing import options_text

    return options_text(options)


def game_option(function: F) -> F:
    """Add ``--game``."""
    return click.option(
        "--game",
        "game_name",
        type=GAME,
        default=None,
        help="Which game is on the table; a printed board says so itself.",
    )(function)


def called(path: Path) -> str:
    """Return what messages call the picture at *path*."""
    return "standard input" if path == STANDARD_INPUT else str(path)


def the_picture(path: Path) -> Picture:
    """Return the picture at *path*, or the one on standard input for ``-``, turned round if it is mirrored.

    Raises ``Failure``.
    """
    from kiebitz.pictures.files import load
    from kiebitz.pictures.mirrored import put_right

    return put_right(load(_standard_input() if path == STANDARD_INPUT else path, name=called(path)))


def _standard_input() -> bytes:
    how = "send a picture to it, as in  kiebitz read - < board.jpg"
    if sys.stdin.isatty():
        raise Failure(f"standard input is a terminal; {how}")
    try:
        data = sys.stdin.buffer.read(LARGEST_PICTURE + 1)
    except OSError as error:
        raise Failure(f"cannot read standard input: {error.strerror or error}") from error
    if len(data) > LARGEST_PICTURE:
        raise Failure(
            f"standard input holds more than {LARGEST_PICTURE // MIB} MiB; send one picture, and a smaller one"
        )
    if not data:
        raise Failure(f"standard input is empty; {how}")
    return data


def the_game(name: str) -> AnyGame:
    """Return the game called *name*. Raises ``Failure``."""
    from core.games import find

    with failing():
        return find(name)


def the_options(game: AnyGame, text: str, count: int | None) -> RuleOptions:
    """Return the rule options of *text*, with *count* players if given. Raises ``Failure`` if *game* has no such."""
    from dataclasses import replace

    with failing():
        options = game.options.parse(text)
        if count is not None:
            if "players" in names_in(text) and options.players != count:
                raise Failure(
                    f"--players {count} and --options players={options.players} differ; leave out one of them"
                )
            options = replace(options, players=count)
        game.start(options)
    return options


def the_position(game: AnyGame, text: str, options: RuleOptions) -> PositionLike:
    """Return the position written as *text*, or the game's first where it says ``start``.

    Raises ``Failure``, also where the position is of other rules than the command line asks for.
    """
    with failing("the position cannot be read: "):
        position = game.start(options) if text.strip().lower() == "start" else game.parse_position(text, options)
    check_asked(game, position.options, "the position")
    return position


def check_asked(game: AnyGame, options: RuleOptions, whose: str) -> None:
    """Raise ``Failure`` where the command line asks for other rules than *options*, which are *whose*."""
    for name, wanted in _asked(game).items():
        if (known := getattr(options, name)) != wanted:
            raise Failure(f"{whose} has {name}={known}, but {name}={wanted} was asked for; leave out one of them")


def _asked(game: AnyGame) -> JsonObject:
    """Return the options named on the command line, with their values."""
    found = click.get_current_context().params
    text, count = found.get("options_text") or "", found.get("players")
    options = game.options.parse(text)
    asked = {name: getattr(options, name) for name in names_in(text)}
    return asked if count is None else {**asked, "players": count}


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of the options in *text*, which can be read."""
    return tuple(pair.partition("=")[0].strip() for pair in text.split(",") if pair.strip())


def check_options_used(game_name: str, text: str, why: str, *others: str) -> None:
    """Raise ``Failure`` for options in *text* on which the equipment does not depend: *why* ends the sentence.

    The options called *others* may be there as well.
    """
    from kiebitz.kits import options_of_kit

    for name in names_in(text):
        if name not in ("players", *options_of_kit(game_name), *others):
            raise Failure(f"option {name} {why}; leave it out")


def given(name: str) -> bool:
    """Return whether the command line gives the parameter called *name*, its default included."""
    source = click.get_current_context().get_parameter_source(name)
    return source in (click.core.ParameterSource.COMMANDLINE, click.core.ParameterSource.ENVIRONMENT)


def refuse(*names: str, why: str) -> None:
    """Raise ``Failure`` for the first of the parameters *names* that is given, as it has no effect: *why* says when."""
    flags = {each.name: max(each.opts, key=len) for each in click.get_current_context().command.params}
    for name in names:
        if given(name):
            raise Failure(f"{flags[name]} has no effect {why}; leave it out")


def agreed_colours(kept: Mapping[str, str], named: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of a game that goes on, *named* ones first. Raises ``Failure`` where two seats share one."""
    from kits.colours import every

    colours = {**kept, **named}
    if len(set(every(colours.values()))) < len(every(colours.values())):
        told = ", ".join(f"{seat}={colour}" for seat, colour in colours.items())
        raise Failure(f"two seats would have one colour: {told}; name all colours with --colours")
    return colours


def the_ply(record: Record, ply: int | None) -> int:
    """Return after how many actions of *record* its move *ply* is played: 0 is the start, and None the end.

    Raises ``Failure`` where there is no such move.
    """
    from kiebitz.api.records import actions_until

    with failing(f"--ply {ply}: "):
        return actions_until(record, ply)


def check_seconds(seconds: float, option: str = "--seconds") -> None:
    """Raise ``Failure`` if *seconds* is not a possible thinking time."""
    from kiebitz.programs import advice

    with failing():
        advice.check_seconds(seconds, option)


def check_level(level: int, option: str = "--level") -> None:
    """Raise ``Failure`` for a level that does not exist."""
    from adviser import levels

    with failing(f"{option}: "):
        levels.check_level(level)


def who_has(colours: Mapping[str, str]) -> str:
    """Return which seat has which of *colours*, for who reads it."""
    from kits.colours import called

    return "  ".join(said(f"{seat} is {called(colour)}") for seat, colour in colours.items())


def the_colours(text: str | None) -> dict[str, str]:
    """Return seat → colours of *text*: ``red,blue`` in seat order, or ``A=red,B=blue``, or some of these.

    A seat's may be several, as in ``red+yellow``. Nothing when it is left out. Raises ``Failure``.
    """
    from kiebitz.api.seats import checked_colours

    return {} if text is None else checked_colours(by_seat(text, "--colours", ("red", "blue")), "--colours")


def by_seat(text: str, option: str, example: tuple[str, str], seats: str = SEATS) -> dict[str, str]:
    """Return seat → what *text* names for it, in the order of *seats* or by seat, as in *example*. Raises ``Failure``.

    >>> by_seat("red,blue", "--colours", ("red", "blue")), by_seat("B=Bo", "--names", ("Ada", "Bo"))
    ({'A': 'red', 'B': 'blue'}, {'B': 'Bo'})
    """
    parts = [part.partition("=") for part in text.split(",")]
    found = {seat.strip(): told.strip() for seat, equals, told in parts if equals}
    found = found or dict(zip(seats, (told.strip() for told, _, _ in parts), strict=False))
    if len(found) < len(parts) or not set(found) <= set(seats):
        raise Failure(
            f"{option} takes {','.join(example)} in seat order or A={example[0]},B={example[1]}, "
            f"for seats {', '.join(seats)}; not {text!r}"
        )
    return found


def the_camera(text: str | None) -> Camera | None:
    """Return the calibrated camera that *text* names; None when it is left out. Raises ``Failure``."""
    if text is None:
        return None
    from kiebitz.pictures.cameras import load_camera

    return load_camera(text)


def the_profile(name: str | None, game: AnyGame) -> Profile | None:
    """Return what was learned of the table called *name*; None when it is left out. Raises ``Failure``."""
    if name is None:
        return None
    from kiebitz.pictures.profiles import load_profile

    return load_profile(name, game.name)


def the_corners(text: str | None) -> list[tuple[float, float]] | None:
    """Return the four points in *text*; None if it is left out."""
    if text is None:
        return None
    from kiebitz.table.corners import check_corners

    try:
        numbers = [float(part) for part in text.split(",")]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
    except ValueError:
        raise Failure(f"--corners takes eight numbers x,y for a1, h1, h8, a8, in pixels; not {text!r}") from None
    with failing():
        check_corners(points, "--corners")
    return points
