"""What happened on the table: from the confirmed position to an observed board (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from core.play.sequences import plies_back
from core.reading import EMPTY
from core.tabik import notation, rules
from core.tabik.change import WORDS, Change
from core.tabik.position import EXCHANGE, Move, Position
from core.tabik.refusal import refusal, stranger_refusal
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict, game_over, in_words


def diagnose(position: Position, observed: Mapping[str, str], history: Sequence[Position] = ()) -> Verdict:
    """Return what turned *position* into *observed*; a cell or an edge left out counts as unchanged.

    Tried in this order: nothing; one legal action; two by the next two players, where
    several orders lead there the question which; an earlier position of *history*, the
    latest that fits; the middle of an exchange, both stones in hand or one already across;
    the rows of the detection table. A rod still missing, one stone placed and one
    stone lifted have rows of their own, which say what is left to do. A swap and a pass
    leave no trace and are never found. Once the game is over a change is GEN-7, or a take-back.
    """
    change = Change.between(position, observed)
    if change.strangers:
        return Refused(stranger_refusal(change.strangers))
    if not change.cells:
        return Still()
    if not change.removed and not change.lost_rods:
        played = list(_explanations(change))
        if len(played) == 1:
            return Played(played[0])
        if played:
            return _which(change, played)
    seen = change.boards
    plies = plies_back(position, history, lambda earlier: (earlier.black, earlier.white, earlier.rods) == seen)
    if plies:
        return TakenBack(plies)
    if position.outcome:
        return Refused(game_over(position.outcome, change.cells))
    return _middle_of_an_exchange(change) or Refused(refusal(change))


def _explanations(change: Change) -> Iterator[tuple[str, ...]]:
    """Yield the legal sequences of one or two actions that lead to the board seen; their rods give their edges away."""
    if not 1 <= len(change.new_rods) <= 2:
        return
    for bits in permutations(change.new_rods):
        for moves in _sequences(change, change.position, bits):
            yield tuple(notation.format_move(change.grid, move) for move in moves)


def _sequences(change: Change, position: Position, bits: tuple[int, ...]) -> Iterator[tuple[Move, ...]]:
    """Yield the legal sequences of a move on each edge of *bits* that lead from *position* to the board seen."""
    if not bits:
        if (position.black, position.white, position.rods) == change.boards:
            yield ()
        return
    for move in change.grid.moves_on(bits[0]):
        if rules.is_legal(position, move):
            for rest in _sequences(change, rules.apply(position, move), bits[1:]):
                yield (move, *rest)


def _which(change: Change, played: Sequence[tuple[str, ...]]) -> Unclear:
    candidates = tuple(" ".join(actions) for actions in played)
    orders = in_words([" then ".join(actions) for actions in played], "or")
    return Unclear(f"Two actions were made. Which was it: {orders}?", change.cells, candidates)


def _middle_of_an_exchange(change: Change) -> Partial | None:
    """Return the part of a legal exchange made so far, with the rod missing or already there."""
    touched = {*change.removed, *change.recoloured}
    if len(touched) != 2 or not change.removed or change.added or change.lost_rods:
        return None
    bit = change.edge(tuple(touched))
    if bit is None or change.new_rods not in ((), (bit,)):
        return None
    move = next(move for move in change.grid.moves_on(bit) if move.kind == EXCHANGE)
    if not rules.is_legal(change.position, move):
        return None
    done = notation.contents(rules.apply(change.position, move))
    cells = tuple(cell for cell in change.grid.names if cell in touched)
    lifted = [cell for cell in cells if change.after[cell] == EMPTY]
    to_do = [f"put a {WORDS[done[cell]]} stone on {cell}" for cell in lifted]
    if not change.new_rods:
        to_do.append(f"put a rod between {cells[0]} and {cells[1]}")
    stones = f"The stone on {lifted[0]} is" if len(lifted) == 1 else f"The stones on {in_words(lifted)} are"
    return Partial(f"{stones} lifted. To finish the exchange, {in_words(to_do)}.", cells, "TB-4")
