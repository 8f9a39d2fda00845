"""Rows of tests in the notation of the games, one a paragraph: what is known before, what happens, what is announced.

    A move is taken back | given Sc3; coloured
        Sc3 Sd4        : found; Sd4 seat=B
        Sc3            : takeback plies=1
        > agree        : error "Nothing illegal"
        = after Sc3    :

The first line is a sentence and, behind ``|``, the set-up. What people know: ``told Sc3 Sd4``, the game so far;
``given Sc3``, only the position after these actions; nothing else, unless there is a first position that is not
``shown`` to be read. What has been seen: ``seen``, the board of that; ``played Sd4``, and then the boards after
these. Besides: ``position TEXT``, the first one; ``coloured``, seats play the usual colours; ``colours A=blue``;
``to_move B``, ``resumed``, ``clock 10+5``, ``guesses``, ``open`` (nobody has said how many play), ``game NAME`` and
``options NAME=VALUE``. A paragraph that begins with ``|`` has the set-up, and what happens first, of the rows below
it.

What happens: the actions from the first position on whose board is shown, or ``start``, and what is otherwise there:
``e5=Bl``; ``f6?.|As-3`` is read as empty, or 3 nats less likely as a small; ``e5#`` is out of sight; ``d5-e5~GEN-3``
lies wrong there; ``hand`` reaches in; ``bare`` is a board with nothing else. ``same`` is the board shown last. ``3s``
before it: it is still for so long; ``@40``: at that second. ``> takeback 2`` is what people say, ``gone`` a picture
without a board, ``5s ...`` time that passes at a table that is not at rest.

What is said: events, ``-`` for none. A move is its action, another event its kind; behind it stand a code, what its
fields are (``cells=c3,d4``, ``result.reason=line``, ``!stash`` for none), and a part of its message. ``no illegal``:
nothing of that is said. ``= told Sc3`` says how the state is then: so are ``after`` (its position alone), ``board``,
``untold`` cells, ``clocks``, and whatever else it calls its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from core.game import Game
from core.games import find
from core.options import RuleOptions
from core.reading import Misplaced
from kiebitz.clock import Clock, controls_of
from kiebitz.table.asking import clocks_now, untold
from kiebitz.table.controls import Command, Say, command_of
from kiebitz.table.events import Event
from kiebitz.table.inputs import Ended, Framed, Input, Interrupted, Misheard
from kiebitz.table.state import TableState, Terms
from tests.table.looks import PAINTS, Gone, Happening, Passing, Shown, Watched
from vision.framing import Warned

_CODE = re.compile(r"[A-Z]+-\d+|\d\.\d")
_ALTERNATIVE = re.compile(r"(.+?)(--?\d+(?:\.\d+)?)?")
_TOKEN = re.compile(r'"[^"]*"|[^\s;"]+|;')
_OUTSIDE = Warned("outside", "Not in the picture: a8.", "Move the camera back or turn it.", ("a8",))
_INPUTS: Mapping[str, Input] = {
    "camera_gone": Interrupted("The camera is gone."), "end": Ended("Done."),
    "outside": Framed((0, 0.0), (_OUTSIDE,)), "mumble": Misheard("that is no command"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a sentence, the set-up, and lines of what happens and what is announced then."""

    sentence: str
    setup: Mapping[str, str]
    lines: tuple[tuple[str, str], ...]

    def check(self) -> None:
        """Let all happen; fail at the first line where something else is announced than it says."""
        played = _Played(self.setup)
        for happens, expected in self.lines:
            played.check(happens, expected)


