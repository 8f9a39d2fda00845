"""``kiebitz rerun``: reads an old source again and compares it with the kept game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.json_types import JsonObject, as_texts
from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from kiebitz.archive.rerunning import Comparison, Row, Told


@click.command(short_help="Read an old source again and compare it with the kept game.")
@click.argument("source")
@click.argument("record", metavar="RECORD")
@common.colours
@common.near
@common.corners
@common.camera
@common.profile
@common.as_json
@common.language_option
def command(
    source: str,
    record: str,
    colours: str | None,
    near: str | None,
    corners: str | None,
    camera_text: str | None,
    profile_name: str | None,
    as_json: bool,
) -> int:
    """Read SOURCE with today's reader and compare it, move by move, with the kept game RECORD.

    SOURCE is the video or the folder of pictures that was watched. RECORD is a number in `kiebitz list`, `last`, or the
    file of a journal; it is not changed. The game's options and colours are taken from it. Exit status: 0 the same
    game, 1 a difference.
    """
    from kiebitz.api.looking import Wanted
    from kiebitz.api.watching import Watching, opened, referee_of
    from kiebitz.archive.numbers import game_id
    from kiebitz.archive.recorded import load
    from kiebitz.archive.rerunning import compared
    from kiebitz.pictures.sources import Counted, length_of

    if source == "demo" or not Path(source).exists():
        raise Failure(
            f"{source} is no file or folder that can be read again; name the video or folder that was watched"
        )
    path = common.the_file(record)
    recorded = load(path)
    game, start = recorded.course.game, recorded.course.positions[0]
    if corners is not None:
        common.refuse("near", why="with --corners, which begin at a1")
    if recorded.trouble:
        output.note(f"{path}: {recorded.trouble}")
    named = common.agreed_colours(recorded.colours, common.the_colours(colours))
    wanted = Wanted(
        game,
        start.options,
        start.options.players,
        colours=named,
        near=near,
        corners_px=common.the_corners(corners),
        camera=common.the_camera(camera_text),
        profile=common.the_profile(profile_name, game),
    )
    frames, wanted = opened(source, wanted)
    referee = referee_of(wanted, colours=named, to_move=start.to_move or "A")
    with output.progress(common.said("frames"), length_of(source)) as tell:
        comparison = compared(recorded, [event.as_json() for event in Watching(referee, Counted(frames, tell))])
    if as_json:
        output.write_json({"game": game_id(path), "source": source, **_as_json(comparison)})
    else:
        click.echo(common.said(f"Game {game_id(path)} ({game.title}), read again from {source}:") + "\n")
        click.echo("\n".join(_lines(comparison)))
    return 0 if comparison.is_same else 1


def _as_json(comparison: Comparison) -> JsonObject:
    both = {"kept": comparison.kept, "now": comparison.now}
    return {
        "same": comparison.is_same,
        "start": {when: _start(comparison, told) for when, told in both.items()},
        "moves": [_row_json(row) for row in comparison.rows()],
        "illegal": {when: [{"ply": ply, "code": code} for ply, code in told.illegal] for when, told in both.items()},
        "position": {when: told.end for when, told in both.items()},
        "result": {when: told.result for when, told in both.items()},
    }


def _start(comparison: Comparison, told: Told) -> str | None:
    return None if told.start is None else comparison.game.format_position(told.start)


def _row_json(row: Row) -> JsonObject:
    return {
        "same": row.is_same,
        "kept": None if row.kept is None else {"ply": row.kept[0], "action": row.kept[1]},
        "now": None if row.now is None else {"ply": row.now[0], "action": row.now[1]},
    }


def _lines(comparison: Comparison) -> Iterator[str]:
    rows, kept, now = list(comparison.rows()), comparison.kept, comparison.now
    if not comparison.starts_alike:
        yield _differs(f"The start: kept {_start(comparison, kept)}; now {_start(comparison, now) or 'not seen'}")
    wide = max([len(row.kept[1]) for row in rows if row.kept] + [len(common.said("kept"))])
    if rows:
        yield f"       {common.said('kept'):{wide}}         {common.said('now')}"
    for row in rows:
        yield f"{' ' if row.is_same else '≠'} {_move(row.kept, wide)}   {_move(row.now, 0)}".rstrip()
    if kept.illegal != now.illegal:
        yield _differs(f"Broken rules: kept {_broken(kept)}; now {_broken(now)}")
    if kept.actions == now.actions and not comparison.ends_alike:
        yield _differs(f"The last position: kept {kept.end}; now {now.end or 'not seen'}")
    if kept.result != now.result:
        yield _differs(f"The result: kept {_result(kept)}; now {_result(now)}")
    different = sum(not row.is_same for row in rows)
    yield ""
    if comparison.is_same:
        yield common.said("No difference.")
    else:
        yield common.said(f"{different} of {len(rows)} moves {'differs' if different == 1 else 'differ'}.")


def _differs(what: str) -> str:
    return f"≠ {common.said(what)}"


def _move(numbered: tuple[int, str] | None, wide: int) -> str:
    return f"{numbered[0]:3}. {numbered[1]:{wide}}" if numbered else " " * (5 + wide)


def _broken(told: Told) -> str:
    return ", ".join(f"{code} after move {ply}" for ply, code in told.illegal) or "none"


def _result(told: Told) -> str:
    return f"{' and '.join(as_texts(told.result['winners']))} ({told.result['reason']})" if told.result else "not over"
