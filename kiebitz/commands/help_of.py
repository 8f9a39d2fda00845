"""``kiebitz help``: shows the help of Kiebitz, or of a command."""

from __future__ import annotations

import click

from kiebitz.commands import common


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
