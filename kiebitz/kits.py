"""Finds a game's kit by the game's name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from inspect import signature

from core.options import RuleOptions
from kiebitz.failure import Failure
from kits.kit import Kit


def has_kit(name: str) -> bool:
    """Return whether the game *name* has a kit: a known board and pieces."""
    return name.isidentifier() and find_spec(f"kits.{name}") is not None


def kit_of(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the kit of the game *name* for *options*.

    Raises ``Failure`` if there is none.
    """
    if not has_kit(name):
        raise Failure(f"the pieces of {name} are not known; `kiebitz games` says what works for which game")
    return _sized(name, options)


def readable_kit(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the kit of the game *name* for reading pictures.

    Raises ``Failure`` if no shipped network knows its pieces.
    """
    from vision.contents import why_unreadable

    kit = kit_of(name, options)
    if fault := why_unreadable(kit):
        raise Failure(f"the pieces of {name} cannot be read: {fault}")
    return kit


def printed_kit(name: str, options: RuleOptions | None = None) -> Kit:
    """Return the kit of the game *name* for printing.

    Raises ``Failure`` if its board cannot be printed with these *options*.
    """
    if not has_kit(name):
        raise Failure(f"there is nothing to print for {name}; `kiebitz games` lists the games")
    kit, sizes = _sized(name, options), sizes_of(name)
    if sizes is not None and kit.plan.columns not in sizes:
        raise Failure(f"{name} is printed with {sizes[0]} to {sizes[-1]} cells a side, not {kit.plan.columns}")
    return _with_card(kit)


def _with_card(kit: Kit) -> Kit:
    """Return *kit* with a rule card that introduces the game: its own, or else one made of the rulebook's clauses."""
    from core.games import player_counts, rulebook
    from kits.cards.plain import plain_card

    book, players = rulebook(kit.name), player_counts(kit.name)
    card = kit.card or plain_card(book, max(players))
    return replace(kit, card=replace(card, introduction=book.about.paragraphs(players)))


def sizes_of(name: str) -> range | None:
    """Return the board sizes of the game *name*, in cells a side; None if it has only one board."""
    sizes = getattr(import_module(f"kits.{name}"), "SIZES", None)
    assert sizes is None or isinstance(sizes, range)
    return sizes


def options_of_kit(name: str) -> tuple[str, ...]:
    """Return the options on which the equipment of the game called *name* depends."""
    if not has_kit(name):
        return ()
    sized = getattr(import_module(f"kits.{name}"), "kit", None)
    return () if sized is None else tuple(signature(sized).parameters)


def _sized(name: str, options: RuleOptions | None) -> Kit:
    """Return the kit *name*; one that depends on options comes from its module's function ``kit``."""
    module = import_module(f"kits.{name}")
    needed = options_of_kit(name)
    if options is None or not needed:
        kit = module.KIT
    else:
        kit = module.kit(**{each: getattr(options, options.option(each).name) for each in needed})
    assert isinstance(kit, Kit)
    return kit
