"""The name of a game on the command line: as help shows it, and however people spell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    _Type = click.ParamType[str]
else:
    _Type = click.ParamType


class GameNames(_Type):
    """The name of a game, or what calls one, or one of the *others* that the command knows; it refuses the rest."""

    name = "name"

    def __init__(self, *others: str) -> None:
        self._others = others

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002
        from core.games import names

        text = "|".join((*names(), *self._others))
        return f"[{text}]" if isinstance(param, click.Option) else f"{{{text}}}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        from kiebitz.commands.common import spelled

        return spelled(str(value))


GAME = GameNames()
