"""How many play, and in which colours, as people say: the game stays as far as it is the same then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from core.belief.history import action_between
from core.game import HiddenSetup, P
from core.options import SEATS
from core.play.sequences import with_players
from core.reading import EMPTY
from core.verdict import Objection
from kiebitz.table.rules import following, playing
from kiebitz.table.rules.orders import freshened, looking_anew
from kiebitz.table.rules.trouble import doubted, forgotten, refused
from kiebitz.table.state import TableState
from kits.colours import check_apart, checked, checked_seat, every, joined, parts

_EARLY = 9
"""Somebody new may sit down while there are at most this many positions."""
_TWICE_TWO = 4
"""This many colours may also belong to two players with two colours each."""
_MOST_UNDONE = 4
"""Most moves to take back when people say that others have played them."""


def told_with(state: TableState[P], players: int) -> tuple[P, ...] | None:
    """Return the announced positions with this number of *players*; None if that would be another game."""
    actions = [action_between(state.game, *pair) for pair in pairwise(state.told)]
    return with_players(state.game, state.told, actions, players) if state.told else ()


def seated(state: TableState[P], players: int, told: tuple[P, ...]) -> TableState[P]:
    """Return *state* with this number of *players*; *told* are the positions of the game with them."""
    options = replace(state.options, players=players)
    colours = {seat: colour for seat, colour in state.colours.items() if seat in SEATS[:players]}
    state = replace(state, terms=replace(state.terms, options=options), told=told, colours=colours, perhaps=())
    return following.begun_with_open_colours(state) if told else state


def joined_from(state: TableState[P], players: int, *, seen: bool = False) -> TableState[P]:
    """Return *state* with an event for each seat that has come, or gone, since the number of *players* was this.

    Four who were only *seen* may be two who take turns in two colours each: that is asked, and nothing waits.
    """
    now = state.options.players
    for number, seat in enumerate(SEATS[:now], start=1):
        if number > players:
            colour = {"colour": state.colours[seat]} if seat in state.colours else {}
            message = f"{seat} has joined: {number} play."
            if seen and number == _TWICE_TWO:
                message = f"{message} Or do two play, with two colours each? Then say whose they are."
            state = state.saying("joined", seat=seat, **colour, players=number, message=message)
    for number in range(players, now, -1):
        seat = SEATS[number - 1]
        state = state.saying("left", seat=seat, players=number - 1, message=f"{seat} does not play: {number - 1} do.")
    return state


def counted(state: TableState[P], players: int) -> TableState[P]:
    """Return *state* with the *players* that people say; nobody then joins by being seen. Raises ``ValueError``."""
    before = state.options.players
    if players == before:
        state = freshened(forgotten(replace(state, counted=True, perhaps=())))
        return state.saying("state", message=f"Then {players} play.", **state.standing())
    state = replace(_with(state, players), counted=True)
    return joined_from(looking_anew(forgotten(state)), before)


def with_several_colours(state: TableState[P], told: Mapping[str, str]) -> tuple[TableState[P], Mapping[str, str]]:
    """Return *state* and the seats' colours *told*; somebody has several, so that nobody joins any more.

    A seat that nobody has declared, and whose only colour is an earlier one's, was that one: turns come round
    sooner, and the seats behind it were others' as well. Raises ``ValueError`` where that cannot be.
    """
    if state.counted or not state.terms.may_join:
        return state, told
    before = state.options.players
    fewer = _fewer(state.colours, told, before)
    if fewer == before:
        return forgotten(replace(state, counted=True, perhaps=())), told
    owned = dict(told)
    for seat in SEATS[fewer:before]:
        owner = SEATS[SEATS.index(seat) % fewer]
        colours = (*parts(owned.get(owner, state.colours.get(owner))), *parts(state.colours.get(seat)))
        owned[owner] = joined(dict.fromkeys(colours))
    state = replace(_with(state, fewer), counted=True)
    return joined_from(forgotten(state), before), owned


def _fewer(colours: Mapping[str, str], told: Mapping[str, str], players: int) -> int:
    """Return how many of *players* play if people have *told* that some of the *colours* belong to other seats."""
    fewer = players
    for seat, text in told.items():
        after = SEATS[SEATS.index(seat) + 2 :] if seat in colours else ""
        taken = [gone for gone in after if gone in colours and {*parts(colours[gone])} <= {*parts(text)}]
        fewer = min([fewer, *(SEATS.index(gone) - SEATS.index(seat) for gone in taken if gone not in told)])
    return fewer


def joined_by(state: TableState[P], colour: str | None) -> TableState[P]:
    """Return *state* with one more player, of this *colour* or the one asked about. Raises ``ValueError``."""
    before = state.options.players
    colour = colour or _asked_about(state)
    if colour is not None:
        checked(colour)
        if seat := next((seat for seat, known in state.colours.items() if known == colour), None):
            raise ValueError(f"{seat} plays {colour} already; name the colour of who has joined")
    state = _with(state, before + 1)
    colours = dict(state.colours) if colour is None else {**state.colours, SEATS[before]: colour}
    return joined_from(looking_anew(forgotten(replace(state, colours=colours))), before)


def out_of_turn(state: TableState[P], objection: Objection, nearest: Sequence[str]) -> TableState[P]:
    """Report the rule that *objection* finds broken, by a seat that has played out of turn by the number that is known.

    Where nobody has said how many do, and others than are known may have moved so far, that is asked instead; else how
    to put the number right is said as well.
    """
    numbers, uncounted = _other_numbers(state, objection.by), state.terms.may_join and not state.counted
    remedy = f"If {_either(numbers)} play, please say so." if numbers else ""
    if numbers and uncounted:
        return asked_how_many(state, objection, numbers)
    if not numbers and state.may_be_more and len(state.told) <= _EARLY:
        remedy = f"Nobody has said how many play: if more than {state.options.players} do, begin again and say so."
    repair = " ".join(filter(None, (objection.repair, remedy)))
    more = {"numbers": numbers} if numbers else {}
    return refused(state, replace(objection, repair=repair), state.told[-1], nearest, **more)


def fewer_by(state: TableState[P], contents: Mapping[str, str]) -> list[int]:
    """Return half the number of players if, in two colours each, a legal move leads to *contents*; else nothing."""
    players, game = state.options.players, state.game
    if state.counted or not state.terms.may_join or players % 2 or players < 4:
        return []
    number = players // 2
    owned = {cell: f"{SEATS[SEATS.index(c[0]) % number]}{c[1:]}" if c != EMPTY else c for cell, c in contents.items()}
    now = game.start(replace(state.options, players=number))
    for pair in pairwise(state.told):
        action = action_between(game, *pair)
        if action is None or game.objection(now, action) is not None:
            return []
        now = game.play(now, action)
    return [number] if any(game.contents(game.play(now, each)) == owned for each in game.actions(now)) else []


def asked_how_many(state: TableState[P], objection: Objection, numbers: Sequence[int]) -> TableState[P]:
    """Ask whether one of these *numbers* of players takes part, because *objection* may then not hold."""
    question = f"Nobody has said how many play: if {_either(numbers)} do, please say so."
    return doubted(state, objection, objection.cells, "", question, numbers=numbers)


def _other_numbers(state: TableState[P], by: str) -> list[int]:
    """Return the numbers of players with which it would be the turn of seat *by*, or of somebody unknown.

    If nobody has said how many play, somebody who moved in the first round may have been taken for another player,
    and somebody may have been seen who does not play.
    """
    now, players, plies = state.told[-1].to_move, state.options.players, len(state.told) - 1
    if isinstance(state.game, HiddenSetup):
        return []
    found, uncounted = [], state.terms.may_join and not state.counted
    for number in range(2, state.options.most_players() + 1):
        told = told_with(state, number) if number != players else None
        turn = told[-1].to_move if told else now
        joins = state.may_be_more and players <= plies <= number and number > players
        joined = uncounted and number < plies <= players and SEATS[plies % number] == by
        if joins or joined or (turn not in (now, None) and turn == by):
            found.append(number)
    return found


def _either(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _with(state: TableState[P], players: int) -> TableState[P]:
    """Return *state* with this number of *players*; announced moves that others would have played are taken back.

    A start that was seen, with pieces on the board, is read again.
    """
    _check(state, players)
    told = told_with(state, players)
    undone, kept = 0, state
    while told is None and undone < min(_MOST_UNDONE, len(state.told) - 1):
        undone += 1
        kept = replace(state, told=state.told[:-undone])
        told = told_with(kept, players)
    if told is None and len(kept.told) == 1 and not state.beginning.given:
        told = ()
    if told is None:
        raise ValueError(
            f"the game cannot go on with {players} players by now; please begin again, and say that {players} play"
        )
    return seated(playing.taken_back(state, undone) if undone else state, players, told)


def _check(state: TableState[P], players: int) -> None:
    game, most = state.game, state.options.most_players()
    if most == 2 != players:
        raise ValueError(f"{game.title} is for 2 players, not for {players}")
    if not 2 <= players <= most:
        raise ValueError(f"{game.title} is for 2 to {most} players, not for {players}")
    if state.timing is not None and players != state.options.players:
        known = state.options.players
        raise ValueError(f"the clocks are set for {known}; please begin again, and say that {players} play")
    if isinstance(game, HiddenSetup) and players != state.options.players:
        raise ValueError(f"{game.title} has another board for {players} players; please begin again, and say so")


def _asked_about(state: TableState[P]) -> str | None:
    """Return the colour of the player who may have joined; None unless the question was about one colour."""
    joining = (state.trouble.pending or {}).get("joining", ())
    return str(joining[0]) if len(joining) == 1 else None


def recoloured(known: Mapping[str, str], said: Mapping[str, str], seats: str) -> dict[str, str]:
    """Return the seats' colours *known* with those that are *said*; *seats* are those that own pieces.

    A seat whose only colour is now another's takes that one's in exchange, if it had any; of several it keeps the rest.

    Raises ``ValueError`` in words for people.

    >>> recoloured({"A": "red", "B": "blue"}, {"A": "blue"}, "AB")
    {'A': 'blue', 'B': 'red'}
    >>> recoloured({"A": "red", "B": "blue", "C": "green"}, {"A": "blue", "B": "green"}, "ABC")
    {'A': 'blue', 'B': 'green', 'C': 'red'}
    >>> recoloured({"A": "red", "B": "blue+green"}, {"A": "red+green"}, "AB")
    {'A': 'red+green', 'B': 'blue'}
    """
    if not seats:
        raise ValueError("the pieces of this game belong to no seat, so nobody has a colour")
    for seat in said:
        if seat not in tuple(seats):
            raise ValueError(f"no seat is called {seat[:20]!r} in this game; the seats are {', '.join(seats)}")
    found = {seat: checked_seat(text) for seat, text in said.items()}
    check_apart(found.values())
    taken = set(every(found.values()))
    left = [known[seat] for seat in said if seat in known and taken.isdisjoint(parts(known[seat]))]
    for seat, text in known.items():
        if seat in said:
            continue
        if kept := [colour for colour in parts(text) if colour not in taken]:
            found[seat] = joined(kept)
        elif left:
            found[seat] = left.pop(0)
    return dict(sorted(found.items()))


def changes_hands(known: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether a colour has passed from one seat to another."""
    owners = {colour: seat for seat, text in known.items() for colour in parts(text)}
    return any(owners.get(colour, seat) != seat for seat, text in now.items() for colour in parts(text))
