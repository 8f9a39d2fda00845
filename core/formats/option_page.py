"""The options of all games as a page: ``python -m core.formats.option_page`` writes it to standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from core import games
from core.json_types import JsonObject
from core.options import Option

HEAD = """\
# The options of the rules

Every option has a default, and the defaults together are the rules. A game refuses options that it
does not have. Give them as `--options name=value,name=value` to the commands, as the object
`"options"` to the JSON engine, as `setoption` to the UGI engine, or by keyword in Python. Join names
with `+` (`tingle_kit=disc+cube+king`); write a mapping `A:red+blue;B:green` on the command line.
`kiebitz rules GAME CODE` shows the rule behind a number.

`python -m core.formats.option_page > docs/options.md` writes this page.
"""


def page() -> str:
    """Return the page, in Markdown."""
    return "\n".join([HEAD, *(line for name in games.names() for line in _section(name))])


def option_json(option: Option) -> JsonObject:
    """Return *option* for programs; ``default`` is as JSON requests have it."""
    form = option.form
    return {
        "name": option.name,
        "type": form.kind,
        "values": form.allowed,
        "choices": list(form.choices),
        "limits": list(form.limits) if form.limits else None,
        "optional": form.optional,
        "default": form.json(option.default),
        "changes": option.changes,
        "rule": option.rule,
    }


def default_of(option: Option) -> str:
    """Return the default for people."""
    return option.default_text or "none"


def _section(name: str) -> Iterator[str]:
    game = games.find(name)
    yield f"## {game.title} (`{name}`)\n"
    yield "| option | values | default | what it changes | rule |"
    yield "|---|---|---|---|---|"
    for option in game.options.declared():
        cells = (f"`{option.name}`", option.form.allowed, f"`{default_of(option)}`", option.changes, option.rule)
        yield f"| {' | '.join(cells)} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(page())
