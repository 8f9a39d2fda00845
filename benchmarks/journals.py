"""Journals damaged by chance, and what reading them does: ``python -m benchmarks.journals [--journals 10000]``.

Random games of every game are kept as `kiebitz watch` keeps them, and damaged from a seed: bits flipped, lines lost,
doubled, exchanged or taken from another game, the end cut off, fields of another type (with the old hashes, and with
the chain computed again, which only types and rules can see). A damaged journal may be refused with a line number, or
be read as it was; where its end is cut it may be read up to there if that is said. Anything else is a fault, and the
exit status is 1.

Journals of Kiebitz 0.1, which have no hashes, are damaged likewise and counted apart: there is no way to notice all.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core import games
from core.verdict import Objection
from kiebitz.archive.chain import body_of, chained
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import Recorded, load
from kiebitz.failure import Failure
from kiebitz.table.events import Event
from kiebitz.table.rules.playing import played, taken_back
from kiebitz.table.rules.trouble import asked, refused
from kiebitz.table.state import TableState, Terms

REFUSED, SAME, TOLD = "refused with its line", "read as it was", "end missing, and told"
SILENT, OTHER, UNPLACED, CRASH = "shortened silently", "another game", "refused without a line", "crash"
OUTCOMES = (REFUSED, SAME, TOLD, SILENT, OTHER, UNPLACED, CRASH)
FAULTS = (SILENT, OTHER, UNPLACED, CRASH)

Lines = Sequence[bytes]


def kept_game(folder: Path, name: str, rng: random.Random, *, actions: int = 24) -> Path:
    """Return the journal of a random game with take-backs, doubts and faults, in *folder*."""
    game = games.find(name)
    start = game.start(game.options())
    journal = Journal.create(folder, Header(name, game.format_position(start), {}, {}, "camera 0"))
    journal.note({"event": "colours", "colours": {"A": "red", "B": "blue"}})
    state = TableState.begun(Terms(game, game.options()), positions=[start])
    state = state.saying("state", **state.standing())
    for frame in range(actions):
        legal = game.actions(state.told[-1])
        if not legal:
            break
        state = replace(state, moment=(30 * frame, float(frame)))
        if rng.random() < 0.15:
            state = refused(state, Objection("GW-4", "That piece cannot go there.", ("c3",)), state.told[-1])
        if rng.random() < 0.1:
            state = asked(state, "unsure", ["d4"], "Please show me d4 again.", candidates=[])
        state = played(state, rng.choice(legal), rng.uniform(3, 30))
        if rng.random() < 0.1:
            state = taken_back(state, 1)
    state = replace(state, moment=(30 * actions, float(actions)))
    state = state.saying("end", message="Stopped.", **state.standing())
    for kind, moment, fields in state.said:
        journal.append(Event(kind, *moment, fields).as_json())
    journal.close()
    return journal.path


def unchained(data: bytes) -> bytes:
    """Return the journal *data* as Kiebitz 0.1 would have written it."""
    first, *others = [json.loads(body_of(line)[0]) for line in data.splitlines()]
    events = [{name: value for name, value in line.items() if name != "n"} for line in others if "lines" not in line]
    lines = [{**first, "journal": 1}, *events]
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


# -- damage


def _flipped(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    data = bytearray(b"".join(lines))
    for _number in range(rng.choice((1, 1, 1, 2, 8))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _lost(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    start = rng.randrange(len(lines))
    return b"".join([*lines[:start], *lines[start + rng.choice((1, 1, 1, 2, 5)) :]])


def _doubled(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    at, to = rng.randrange(len(lines)), rng.randint(0, len(lines))
    to = rng.choice((at + 1, to))
    return b"".join([*lines[:to], lines[at], *lines[to:]])


def _exchanged(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    one, other = rng.sample(range(len(lines)), 2)
    if rng.random() < 0.5:
        one, other = min(one, len(lines) - 2), min(one, len(lines) - 2) + 1
    mixed = list(lines)
    mixed[one], mixed[other] = mixed[other], mixed[one]
    return b"".join(mixed)


def _cut(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    data = b"".join(lines)
    return data[: rng.randrange(len(data))]


def _cut_between(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    return b"".join(lines[: rng.randrange(len(lines))])


def _spliced(rng: random.Random, lines: Lines, others: Lines) -> bytes:
    """Continue in another journal, or insert some of its lines."""
    at = rng.randint(1, len(lines) - 1)
    start = rng.randint(1, len(others) - 1)
    if rng.random() < 0.5:
        return b"".join([*lines[:at], *others[start:]])
    return b"".join([*lines[:at], *others[start : start + rng.randint(1, 4)], *lines[at:]])


_VALUES: tuple[Any, ...] = (None, True, -1, 0, 10**30, 1.5, float("inf"), "", "x", [], ["x"], {}, {"x": 1})


def _retyped(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    """Give a field a value of another type, keeping the old hash."""
    at, line = _with_other_type(rng, lines)
    return b"".join([*lines[:at], _written(line, body_of(lines[at])[1]), *lines[at + 1 :]])


def _retyped_and_chained(rng: random.Random, lines: Lines, _: Lines) -> bytes:
    """Give a field a value of another type, and recompute the hashes."""
    at, line = _with_other_type(rng, lines)
    if not body_of(lines[0])[1]:
        return b"".join([*lines[:at], _written(line, ""), *lines[at + 1 :]])
    whole, before = [], ""
    for number, old in enumerate(lines):
        data, before = chained(line if number == at else json.loads(body_of(old)[0]), before)
        whole.append(data)
    return b"".join(whole)


def _with_other_type(rng: random.Random, lines: Lines) -> tuple[int, Mapping[str, Any]]:
    at = rng.randrange(len(lines))
    line = json.loads(body_of(lines[at])[0])
    name = rng.choice(list(line))
    return at, {**line, name: rng.choice([value for value in _VALUES if type(value) is not type(line[name])])}


def _written(line: Mapping[str, Any], told: str) -> bytes:
    return json.dumps({**line, "hash": told} if told else line, ensure_ascii=False).encode() + b"\n"


DAMAGES: Mapping[str, Callable[[random.Random, Lines, Lines], bytes]] = {
    "bits flipped": _flipped,
    "lines lost": _lost,
    "line doubled": _doubled,
    "lines exchanged": _exchanged,
    "end cut off": _cut,
    "end cut between lines": _cut_between,
    "from another game": _spliced,
    "field of another type": _retyped,
    "the same, chained again": _retyped_and_chained,
}


# -- what becomes of it


def _told(recorded: Recorded) -> tuple[Any, ...]:
    """Return the essence of the game: its start, and what was played, taken back and announced."""
    announced = [{key: value for key, value in event.items() if key != "n"} for event in recorded.events]
    return recorded.header.game, recorded.header.start, announced


def outcome_of(path: Path, data: bytes, whole: Recorded) -> tuple[str, str]:
    """Return what reading the journal *data* at *path* does, which was *whole*, and the words of it."""
    path.write_bytes(data)
    try:
        found = load(path)
    except Failure as failure:
        said = str(failure)
        placed = re.search(r"\bline \d+\b", said.removeprefix(str(path))) and said.isprintable()
        return (REFUSED if placed else UNPLACED), said
    except Exception as error:
        return CRASH, f"{type(error).__name__}: {error}"
    game, start, events = _told(found)
    _, _, all_events = known = _told(whole)
    if (game, start) != known[:2] or events != all_events[: len(events)]:
        return _but_for_remarks(found, whole), "reads otherwise"
    if len(events) == len(all_events):
        return SAME, found.trouble
    return (TOLD if found.trouble else SILENT), found.trouble


def _but_for_remarks(found: Recorded, whole: Recorded) -> str:
    """Return SAME if nothing that matters for the game reads otherwise, else OTHER."""
    same = found.course.actions == whole.course.actions and found.positions == whole.positions
    return SAME if same and len(found.events) == len(whole.events) else OTHER


@dataclass(frozen=True, slots=True)
class Tried:
    """One damaged journal: how it was damaged, and what came of it."""

    damage: str
    outcome: str
    words: str
    data: bytes


def tried(journals: int, seed: int, *, is_chained: bool = True, kept: int = 20) -> Iterator[Tried]:
    """Yield *journals* damaged ones, made of *kept* random games."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [kept_game(folder, rng.choice(games.names()), rng) for _ in range(kept)]
        if not is_chained:
            for path in paths:
                path.write_bytes(unchained(path.read_bytes()))
        whole = [load(path) for path in paths]
        lines = [path.read_bytes().splitlines(keepends=True) for path in paths]
        for number in range(journals):
            damage = list(DAMAGES)[number % len(DAMAGES)]
            one, other = rng.sample(range(kept), 2)
            data = DAMAGES[damage](rng, lines[one], lines[other])
            yield Tried(damage, *outcome_of(folder / "damaged.jsonl", data, whole[one]), data)


def table(found: Counter[tuple[str, str]]) -> str:
    """Return how often each damage had each outcome, as a table in Markdown."""
    rows = [["damage", *OUTCOMES]]
    rows += [[damage, *(f"{found[damage, outcome]:,}" for outcome in OUTCOMES)] for damage in DAMAGES]
    rows.append(["**all**", *(f"{sum(found[damage, outcome] for damage in DAMAGES):,}" for outcome in OUTCOMES)])
    return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]])


def main() -> int:
    parser = argparse.ArgumentParser(description="Damage journals by chance and count what reading them does.")
    parser.add_argument("--journals", type=int, default=10_000, help="how many damaged journals")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    faults = 0
    for is_chained, title in ((True, "With hashes"), (False, "Of Kiebitz 0.1, without hashes")):
        found: Counter[tuple[str, str]] = Counter()
        for one in tried(wanted.journals, wanted.seed, is_chained=is_chained):
            found[one.damage, one.outcome] += 1
            if is_chained and one.outcome in FAULTS:
                faults += 1
                print(f"{one.damage}: {one.outcome}: {one.words}\n    {one.data[-400:]!r}", file=sys.stderr)
        print(f"{title}:\n\n{table(found)}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
