"""Teaching a network as its pictures come: other processes draw them, and learning begins with the first of them."""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn

import vision
from training.course import Recipe, has_bfloat16, in_words, run, steps_taken
from training.drawing import PER_CHUNK, Painters
from training.model import CellNet
from training.networks import Network

MODELS = Path(vision.__file__).parent / "models"
TEMPERATURES = tuple(np.geomspace(0.6, 3.0, 40).tolist())
"""Scores are divided by the temperature that best fits the examples held back; these are tried."""
_LOOK = 50
"""New pictures are looked for after this many steps."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long, how fast and in what batches to learn."""

    minutes: float = 9.0
    rate: float = 4e-3
    decay: float = 5e-3
    batch: int = 512
    """Examples of each lesson in a step: crops, dice or others."""
    per_epoch: int = 500
    seed: int = 20_261
    held: int = 10
    """Chunks of each lesson held back."""
    first: int = 6
    """Chunks of each lesson to begin with."""
    room: int = 320_000
    """The most examples of each lesson kept at a time: crops, dice or others."""
    printed: float = 0.2
    """Share of pictures that show the printed kit and nothing else."""


class Store(Protocol):
    """What of a lesson has been taken in; its length is the number of its crops, dice or other examples."""

    pictures: int

    def __len__(self) -> int: ...

    def add(self, part: Any, /) -> bool:
        """Take in *part*; False where there is no room."""
        ...

    def join(self) -> None:
        """Put together what came in."""
        ...


class Lessons(ABC):
    """What a network is taught, as it comes: what of each lesson is shown, and what is asked."""

    def __init__(self, network: Network, painters: Painters, pace: Pace, device: str) -> None:
        self.network, self.painters, self.pace, self.device = network, painters, pace, device
        self.shown: dict[str, Any] = {name: self.store(name) for name in painters.lessons}
        self._seen: set[Path] = set()
        self._reader = ThreadPoolExecutor(1)
        self._coming: deque[tuple[str, Future[Any]]] = deque()

    @abstractmethod
    def store(self, name: str) -> Store:
        """Return what is to hold the lesson *name*."""

    @abstractmethod
    def read(self, name: str, path: Path, number: int) -> Any:
        """Return what is in the file *path*, the lesson's and that *number* of all, for ``Store.add``."""

    @property
    def keeps(self) -> bool:
        """Whether the network is to go on saying what it said.

        Its norms and its temperatures stay as they are then, and it is left as it was last: such courses are short.
        """
        return False

    def begin(self, net: Any, start: Path) -> None:
        """Let *net* begin as the network of the file *start*; only networks of cells can."""
        raise NotImplementedError

    def renewed(self) -> None:  # noqa: B027 - most have nothing to do
        """Do what has to be done where more has come in."""

    @abstractmethod
    def loss(self, net: nn.Module, recipe: Recipe) -> Tensor:
        """Return the loss of a step: a batch of every lesson."""

    def take_in(self) -> None:
        """Take in the pictures that have come; their files are removed."""
        for name, path in self.painters.new(self._seen):
            self._coming.append((name, self._reader.submit(self._taken, name, path, len(self._seen))))
        came = False
        while self._coming and self._coming[0][1].done():
            name, part = self._coming.popleft()
            came |= self.shown[name].add(part.result())
        if came:
            for shown in self.shown.values():
                shown.join()
            self.renewed()

    def _taken(self, name: str, path: Path, number: int) -> Any:
        part = self.read(name, path, number)
        path.unlink()
        return part

    def wait(self) -> None:
        """Take pictures in until there are enough to begin with."""
        while True:
            self.take_in()
            if all(shown.pictures >= self.pace.first * PER_CHUNK for shown in self.shown.values()):
                return
            time.sleep(0.2)


class Held(Protocol):
    """What was held back, to report on and to set temperatures by."""

    def report(self, net: nn.Module) -> dict[str, float]:
        """Return shares of errors and losses by name."""
        ...

    def cool(self, net: nn.Module) -> None:
        """Divide the output layer of *net*, part by part, by the temperatures that fit what was held back best."""
        ...


