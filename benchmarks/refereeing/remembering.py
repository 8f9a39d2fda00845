"""The real eye with a memory on disk, so that a bench of what comes after it need not look at any picture twice."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from calibration.places import Place
from calibration.registration import Camera, Registration
from core.reading import Reading
from kiebitz.eye.protocol import Look
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Image

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "refereeing"
READER = ("vision", "calibration", "kits", "kiebitz/eye/seer.py", "kiebitz/pictures/any_board.py")
"""The sources on which the eye's answers depend."""

T = TypeVar("T")


def digest_of(sources: Iterable[str]) -> str:
    """Return a digest of the files, and of all files in the folders, that *sources* names."""
    digest = hashlib.blake2b(digest_size=8)
    for source in sources:
        path = ROOT / source
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix not in (".pyc", ".pyo"):
                digest.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


@dataclass(slots=True)
class Memory:
    """Answers by key, kept in *file*."""

    file: Path
    answers: dict[str, Any] = field(default_factory=dict)
    _known: int = 0

    @classmethod
    def at(cls, file: Path) -> Memory:
        """Return what is kept in *file*: nothing where there is none, or one that was not written whole."""
        try:
            answers = pickle.loads(file.read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            answers = {}
        return cls(file, answers, len(answers))

    def recall(self, key: str, make: Callable[[], T]) -> T:
        """Return the answer for *key*, which *make* gives the first time."""
        if key not in self.answers:
            self.answers[key] = make()
        found: T = self.answers[key]
        return found

    def save(self) -> None:
        """Write down what is new."""
        if len(self.answers) > self._known:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(pickle.dumps(self.answers))
            self._known = len(self.answers)


class RememberingSeer(Seer):
    """A ``Seer`` that looks only at what it has not seen before."""

    def __init__(self, *args: Any, memory: Memory, **named: Any) -> None:
        super().__init__(*args, **named)
        self._memory = memory
        self._shown: tuple[Image, str] | None = None
        self._looked: tuple[str, Callable[[], Look]] | None = None

    def find(self, image: Image) -> Place | None:
        find = super().find
        return self._recalled("find", image, (), lambda: find(image))

    def follow(self, image: Image, place: Place) -> Place | None:
        follow = super().follow
        return self._recalled("follow", image, place.boards, lambda: follow(image, place))

    def _recalled(
        self, what: str, image: Image, boards: Iterable[Registration], see: Callable[[], Place | None]
    ) -> Place | None:
        """Return the place that *see* finds, which depends on earlier ones; remember what is learned with it too."""
        lens = b"" if self._lens is None else _camera_bytes(self._lens)
        key = _key(what, self._digest(image), lens, *map(_bytes, (*boards, *self._ring.latest.values())))
        place, self._ring, self._lens = self._memory.recall(key, lambda: (see(), self._ring, self._lens))
        return place

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        learned = b"" if self._log_pitch is None else self._log_pitch.tobytes()
        boards = map(_bytes, place.boards)
        key = _key("look", self._digest(image), *boards, learned, str(sorted(colours.items())), str(self._expected))
        self._latest, look = None, super().look
        self._looked = (key, lambda: look(image, place, colours))
        return self._memory.recall(key, lambda: _plain(look(image, place, colours)))

    def learn(self, contents: Mapping[str, str]) -> None:
        if self._looked is None:
            return
        looked, look = self._looked
        learn = super().learn

        def learned() -> Any:
            if self._latest is None:
                look()
            learn(contents)
            return self._log_pitch

        self._log_pitch = self._memory.recall(_key("learn", looked, str(sorted(contents.items()))), learned)

    def _digest(self, image: Image) -> str:
        """Return a digest of *image*, computed once for the same object."""
        if self._shown is None or self._shown[0] is not image:
            self._shown = (image, hashlib.blake2b(image.tobytes(), digest_size=16).hexdigest())
        return self._shown[1]


def _plain(look: Look) -> Look:
    cells = {cell: dict(row) for cell, row in look.reading.cells.items()}
    reading = Reading(cells, frozenset(look.reading.covered))
    return Look(reading, dict(look.colours), tuple(look.framing), look.prior_nats)


def _bytes(board: Registration) -> bytes:
    pose = board.R.tobytes() + board.t.tobytes()
    return _camera_bytes(board.camera) + pose + f"{board.method}{board.plan}{board.rim_mm}".encode()


def _camera_bytes(camera: Camera) -> bytes:
    numbers = (camera.K, camera.dist, () if camera.doubt is None else camera.doubt)
    return b"".join(np.asarray(array).tobytes() for array in numbers)


def _key(*parts: str | bytes) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part if isinstance(part, bytes) else part.encode())
    return digest.hexdigest()
