"""What a table tells a smart home over MQTT: turn, last move, broken rule and result, as Home Assistant finds it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from typing import Any, Protocol

from core.game import AnyGame
from kiebitz.calling import names_of
from kiebitz.language import Language
from kiebitz.language.naming import with_names
from kiebitz.table.state import TableState
from kiebitz.watching.kept_table import Line
from kits.colours import parts
from kits.inks import INKS

DISCOVERY = "homeassistant"
"""The topic under which Home Assistant discovers devices."""
_LONGEST = 255
"""Most characters of a state in Home Assistant."""
_SETTLING = ("move", "pass", "takeback", "corrected", "agreed", "repaired", "state", "result")
"""Events after which the board breaks no rule any more."""
_NAMES = {"turn": "Turn", "last_move": "Last move", "broken_rule": "Broken rule", "result": "Result"}
_ICONS = {"turn": "account-arrow-right", "last_move": "history", "broken_rule": "alert", "result": "trophy"}
_RULE_BROKEN = (255, 0, 0)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands, in words; ``seat`` is the side to move, or the winner once there is a result."""

    game: str = ""
    turn: str = ""
    last_move: str = ""
    broken_rule: str = ""
    result: str = ""
    seat: str = ""


def heard(standing: Standing, line: Line, state: TableState[Any], language: Language) -> Standing:
    """Return *standing* after *line*, of a table in *state*, in words of *language*."""
    names, kind = names_of(state.game, state.colours), line["event"]
    if kind == "journal":
        return Standing(state.game.title)
    if kind == "illegal":
        said = language(with_names(str(line["message"]), names))
        return replace(standing, broken_rule=f"{said} [{line['code']}]"[:_LONGEST])
    if kind not in _SETTLING:
        return standing
    standing = replace(standing, game=state.game.title, broken_rule="")
    if kind in ("move", "pass"):
        mover = language(names.get(str(line["seat"]), str(line["seat"])))
        standing = replace(standing, last_move=f"{mover}: {line['action']}"[:_LONGEST])
    if kind == "takeback":
        plies = int(line["plies"])
        said = language(f"Taken back: {plies} {'move' if plies == 1 else 'moves'}.")
        standing = replace(standing, last_move=said)
    if kind == "result":
        winners = line["result"]["winners"] if line["result"] else []
        said = language(with_names(str(line["message"]), names))[:_LONGEST]
        return replace(standing, turn="", result=said, seat=winners[0] if winners else "")
    to_move = None if state.position is None else state.position.to_move
    return replace(
        standing, turn=language(names.get(to_move, to_move)) if to_move else "", seat=to_move or "", result=""
    )


def discovery(prefix: str, language: Language) -> Iterator[tuple[str, bytes]]:
    """Yield topic and message of each thing that Home Assistant is to discover of the table called *prefix*."""
    device = {"identifiers": [f"kiebitz_{prefix}"], "name": f"Kiebitz {prefix}", "sw_version": version("kiebitz")}
    for field, name in _NAMES.items():
        kind = "binary_sensor" if field == "broken_rule" else "sensor"
        about: dict[str, Any] = {
            "name": language(name),
            "unique_id": f"kiebitz_{prefix}_{field}",
            "object_id": f"kiebitz_{prefix}_{field}",
            "state_topic": f"{prefix}/state",
            "value_template": f"{{{{ value_json.{field} }}}}",
            "availability_topic": f"{prefix}/available",
            "icon": f"mdi:{_ICONS[field]}",
            "device": device,
        }
        if kind == "binary_sensor":
            about |= {
                "device_class": "problem",
                "value_template": "{{ 'ON' if value_json.broken_rule else 'OFF' }}",
                "json_attributes_topic": f"{prefix}/state",
            }
        yield f"{DISCOVERY}/{kind}/kiebitz_{prefix}/{field}/config", json.dumps(about, ensure_ascii=False).encode()


def light(standing: Standing, game: AnyGame, colours: Mapping[str, str]) -> bytes:
    """Return how a lamp shows *standing*: in the colour of whose turn it is, or of who has won.

    Where a rule is broken it blinks red. It is a command in the JSON that Zigbee2MQTT and ESPHome take. A lamp cannot
    be black: that is a dim white.
    """
    if not standing.seat and not standing.broken_rule:
        return json.dumps({"state": "OFF"}).encode()
    named = names_of(game, {}).get(standing.seat, "").lower()
    colour = next(iter(parts(colours.get(standing.seat))), named)
    rgb = _RULE_BROKEN if standing.broken_rule else INKS[colour].rgb if colour in INKS else (255, 255, 255)
    red, green, blue = (255, 255, 255) if max(rgb) < 80 else rgb
    shown: dict[str, Any] = {
        "state": "ON", "brightness": 40 if max(rgb) < 80 else 254, "color": {"r": red, "g": green, "b": blue},
    }  # fmt: skip
    return json.dumps(shown | ({"effect": "blink"} if standing.broken_rule else {})).encode()


class Told(Protocol):
    """Who takes the latest of topics."""

    def tell(self, latest: Mapping[str, bytes]) -> None: ...


class Announcer:
    """A listener that tells *told* how a table stands; *lamp* is the topic of a lamp that shows it, too."""

    def __init__(self, told: Told, prefix: str, language: Language, *, lamp: str = "") -> None:
        self._told, self._prefix, self._language, self._lamp = told, prefix, language, lamp
        self._lines: list[Line] = []
        self._standing = Standing()
        told.tell(dict(discovery(prefix, language)))

    def hear(self, line: Line) -> None:
        """Note *line*, and pass it on once the state that it leads to is known."""
        self._lines.append(line)

    def answer(self, state: TableState[Any]) -> None:
        """Pass on how *state* stands after the lines that were heard; the table gets no answer."""
        lines, self._lines = self._lines, []
        for line in lines:
            self._standing = heard(self._standing, line, state, self._language)
        if not lines:
            return
        latest = {f"{self._prefix}/state": json.dumps(asdict(self._standing), ensure_ascii=False).encode()}
        if self._lamp:
            latest[self._lamp] = light(self._standing, state.game, state.colours)
        self._told.tell(latest)
