"""Pages, and parts of pages, that are made from the program: `pytest tests/docs --regenerate` writes them again."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click
import pytest

from kiebitz.archive.lines import COLOURS, EVERY, HEADER, KINDS, REQUIRED, Fields
from kiebitz.cli import COMMANDS, HELP_WIDTH, kiebitz
from kiebitz.table.inputs import INPUTS
from kiebitz.table.state import Phase
from kiebitz.table.step import ALWAYS, LEADS_TO, TRANSITIONS
from tests.docs.happening import told
from tests.docs.pages import ROOT

HEAD = """# Commands

What `kiebitz COMMAND --help` says, for every command. Every command that answers has `--json`. The
exit status is 0 for done, 1 for "no" or "not found", 2 for wrong use or unreadable input, with one
line that says what would put it right, and 130 after Ctrl-C, whatever was found before it is shown
and kept. `--language de` may stand before the command or behind it.

A shell completes commands and options by Tab: bash with `eval "$(_KIEBITZ_COMPLETE=bash_source kiebitz)"`
in `~/.bashrc`, zsh and fish with `zsh_source` and `fish_source` in its place.

*This page is made from the program by `pytest tests/docs --regenerate`; do not edit it.*
"""
EXAMPLE = re.compile(r"(\n## `(\w+)`\n.*?```json\n)(.*?)(\n```\n)", re.DOTALL)
PHASES = "<!-- phases: made by `pytest tests/docs --regenerate` -->\n", "<!-- end of phases -->\n"
KINDS_MARK = "<!-- kinds: made by `pytest tests/docs --regenerate` -->\n"
NO_EVENTS = {HEADER, COLOURS, "terms"}
"""Lines of a journal that are no events."""
ONLY_WHERE_ASKED_FOR = {"tentative"}
"""``watch --tentative`` tells it."""


def command_of(name: str) -> click.Command:
    command = kiebitz.get_command(click.Context(kiebitz), name)
    assert command
    return command


def commands(_: str) -> str:
    """Return the help of all commands."""
    names = [f"[{name}](#{name})" for name in COMMANDS]
    contents = "\n".join(textwrap.wrap(" · ".join(names), HELP_WIDTH, break_on_hyphens=False))
    top = click.Context(kiebitz, info_name="kiebitz", terminal_width=HELP_WIDTH, **kiebitz.context_settings)
    helps = {name: command_of(name).get_help(click.Context(command_of(name), top, name)) for name in COMMANDS}
    return "\n".join([HEAD, f"{contents}\n", *(f"## {name}\n\n```text\n{text}\n```\n" for name, text in helps.items())])


def phases(page: str) -> str:
    """Return *page* with the diagram of phases, and which rule follows which input."""
    arrows = [f"    {one.name} --> {other.name}" for one in Phase for other in Phase if other in LEADS_TO[one]]
    named = [f'    state "{phase.value}" as {phase.name}' for phase in Phase]
    diagram = ["```mermaid", "stateDiagram-v2", *named, "    [*] --> SEARCHING", *arrows, "```", ""]
    apart = [given for given in INPUTS if given not in ALWAYS]
    head = ["| phase | " + " | ".join(f"`{given.__name__}`" for given in apart) + " |", "|---" * (len(apart) + 1) + "|"]
    rows = [
        f"| {each.value} | " + " | ".join(_rule(TRANSITIONS[each].get(it)) for it in apart) + " |" for each in Phase
    ]
    always = [f"| `{given.__name__}` | {_rule(rule)} |" for given, rule in ALWAYS.items()]
    table = [*diagram, *head, *rows, "", "| in every phase | rule |", "|---|---|", *always, ""]
    before, after = page.partition(PHASES[0])[0], page.partition(PHASES[1])[2]
    return before + PHASES[0] + "\n".join(table) + PHASES[1] + after


def _rule(rule: Any) -> str:
    return "" if rule is None else f"`{rule.__module__.rpartition('.')[2]}.{rule.__name__}`"


def kinds(page: str) -> str:
    """Return *page* with the very table of lines by which journals are checked."""
    lines = ["", "| line | field | holds | required |", "|---|---|---|---|", *_rows("any event", EVERY, ())]
    for kind, fields in KINDS.items():
        name = "the header" if kind == HEADER else f"`{kind}`"
        lines += _rows(f"{name}, no event" if kind == COLOURS else name, fields, REQUIRED.get(kind, ()))
    return page.partition(KINDS_MARK)[0] + KINDS_MARK + "\n".join([*lines, ""])


def _rows(name: str, fields: Fields, required: tuple[str, ...]) -> Iterator[str]:
    for number, (field, kind) in enumerate(fields.items()):
        must = "yes" if field in required else ""
        yield f"| {'' if number else name} | `{field}` | {kind.words} | {must} |"
    if not fields:
        yield f"| {name} | | | |"


def events(page: str) -> str:
    """Return *page* with an event of each kind, as tables tell them."""
    shown = told()
    return EXAMPLE.sub(lambda found: found[1] + json.dumps(shown[found[2]], ensure_ascii=False) + found[4], page)


@pytest.mark.parametrize(
    ("name", "made"),
    [("commands", commands), ("architecture", phases), ("journal-format", kinds), ("events", events)],
)
def test_the_page_is_current(name: str, made: Callable[[str], str], request: pytest.FixtureRequest) -> None:
    page = ROOT / "docs" / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    if request.config.getoption("--regenerate"):
        page.write_text(made(text), encoding="utf-8")
    else:
        assert text == made(text), "run pytest tests/docs --regenerate"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_called_as_in_the_list_and_every_option_says_what_it_does(name: str) -> None:
    command = command_of(name)
    assert command.short_help == COMMANDS[name][1]
    assert [each.name for each in command.params if isinstance(each, click.Option) and not each.help] == []


def test_every_input_has_a_rule_in_every_phase_in_which_it_can_come() -> None:
    for phase in Phase:
        missing = {given.__name__ for given in INPUTS} - {given.__name__ for given in TRANSITIONS[phase]}
        assert missing == ({"Unchanged"} if phase is Phase.SEARCHING else set()), phase


def test_every_kind_of_event_has_its_example_and_its_line() -> None:
    page = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")
    examples: Mapping[str, str] = {kind: shown for _, kind, shown, _ in EXAMPLE.findall(page)}
    assert examples.keys() == KINDS.keys() - NO_EVENTS
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "kiebitz" / "table").rglob("*.py")))
    saying = set(re.findall(r'(?:\.saying|\basked|\bEvent|\bRemarked)\(\s*(?:state, )?"(\w+)"', source))
    assert len(saying) > 10
    assert saying - ONLY_WHERE_ASKED_FOR <= KINDS.keys()
    assert all(set(names) <= set(KINDS[kind]) for kind, names in REQUIRED.items())
