"""``kiebitz completion``: prints what lets a shell complete commands, options, games and records by Tab."""

from __future__ import annotations

import click

from kiebitz.commands import common

VARIABLE = "_KIEBITZ_COMPLETE"
"""The environment variable with which a shell asks for completions."""


@click.command(short_help="Print what lets a shell complete by Tab.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@common.language_option
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the lines that let SHELL complete commands, options, games, papers, palettes and kept games by Tab.

    bash: add `eval "$(kiebitz completion bash)"` to ~/.bashrc. zsh: add the same with zsh to ~/.zshrc, below compinit.
    fish: `kiebitz completion fish > ~/.config/fish/completions/kiebitz.fish`.
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "kiebitz", VARIABLE).source())
