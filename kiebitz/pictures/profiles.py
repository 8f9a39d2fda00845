"""Table profiles: what ``kiebitz teach`` learned, in one named file for each table, light and camera."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.json_types import Json, JsonObject
from kiebitz.disk import kind_of, read_json, write_file
from kiebitz.failure import Failure
from kiebitz.home import plain_name, profiles_folder
from vision.contents import MODELS
from vision.pitch import pitch_bell

_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, OverflowError)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One table of *game*: its seats' colours, and its pitch if it was learned.

    ``model`` names the network that saw the pieces and ``digest`` identifies its file: another one sees other sizes.
    """

    game: str
    colours: Mapping[str, str]
    pitch_mm: float | None
    model: str
    digest: str
    score: Mapping[str, Json] = field(default_factory=dict)

    @property
    def log_pitch(self) -> npt.NDArray[np.float64] | None:
        return None if self.pitch_mm is None else pitch_bell(self.pitch_mm, MODELS[self.model].cells)

    def as_json(self) -> JsonObject:
        return {
            "game": self.game,
            "colours": dict(self.colours),
            "pitch_mm": self.pitch_mm,
            "model": self.model,
            "digest": self.digest,
            "score": dict(self.score),
        }


def digest_of(model: str) -> str:
    """Return a digest that identifies the shipped network *model*."""
    return hashlib.sha256(
        resources.files("vision").joinpath("models", f"{MODELS[model].file}.onnx").read_bytes()
    ).hexdigest()[:16]


def profile_path(name: str) -> Path:
    """Return the path of the profile *name*. Raises ``Failure`` if it is not a plain name."""
    return profiles_folder() / f"{plain_name(name, 'a profile', 'kitchen')}.json"


def profile_names() -> list[str]:
    """Return the names of all profiles."""
    return sorted(path.stem for path in profiles_folder().glob("*.json"))


def profile_games() -> dict[str, str]:
    """Return the game of each profile that can be used, by its name: those for other readers are left out."""
    found = {}
    for name in profile_names():
        try:
            kept = _parsed(read_json(profile_path(name), "a profile", remedy=""))
        except (Failure, *_MALFORMED):
            continue
        if kept.digest == digest_of(kept.model):
            found[name] = kept.game
    return found


def save_profile(name: str, profile: Profile) -> Path:
    """Keep *profile* under *name* and return its file. Raises ``Failure``."""
    path = profile_path(name)
    text = json.dumps(profile.as_json(), ensure_ascii=False) + "\n"
    write_file(path, text.encode("utf-8"), remedy="KIEBITZ_HOME names another folder")
    return path


def forget_profile(name: str) -> None:
    """Remove the profile *name*. Raises ``Failure`` if there is none."""
    try:
        profile_path(name).unlink()
    except OSError:
        raise Failure(f"no profile is called {name!r}; {_known()}") from None


def load_profile(name: str, game: str) -> Profile:
    """Return the profile *name*. Raises ``Failure`` if there is none, or if it is for another game or reader."""
    path = profile_path(name)
    if not kind_of(path):
        raise Failure(f"no profile is called {name!r}; {_known()}")
    what, remedy = "a profile from `kiebitz teach`", f"--forget {name} removes it"
    kept = read_json(path, what, remedy=remedy)
    try:
        profile = _parsed(kept)
    except _MALFORMED:
        raise Failure(f"{path} is not {what}; {remedy}") from None
    if profile.game != game:
        raise Failure(f"the profile {name!r} is of {profile.game}, not {game}; add --game {profile.game}")
    if profile.digest != digest_of(profile.model):
        raise Failure(f"the profile {name!r} was made for another version of the reader; run `kiebitz teach` again")
    return profile


def _parsed(kept: Any) -> Profile:
    pitch = kept["pitch_mm"]
    return Profile(
        game=str(kept["game"]),
        colours={str(seat): str(colour) for seat, colour in kept["colours"].items()},
        pitch_mm=None if pitch is None else float(pitch),
        model=MODELS[kept["model"]].name,
        digest=str(kept["digest"]),
        score=dict(kept["score"]),
    )


def _known() -> str:
    names = profile_names()
    return f"there is {', '.join(names)}" if names else "there is none yet: `kiebitz teach` makes one"
