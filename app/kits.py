"""Finding a game's equipment by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from app.failure import Failure
from kits.kit import Kit


def has_kit(name: str) -> bool:
    """Return whether the pieces and the board of the game called *name* are known."""
    return name.isidentifier() and find_spec(f"kits.{name}") is not None


def kit_of(name: str) -> Kit:
    """Return the equipment of the game called *name*. Raises ``Failure`` where it is not known yet."""
    if not has_kit(name):
        raise Failure(f"the pieces of {name} are not known yet; `kiebitz games` says what works for which game")
    kit = import_module(f"kits.{name}").KIT
    assert isinstance(kit, Kit)
    return kit
