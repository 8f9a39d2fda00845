"""Reasons that fit any game: how it ends, what is forced, which wins an action stops and threatens."""

from __future__ import annotations

from collections.abc import Iterator

from adviser.findings import Findings
from adviser.reasons.reason import Reason
from core.game import Game, NamesPieces, P
from core.verdict import Outcome, Threat, counted, in_words

PASS = "--"
_MOST = 3
"""The most items of one kind that a sentence lists."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """Return *count* as a word if it is small, else in digits.

    >>> number(5), number(20)
    ('five', '20')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def forced(position: P, found: Findings) -> Iterator[Reason]:
    """Yield the result that the search has proved, if any."""
    if not found.proved:
        return
    plies = found.plies
    if found.value > 0:
        if plies and len(position.seats) == 2:
            yield Reason("wins", f"wins in {(plies + 1) // 2}, whatever the other side plays")
        else:
            yield Reason("wins", "wins by force" + (f" in {_plies(plies)}" if plies else ""))
    elif found.value < 0:
        yield Reason("lost", "cannot save the game" + (f", but lasts {_plies(plies)}" if plies else ""))
    else:
        yield Reason("draw", "holds the draw, and no move does better")


def quiet(found: Findings) -> Reason:
    """Return the reason given when there is no other."""
    return Reason("search", f"no forced win found; {counted(found.simulations, 'line')} examined")


def booked(found: Findings) -> Reason:
    """Return where an answer comes from that the book of openings holds."""
    return Reason("book", f"from the opening book, which looked at {counted(found.simulations, 'line')}")


def _plies(count: int) -> str:
    return counted(count, "ply", "plies")


def ending(game: Game[P], position: P, action: str, after: P, outcome: Outcome) -> Reason:
    """Return the referee's announcement of the end, or the bare result if there is none."""
    told = [*game.announcements(position, action, after)]
    cells = tuple(dict.fromkeys(cell for objection in told for cell in objection.cells))
    said = " ".join(objection.message for objection in told).rstrip(".")
    return Reason("ends", f"ends the game: {said or outcome.sentence}", cells)


def only(game: Game[P], position: P, action: str) -> Reason:  # noqa: ARG001 - as in every family
    return Reason("only", "no move is possible: pass" if action == PASS else "the only legal move")


def reasons(
    game: Game[P],
    position: P,
    action: str,  # noqa: ARG001 - as in every family
    after: P,
    found: Findings,  # noqa: ARG001
) -> Iterator[Reason]:
    """Yield the opponents' immediate wins that *action* stops, and those that it gives the mover."""
    mover = position.to_move
    before, now = _threats(game, position), _threats(game, after)
    still = {threat.action for threat in now}
    stopped = [threat for threat in before if threat.seat != mover and threat.action not in still]
    for threat in stopped[:_MOST]:
        yield Reason("stops", f"stops {threat.seat} from winning with {threat.action}", threat.cells)
    own = [threat for threat in now if threat.seat == mover]
    if own:
        named = in_words([threat.action for threat in own[:_MOST]], "or")
        cells = tuple(dict.fromkeys(cell for threat in own for cell in threat.cells))
        yield Reason("threatens", f"threatens to win with {named}", cells)


def piece(game: Game[P], position: P, action: str) -> str:  # noqa: ARG001 - as in every family
    return "pass" if action == PASS else f"one of {position.to_move}'s pieces"


def steps(game: Game[P], position: P, action: str) -> str:
    """Return the pieces to take off the table, to move, and to put on it."""
    was, now = game.contents(position), game.contents(game.play(position, action))
    off = [cell for cell in now if was[cell] not in (".", now[cell])]
    on = [cell for cell in now if now[cell] not in (".", was[cell])]
    moved = [(source, target) for source in off for target in on if was[source] == now[target]]
    if len(moved) == 1:
        off.remove(moved[0][0])
        on.remove(moved[0][1])
    else:
        moved = []
    done = [f"take {in_words([f'{_piece_name(game, was[cell])} off {cell}' for cell in off])}"] if off else []
    done += [f"move {_piece_name(game, was[source])} from {source} to {target}" for source, target in moved]
    done += [f"put {in_words([f'{_piece_name(game, now[cell])} on {cell}' for cell in on])}"] if on else []
    return in_words(done) or "nothing moves"


def _piece_name(game: Game[P], content: str) -> str:
    return game.piece_name(content) if isinstance(game, NamesPieces) else content


def _threats(game: Game[P], position: P) -> tuple[Threat, ...]:
    return game.survey(game.contents(position), position.options).threats
