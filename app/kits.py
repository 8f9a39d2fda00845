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
    return _sized(name, options)


def printed_kit(name: str, options: RuleOptions = DEFAULT) -> Kit:
    """Return the equipment of the game called *name* as it is printed, whether or not it can be read yet.

    Raises ``Failure`` where the game's board is not printed with these *options*.
    """
    if not name.isidentifier() or find_spec(f"kits.{name}") is None:
        raise Failure(f"there is nothing to print for {name}; `kiebitz games` lists the games")
    sizes = getattr(import_module(f"kits.{name}"), "SIZES", None)
    if sizes is not None and options.board_size not in sizes:
        raise Failure(f"{name} is printed with {sizes[0]} to {sizes[-1]} cells a side, not {options.board_size}")
    return _sized(name, options)


def drawn_kit(name: str, options: RuleOptions) -> Kit:
    """Return the equipment of the game called *name* for diagrams, which know no limit of size.

    Raises ``Failure`` where the game has none.
    """
    if not name.isidentifier() or find_spec(f"kits.{name}") is None:
        raise Failure(f"there are no pictures of {name}; `kiebitz games` lists the games")
    return _sized(name, options)


def _sized(name: str, options: RuleOptions) -> Kit:
    module = import_module(f"kits.{name}")
    sized = getattr(module, "kit", None)
    kit = module.KIT if sized is None else sized(players=options.players, board_size=options.board_size)
    assert isinstance(kit, Kit)
    return kit
