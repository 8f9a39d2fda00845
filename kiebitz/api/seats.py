"""The number of players, and the colours of their pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.game import AnyGame
from core.options import SEATS, RuleOptions, colour_sets
from kiebitz.failure import Failure, failing
from kits.colours import check_apart, checked_seat, joined, parts
from kits.kit import Kit


def colours_by_seat(colours: Sequence[str] | Mapping[str, str] | None) -> dict[str, str]:
    """Return the colours of each seat, one or several joined by ``+``; *colours* are in seat order or by seat.

    Raises ``Failure``.
    """
    if isinstance(colours, Mapping):
        for seat in colours:
            if seat not in tuple(SEATS):
                raise Failure(f"colours: no seat is called {seat!r}; the seats are {', '.join(SEATS)}")
        found = dict(colours)
    else:
        names = tuple(colours or ())
        if len(names) > len(SEATS):
            raise Failure(f"colours: {len(names)} are named; no game has more than {len(SEATS)} seats")
        found = dict(zip(SEATS, names, strict=False))
    return checked_colours(found)


def checked_colours(colours: Mapping[str, str], what: str = "colours") -> dict[str, str]:
    """Return *colours*, by seat, as they are written everywhere; messages call them *what*.

    Raises ``Failure`` if one of them is none, or two seats share one.
    """
    with failing(f"{what}: "):
        found = {seat: checked_seat(text) for seat, text in colours.items()}
        check_apart(found.values())
    return found


def colours_in_play(options: RuleOptions, named: Mapping[str, str]) -> dict[str, str]:
    """Return the seats' colours: those that the rule option ``colour_sets`` gives, and those *named* for other seats.

    The rules are the same whatever the colours (R21), so colours that are *named* leave the option as it is. Raises
    ``Failure`` where both say what a seat plays and differ, and for colours that nobody can see.
    """
    sets = colour_sets(options)
    for seat, owned in sets.items():
        if seat in named and set(parts(named[seat])) != set(owned):
            raise Failure(
                f"option colour_sets gives {seat} {joined(owned)}, and {seat}={named[seat]} is named; "
                "leave out one of them"
            )
    return checked_colours({**{seat: joined(owned) for seat, owned in sets.items()}, **named})


def options_of(game: AnyGame, players: int | None, options: Mapping[str, object] | None) -> RuleOptions:
    """Return the rule options of *game* as a caller gives them. Raises ``ValueError`` naming the fault."""
    values = dict(options or {})
    if players is not None and values.setdefault("players", players) != players:
        raise ValueError(f"players is {players}, but options say {values['players']}; leave out one of them")
    return game.options.of(values)


def seated(game: AnyGame, options: RuleOptions, players: int | None, colours: Mapping[str, str]) -> RuleOptions:
    """Return *options* with enough players for all seats in *colours*, unless *players* is given.

    Raises ``Failure`` if the game does not allow that many players.
    """
    needed = 1 + max(map(SEATS.index, colours), default=0)
    if players or needed <= options.players:
        return options
    if needed > (most := options.most_players()):
        raise Failure(f"colours: {game.title} has no seat {SEATS[needed - 1]}; its seats are {', '.join(SEATS[:most])}")
    with failing():
        options = replace(options, players=needed)
        game.start(options)
    return options


def check_seat(seat: str, options: RuleOptions, name: str) -> None:
    """Raise ``Failure`` if *seat* is not in play; the message calls it *name*."""
    seats = tuple(SEATS[: options.players])
    if seat not in seats:
        told = f"{options.players} play"
        if seat in tuple(SEATS[: options.most_players()]):
            told += f"; if more do, add --players {SEATS.index(seat) + 1}"
        raise Failure(f"{name} must be one of {', '.join(seats)}, not {seat!r}: {told}")


def check_colours(colours: Mapping[str, str], options: RuleOptions) -> None:
    """Raise ``Failure`` if *colours* names too many colours, or a seat that is not in play."""
    if len(colours) > options.players:
        raise Failure(f"--colours names {len(colours)} colours for {options.players} players; name one for each")
    for seat in colours:
        check_seat(seat, options, "a seat of --colours")


def check_owned(colours: Mapping[str, str], kit: Kit) -> None:
    """Raise ``Failure`` if *colours* are given although the players of *kit* share all pieces."""
    if colours and not kit.seats:
        raise Failure(f"--colours has no effect on {kit.title}: its pieces belong to no seat; leave it out")
