"""What the referee says of an action that was legal, of a lone board, and of a position that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.reading import EMPTY, ROD
from core.tabik import notation, rules
from core.tabik.change import Change
from core.tabik.notation import STONES
from core.tabik.options import TabikOptions
from core.tabik.position import BLACK, COLOURS, WHITE, Position
from core.tabik.refusal import loose_rods, stranger_refusal
from core.tabik.scoring import verdict_in_words
from core.verdict import AtHand, Objection, Survey, Threat, counted, in_short


def announcements(before: Position, after: Position) -> tuple[Objection, ...]:
    """Return TB-20 at the end, and after the first action R34 where the box holds too few rods."""
    said = []
    supply, edges = after.options.rod_supply, len(rules.board_of(after).edges)
    if before.ply == 0 and supply is not None and supply < edges:
        text = f"There are {supply} rods, and a game on this board may need {edges}. Use anything if they run out."
        said.append(Objection("R34", text))
    if after.outcome and after.outcome.reason in ("score", "zero_tie"):
        tally = rules.tally_of(after)
        scores = f"Black {tally.score(BLACK)}, White {tally.score(WHITE)}"
        said.append(Objection("TB-20", f"No more actions: {scores}. {verdict_in_words(tally, after.outcome)}"))
    return tuple(said)


def at_hand(position: Position) -> AtHand:
    """Return the score and the groups of both colours, and where stones can still be placed or exchanged."""
    tally = rules.tally_of(position)
    pairs, exchanges = rules.places_left(position)
    here = counted(pairs, "edge for a new pair", "edges for a new pair")
    return AtHand(
        sides={
            colour: (f"score {tally.score(number)}", *([f"groups: {in_short([*map(str, sizes)])}"] if sizes else []))
            for number, (colour, sizes) in enumerate(zip(COLOURS, (tally.black, tally.white), strict=True))
        },
        left="" if position.outcome else f"Left: {here}, {counted(exchanges, 'exchange')}.",
    )


def survey(contents: Mapping[str, str], options: TabikOptions) -> Survey:
    """Return what can be said of a lone board: the score so far, what would end the game, what cannot be.

    A full board is scored; where both scores are zero, nobody knows who moved last.
    """
    grid = notation.grid_of(contents, options)
    empty = rules.start(replace(options, board_size=grid.side, first_player="A"))
    change = Change.between(empty, contents)
    faults = [stranger_refusal((name,)) for name in change.strangers]
    known = {name: EMPTY if name in change.strangers else content for name, content in change.after.items()}
    change = Change.between(empty, known)
    black, white, rods = change.boards
    if black.bit_count() != white.bit_count():
        text = f"There are {black.bit_count()} black and {white.bit_count()} white stones; there are as many of both."
        faults.append(Objection("TB-21", text, repair="Put back the missing stone, or take the odd one off."))
    elif uneven := next(_unevenly_joined(change), None):
        blacks, whites = (sum(change.after[cell] == letter for cell in uneven) for letter in STONES)
        text = f"Rods join {blacks} black and {whites} white stones ({in_short(uneven)}); they join as many of both."
        if len(uneven) == 1:
            text = f"No rod joins the stone on {uneven[0]} to another; every stone has one."
        faults.append(Objection("TB-21", text, tuple(uneven), "Lay the missing rod, or put the stones right."))
    for name, cells in loose_rods(change):
        text = f"The rod at {name} does not lie between two stones."
        faults.append(Objection("TB-17", text, cells, f"Take the rod off {name}."))
    position = replace(empty, black=black, white=white, rods=rods, ply=rods.bit_count())
    tally = rules.tally_of(position)
    over = rules.stuck(position) and tally.winner is not None
    return Survey(
        result=rules.score(position, BLACK) if over else None,
        threats=tuple(_threats(position)),
        score={colour: tally.score(number) for number, colour in enumerate(COLOURS)},
        faults=tuple(faults),
    )


def impossible(position: Position) -> str | None:
    """Return why *position* cannot arise: every action lays a rod, but swaps and passes."""
    rods, ply, options = position.rods.bit_count(), position.ply, position.options
    if rods > ply:
        return f"rods on the board: {rods}; the ply is only {ply}; write a ply of {rods} or more"
    if rods < ply - options.pie_rule and not options.explicit_passes:
        return f"rods on the board: {rods}; the ply is {ply}, and each action lays one; write a ply of {rods}"
    if ply and not position.black:
        return f"no stone lies on the board at ply {ply}; write a ply of 0"
    return None


def _unevenly_joined(change: Change) -> Iterator[list[str]]:
    """Yield the stones joined by rods wherever one colour outnumbers the other.

    A rod joins the two stones of a pair when it is placed, and those that change places.
    """
    grid = change.grid
    joined = {cell: [cell] for cell in grid.names if change.after[cell] in STONES}
    for bit, _, _ in grid.edges:
        one, other = (joined.get(cell) for cell in change.ends(bit))
        if change.after[grid.edge_name(bit)] == ROD and one and other and one is not other:
            one += other
            joined |= dict.fromkeys(other, one)
    for first, cells in joined.items():
        if cells[0] == first and len({sum(change.after[cell] == letter for cell in cells) for letter in STONES}) > 1:
            yield cells


def _threats(position: Position) -> Iterable[Threat]:
    grid, options = rules.board_of(position), replace(position.options, pie_rule=False, explicit_passes=False)
    for mover, colour in enumerate(COLOURS):
        turn = replace(position, options=options, mover=mover)
        if rules.stuck(turn):
            return
        for move in rules.moves(turn):
            outcome = rules.apply(turn, move).outcome
            if outcome and not outcome.drawn and outcome.winners == (colour,):
                yield Threat(
                    colour, notation.format_move(grid, move), (grid.names[move.first], grid.names[move.second])
                )
