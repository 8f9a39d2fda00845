"""``kiebitz table``: the table's screen, a page for the phone, the tablet and this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import announced, common
from kiebitz.failure import Failure, failing

if TYPE_CHECKING:
    from kiebitz.screen.serving import Screen

_LEAVING_S = 1.8
"""Seconds after Ctrl-C at which the program ends, whatever is still running."""


@click.command(short_help="Open the table's screen: a web page that watches, shows and speaks.")
@common.game_option
@common.players
@common.rule_options
@click.option(
    "--source", metavar="phone|demo|SOURCE", default=None, help="What looks at the table; by default the page asks."
)
@click.option(
    "--start",
    metavar="POSITION|FILE",
    default=None,
    help="The position the game begins with, or a file with a game that it goes on with, as for `kiebitz watch`.",
)
@click.option(
    "--resume", is_flag=True, help="Go on with the newest unfinished game; devices that were let in may come back."
)
@click.option(
    "--clock", metavar="CONTROL", default=None, help="Clocks that a legal move presses, as for `kiebitz watch`."
)
@click.option("--lan", is_flag=True, help="Let phones and tablets on the local network join, over https.")
@click.option("--port", type=click.IntRange(0, 65_535), default=8080, show_default=True, help="0 takes a free one.")
@announced.options
@click.option("--no-open", is_flag=True, help="Do not open the page in this machine's browser.")
@click.option("--no-crops", is_flag=True, help="Keep no small pictures of the cells that events are about.")
@common.language_option
@common.as_json
def command(
    game_name: str | None,
    players: int | None,
    options_text: str,
    source: str | None,
    start: str | None,
    resume: bool,
    clock: str | None,
    lan: bool,
    port: int,
    mqtt: str | None,
    lamp: str | None,
    no_open: bool,
    no_crops: bool,
    as_json: bool,
) -> int:
    """Serve the table's screen until Ctrl-C: on this machine alone, with --lan for the devices of its network as well.

    The page shows the board, whose turn it is and what is wrong, and takes what people tell the referee. Its camera
    page sends the pictures of the phone or computer on which it is open. They stay in memory; only small pictures of
    the cells that a move, a broken rule or a question is about are kept with the game, unless --no-crops is given.
    SOURCE is what `kiebitz watch` takes; `demo` is a pretend table, `phone` the camera page.

    A phone gives its camera to https only, so --lan makes a certificate with an authority of its own. The phone's
    browser warns of it once: compare the fingerprint, then go on. On the next port, plain http takes photos and lets
    people look on, for devices that refuse the certificate; no picture leaves there. Nothing is sent to the internet.
    """
    colours = None
    if start is not None and common.is_file(start):
        going = common.going_on(start, game_name)
        game_name, options_text, start = going.game, common.written(going.options), going.position
        colours = going.colours or None
    options = _options(game_name, players, options_text)
    _check_clock(clock)

    from kiebitz.screen.doors.secret_files import keep_tokens, kept_tokens, open_page
    from kiebitz.screen.live.asked import PHONE, Ask
    from kiebitz.screen.live.desk import Desk
    from kiebitz.screen.live.feed import Feed
    from kiebitz.screen.serving import Screen

    running = ExitStack()
    desk = Desk(Feed(), crops=not no_crops, announcer=running.enter_context(announced.announced(mqtt, lamp)))
    screen = Screen.open(port, lan=lan, desk=desk, tokens=kept_tokens() if resume else None)
    keep_tokens(screen.tokens)
    if resume or any(each is not None for each in (clock, game_name, players, source, start)):
        asked = Ask(game_name, players, options, colours, source or PHONE, resume, clock, start=start)
        asked.check_start()
        screen.desk.begin(asked)

    def ready() -> None:
        output.write_json(_serving(screen)) if as_json else click.echo(welcome(screen))
        if not no_open:
            open_page(screen.address())

    with running:
        return _served(screen, ready)


def _served(screen: Screen, ready: Callable[[], None]) -> int:
    """Serve *screen*, call *ready* once pages can be fetched, and return the exit status."""
    from kiebitz.screen.doors.secret_files import forgotten_in_the_end

    # Ends the program a while after Ctrl-C, whatever still runs then: events are in the journal before they are told.
    leaving = threading.Timer(_LEAVING_S, os._exit, (output.INTERRUPTED,))
    leaving.daemon = True
    with forgotten_in_the_end():
        screen.run(ready, ended=leaving.start)
    return output.INTERRUPTED


def _serving(screen: Screen) -> JsonObject:
    tokens, certificate = screen.tokens, screen.doors[-1].certificate
    return {
        "event": "serving",
        "url": screen.address(),
        "phone": screen.lan_address("/phone"),
        "token": tokens.table,
        "spki": certificate.spki if certificate else None,
        "fingerprint": certificate.fingerprint if certificate else None,
        "twin": screen.twin_address(),
        "photo": screen.plain_address("/photo", tokens.photo) or None,
        "tokens": {"camera": tokens.camera, "viewer": tokens.viewer},
    }


def welcome(screen: Screen) -> str:
    from kiebitz.screen.doors.open_doors import ALONE, LOOPBACK
    from kiebitz.screen.doors.pairing import code_text

    pairing = screen.pairing()
    lines = [f"The table's screen: {screen.address()}", f"The camera page: {pairing.phone}"]
    if pairing.authority:
        scan = "Scan this with the phone. Its browser warns of an unknown certificate, whose SHA-256 is"
        lines += ["", code_text(pairing.phone), scan, pairing.fingerprint]
        lines += [f"Photos without https: {pairing.photo}", f"To stop the warnings: {pairing.trust}"]
        lines += [f"Play with another table: {pairing.twin}"]
        lines += [ALONE] * (LOOPBACK in pairing.phone) + ["Ctrl-C ends it."]
    else:
        lines += ["Ctrl-C ends it. Other devices may join once you let them in on the page, or add --lan."]
    return "\n".join(map(common.said, lines))


def _check_clock(text: str | None) -> None:
    """Raise ``Failure`` unless *text* is a time control, for everybody or for the seats it names, or None."""
    if text is None:
        return
    from kiebitz.clock import controls_of

    with failing("--clock: "):
        controls_of(text, [part.partition("=")[0] for part in text.split(",")])


def _options(game_name: str | None, players: int | None, text: str) -> JsonObject | None:
    """Parse the rule options in *text*. Raises ``Failure``."""
    if game_name is None:
        if text:
            raise Failure("--options are those of a game; name it with --game")
        return None
    game = common.the_game(game_name)
    return dict(common.the_options(game, text, players).changed()) or None
