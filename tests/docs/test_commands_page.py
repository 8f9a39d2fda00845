"""docs/commands.md is what ``kiebitz COMMAND --help`` says, for every command."""

from __future__ import annotations

import textwrap

import click
import pytest

from kiebitz.cli import COMMANDS, HELP_WIDTH, kiebitz
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "commands.md"
HEAD = """# Commands

What `kiebitz COMMAND --help` says, for every command. Every command that answers has `--json`. The
exit status is 0 for done, 1 for "no" or "not found", 2 for wrong use or unreadable input, with one
line that says what would put it right, and 130 after Ctrl-C, whatever was found before it is shown
and kept. `--language de` may stand before the command or behind it.

A shell completes commands, options, games, papers, palettes and kept games by Tab: bash with
`eval "$(kiebitz completion bash)"` in `~/.bashrc`, others as [completion](#completion) says.

*This page is made from the program by `pytest tests/docs --regenerate`; do not edit it.*
"""


def help_of(name: str) -> str:
    """Return the help of the command *name*."""
    context = click.Context(kiebitz, info_name="kiebitz", terminal_width=HELP_WIDTH, **kiebitz.context_settings)
    command = kiebitz.get_command(context, name)
    assert command
    return command.get_help(click.Context(command, info_name=name, parent=context))


def page() -> str:
    """Return the page as it should be."""
    names = [f"[{name}](#{name})" for name in COMMANDS]
    contents = "\n".join(textwrap.wrap(" · ".join(names), HELP_WIDTH, break_on_hyphens=False))
    parts = [f"## {name}\n\n```text\n{help_of(name)}\n```\n" for name in COMMANDS]
    return "\n".join([HEAD, f"{contents}\n", *parts])


def test_the_page_of_commands_is_current(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regenerate"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(), "run pytest tests/docs --regenerate"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_called_as_in_the_list_and_every_option_says_what_it_does(name: str) -> None:
    command = kiebitz.get_command(click.Context(kiebitz), name)
    assert command
    assert command.short_help == COMMANDS[name][1]
    silent = [option.name for option in command.params if isinstance(option, click.Option) and not option.help]
    assert silent == []
