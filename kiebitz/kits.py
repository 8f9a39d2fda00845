"""Finding a game's equipment by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from inspect import signature

from core.options import RuleOptions
from kiebitz.failure import Failure
from kits.kit import Kit


def has_kit(name: str) -> bool:
    """Return whether the board and the pieces of the game called *name* are known."""
    return name.isidentifier() and find_spec(f"kits.{name}") is not None


def kit_of(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the equipment of the game called *name* as *options* need it.

    Raises ``Failure`` where it is not known.
    """
    if not has_kit(name):
        raise Failure(f"the pieces of {name} are not known; `kiebitz games` says what works for which game")
    return _sized(name, options)


def readable_kit(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the equipment of the game called *name* for reading pictures.

    Raises ``Failure`` where nothing is shipped that knows its pieces.
    """
    from vision.reader import can_read

    kit = kit_of(name, options)
    if not can_read(kit):
        raise Failure(f"the pieces of {name} cannot be read yet; `kiebitz games` says what works for which game")
    return kit


def printed_kit(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the equipment of the game called *name* as it is printed.

    Raises ``Failure`` where the game's board is not printed with these *options*.
    """
    if not has_kit(name):
        raise Failure(f"there is nothing to print for {name}; `kiebitz games` lists the games")
    kit, sizes = _sized(name, options), sizes_of(name)
    if sizes is not None and kit.plan.columns not in sizes:
        raise Failure(f"{name} is printed with {sizes[0]} to {sizes[-1]} cells a side, not {kit.plan.columns}")
    return kit


def sizes_of(name: str) -> range | None:
    """Return how many cells a side the board of the game called *name* may have; None where there is one board."""
    sizes = getattr(import_module(f"kits.{name}"), "SIZES", None)
    assert sizes is None or isinstance(sizes, range)
    return sizes


def _sized(name: str, options: RuleOptions | None) -> Kit:
    """Return the equipment; a kit that depends on options is a function ``kit`` with these as its parameters."""
    module = import_module(f"kits.{name}")
    sized = getattr(module, "kit", None)
    if sized is None or options is None:
        kit = module.KIT
    else:
        kit = sized(**{each: getattr(options, options.option(each).name) for each in signature(sized).parameters})
    assert isinstance(kit, Kit)
    return kit
