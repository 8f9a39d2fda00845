"""Finding a game's equipment by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from app.failure import Failure
from core.options import RuleOptions
from kits.kit import Kit

DEFAULT = RuleOptions()


def has_kit(name: str) -> bool:
    """Return whether the pieces and the board of the game called *name* are known."""
    if not name.isidentifier() or find_spec(f"kits.{name}") is None:
        return False
    kit = import_module(f"kits.{name}").KIT
    return len(kit.pyramids) == len(kit.pieces)


def kit_of(name: str, options: RuleOptions = DEFAULT) -> Kit:
    """Return the equipment of the game called *name* as *options* need it.

    Raises ``Failure`` where it is not known yet.
    """
    if not has_kit(name):
        raise Failure(f"the pieces of {name} are not known yet; `kiebitz games` says what works for which game")
    module = import_module(f"kits.{name}")
    sized = getattr(module, "kit", None)
    kit = module.KIT if sized is None else sized(players=options.players, board_size=options.board_size)
    assert isinstance(kit, Kit)
    return kit
