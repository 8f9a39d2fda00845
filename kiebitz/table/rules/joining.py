"""Who sits down at a table that has not said how many play: a colour that no seat plays, in the first round.

Two courses of the game are weighed against each other, look by look: with somebody more, and with a piece misread. The
one that leads is announced; while neither does, people are asked, and nobody is accused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from core.game import P
from core.options import SEATS
from core.reading import EMPTY, Reading
from core.verdict import in_short
from kiebitz.judging.evidence import reseated, without
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.table.inputs import Look
from kiebitz.table.rules import following
from kiebitz.table.rules.counting import joined_from, seated, told_with
from kiebitz.table.rules.trouble import asked, forgotten, is_unsure
from kiebitz.table.state import TableState
from kits.colours import every, parts


@dataclass(frozen=True, slots=True)
class Joining(Generic[P]):
    """What a *look* makes of the table: its *state*, the *evidence* by the seats there are, and whether all waits."""

    state: TableState[P]
    look: Look
    evidence: Reading
    waits: bool = False


def joined(state: TableState[P], look: Look, evidence: Reading) -> Joining[P]:
    """Return the table with those who have sat down by *look*, or with a question whether anybody has.

    A colour that nobody plays, on a cell that was empty, is somebody's who joins or a piece that was misread. In a game
    whose beginning nobody has seen it is always asked about; before a game the likelier is taken. What lies where
    something reaches in is not seen yet: hands have colours, too.
    """
    if not state.is_open:
        return Joining(state, look, evidence)
    new, fewest = _New.seen(state, look, evidence), state.options.players
    if reached := look.at_rim & {cell for cells in new.cells.values() for cell in cells}:
        return joined(state, look, without(evidence, reached))
    if new.players == fewest:
        return Joining(replace(state, perhaps=()), look, of_seats(state, look, evidence))
    look, evidence = new.the_surest_first(state, look, evidence)
    tables = _tables(state)
    if new.players not in tables:
        again = f"Has somebody joined? Then please begin again, and say that {new.players} play."
        return Joining(_asked(state, look, new, again), look, evidence, waits=True)
    seen = {players: _followed(table, look, evidence) for players, table in tables.items()}
    weights = {
        players: nats + new.prior(state, players - fewest, look)
        for players, (_, nats) in seen.items()
        if players <= new.players
    }
    best = max(weights, key=lambda players: weights[players])
    lead = weights.pop(best) - max(weights.values())
    if state.told and (lead < state.terms.certainty.lead_nats or not look.seen_enough(3)):
        perhaps = tuple(table.following for players, (table, _) in seen.items() if players > fewest)
        waiting = replace(seen[fewest][0], perhaps=perhaps)
        return Joining(_asked(waiting, look, new, new.question(state)), look, evidence, waits=True)
    state = tables[fewest] if state.perhaps else state
    if best > fewest:
        state = _with_more(tables[fewest], tables[best], new.colours_of(state, best, look))
    state = replace(state, perhaps=())
    return Joining(state, look, of_seats(state, look, evidence))


@dataclass(frozen=True, slots=True)
class _New:
    """What may be new at the table: how many *players* take part if it is, and the cells of each new colour."""

    players: int
    cells: Mapping[str, Sequence[str]]
    leads: Mapping[str, Sequence[float]]
    """Colour → for each of its cells, the nats by which it leads over an empty cell and over any other colour."""
    free: int
    """Number of the present seats that may have one of these colours."""

    @classmethod
    def seen(cls, state: TableState[P], look: Look, evidence: Reading) -> _New:
        """Return what is new in *look*."""
        known, before = set(every(state.colours.values())), state.contents if state.told else {}
        found: dict[str, list[str]] = {}
        for cell, content in evidence.contents.items():
            colour = look.colours.get(content[0])
            if colour is not None and known.isdisjoint(parts(colour)) and before.get(cell, EMPTY) == EMPTY:
                found.setdefault(colour, []).append(cell)
        free = [seat for seat in SEATS[: state.options.players] if seat not in state.colours]
        players = min(state.options.players + max(0, len(found) - len(free)), state.options.most_players())
        leads = {colour: [_lead(look, evidence, cell) for cell in cells] for colour, cells in found.items()}
        return cls(players, found, leads, len(free))

    def prior(self, state: TableState[P], more: int, look: Look) -> float:
        """Return the log prior that *more* play and, before a game, that each further colour is one misreading."""
        joins = TABLE_PRIORS.joins * more
        if state.told:
            return joins
        unlikely = sorted(min(max(leads), _misread_nats(look)) for leads in self.leads.values())
        return joins - sum(unlikely[: len(unlikely) - self.free - more])

    def the_surest_first(self, state: TableState[P], look: Look, evidence: Reading) -> tuple[Look, Reading]:
        """Return *look* and *evidence* with the surest new colours in the first seats whose colours are free."""
        free = [seat for seat in SEATS[: state.options.most_players()] if seat not in state.colours]
        readers = {colour: seat for seat, colour in look.colours.items()}
        surest = sorted(self.leads, key=lambda colour: -max(self.leads[colour]))
        order = [readers[colour] for colour in surest if readers[colour] in free]
        seats = dict(zip([*order, *(seat for seat in free if seat not in order)], free, strict=True))
        colours = {seats.get(seat, seat): colour for seat, colour in look.colours.items()}
        return replace(look, colours=dict(sorted(colours.items()))), reseated(evidence, seats)

    def question(self, state: TableState[P]) -> str:
        where = [f"I see {colour} on {in_short(cells)}." for colour, cells in self.cells.items()]
        mover, first = state.told[-1].to_move, next(iter(self.cells))
        known = len(self.cells) == 1 and mover in state.colours
        asks = f"Has somebody joined, or does {mover} play {first}, too?" if known else "Has somebody joined?"
        return " ".join([asks, *where])

    def colours_of(self, state: TableState[P], players: int, look: Look) -> Mapping[str, str]:
        """Return the colours of the new seats up to this number of *players*, if it is clear who has which."""
        seats = SEATS[state.options.players : players]
        if not state.told:
            return {seat: look.colours[seat] for seat in seats}
        return dict.fromkeys(seats, *self.cells) if len(self.cells) == 1 else {}


def of_seats(state: TableState[P], look: Look, evidence: Reading) -> Reading:
    """Return *evidence* without seats that nobody has; a colour may be misread beyond doubt, a piece may not."""
    if not state.is_open:
        return evidence
    others, costs = set(SEATS[state.options.players :]), _misread_costs(state, look, evidence)
    cells = {}
    for cell, row in evidence.cells.items():
        kept = {content: nats for content, nats in row.items() if content[0] not in others}
        for content in row.keys() - kept.keys():
            seat, kind = content[0], content[1:]
            taken_for = row[content] - costs.get((cell, seat), _misread_nats(look))
            kept |= {other: max(nats, taken_for) for other, nats in kept.items() if other[1:] == kind}
        cells[cell] = kept
    return Reading(cells, evidence.covered)


def _misread_costs(state: TableState[P], look: Look, evidence: Reading) -> Mapping[tuple[str, str], float]:
    """Return (cell, seat) → 0 for each piece that may be misread as that seat's at no further cost.

    The misread pieces of one colour have one cause: only the surest of them costs, or none if one was there before.
    """
    before, found = state.contents if state.told else {}, dict[str, list[str]]()
    for cell, content in evidence.contents.items():
        if content[0] in SEATS[state.options.players :]:
            found.setdefault(content[0], []).append(cell)
    costs: dict[tuple[str, str], float] = {}
    for seat, cells in found.items():
        is_known = any(before.get(cell, EMPTY) != EMPTY for cell in cells)
        surest = None if is_known else max(cells, key=lambda cell: _lead(look, evidence, cell))
        costs |= {(cell, seat): 0.0 for cell in cells if cell != surest}
    return costs


def _misread_nats(look: Look) -> float:
    return TABLE_PRIORS.misread_colour if look.way_round_is_known else TABLE_PRIORS.misread_colour_of_any


def _with_more(state: TableState[P], joined_by: TableState[P], colours: Mapping[str, str]) -> TableState[P]:
    """Return *joined_by*, the state with further seats, and announce these; *colours* are theirs, if known."""
    known = {**state.colours, **colours}
    said = following.settled(replace(forgotten(joined_by), colours=known), known, 0)
    return joined_from(said, state.options.players, seen=True)


def _tables(state: TableState[P]) -> Mapping[int, TableState[P]]:
    """Return the table as it was before the look for each possible number of players, the fewest first."""
    found = {}
    for players in range(state.options.players, state.options.most_players() + 1):
        if (told := told_with(state, players)) is not None:
            found[players] = seated(state, players, told)
    if state.perhaps:
        waiting = [state.following, *state.perhaps]
        return {n: replace(table, following=f) for (n, table), f in zip(found.items(), waiting, strict=True)}
    return found


def _followed(state: TableState[P], look: Look, evidence: Reading) -> tuple[TableState[P], float]:
    """Return *state* after *look*, without announcing anything, and the log weight of its likeliest course."""
    if not state.told:
        return state, 0.0
    read = of_seats(state, look, evidence)
    sight = following.sight_of(state, look, read)
    state, followed = following.saw(
        state, sight, new=look.anew, behind=is_unsure(state), missed=look.missed, several=False
    )
    misread = sum(max(row.values()) - max(read.cells[cell].values()) for cell, row in evidence.cells.items())
    return state, followed.best.nats - misread


def _lead(look: Look, evidence: Reading, cell: str) -> float:
    """Return the nats by which the piece on *cell* leads over an empty cell and over the other colours in view."""
    row, seat = evidence.cells[cell], evidence.best(cell)[0]
    others = (nats for content, nats in row.items() if content == EMPTY or content[0] in look.colours.keys() - {seat})
    return max(row.values()) - max(others, default=-float("inf"))


def _asked(state: TableState[P], look: Look, new: _New, question: str) -> TableState[P]:
    if not look.still_for(state.terms.patience.unclear_s):
        return state
    cells = sorted(cell for each in new.cells.values() for cell in each)
    return asked(state, "unsure", cells, question, joining=list(new.cells))
