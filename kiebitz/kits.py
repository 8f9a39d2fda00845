"""Finding a game's equipment by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from core.options import RuleOptions
from kiebitz.failure import Failure
from kits.kit import Kit

DEFAULT = RuleOptions()


def has_kit(name: str) -> bool:
    """Return whether the board and the pieces of the game called *name* are known."""
    return name.isidentifier() and find_spec(f"kits.{name}") is not None


def kit_of(name: str, options: RuleOptions = DEFAULT) -> Kit:
    """Return the equipment of the game called *name* as *options* need it.

    Raises ``Failure`` where it is not known.
    """
    if not has_kit(name):
        raise Failure(f"the pieces of {name} are not known; `kiebitz games` says what works for which game")
    return _sized(name, options)


def readable_kit(name: str, options: RuleOptions = DEFAULT) -> Kit:
    """Return the equipment of the game called *name* for reading pictures.

    Raises ``Failure`` where nothing is shipped that knows its pieces.
    """
    from vision.reader import can_read

    kit = kit_of(name, options)
    if not can_read(kit):
        raise Failure(f"the pieces of {name} cannot be read yet; `kiebitz games` says what works for which game")
    return kit


def printed_kit(name: str, options: RuleOptions = DEFAULT) -> Kit:
    """Return the equipment of the game called *name* as it is printed.

    Raises ``Failure`` where the game's board is not printed with these *options*.
    """
    if not has_kit(name):
        raise Failure(f"there is nothing to print for {name}; `kiebitz games` lists the games")
    sizes = sizes_of(name)
    if sizes is not None and options.board_size not in sizes:
        raise Failure(f"{name} is printed with {sizes[0]} to {sizes[-1]} cells a side, not {options.board_size}")
    return _sized(name, options)


def sizes_of(name: str) -> range | None:
    """Return how many cells a side the board of the game called *name* may have; None where there is one board."""
    sizes = getattr(import_module(f"kits.{name}"), "SIZES", None)
    assert sizes is None or isinstance(sizes, range)
    return sizes


def _sized(name: str, options: RuleOptions) -> Kit:
    module = import_module(f"kits.{name}")
    sized = getattr(module, "kit", None)
    kit = module.KIT if sized is None else sized(players=options.players, board_size=options.board_size)
    assert isinstance(kit, Kit)
    return kit
