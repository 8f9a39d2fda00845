"""Whether the referee still tells the same: ``python -m benchmarks.refereeing.golden [--every K] [--processes N]``.

Plays hundreds of games of all scenarios with fixed seeds and compares the referee's events, one by one, with
those kept in ``golden.txt``; with ``--pictures`` fewer games whose pictures are really read, kept in
``golden_pictures.txt``. ``--every 10`` plays each tenth game only. For each game that differs the first event that
differs is shown. The exit status is 1 if there is any.

``--write`` keeps what they tell now; of the games that are not played what was kept stays. The files hold digests
alone: the events themselves are written to ``build/golden``, and what was told before is shown from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.refereeing.scenarios import RECORDED, SCENARIOS
from benchmarks.refereeing.streams import Case, noisy_cases, read_cases
from benchmarks.spread import spread
from kiebitz.watching.terminal import pass_over_what_is_loaded

HERE = Path(__file__).parent
KEPT, KEPT_PICTURES = HERE / "golden.txt", HERE / "golden_pictures.txt"
STREAMS = HERE.parents[1] / "build" / "golden"
SEQUENCES = HERE.parents[2] / "shared" / "renders" / "sequences"
NOTHING = "nothing more"


@dataclass(frozen=True, slots=True)
class Digest:
    """What is kept of a stream: a digest of it all, and of each event its kind and a short digest."""

    whole: str
    events: tuple[str, ...]
    """The events in short form, such as ``move:1a2b``."""

    @classmethod
    def of(cls, stream: Sequence[str]) -> Digest:
        """Return the digest of the lines of *stream*."""
        events = (f"{json.loads(line)['event']}:{_digest(line, 2)}" for line in stream)
        return cls(_digest("\n".join(stream), 6), tuple(events))


def _digest(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()


def read(file: Path) -> dict[str, Digest]:
    """Return the digests kept in *file* by the names of the games; none if it is not there."""
    if not file.exists():
        return {}
    fields = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return {name: Digest(whole, tuple(events.split())) for name, whole, events in fields}


def write(file: Path, kept: Mapping[str, Digest]) -> None:
    """Keep the digests in *file*, one game a line."""
    lines = (f"{name}\t{digest.whole}\t{' '.join(digest.events)}\n" for name, digest in sorted(kept.items()))
    file.write_text("".join(lines), encoding="utf-8")


def first_difference(before: Digest, now: Sequence[str], stream: Sequence[str] | None) -> str:
    """Return in words where the lines of *now* first differ from what was kept; empty if nowhere.

    *stream* is what was told *before*, if that is known.
    """
    digest = Digest.of(now)
    if digest == before:
        return ""
    if stream is None or Digest.of(stream) != before:
        stream = None
    told = before.events if stream is None else stream
    counted = digest.events if stream is None else now
    number = next(
        (n for n, pair in enumerate(zip(told, counted, strict=False)) if pair[0] != pair[1]),
        min(len(told), len(counted)),
    )
    lines = [f"event {number + 1} differs; {len(before.events)} events before, {len(now)} now"]
    if number:
        lines.append(f"  after   {now[number - 1]}")
    lines.append(f"  before  {told[number] if number < len(told) else NOTHING}")
    lines.append(f"  now     {now[number] if number < len(now) else NOTHING}")
    if stream is not None and number < min(len(stream), len(now)):
        lines.append(f"  fields  {', '.join(_fields_that_differ(stream[number], now[number]))}")
    return "\n".join(lines)


def _fields_that_differ(one: str, other: str) -> list[str]:
    before, now = json.loads(one), json.loads(other)
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, or write, and return the exit status."""
    parser = _parser()
    given = parser.parse_args(arguments)
    file = given.file or (KEPT_PICTURES if given.pictures else KEPT)
    every = read_cases(given.sequences) if given.pictures else noisy_cases()
    cases = [case for case in every if _is_wanted(case, given)][:: max(1, given.every)]
    if not cases:
        parser.error("there is no such game; --game and --scenario together leave none")
    if given.pictures and not any(case.folder for case in every):
        print(f"no sequences in {given.sequences}: recorded games are left out", file=sys.stderr)
    kept = read(file)
    pass_over_what_is_loaded()
    told: dict[str, list[str]] = {}
    differing = 0
    begun = time.monotonic()
    try:
        for case, stream in spread(Case.stream, cases, processes=given.processes):
            told[case.name] = stream
            words = "" if given.write else _compared(case.name, kept, stream, given.streams)
            if words:
                print(f"{case.name}: {words}", flush=True)
                differing += 1
            if len(told) % 10 == 0:
                print(f"{len(told)} of {len(cases)} games", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if given.write:
        _keep(told, file, kept, given.streams)
    verb = "written" if given.write else f"compared, {differing} differ"
    print(f"{len(told)} of {len(cases)} games {verb}; {time.monotonic() - begun:.0f} s")
    return 1 if differing or len(told) < len(cases) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep what they tell now")
    parser.add_argument("--pictures", action="store_true", help="the games whose pictures are really read")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="play each K-th game only")
    parser.add_argument("--scenario", action="append", choices=sorted({*SCENARIOS, *RECORDED}), help="may be repeated")
    parser.add_argument("--game", action="append", help="only this game or recorded sequence; may be repeated")
    parser.add_argument("--seed", action="append", type=int, help="only the game with this seed; may be repeated")
    parser.add_argument("--processes", type=int, default=1, help="how many play at once")
    parser.add_argument("--sequences", type=Path, default=SEQUENCES, help="the folder of recorded sequences")
    parser.add_argument("--streams", type=Path, default=STREAMS, help="the folder with the events themselves")
    parser.add_argument("--file", type=Path, help="compare with this file instead")
    return parser


def _is_wanted(case: Case, given: argparse.Namespace) -> bool:
    pairs = ((case.scenario, given.scenario), (case.game, given.game), (case.seed, given.seed))
    return all(wanted is None or value in wanted for value, wanted in pairs)


def _compared(name: str, kept: Mapping[str, Digest], now: Sequence[str], streams: Path) -> str:
    if name not in kept:
        return "nothing is kept of this game; --write keeps it"
    file = _stream_file(streams, name)
    before = file.read_text(encoding="utf-8").splitlines() if file.exists() else None
    return first_difference(kept[name], now, before)


def _keep(told: Mapping[str, list[str]], file: Path, kept: Mapping[str, Digest], streams: Path) -> None:
    """Write the streams *told*, and keep the digests *kept* of other games."""
    streams.mkdir(parents=True, exist_ok=True)
    for name, stream in told.items():
        _stream_file(streams, name).write_text("".join(f"{line}\n" for line in stream), encoding="utf-8")
    write(file, {**kept, **{name: Digest.of(stream) for name, stream in told.items()}})


def _stream_file(streams: Path, name: str) -> Path:
    return streams / f"{name.replace('/', '_').replace(' ', '-')}.jsonl"


if __name__ == "__main__":
    sys.exit(main())
