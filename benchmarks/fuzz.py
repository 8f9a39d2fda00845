"""Damaged texts put through everything that reads one: ``python -m benchmarks.fuzz [--inputs 1000000]``.

Valid texts of every game are damaged by chance, from a seed, and read. A reader may
accept a text, and then what it gives is written and read again and must be the same; or
it may refuse it with a ``ValueError`` of one short printable line. Anything else is
unexpected, and is shown with the text that does it. Ctrl-C ends the run with the table
of what was read so far. Exit status 1 if anything was unexpected.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from benchmarks.damage import damaged
from core import games
from core.formats.json_engine import answer
from core.formats.ugi import Limits
from core.game import Game, HiddenSetup
from core.record import Record
from kiebitz.programs.ugi import Conversation
from tests.games.sample import Path, paths

LONGEST_COUNT_S = 0.02
LONGEST_WORDS = 700
Reader = Callable[[str, str], None]
"""Reads a text for the game of that name. Raises ``ValueError`` if it refuses the text."""


@dataclass(slots=True)
class Tally:
    """What became of the texts that one reader read for one game."""

    accepted: int = 0
    refused: int = 0
    slowest_s: float = 0.0
    """CPU time of the slowest text."""
    slowest: str = ""
    unexpected: list[tuple[str, str]] = field(default_factory=list)
    """Texts that did something unexpected, each with what it did."""

    @property
    def read(self) -> int:
        return self.accepted + self.refused + len(self.unexpected)

    def take(self, read: Reader, game: str, text: str) -> None:
        """Let *read* read *text* and note what it does."""
        began = time.process_time()
        try:
            read(game, text)
            self.accepted += 1
        except ValueError as error:
            if len(str(error)) > LONGEST_WORDS or not str(error).isprintable():
                self.unexpected.append((text, f"unclear words: {str(error)[:200]!r}"))
            else:
                self.refused += 1
        except Exception as error:
            self.unexpected.append((text, f"{type(error).__name__}: {error}"[:200]))
        if (took := time.process_time() - began) > self.slowest_s:
            self.slowest_s, self.slowest = took, text


def read_position(name: str, text: str) -> None:
    game = games.find(name)
    options = game.options()
    position = game.parse_position(text, options)
    canonical = game.format_position(position)
    again = game.parse_position(canonical, options)
    assert game.format_position(again) == canonical, "written otherwise the second time"
    assert game.actions(again) == game.actions(position), "other actions the second time"
    assert bool(game.actions(position)) == (game.outcome(position) is None), "actions and outcome disagree"


def read_contents(name: str, text: str) -> None:
    game = games.find(name)
    options = game.options()
    before = paths(name)[0].at(8)
    seen = game.parse_contents(text)
    assert game.parse_contents(game.format_contents(seen, options)).items() >= {
        (cell, content) for cell, content in seen.items() if content != "."
    }, "a piece is lost in writing"
    game.diagnose(before, seen)


def read_action(name: str, text: str) -> None:
    game = games.find(name)
    canonical = game.canonical_action(text)
    assert game.canonical_action(canonical) == canonical, "another action the second time"
    position = paths(name)[0].at(8)
    objection = game.objection(position, text)
    assert objection or game.play(position, text), "neither legal nor refused"


def read_options(name: str, text: str) -> None:
    game = games.find(name)
    options = game.options.parse(text)
    assert game.options.of(options.changed()) == options, "other options the second time"
    game.start(options)


def read_record(name: str, text: str) -> None:  # noqa: ARG001 - a record names its game
    record = Record.parse(text)
    assert Record.parse(record.format()) == record, "another record the second time"


def read_request(name: str, text: str) -> None:  # noqa: ARG001 - a request names its game
    end = time.perf_counter() + LONGEST_COUNT_S
    reply = answer(text, None, lambda: time.perf_counter() >= end)
    json.dumps(reply)
    if "error" in reply:
        raise ValueError(reply["error"])


def read_ugi(name: str, text: str) -> None:
    said: list[str] = []
    conversation = Conversation(games.find(name), said.append)
    for line in text.splitlines() or [""]:
        command, _, rest = line.strip().partition(" ")
        if command == "go":
            Limits.parse(rest.split()).seconds(1)
        else:
            conversation.hear(line)
    for line in said:
        assert line.isprintable(), f"says {line!r}"
        if line.startswith("info string error: "):
            raise ValueError(line)


READERS: dict[str, Reader] = {
    "position": read_position,
    "contents": read_contents,
    "action": read_action,
    "options": read_options,
    "record": read_record,
    "engine line": read_request,
    "UGI line": read_ugi,
}

OPTIONS = (
    "players=2,first_player=B,ply_limit=300,repetition_limit=none",
    "voluntary_pass=true,pass_limit=3",
    "colour_sets=A:red+blue;B:green,overline=ignored",
    "tingle_kit=coin+token+pawn",
    "board_size=4,pie_rule=false,rod_supply=20,zero_tie_loser=draw,explicit_passes=true",
    "stand_in_dice=d10:4;d12:6,eliminated_die=stay,no_move=lose,ring_direction=counterclockwise",
)


@cache
def valid(reader: str, name: str) -> tuple[str, ...]:
    """Return texts of the game *name* that *reader* accepts."""
    game = games.find(name)
    positions = [p for path in paths(name)[:3] for p in path.every(7)]
    texts = [game.format_position(position) for position in positions]
    actions = list(paths(name)[0].actions)
    match reader:
        case "position" | "contents":
            return tuple(texts)
        case "action":
            return (*actions, *game.actions(paths(name)[0].at(8)), "--")
        case "options":
            return tuple(text for text in OPTIONS if _has(game, text))
        case "record":
            return tuple(_records(paths(name)))
        case "engine line":
            return tuple(_requests(name, texts, actions))
        case _:
            return tuple(_ugi_lines(name, texts, actions))


def _has(game: Game[Any], text: str) -> bool:
    names = {option.name for option in game.options.declared()}
    return {pair.partition("=")[0] for pair in text.split(",")} <= names


def _records(played: tuple[Path, ...]) -> Iterator[str]:
    for path in played[:4]:
        position, first = path.positions[0], path.game.format_position(path.positions[0])
        plain = Record(path.game.name, first, path.actions[:12], position.options, {1: "a {remark}"}, {"A": 'Ada "x"'})
        text = plain.format()
        yield text
        yield text.replace(" 3. ", f" ({path.actions[1]} {{instead}}) 3. ", 1)


def _requests(name: str, texts: list[str], actions: list[str]) -> Iterator[str]:
    text, later = texts[1], texts[2]
    if isinstance(games.find(name), HiddenSetup):
        dice = texts[0].split()[1].split(",")
        hands = [[die for die in dice if die[0] == seat] for seat in "AB"]
        yield json.dumps({"op": "start", "game": name, "setup": hands})
    for op, more in (
        ("start", {"options": {"players": 2}}),
        ("moves", {"position": text}),
        ("play", {"position": texts[0], "action": actions[0]}),
        ("perft", {"position": text, "depth": 1}),
        ("explain", {"position": text, "action": actions[3]}),
        ("diagnose", {"position": text, "observed": later, "history": [texts[0]]}),
    ):
        yield json.dumps({"op": op, "game": name, **more})


def _ugi_lines(name: str, texts: list[str], actions: list[str]) -> Iterator[str]:
    yield from ("ugi", "isready", "uginewgame", "d", "query p1turn", "query result", "query gameover", "stop")
    yield from (
        "go p1time 1000 p2time 900 p1inc 10 p2inc 0",
        "go movetime 5",
        "go depth 3",
        "go perft 2",
        "go infinite",
    )
    yield from (f"setoption name Game value {name}\nquery fen", "setoption name players value 2\nquery players")
    yield f"position startpos moves {' '.join(actions[:3])}"
    yield from (f"position fen {text}\nquery fen" for text in texts[:6])


def fuzz(inputs: int, seed: int, told: Callable[[int], None] = lambda _: None) -> dict[tuple[str, str], Tally]:
    """Return the tallies of *inputs* texts by reader and game; ``told`` is called with the number read so far.

    Ctrl-C ends it early.
    """
    pairs = [(reader, name) for reader in READERS for name in games.names()]
    tallies = {pair: Tally() for pair in pairs}
    chance = {pair: random.Random(f"{seed} {pair}") for pair in pairs}
    try:
        for number in range(inputs):
            pair = pairs[number % len(pairs)]
            text = damaged(chance[pair], valid(*pair))
            tallies[pair].take(READERS[pair[0]], pair[1], text)
            if number % 500 == 0:
                told(number)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    return tallies


def main() -> int:
    parser = argparse.ArgumentParser(description="Put damaged texts through every reader of every game.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many texts in all")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    began = time.monotonic()

    def told(number: int) -> None:
        rate = number / max(1e-9, time.monotonic() - began)
        print(f"\r{number:,} of {wanted.inputs:,} texts, {rate:,.0f} a second ", end="", file=sys.stderr, flush=True)

    tallies = fuzz(wanted.inputs, wanted.seed, told)
    print(file=sys.stderr)
    print(f"{'reader':<12}{'game':<16}{'inputs':>10}{'accepted':>10}{'refused':>10}{'unexpected':>12}{'slowest':>12}")
    for (reader, name), tally in tallies.items():
        print(
            f"{reader:<12}{name:<16}{tally.read:>10,}{tally.accepted:>10,}{tally.refused:>10,}"
            f"{len(tally.unexpected):>12,}{1000 * tally.slowest_s:>9.1f} ms"
        )
    total, bad = sum(t.read for t in tallies.values()), sum(len(t.unexpected) for t in tallies.values())
    print(f"{total:,} texts in {time.monotonic() - began:.0f} s, {bad} unexpected")
    slowest = max(tallies.items(), key=lambda item: item[1].slowest_s)
    print(f"slowest: {' of '.join(slowest[0])}, {slowest[1].slowest[:200]!r}")
    for (reader, name), tally in tallies.items():
        for text, what in tally.unexpected[:3]:
            print(f"{reader} of {name}: {what}\n    {text[:400]!r}")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
