"""The tables of phases and rules in docs/architecture.md are those of the program."""

from __future__ import annotations

import pytest

from kiebitz.table.inputs import INPUTS
from kiebitz.table.state import Phase
from kiebitz.table.step import ALWAYS, LEADS_TO, TRANSITIONS
from tests.docs.pages import ROOT

PAGE = ROOT / "docs/architecture.md"
BEGIN, END = "<!-- phases: made by `pytest tests/docs --regenerate` -->\n", "<!-- end of phases -->\n"


def _rule(phase: Phase, given: type) -> str:
    rule = TRANSITIONS[phase].get(given)
    return "" if rule is None else f"`{rule.__module__.rpartition('.')[2]}.{rule.__name__}`"


def made() -> str:
    """Return the diagram of phases, and which rule follows which input."""
    arrows = [f"    {one.name} --> {other.name}" for one in Phase for other in Phase if other in LEADS_TO[one]]
    named = [f'    state "{phase.value}" as {phase.name}' for phase in Phase]
    diagram = ["```mermaid", "stateDiagram-v2", *named, "    [*] --> SEARCHING", *arrows, "```", ""]
    apart = [given for given in INPUTS if any(given not in ALWAYS for _ in Phase)]
    head = ["| phase | " + " | ".join(f"`{given.__name__}`" for given in apart) + " |"]
    rows = [f"| {phase.value} | " + " | ".join(_rule(phase, given) for given in apart) + " |" for phase in Phase]
    always = [
        f"| `{given.__name__}` | `{rule.__module__.rpartition('.')[2]}.{rule.__name__}` |"
        for given, rule in ALWAYS.items()
    ]
    table = [*head, "|---" * (len(apart) + 1) + "|", *rows, "", "| in every phase | rule |", "|---|---|", *always]
    return "\n".join([*diagram, *table]) + "\n"


def test_the_diagram_of_phases_is_current(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    shown, after = rest.split(END)
    if request.config.getoption("--regenerate"):
        PAGE.write_text(before + BEGIN + made() + END + after, encoding="utf-8")
        return
    assert shown == made(), "run pytest tests/docs --regenerate"


def test_every_input_has_a_rule_in_every_phase_in_which_it_can_come() -> None:
    for phase in Phase:
        missing = {given.__name__ for given in INPUTS} - {given.__name__ for given in TRANSITIONS[phase]}
        assert missing == ({"Unchanged"} if phase is Phase.SEARCHING else set()), phase
