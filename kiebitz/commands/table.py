"""``kiebitz table``: the table's screen, a page for the phone, the tablet and this machine."""

from __future__ import annotations

import webbrowser

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure


@click.command(short_help="Open the table's screen: a web page that watches, shows and speaks.")
@common.game_option
@common.players
@common.rule_options
@click.option(
    "--source", metavar="phone|demo|SOURCE", default=None, help="What looks at the table; by default the page asks."
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8080, show_default=True, help="0 takes a free one.")
@click.option("--no-open", is_flag=True, help="Do not open the page in this machine's browser.")
@common.as_json
def command(
    game_name: str | None,
    players: int | None,
    options_text: str,
    source: str | None,
    port: int,
    no_open: bool,
    as_json: bool,
) -> int:
    """Serve the table's screen on this machine until Ctrl-C.

    The page shows the board, whose turn it is and what is wrong, and takes what people tell the referee. Its camera
    page sends the pictures of the phone or computer on which it is open. Pictures stay in memory. SOURCE is what
    `kiebitz watch` takes; `demo` is a pretend table, `phone` the camera page.
    """
    options = _options(game_name, players, options_text)

    from kiebitz.screen.refereed import PHONE, Ask
    from kiebitz.screen.serving import Screen

    screen = Screen.open(port)
    if game_name is not None or source is not None:
        screen.desk.begin(Ask(game_name, players, options, source=source or PHONE))
    url = screen.address()
    phone = screen.address("/phone")

    def ready() -> None:
        if as_json:
            tokens = screen.tokens
            others = {"camera": tokens.camera, "viewer": tokens.viewer}
            output.write_json(
                {"event": "serving", "url": url, "phone": phone, "token": tokens.table, "spki": None, "tokens": others}
            )
        else:
            click.echo(f"The table's screen: {url}\nThe camera page:    {phone}\nCtrl-C ends it.")
        if not no_open:
            webbrowser.open(url)

    screen.run(ready)
    return 0


def _options(game_name: str | None, players: int | None, text: str) -> dict[str, object] | None:
    """Return the rule options of *text*. Raises ``Failure``."""
    if game_name is None:
        if text:
            raise Failure("--options are those of a game; name it with --game")
        return None
    game = common.the_game(game_name)
    return dict(common.the_options(game, text, players).changed()) or None