def taught(
    lessons: Lessons, held_back: Callable[[Mapping[str, Sequence[Path]]], Held], out: Path, start: Path | None = None
) -> None:
    """Let a network learn from *lessons*, and write it with its card to *out*, again and again.

    It goes on from the network *start* (ONNX), whose card lies beside it, or begins with nothing.
    """
    network, pace, device = lessons.network, lessons.pace, lessons.device
    torch.manual_seed(pace.seed)
    begun = time.monotonic()
    net = network.make().to(device, memory_format=torch.channels_last)
    recipe = Recipe(
        epochs=100_000, rate=pace.rate, decay=pace.decay, seed=pace.seed, minutes=pace.minutes, device=device,
        bfloat16=has_bfloat16(device),
    )  # fmt: skip
    if lessons.keeps:
        recipe = replace(recipe, still=True, memory=0.0)
    held = held_back(lessons.painters.held_back())
    lessons.wait()
    if start is not None:
        lessons.begin(net, start)
    before = json.loads(start.with_suffix(".json").read_text(encoding="utf-8")) if start else None
    print(f"begun after {time.monotonic() - begun:.0f} s", flush=True)

    def losses(epoch: int) -> Iterator[Tensor]:
        del epoch
        for step in range(pace.per_epoch):
            if step % _LOOK == 0:
                lessons.take_in()
            yield lessons.loss(net, recipe)

    for line in run(net, lessons.painters.folder, recipe, pace.per_epoch, losses):
        report = held.report(net)
        seen = sum(shown.pictures for shown in lessons.shown.values())
        print(f"{time.monotonic() - begun:.0f} s  {in_words(line | {'pictures': seen} | report)}", flush=True)
        _write(net, lessons, before, report, out)
    if not lessons.keeps:
        held.cool(net)
    _write(net, lessons, before, held.report(net), out)
    print(f"written: {out / network.name}.onnx")


def cool_rows(net: CellNet, rows: slice | Sequence[int], temperature: float) -> None:
    """Divide *rows* of the output layer of *net* by a *temperature*."""
    with torch.no_grad():
        net.out.weight[rows] /= temperature
        net.out.bias[rows] /= temperature


def _write(
    net: nn.Module, lessons: Lessons, before: Mapping[str, object] | None, report: Mapping[str, float], out: Path
) -> None:
    """Write *net* and its card to *out*; the card names *before*, the network that it was taught from."""
    network = lessons.network
    there = network.make()
    there.load_state_dict({name: value.cpu() for name, value in net.state_dict().items()})
    there.eval()
    with torch.no_grad():
        probe = there(torch.from_numpy(network.probe()))
    card = {
        "recipe": network.name,
        "made_from_nothing": before is None,
        "revision": revision(),
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if lessons.device != "cpu" else "cpu",
        "pictures": {name: shown.pictures for name, shown in lessons.shown.items()},
        "crops": {name: len(shown) for name, shown in lessons.shown.items()},
        "steps": steps_taken(lessons.painters.folder),
        **asdict(lessons.pace),
        "report": {key: round(value, 5) for key, value in report.items()},
        "probe": [
            [round(float(value), 5) for value in row] for row in (probe if probe.ndim == 2 else probe[0].flatten(1))
        ],
    }
    if before is not None:
        card["began_with"] = {name: value for name, value in before.items() if name not in ("probe", "report")}
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{network.name}.onnx").write_bytes(network.onnx(there))
    (out / f"{network.name}.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def revision() -> str:
    """Return the revision of the sources, for the pictures depend on the simulator's."""
    answer = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def asked_for(
    networks: Collection[str],
    description: str | None,
    words: Sequence[str] | None,
    usual: Pace = Pace(),
    models: Path = MODELS,
    *,
    starts: bool = False,
) -> argparse.Namespace:
    """Return what the command line, or *words*, asks for; ``pace`` is the pace, by default the *usual* one.

    Where the network *starts* from a file, ``start`` may name it.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=sorted(networks))
    parser.add_argument("folder", type=Path, help="for pictures until they are taken in, and the checkpoint")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--processes", type=int, default=1, help="that draw pictures")
    parser.add_argument("--out", type=Path, default=models, help="where to write it")
    if starts:
        parser.add_argument("--start", type=Path, help="an .onnx of this network to go on from, its card beside it")
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"({value:g})")
    asked = parser.parse_args(words)
    asked.pace = type(usual)(**{name: getattr(asked, name) for name in asdict(usual)})
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.backends.cudnn.benchmark = True
    return asked


def painters_for(asked: argparse.Namespace, lessons: Sequence[str]) -> Painters:
    """Return the processes that draw *lessons* as *asked* for."""
    pace = asked.pace
    return Painters(
        asked.folder, lessons, seed=pace.seed, held=pace.held, processes=asked.processes, printed=pace.printed
    )
