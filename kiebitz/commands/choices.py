"""What may stand in the place of a name on the command line: for help, and for completion by Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    _Type = click.ParamType[str]
else:
    _Type = click.ParamType

MOST_RECORDS = 50
"""Shell completion offers this many kept games, the newest ones."""


class Names(_Type):
    """A name among those that *names* gives, or another one that the command knows to refuse."""

    name = "name"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        return [CompletionItem(name) for name in self._names() if name.startswith(incomplete.lower())]


class GameNames(Names):
    """The name of a game, or what calls one, and the names of what else is to be had."""

    def __init__(self, *others: str) -> None:
        super().__init__(lambda: (*_games(), *others))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        text = "|".join(self._names())
        return f"[{text}]" if isinstance(param, click.Option) else f"{{{text}}}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        from kiebitz.commands.common import spelled

        return spelled(str(value))


class RecordNames(_Type):
    """A kept game's number, ``last``, or a file."""

    name = "record"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        from kiebitz.commands.listing import described

        found = [item for item in described(MOST_RECORDS) if item[0].startswith(incomplete)]
        return [*(CompletionItem(number, help=text) for number, text in found), CompletionItem(incomplete, type="file")]


def _games() -> Sequence[str]:
    from core.games import names

    return names()


def _papers() -> Iterable[str]:
    from printkit.paper import PAPERS

    return PAPERS


def _palettes() -> Iterable[str]:
    from kits.inks import PALETTES

    return PALETTES


GAME = GameNames()
PAPER, PALETTE, RECORD = Names(_papers), Names(_palettes), RecordNames()
