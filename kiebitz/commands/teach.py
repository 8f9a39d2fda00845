"""``kiebitz teach``: learns a table's colours and sizes from a few pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from calibration.registration import Camera
    from core.game import AnyGame
    from core.options import RuleOptions
    from kiebitz.pictures.frame import Image
    from kiebitz.pictures.teaching import Learned, Score, Shown
    from kits.kit import Kit


@click.command(short_help="Learn this table's colours and sizes before a game.")
@click.argument("game_name", metavar="[GAME]", required=False)
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@click.option(
    "--position",
    "texts",
    metavar="POSITION",
    multiple=True,
    help="The position shown: one for each picture, or one for all.",
)
@click.option(
    "--profile", "name", default="table", show_default=True, metavar="NAME", help="The name to save it under."
)
@click.option(
    "--from",
    "games",
    multiple=True,
    metavar="RECORD…",
    help="Learn from your own finished games, with the pictures that `kiebitz watch --keep-pictures` kept.",
)
@click.option("--list", "listed", is_flag=True, help="List the saved tables.")
@click.option("--forget", metavar="NAME", help="Forget the table NAME.")
@common.players
@common.rule_options
@common.colours
@common.near
@common.camera
@common.as_json
@common.language_option
def command(
    game_name: str | None,
    sources: tuple[str, ...],
    texts: tuple[str, ...],
    name: str,
    games: tuple[str, ...],
    listed: bool,
    forget: str | None,
    players: int | None,
    options_text: str,
    colours: str | None,
    near: str | None,
    camera_text: str | None,
    as_json: bool,
) -> int:
    """Learn this table's colours and sizes from SOURCE…: pictures in order, or a folder of them, or a camera.

    Without SOURCE, say what to lay out for each picture. With --position, any position will do, such as the
    start of the game that is about to be played. With --from RECORD… learn from kept games instead: nobody lays
    anything out. `read`, `check` and `watch` use what was learned by --profile.
    """
    from kiebitz.api.seats import check_colours, check_seat, colours_in_play, seated
    from kiebitz.pictures.profiles import forget_profile, profile_names

    alone = ("name", "players", "options_text", "colours", "near", "camera_text", "texts", "sources", "game_name")
    if listed:
        common.refuse("forget", *alone, why="with --list")
        _say_names(profile_names(), as_json)
        return 0
    if forget is not None:
        common.refuse("as_json", *alone, why="with --forget")
        forget_profile(forget)
        click.echo(common.said(f"forgotten: {forget}"), err=True)
        return 0
    if games:
        common.refuse("texts", "near", "camera_text", "players", "options_text", why="with --from")
        records = [*games, *filter(None, [game_name]), *sources]
        return _taught_by_games(records, name, common.the_colours(colours), as_json)
    if not sources:
        common.refuse("near", "camera_text", why="without a picture")
    if game_name is None:
        raise Failure("name the game, such as  kiebitz teach tink; --list names the tables that are kept")
    game = common.the_game(game_name)
    options = common.the_options(game, options_text, players)
    named = colours_in_play(options, common.the_colours(colours))
    options = seated(game, options, players, named)
    check_colours(named, options)
    if near:
        check_seat(near, options, "--near")
    return _taught(
        game,
        options,
        sources,
        texts=texts,
        name=name,
        colours=named,
        near=near,
        camera=common.the_camera(camera_text),
        as_json=as_json,
    )


def _taught(
    game: AnyGame,
    options: RuleOptions,
    sources: tuple[str, ...],
    *,
    texts: tuple[str, ...],
    name: str,
    colours: Mapping[str, str],
    near: str | None,
    camera: Camera | None,
    as_json: bool,
) -> int:
    from kiebitz.api.seats import check_owned
    from kiebitz.kits import readable_kit
    from kiebitz.pictures.profiles import profile_path
    from kiebitz.pictures.teaching import layouts, learned
    from kits.pieces import Die

    profile_path(name)
    positions = [common.the_position(game, text, options) for text in texts]
    if positions:
        options = positions[0].options
    kit = readable_kit(game.name, options)
    if any(isinstance(piece, Die) for piece in kit.pieces.values()):
        raise Failure(f"{game.name} cannot be taught: its dice need no teaching; name their colours with --colours")
    if not kit.seats:
        raise Failure(f"{game.name} cannot be taught: its stones have no seats' colours and no sizes to learn")
    check_owned(colours, kit)
    contents = [dict(game.contents(position)) for position in positions] or layouts(kit, options.players)
    if not sources:
        _tell_layouts(game, options, kit, contents, as_json)
        return 0
    shown = _shown(kit, sources, contents, bool(positions), near=near, camera=camera, players=options.players)
    return _saved(learned(kit, shown, colours), name, len(shown), as_json)


def _taught_by_games(records: Sequence[str], name: str, colours: Mapping[str, str], as_json: bool) -> int:
    from kiebitz.api.own_games import taught_by_games
    from kiebitz.pictures.profiles import profile_path

    profile_path(name)
    found = taught_by_games(dict.fromkeys(map(common.the_file, records)), colours)
    for each in found.left_out:
        output.note(f"{each}: left out, as the picture does not show what the game says")
    return _saved(found.learned, name, found.pictures, as_json)


def _saved(learned: Learned, name: str, pictures: int, as_json: bool) -> int:
    from kiebitz.pictures.profiles import save_profile

    path = save_profile(name, learned.profile)
    if as_json:
        # Nothing corrects the reader any more; what JSON has is only ever added to.
        found: JsonObject = {"profile": name, "stored": str(path), "pictures": pictures, "corrections": {}}
        output.write_json(found | learned.profile.as_json())
    else:
        _show(learned, name)
    return 0


def _shown(
    kit: Kit,
    sources: tuple[str, ...],
    contents: Sequence[dict[str, str]],
    confirmed: bool,
    *,
    near: str | None,
    camera: Camera | None,
    players: int,
) -> list[Shown]:
    """Return the pictures, each with its *contents*. Raises ``Failure``."""
    from calibration.locate import locate
    from kiebitz.pictures.cameras import check_shape
    from kiebitz.pictures.teaching import Shown

    found = []
    for number, (name, image) in enumerate(_pictures(sources, contents, confirmed)):
        if confirmed and len(contents) == 1:
            told = contents[0]
        elif number < len(contents):
            told = contents[number]
        else:
            what = "positions" if confirmed else "layouts"
            raise Failure(
                f"there are more pictures than {what} ({len(contents)}); leave {name} out, or give --position"
            )
        check_shape(camera, image)
        place = locate(image, kit, near=near, players=players, camera=camera)
        if place is None:
            raise Failure(f"{name}: no board found; all of it should be in the picture")
        found.append(Shown(name, image, place, {where: what for where, what in told.items() if what != "."}))
        output.note(f"{name}: board found by its {place.method}")
    if not found:
        raise Failure("no pictures given; give pictures of the table, or a folder of them")
    return found


def _pictures(
    sources: tuple[str, ...], contents: Sequence[dict[str, str]], confirmed: bool
) -> Iterator[tuple[str, Image]]:
    """Yield pictures by name; a camera takes one for each layout, when the player presses Enter."""
    from kiebitz.discreet import source_told
    from kiebitz.pictures.files import SUFFIXES, load
    from kiebitz.pictures.frame import Trouble
    from kiebitz.pictures.live import Camera as Live
    from kiebitz.pictures.mirrored import Unmirrored, put_right
    from kiebitz.pictures.order import as_counted
    from kiebitz.pictures.sources import open_source

    counted = as_counted(sources)
    if counted != sources:
        output.note("the pictures are taken in the order of the numbers in their names")
    for text in counted:
        path = Path(text)
        if path.suffix.lower() in SUFFIXES:
            yield text, put_right(load(path)).image
            continue
        source = open_source(text)
        if not isinstance(source, Live):
            for item in Unmirrored(source).frames():
                if isinstance(item, Trouble):
                    output.note(item.message)
                else:
                    yield f"{source_told(text)}, picture {item.index + 1}", item.image
            continue
        for number, told in enumerate(contents):
            if not confirmed:
                _tell_layout(number, told)
            click.pause(common.said("Press a key when the pieces are in place and your hands are away."), err=True)
            item = next(frame for frame in Unmirrored(source).frames() if not isinstance(frame, Trouble))
            yield f"picture {number + 1}", item.image


def _tell_layouts(
    game: AnyGame, options: RuleOptions, kit: Kit, contents: Sequence[dict[str, str]], as_json: bool
) -> None:
    if as_json:
        blank = dict.fromkeys(kit.plan.cells, ".")
        texts = [game.format_contents(blank | told, options) for told in contents]
        output.write_json({"game": game.name, "positions": texts})
        return
    click.echo(common.said(f"Lay out each of these {len(contents)} boards, take a picture of each, then type"))
    click.echo(f"    {common.said(f'kiebitz teach {game.name} PICTURE1 PICTURE2 …')}\n")
    for number, told in enumerate(contents):
        _tell_layout(number, {cell: told.get(cell, ".") for cell in (*kit.plan.cells, *told)})
    also = "One or two of them help too. Or take a picture of the start of a game and give it with --position."
    click.echo(common.said(also))


def _tell_layout(number: int, told: dict[str, str]) -> None:
    from core.board.text import board_text
    from kiebitz.tint import tinted

    click.echo(f"{common.said(f'Picture {number + 1}')}\n{tinted(board_text(told))}\n")


def _say_names(names: list[str], as_json: bool) -> None:
    if as_json:
        output.write_json({"profiles": names})
    else:
        for name in names or [common.said("No table is kept yet; `kiebitz teach GAME PICTURE…` keeps one.")]:
            click.echo(name)


def _show(learned: Learned, name: str) -> None:
    profile, said = learned.profile, common.said
    if profile.colours:
        click.echo(common.who_has(profile.colours))
    if profile.pitch_mm is not None:
        click.echo(said(f"a cell is about {profile.pitch_mm:.0f} mm wide"))
    click.echo(said("Tested on pictures that it was not taught with:"))
    tried = (
        ("as shipped", learned.shipped),
        ("knowing the colours", learned.told),
        ("taught by the other pictures", learned.taught),
    )
    wide = max(len(said(words)) for words, _ in tried)
    for words, score in tried:
        click.echo(f"  {said(words):{wide}}  {said(_scored(score))}")
    click.echo(said(f"use it with  --profile {name}"))


def _scored(score: Score) -> str:
    return f"{score.wrong} wrong, {score.unsure} unsure, of {score.cells} cells"
