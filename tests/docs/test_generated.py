"""Pages, and parts of pages, that are made from the program: `pytest tests/docs --regenerate` writes them again.

Diagrams of how a board is found and read show functions that there are, and all stages that the code takes.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import click
import numpy as np
import pytest

import calibration
import vision
from adviser import Suggestion
from core.games import find
from core.goodwin.options import TinkOptions
from kiebitz.archive.comments import COMMENT, comment_event
from kiebitz.archive.lines import COLOURS, EVERY, HEADER, KINDS, REQUIRED, Fields
from kiebitz.cli import COMMANDS, HELP_WIDTH, kiebitz
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.programs.program import ProgramError
from kiebitz.screen.live.aid import hinted
from kiebitz.table.events import Event
from kiebitz.table.inputs import INPUTS, Remarked
from kiebitz.table.state import Phase
from kiebitz.table.step import ALWAYS, LEADS_TO, TRANSITIONS
from kiebitz.watching.agreements import opening, signature
from kiebitz.watching.bots import Bots
from tests.docs.pages import ROOT
from tests.kiebitz.houses import exchange, two
from tests.kiebitz.painted import PaintedEye, paint
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_bots import Table as WithBots
from tests.kiebitz.test_bots import Thinker
from tests.kiebitz.test_session import WON, Watched, after, board
from tests.table.looks import play
from tests.table.rows import events_of, state_of

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
    shown = happened()
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


DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "finding.md": (calibration, ("locate", "boards")),
    "reading.md": (vision, ("reader", "stones")),
}
"""Page → the package whose functions its diagram shows, and the modules whose uses it shows."""
HELPERS = {
    "finding.md": {
        "at_size", "resized", "turned", "fit_pose", "working_picture", "register_each", "parts_of",
        "can_be_laid", "corners_seen", "find_outline", "laid_on_corners", "mean_cell_px", "pinhole",
    },
    "reading.md": {
        "board_warnings", "contents_of", "kind_likelihood", "missing_boards", "model_for",
        "network_input", "normalised", "picture_warnings", "pitches_mm", "plays_other_pieces",
        "shares",
    },
}  # fmt: skip


def _functions(package: ModuleType) -> set[str]:
    """Return the names of *package*'s public functions."""
    modules = [
        importlib.import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)
    ]
    return {
        name
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _named(page: str) -> set[str]:
    diagram = (DOCS / page).read_text(encoding="utf-8").split("```")[1]
    return set(re.findall(r"<b>(\w+)</b>", diagram)) | set(re.findall(r'subgraph \w+ \["(\w+)"\]', diagram))


@pytest.mark.parametrize("page", PAGES)
def test_every_function_in_the_diagram_exists(page: str) -> None:
    assert len(_named(page)) > 10
    assert _named(page) <= _functions(PAGES[page][0])


@pytest.mark.parametrize("page", PAGES)
def test_every_stage_that_the_code_takes_is_in_the_diagram(page: str) -> None:
    """What the page's modules import from others of its package, but for helpers, stands there."""
    package, modules = PAGES[page]
    functions = _functions(package)
    for module in modules:
        tree = ast.parse(Path(package.__path__[0], f"{module}.py").read_text(encoding="utf-8"))
        used = {
            alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package.__name__}.")
            for alias in node.names
        }
        assert (used & functions) - HELPERS[page] <= _named(page)
        assert HELPERS[page] <= functions


TINK = find("tink")


def happened() -> dict[str, Mapping[str, Any]]:
    """Return each kind of event, and the first one of it as JSON, numbered as they come."""
    found: dict[str, Event] = {}
    for event in _happening():
        found.setdefault(event.kind, event)
    return {
        kind: {"event": kind, "n": n, **{name: value for name, value in event.as_json().items() if name != "event"}}
        for n, (kind, event) in enumerate(found.items(), start=1)
    }


def _happening() -> Iterator[Event]:
    yield from _carried()
    yield from _played()
    yield from _told()
    yield from _with_bots()
    yield from _seen()
    yield from _hinted()
    yield from _at_two_tables()


def _carried() -> Iterator[Event]:
    """A board that is shoved, then carried away."""
    table = Watched()
    yield from table.show(board())
    table.eye.dx = 40
    yield from table.show(board(), dx=40)
    table.eye.blind = True
    for _ in range(4):
        yield from table.show(board(), blank=True)
    table.eye.whose = "Tabik's board"
    yield from table.show(board(), blank=True)


def _played() -> Iterator[Event]:
    """Games of Tink: with a slip and a piece in doubt, won, with a forced pass, a clock, and a third player."""
    moved = [" ".join(("Sc3", "Sg7", "Sd4", "Sh8")[:count]) for count in range(1, 5)]
    doubtful = "Sc3 Sd4 d4?.|Bs-3|Bm-9"
    yield from events_of("start", "Sc3", "Sc3 e5=As", "Sc3", doubtful, "Sc3 Sd4", *moved, f"{moved[-1]} c3=. d4=.")
    yield from events_of(" ".join(WON[:6]), " ".join(WON), "end", setup=f"told {' '.join(WON[:6])}")
    blocked = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
    yield from events_of("start", "start c3=As", setup=f"position {blocked}")
    yield from events_of("start", setup="clock 10+5")
    third = ("start", "Sc3", "Sc3 Sd4", "Sc3 Sd4 e5=Cs")
    yield from events_of(*third, "> seats 2", setup="open")


def _told() -> Iterator[Event]:
    """What people tell the referee: corrections, totals of a roll, who plays, that they agree, what they think."""
    yield from events_of("Sc3", "> correct c3=. d3=As", "> pass", setup="told Sc3")
    yield from events_of("Sc3", "Sc3 e5=As", "> agree", setup="told Sc3")
    yield events_of("> total A 17", "> total B 13", setup="game tinker_tactics")[-1]
    won = state_of({"told": " ".join(WON)})
    yield from play(won, *opening({"A": "Ada", "B": "Bo"}, [], fair=False, puzzle=3))[1]
    yield from play(won, signature(won.position, [], "A"))[1]
    yield from play(won, Remarked(COMMENT, comment_event(6, "This opens the long line.")))[1]


def _with_bots() -> Iterator[Event]:
    for think in (Thinker("Sd4"), _failing):
        table = WithBots(Bots({"B": 6}, think))
        table.show(board())
        yield from table.show(board("Sc3"))


def _failing(*_: object) -> Suggestion:
    raise ProgramError("engine: it has stopped")


def _seen() -> Iterator[Event]:
    """What is said of pictures."""
    referee = refereed(TINK, PaintedEye(), TinkOptions(), positions=[after()], advised=True)
    yield from referee.take(Trouble("shelf.jpg is left out: it is not a picture.", passing=True))
    dark = (paint(board("Sc3")) // 8).astype(np.uint8)
    for index in range(80):
        yield from referee.take(Frame(dark, index, index / 4))


def _hinted() -> Iterator[Event]:
    """A hint at the one move that wins, as a table's screen gives it."""
    position = after("Sd4", "Sh8", "Sc3", "Sh1", "Sb2", "Se5")
    found = hinted(TINK, position, 2)
    yield Event("hint", 6, 6.0, {"seat": position.to_move, "rung": 2, **found})


def _at_two_tables() -> Iterator[Event]:
    """What a guest hears of the table that it plays with."""
    host, guest = two("tink")
    host.play("Sc3")
    exchange(guest, host)
    yield from (Event.from_json(line) for line in guest.lines if line["event"] in ("twin", "asked"))
