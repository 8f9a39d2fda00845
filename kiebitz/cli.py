"""The command line: the list of commands, and how each kind of error ends.

This module imports little but click, so that help appears at once. A command's module is
loaded when the command runs.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz.added import fault_in_added, find_added
from kiebitz.commands.helping import HelpContext
from kiebitz.discreet import without_secrets
from kiebitz.failure import Failure
from kiebitz.output import INTERRUPTED, LANGUAGE

if TYPE_CHECKING:
    from kiebitz.language import Language

COMMANDS = {
    "demo": ("demo", "Play a short game on a simulated table; no camera needed."),
    "print": ("printing", "Make a PDF of a game to print, cut and fold."),
    "verify-print": ("verify_print", "Check a printed sheet in a scan or in photographs."),
    "doctor": ("doctor", "Say what is wrong with a picture, or what works on this machine."),
    "report": ("report", "Pack what a report of a fault needs into one file, without names."),
    "calibrate": ("calibrate", "Measure a camera's lens from pictures of the printed target or a chessboard."),
    "teach": ("teach", "Learn this table's colours and sizes before a game."),
    "locate": ("locate", "Find the board in a picture."),
    "read": ("read", "Read the position in a picture."),
    "check": ("check", "Read a picture and check the position against the rules."),
    "watch": ("watch", "Referee a game in front of a camera, in a video or a folder of pictures."),
    "table": ("table", "Open the table's screen: a web page that watches, shows and speaks."),
    "list": ("listing", "List the games kept, newest first."),
    "show": ("show", "Show how a kept game stands."),
    "comment": ("comment", "Write a comment on a move of a kept game."),
    "verify": ("verify", "Check that a kept game and its pictures are as they were kept."),
    "sign": ("sign", "Agree to the result of a kept game."),
    "ratings": ("ratings", "Show how strong the people are who have played here."),
    "delete": ("delete", "Delete kept games."),
    "harvest": ("harvest", "Write the pictures kept of games, each with what lies on the board."),
    "rerun": ("rerun", "Read an old source again and compare it with the kept game."),
    "replay": ("replay", "Show a recorded game."),
    "export": ("export", "Convert a recorded game to another format."),
    "suggest": ("suggest", "Suggest a move."),
    "playtest": ("playtest", "Play many games automatically and report on the rules."),
    "review": ("review", "Analyse a recorded game: what each move was worth, and where it turned."),
    "engine": ("engine", "Answer other programs, line by line."),
    "rules": ("rules", "Show the rules of a game, its options, questions, or one code."),
    "learn": ("learn", "Learn a game in about ten steps."),
    "games": ("games", "List the games and what works for each."),
    "help": ("helping", "Show this help, or that of a command."),
}
"""Command → its module in ``kiebitz.commands`` and its line in the help."""

_WITHOUT_GAMES = ("calibrate", "help")
"""Commands that work without knowing the games."""
ABOUT = """Kiebitz referees tabletop games through a camera: it keeps track of the game, explains illegal
moves, announces wins and draws, and suggests moves. It also prints boards and pieces.
"""
HELP_WIDTH = 100
_ABOUT_A_PATH = (
    errno.EACCES, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EPERM, errno.EROFS,
)  # fmt: skip


class Commands(click.Group):
    """A group that loads a command's module only to run the command, not to list it."""

    context_class = HelpContext

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[LANGUAGE] = _language(args).code
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if (name := args[0]) not in COMMANDS and not name.startswith("-"):
            near = "".join(f". Did you mean {each!r}?" for each in get_close_matches(name, COMMANDS, n=1, cutoff=0.7))
            raise click.UsageError(f"No such command {name!r}{near}", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        if name not in _WITHOUT_GAMES:
            find_added()
        command = import_module(f"kiebitz.commands.{COMMANDS[name][0]}").command
        assert isinstance(command, click.Command)
        command.context_class = HelpContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=Commands,
    help=ABOUT,
    epilog="Start with `kiebitz demo`. `kiebitz COMMAND --help` explains a command.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": HELP_WIDTH},
)
@click.version_option(None, "-V", "--version", package_name="kiebitz")
@click.option(
    "--language",
    type=click.Choice(["en", "de"]),
    expose_value=False,
    help="English (en) or German (de) for people; also behind the command.",
)
@click.pass_context
def kiebitz(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line and exit with its status, never with a traceback."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    raise SystemExit(run(sys.argv[1:]))


def _open_what_is_closed() -> None:
    """Open the null device for stdin, stdout or stderr if the program was started without it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def run(arguments: list[str]) -> int:
    """Return the exit status of ``kiebitz`` with *arguments*."""
    arguments = [argument.removeprefix("\ufeff").rstrip("\r") for argument in arguments]  # as Windows' files hold them
    if any("\0" in argument for argument in arguments):
        return _complain(arguments, "an argument holds a NUL character; leave it out")
    try:
        status = kiebitz.main(arguments, prog_name="kiebitz", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as wrong:
        return _complain(arguments, _one_line(wrong, arguments))
    except Failure as failure:
        return _complain(arguments, str(failure))
    except (BrokenPipeError, SystemExit):  # click turns the first into the second
        _drop_output()
        return 0
    except OSError as error:
        if error.filename and error.errno in _ABOUT_A_PATH:
            return _complain(arguments, _about_a_path(error))
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
            return _our_mistake(arguments, error)
        _drop_output()
        return _complain(
            arguments, f"the answer cannot be written: {error.strerror}; make room, or send it somewhere else"
        )
    except Exception as error:
        return INTERRUPTED if _is_an_interrupt(error) else _our_mistake(arguments, error)
    return status if isinstance(status, int) else 0


def _is_an_interrupt(error: BaseException) -> bool:
    """Return whether *error* comes from Ctrl-C: Python 3.11 wraps what is raised while a class is being made."""
    cause = error.__cause__
    return isinstance(error, KeyboardInterrupt) or (cause is not None and _is_an_interrupt(cause))


def _drop_output() -> None:
    """Discard output that is still buffered, so that exiting does not fail as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _about_a_path(error: OSError) -> str:
    from kiebitz.disk import shown, why

    return (
        f"cannot use {shown(error.filename)}: {why(error)}; name another place, or set KIEBITZ_HOME to another folder"
    )


def _our_mistake(arguments: Sequence[str], error: Exception) -> int:
    if os.environ.get("KIEBITZ_DEBUG"):
        raise error
    if fault := fault_in_added(error, find_added()):
        return _complain(arguments, fault)
    what = f"{type(error).__name__}: {error}"
    return _complain(arguments, f"a mistake in Kiebitz itself ({what}); KIEBITZ_DEBUG=1 shows where, please report it")


def _one_line(wrong: click.ClickException, arguments: Sequence[str]) -> str:
    message = wrong.format_message().rstrip(".")
    if isinstance(wrong, click.MissingParameter) and wrong.param is not None and wrong.param.name == "game_name":
        from core import games

        message += f": {', '.join(games.names())}"
    context = getattr(wrong, "ctx", None)
    if context is None:
        return message
    if message.startswith("Got unexpected extra") and (game := _game_without_option(context.command, arguments)):
        message += f"; name the game with --game {game}"
    return f"{message}; see `{context.command_path} --help`"


def _game_without_option(command: click.Command, arguments: Sequence[str]) -> str | None:
    """Return the game among *arguments* if *command* takes its name after ``--game``; else None."""
    from core import games

    if not any("--game" in each.opts for each in command.params):
        return None
    return next((each for each in arguments if each in games.names()), None)


def _complain(arguments: Sequence[str], message: str) -> int:
    """Write what is wrong to stderr, in the reader's language, or as JSON for ``--json``; return exit status 2."""
    message = without_secrets(" ".join(message.split()))
    if "--json" in arguments:
        line = json.dumps({"error": message}, ensure_ascii=False)
    else:
        line = f"kiebitz: {_language(arguments)(message)}"
    print(line, file=sys.stderr)
    return 2


def _language(arguments: Sequence[str]) -> Language:
    """Return the language that *arguments* ask for, however wrong they are otherwise."""
    from kiebitz.language import LANGUAGES, language, preferred

    asked = [after for option, after in pairwise(arguments) if option == "--language"]
    asked += [each.partition("=")[2] for each in arguments if each.startswith("--language=")]
    return language(asked[-1] if asked and asked[-1] in LANGUAGES else preferred(os.environ))