def rows(text: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test with each row of *text*."""
    found, shared, begun = list[Row](), "", tuple[tuple[str, str], ...]()
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        first, *lines = paragraph.splitlines()
        sentence, _, setup = (part.strip() for part in f"{first} ".partition("| "))
        pairs = (re.split(r"\s+:(?:\s+|$)", line.strip(), maxsplit=1) for line in lines)
        script = tuple((happens, expected) for happens, expected in pairs)
        if sentence:
            found.append(Row(sentence, _setup(f"{shared};{setup}"), (*begun, *script)))
        else:
            shared, begun = setup, script
    return pytest.mark.parametrize("row", found, ids=[row.sentence for row in found])


def events_of(*happens: str, setup: str = "") -> list[Event]:
    """Return the events of all that *happens* at a table with this *setup*, each written as in a row."""
    played = _Played(_setup(setup))
    return [event for each in happens for event in played.take(each)]


def happened(*happens: str, setup: str = "") -> TableState[Any]:
    """Return the state of such a table after all that *happens*."""
    played = _Played(_setup(setup))
    for each in happens:
        played.take(each)
    return played.table.state


def _setup(text: str) -> Mapping[str, str]:
    parts = (part.strip().partition(" ") for part in text.split(";") if part.strip())
    return {name: value.strip() for name, _, value in parts}


def state_of(setup: Mapping[str, str]) -> TableState[Any]:
    """Return the state of a table with this *setup*."""
    game, options, first = _begun(setup)
    positions = list(_through(game, first, setup["told"].split())) if "told" in setup else []
    if "given" in setup:
        positions = [list(_through(game, first, setup["given"].split()))[-1]]
    elif "position" in setup and "told" not in setup and "shown" not in setup:
        positions = [first]
    paints = PAINTS.get(game.name, {})
    colours = dict(list(paints.items())[: options.players]) if "coloured" in setup else {}
    colours |= dict(pair.split("=") for pair in setup.get("colours", "").split(",") if pair)
    clock = Clock.of(controls_of(setup["clock"], "AB")) if "clock" in setup else None
    terms = Terms(game, options, to_move=setup.get("to_move"), guesses="guesses" in setup, may_join="open" in setup)
    return TableState.begun(terms, positions=positions, colours=colours, resumed="resumed" in setup, clock=clock)


def contents_of(game: Game[Any], first: Any, words: Sequence[str]) -> dict[str, str]:
    """Return the contents of the board after the actions, and with the changes, among *words*."""
    changes = dict(word.split("=", 1) for word in words if re.fullmatch(r"[^=?#~]+=.+", word))
    actions = [word for word in words if not re.search(r"[=?#~]", word) and word not in ("start", "hand", "bare")]
    contents = game.contents(list(_through(game, first, actions))[-1])
    return {**(dict.fromkeys(contents, ".") if "bare" in words else contents), **changes}


def _begun(setup: Mapping[str, str]) -> tuple[Game[Any], RuleOptions, Any]:
    game = find(setup.get("game", "tink"))
    options = game.options.parse(setup.get("options", ""))
    text = setup.get("position")
    return game, options, game.start(options) if text is None else game.parse_position(text, options)


def _alternative(text: str) -> tuple[str, float]:
    """Return a content and how likely it is, in nats, as in ``As-3``; 1 nat more likely is ``As--1``."""
    content, nats = _ALTERNATIVE.fullmatch(text).groups()  # type: ignore[union-attr]
    return content, float((nats or "0").replace("--", ""))


def _through(game: Game[Any], position: Any, actions: Sequence[str]) -> Iterator[Any]:
    yield position
    for action in actions:
        position = game.play(position, action)
        yield position


class _Played:
    """A row as it is played."""

    def __init__(self, setup: Mapping[str, str]) -> None:
        self.game, _, self.first = _begun(setup)
        self.table = Watched(state_of(setup))
        self.shown: Shown | None = None
        if "seen" in setup or "played" in setup:
            self._see([*setup.get("told", setup.get("given", "")).split()], setup.get("played", "").split())

    def check(self, happens: str, expected: str) -> None:
        """Let it happen. Fails where something else is announced than *expected*."""
        if happens.startswith("= "):
            self._check_state(*happens[2:].split(maxsplit=1))
            return
        events = self.take(happens)
        if expected.startswith("no "):
            assert {event.kind for event in events}.isdisjoint(expected[3:].split()), f"{happens} : {_in_words(events)}"
            return
        fits = _all_fit(events, _events(expected))
        assert fits, f"\n    {happens} : {expected}\nbut it is\n    {happens} : {_in_words(events)}"

    def _see(self, before: Sequence[str], played: Sequence[str]) -> None:
        """Show the board after what was *played* before, and after each action that is *played*."""
        for count in range(len(played) + 1):
            self.table.take(Shown(contents_of(self.game, self.first, [*before, *played[:count]])))

    def take(self, happens: str) -> list[Event]:
        """Return the events of what *happens*."""
        return self.table.take(self._happening(happens))

    def _happening(self, text: str) -> Happening:
        if text.startswith("> "):
            return _said(text[2:].split())
        if text in _INPUTS:
            return _INPUTS[text]
        words, for_s = text.split(), None
        if words[0].startswith("@"):
            self.table.t = float(words.pop(0)[1:]) - 1.0
        if words and re.fullmatch(r"[\d.]+s", words[0]):
            for_s = float(words.pop(0)[:-1])
        if words == ["gone"]:
            return Gone()
        if words == ["..."]:
            return Passing(for_s or 0.0)
        self.shown = replace(self.shown, for_s=for_s) if words == ["same"] and self.shown else self._board(words, for_s)
        return self.shown

    def _board(self, words: Sequence[str], for_s: float | None) -> Shown:
        doubts, hidden, lying = {}, set(), []
        for word in words:
            cell, mark, rest = re.fullmatch(r"([^=?#~]+)([=?#~]?)(.*)", word, re.DOTALL).groups()  # type: ignore[union-attr]
            if mark == "?":
                doubts[cell] = dict(map(_alternative, rest.split("|")))
            elif mark == "#":
                hidden.add(cell)
            elif mark == "~":
                lying.append(Misplaced(rest, tuple(cell.split("-"))))
        contents = contents_of(self.game, self.first, words)
        return Shown(contents, doubts, frozenset(hidden), "hand" in words, for_s, tuple(lying))

    def _check_state(self, what: str, wanted: str = "") -> None:
        state = self.table.state
        match what:
            case "told":
                assert state.told == tuple(_through(self.game, self.first, wanted.split())), state.told
            case "after":
                assert state.position == list(_through(self.game, self.first, wanted.split()))[-1]
            case "board":
                assert dict(state.contents) == contents_of(self.game, self.first, wanted.split())
            case "untold":
                found = untold(state)
                assert (_text(dict(sorted(found.cells.items()))) if found else "nothing") == wanted
            case "clocks":
                now = clocks_now(state)
                assert now is not None
                assert _fits(Event("clock", 0, 0.0, now), ["clock", *wanted.split()]), now
            case _:
                own = getattr(state, what) if hasattr(state, what) else getattr(state.position, what)
                own = _text(dict(sorted(own.items())) if isinstance(own, Mapping) else own)
                assert own == wanted, f"{what} is {own}"


def _said(words: Sequence[str]) -> Command:
    """Return the command that is written as *words*."""
    do, *rest = words
    pairs = dict(word.split("=", 1) for word in rest if "=" in word)
    match do:
        case "correct":
            return command_of({"do": do, "cells": pairs})
        case "colours":
            return command_of({"do": do, "colours": pairs})
        case "turn":
            return command_of({"do": do, "seat": rest[0]})
        case "takeback" if rest:
            return command_of({"do": do, "plies": int(rest[0])})
        case "total":
            return command_of({"do": do, "seat": rest[0], "total": int(rest[1]) if rest[1:] else None})
        case "seats":
            return command_of({"do": do, "players": int(rest[0])})
        case "joined" if rest:
            return command_of({"do": do, "colour": rest[0]})
        case "say":
            return Say(rest[0])
        case _:
            return command_of({"do": do})


def _events(text: str) -> list[list[str]]:
    """Return the words of each event in *text*."""
    found: list[list[str]] = [[]]
    for token in _TOKEN.findall(text):
        if token == ";":
            found.append([])
        else:
            found[-1].append(token)
    return [words for words in found if words and words != ["-"]]


def _all_fit(events: Sequence[Event], wanted: Sequence[Sequence[str]]) -> bool:
    return len(events) == len(wanted) and all(map(_fits, events, wanted))


def _fits(event: Event, words: Sequence[str]) -> bool:
    kind, *facts = words
    name = event.fields["action"] if event.kind in ("move", "pass") else event.kind
    return name == kind and all(_holds(event, fact) for fact in facts)


def _holds(event: Event, fact: str) -> bool:
    if fact.startswith('"'):
        return fact.strip('"') in str(event.fields.get("message", ""))
    if fact.startswith("!"):
        return not event.fields.get(fact[1:])
    name, equals, wanted = fact.partition("=")
    if not equals:
        return bool(_CODE.fullmatch(fact)) and event.fields.get("code") == fact
    value: Any = event.fields
    for part in name.split("."):
        value = value[int(part)] if isinstance(value, Sequence) else value.get(part, {})
    if isinstance(value, float):
        return value == pytest.approx(float(wanted), abs=0.051)
    return _text(value) == wanted


def _text(value: Any) -> str:
    """Return *value* as rows write it."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={_text(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return ",".join(str(each).replace(" ", "+") for each in value)
    return str(value).replace(" ", "_")


def _in_words(events: Sequence[Event]) -> str:
    """Return *events* nearly as a row writes them, to copy what is right from a failure."""
    said = []
    for event in events:
        fields = dict(event.fields)
        name = fields.pop("action") if event.kind in ("move", "pass") else event.kind
        facts = [f"{key}={_text(value)}" for key, value in fields.items() if key not in ("code", "message", "legal")]
        words = [name, fields.get("code") or "", *facts, f'"{fields["message"]}"' if "message" in fields else ""]
        said.append(" ".join(word for word in words if word))
    return "; ".join(said) or "-"
