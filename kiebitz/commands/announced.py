"""The options of ``watch`` and ``table`` that tell a smart home of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from kiebitz.watching.announcing import Announcer

_MQTT = click.option(
    "--mqtt",
    metavar="URL",
    help="Tell turn, last move, broken rule and result to the MQTT broker at URL (mqtt://HOST), where Home Assistant "
    "discovers them.",
)
_LAMP = click.option(
    "--lamp",
    metavar="TOPIC",
    help="With --mqtt, also have a lamp shine in the colour of whose turn it is; TOPIC takes its commands, such as "
    "zigbee2mqtt/NAME/set.",
)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give *command* the options ``--mqtt`` and ``--lamp``."""
    return _MQTT(_LAMP(command))


@contextmanager
def announced(url: str | None, lamp: str | None) -> Iterator[Announcer | None]:
    """Give who tells the broker at *url* of a game; None without one. Raises ``Failure``."""
    if url is None:
        if lamp is not None:
            raise Failure("--lamp has no effect without --mqtt; add that, or leave it out")
        yield None
        return
    from kiebitz.programs.mqtt import Address, BrokenError, Latest
    from kiebitz.watching.announcing import Announcer

    if lamp is not None and (not lamp or any(sign in lamp for sign in "+#\0") or len(lamp) > 200):
        raise Failure("--lamp must be the topic of one lamp, without + and #")
    try:
        address = Address.parse(url)
        latest = Latest(address, report=output.note)
    except ValueError as error:
        raise Failure(f"--mqtt: {error}") from None
    except BrokenError as error:
        raise Failure(f"the MQTT broker {address.told} cannot be used: {error}") from None
    try:
        yield Announcer(latest, address.prefix, output.reading(), lamp=lamp or "")
    finally:
        latest.close()
