"""``kiebitz help``, and what ``--help`` says: English in the commands, and translated when it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from kiebitz.commands import common
from kiebitz.output import reading

if TYPE_CHECKING:
    from kiebitz.language import Language

_EXTRA = "  ["
"""What click adds to an option's help, such as its default, begins with this."""


class HelpContext(click.Context):
    """The context of every command."""

    def make_formatter(self) -> click.HelpFormatter:
        said = reading()
        if not said.templates:
            return super().make_formatter()
        return _Translated(said, width=self.terminal_width, max_width=self.max_content_width)


class _Translated(click.HelpFormatter):
    """Writes the help in another language; ``said`` translates."""

    def __init__(self, said: Language, **size: int | None) -> None:
        super().__init__(**size)  # type: ignore[arg-type]
        self._said = said

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{self._said('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(self._said(heading))

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(self._said, paragraphs(text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, self._described(text)) for name, text in rows], col_max, col_spacing)

    def _described(self, text: str) -> str:
        told, *extra = described(text)
        return self._said(told) + (f"{_EXTRA}{'; '.join(map(self._said, extra))}]" if extra else "")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of *text*, each in one line."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


def described(text: str) -> list[str]:
    """Return the help of an option, and what click adds to it.

    >>> described("How much colour.  [default: full; required]")
    ['How much colour.', 'default: full', 'required']
    """
    told, _, extra = text.partition(_EXTRA)
    return [" ".join(told.split()), *(extra.rstrip("]").split("; ") if extra else ())]


@click.command(short_help="Show this help, or that of a command.")
@click.argument("name", metavar="[COMMAND]", required=False)
@common.language_option
@click.pass_context
def command(context: click.Context, name: str | None) -> None:
    """Show what Kiebitz can do, or what COMMAND does, as `kiebitz COMMAND --help` does."""
    top = context.find_root()
    assert isinstance(top.command, click.Group)
    if name is None:
        click.echo(top.get_help())
        return
    _, wanted, _ = top.command.resolve_command(top, [name])
    assert wanted is not None
    with wanted.make_context(name, [], parent=top, resilient_parsing=True) as about:
        click.echo(wanted.get_help(about))
