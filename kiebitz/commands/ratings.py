"""``kiebitz ratings``: how strong the people are whose games are kept here."""

from __future__ import annotations

import click

from core.json_types import as_list, as_object, as_texts
from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME
from kiebitz.output import said


@click.command(short_help="Show how strong the people are who have played here.")
@click.argument("game_name", metavar="[GAME]", type=GAME, required=False)
@common.language_option
@common.as_json
def command(game_name: str | None, as_json: bool) -> None:
    """Show the rating of everybody who has finished games here under a name (`watch --names`), and who has met whom.

    Ratings are Elo's; everybody begins with 1500, and a question mark stands behind one from fewer than 10 games. They
    are reckoned from the games kept on this computer, and leave it no more than these do.
    """
    from kiebitz.archive.kept import kept_games
    from kiebitz.screen.views.ratings import rated

    found = [each.as_json() for each in rated(kept_games()) if game_name in (None, each.game)]
    if as_json:
        output.write_json({"ratings": found})
        return
    if not found:
        click.echo(said("No game with names is finished yet; `kiebitz watch --names` keeps who plays."))
    for each in found:
        players = [as_object(player) for player in as_list(each["players"])]
        wide = max(len(str(player["name"])) for player in players)
        click.echo(said(f"Ratings: {each['title']}"))
        for player in players:
            few = " ?" if player["few"] else ""
            counts = f"{player['won']} – {player['drawn']} – {player['lost']}"
            click.echo(f"  {player['name']!s:{wide}}  {player['rating']}{few:2}  {counts}")
        for pair in map(as_object, as_list(each["pairs"])):
            one, other = as_texts(pair["names"])
            won, lost = as_list(pair["won"])
            draws = f" ({pair['drawn']} ½)" if pair["drawn"] else ""
            click.echo(f"  {one} – {other}  {won} : {lost}{draws}")
