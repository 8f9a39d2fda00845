"""``kiebitz demo``: referees a short game without any hardware."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.games import USUAL
from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from kiebitz.pictures.frame import Image
    from kiebitz.table.state import AnyTable
    from kiebitz.watching.referee import AnyReferee

INTRODUCTION = (
    "A short game of {} on a simulated table. "
    "The pictures are drawn: board and paper pieces as a camera would see them. "
    "Finding the board, reading it and refereeing are real."
)
CUT_SHORT = "The game would go on; the demo ends here."
WIDTH = 96


@click.command(short_help="Play a short game on a simulated table; no camera needed.")
@click.argument("game_name", type=GAME, default=USUAL)
@common.players
@common.language_option
@common.as_json
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="The folder for the picture and the record."
)
def command(game_name: str, players: int | None, out: Path | None, as_json: bool) -> int:
    """Referee a short game of GAME on a simulated table; you need no camera and answer no questions.

    --json answers once, when it is over: the position, the result, all events, and where picture and record lie.
    """
    game = common.the_game(game_name)

    from core.formats.json_engine import result_json
    from core.play.deciding_cells import deciding
    from core.verdict import counted
    from kiebitz.calling import names_of
    from kiebitz.eye.seer import Seer
    from kiebitz.eye.viewer import Viewer
    from kiebitz.home import home
    from kiebitz.kits import readable_kit
    from kiebitz.pictures.overlay import overlay
    from kiebitz.table.events import narrate
    from kiebitz.table.state import TableState, Terms
    from kiebitz.watching.pretend_table import PretendTable
    from kiebitz.watching.referee import Referee, run
    from kiebitz.watching.scripts import script_of

    begun = time.perf_counter()
    tell: Callable[[str], None] = (lambda _: None) if as_json else click.echo
    script = script_of(game_name, players or 2)
    folder = _folder(out or home() / "demo")
    source = PretendTable(game_name, script.options.players)
    tell(textwrap.fill(common.said(INTRODUCTION.format(game.title)), WIDTH) + "\n")
    seer = Seer(readable_kit(game_name, script.options), players=script.options.players)
    referee: AnyReferee = Referee(TableState.begun(Terms(game, script.options)), Viewer(seer))
    actions, told, language = [], [], common.reading()
    for events in run(referee, source.frames()):
        for event in events:
            tell(narrate(event, names_of(game, referee.state.colours), language))
            sys.stdout.flush()
            told.append(event.as_json())
            if event.kind in ("move", "pass"):
                actions.append(str(event.fields["action"]))
    state, place, picture = referee.state, referee.viewer.place, referee.viewer.image
    if state.position is None or picture is None or place is None or state.position.ply < len(script.actions):
        raise Failure("the demo game did not come to its end; please report it")
    why = deciding(game, *reversed(state.told[-2:]))
    drawn = overlay(picture, place, seer.read(picture, place, state.colours), lines=why.lines)
    left = leave(folder, state, drawn, actions)
    if as_json:
        position, result = game.format_position(state.position), result_json(game.outcome(state.position))
        kept = {"picture": str(left[0]), "record": str(left[1])}
        output.write_json({"game": game.name, "position": position, "result": result, "events": told, **kept})
        return 0
    if state.position.to_move is not None:
        click.echo(language(CUT_SHORT))
    spent = f"{counted(state.position.ply, 'move')} refereed in {time.perf_counter() - begun:.0f} s."
    _say_what_is_left(spent, game_name, *left)
    return 0


def _say_what_is_left(spent: str, game_name: str, picture: Path, record: Path) -> None:
    """Print what *spent* says about the game, where its *picture* and *record* lie, and what to try next."""
    language = common.reading()
    click.echo(f"\n{language(spent)}")
    names = [language(word) for word in ("Picture", "Record")]
    width = max(8, *map(len, names))
    for name, file in zip(names, (picture, record), strict=True):
        click.echo(f"{name:{width}} {file}")
    quoted = f'"{record}"' if " " in str(record) else record
    click.echo(language(f"See the game again with `kiebitz replay {quoted}`."))
    click.echo(language(f"Print your own board and pieces with `kiebitz print {game_name}`."))


def _folder(path: Path) -> Path:
    """Create the folder *path* if needed, before the game starts, so that errors come early. Raises ``Failure``."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot write to {path}: {error.strerror or error}; name another folder with --out") from error
    return path


def leave(folder: Path, state: AnyTable, drawn: Image, actions: list[str]) -> tuple[Path, Path]:
    """Write the last picture as it was *drawn*, and the game's record, into *folder*; return where they are."""
    from core.record import Record
    from kiebitz.pictures.drawing import save_png

    name = state.game.name
    picture, record = folder / f"{name}-demo.png", folder / f"{name}-demo.txt"
    save_png(picture, drawn)
    text = Record(
        game=name,
        start=state.game.format_position(state.told[0]),
        actions=tuple(actions),
        options=state.told[0].options,
        tags={**state.colours, "Source": "demo"},
    ).format()
    try:
        record.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"cannot write {record}: {error.strerror or error}; name another place with --out") from error
    return picture, record
