"""Histories that nobody thought of: what the referee tries when no likely event explains the board.

A move that was read wrong and is looked at again, a board that was turned, moves that were not seen, and, when none of
these fits, the board as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from core.belief.belief import Belief
from core.belief.board_evidence import BoardSeen
from core.belief.branching import branches, explained_to, fit, misfit, seen_with
from core.belief.explanation import PRIORS, Odd, Priors
from core.belief.history import Frame, History, Taken, action_between, opener, played
from core.belief.likelihood import CELL_NATS, Rows
from core.belief.look import Look
from core.belief.ranked_boards import likely_boards
from core.belief.traces import changed, contents_of, successors, traces_gone
from core.belief.unseen_actions import Start, ways_to
from core.game import Game, HiddenSetup, P, in_play
from core.options import RuleOptions
from core.play.board_setup import least_plies, with_board
from core.play.sequences import played_through
from core.reading import is_bare, piece_of
from core.verdict import Played, Refused, Still

REVISED_NATS = -1.5
"""Log prior that a move was misread, on top of the evidence of the looks."""
TAKEN_OTHERWISE_NATS = -1.0
"""Log prior, for each cell, that a board taken as read was misread, on top of the evidence of the looks."""
PUT_NATS = -14.0
"""Log prior of a board that no known history leads to."""
MOST_REVISED = 3
"""How many plies back a move may be corrected, as far as the looks at it are remembered."""
STRANGE_NATS = 6.0
"""A look that fits a board this many nats worse than another does not confirm it."""
_OTHERWISE_NATS = 5.0
"""A board that fits all looks this many nats worse than the board taken is not tried."""
_MOST_OTHERWISE = 3
"""The most other boards tried in one look."""
_NO_WORSE = 3
"""A way round is not tried if it fits worse than the best one by this many fully mismatched cells."""
_STARTED_FROM = 3
"""How many histories the search for a way to the board starts from."""


def recovered(
    before: Belief[P],
    after: Belief[P],
    look: Look,
    *,
    longest: int = 6,
    priors: Priors = PRIORS,
    earlier: Sequence[History[P]] = (),
    seen: BoardSeen | None = None,
) -> Belief[P]:
    """Return *after*, which is *before* after *look*, with the histories that may have led to it otherwise.

    *priors* are those of several unseen actions, which may have begun where *earlier* histories ended. *seen* is what
    looks have told so far of the board that the likeliest history took.
    """
    game, found = after.game, list[History[P]]()
    sources = _sources(before)
    undone = [way for history in sources for way in _undone_otherwise(game, history, look)]
    after = _without_faults(after, [way.board(game) for way in undone]).with_more(undone)
    for history in sources:
        for way in (history, *_otherwise_ordered(game, history)):
            found += _revised(after, way, most=MOST_REVISED if way is history else 1)
        found += _turned(game, history, look)
    if seen is not None:
        found += _taken_otherwise(before, after, look, seen)
    known = {(history.position, history.frame) for history in sources if history.is_legal}
    others = [history for history in earlier if (history.position, history.frame) not in known]
    found += _far(game, [*sources, *others], look, longest, priors)
    likeliest = {history.frame: history for history in (*reversed(sources), *others)}
    for history in likeliest.values():
        for frame, prior in look.frames(history.frame, opener(game, history)):
            found += _put(game, replace(history, frame=frame, prior=history.prior + prior), look)
    return after.with_more(found)


def _sources(belief: Belief[P]) -> list[History[P]]:
    """Return the likeliest histories, no two with the same position and frame."""
    found: dict[object, History[P]] = {}
    for history in belief.histories:
        found.setdefault((history.position, history.frame), history)
    return list(found.values())[:_STARTED_FROM]


def _otherwise_ordered(game: Game[P], history: History[P]) -> Iterator[History[P]]:
    """Yield *history* with its two latest actions swapped, if nobody saw their order."""
    if history.together < 2 or not history.is_legal:
        return
    before, *_ = latest = history.positions[-3:]
    one, other = (changed(contents_of(game, a), contents_of(game, b)) for a, b in pairwise(latest))
    for action, change in successors(game, before):
        if change == other:
            *_, between = played_through(game, before, (action,))
            for second, rest in successors(game, between):
                if rest == one:
                    positions = played_through(game, between, (second,))
                    yield replace(history, positions=(*history.positions[:-2], between, *positions))


def _revised(belief: Belief[P], history: History[P], *, most: int = MOST_REVISED) -> Iterator[History[P]]:
    """Yield other ways to the board, from positions up to *most* plies before the last.

    Either the actions reported were misread, or the player has thought again and moved the pieces since.
    """
    game, look, known = belief.game, belief.looks[0].look, len(belief.looks[-1].before.positions)
    for plies in range(1, min(most, len(history.positions) - 1) + 1):
        first = history.positions[:-plies]
        remembered = len(first) >= known
        thought_again = plies == 1 and history.is_legal and _looks_undone(game, history, look)
        if first[-1].to_move is None or not (remembered or thought_again):
            continue
        explained = look.explained(game, first, history.frame, most_actions=plies + 1)
        best = explained.table.fit(explained.free)
        for explanation in explained.explanations[:4]:
            seen = explained.table.fit(explanation.change)
            if not isinstance(explanation.verdict, Played) or seen < best - CELL_NATS:
                continue
            gone = traces_gone(game, first[-1], explanation.verdict.actions)
            prior = PRIORS.of(explanation.verdict, Odd(gone=gone))
            bare = replace(
                history.back_to(len(first)), prior=history.prior + REVISED_NATS + prior, explained=None, hidden=(),
                looks=0,
            )  # fmt: skip
            told = played(game, bare, explanation.verdict.actions)
            if told.position == history.position:
                continue
            if thought_again:
                board = contents_of(game, told.position)
                again = _seen_so(game, history, look, board, PRIORS.thought_again + prior).back_to(len(first))
                yield replace(again, positions=told.positions, rests=told.rests, undone=history.undone + 1)
            if not remembered:
                continue
            begun = history.positions[len(first)] if plies == 1 else None
            boards = _boards_between(game, told.positions[len(first) - 1 :], begun, explanation.change)
            yield _looked_back(belief, told, boards)


def _looks_undone(game: Game[P], history: History[P], look: Look) -> bool:
    """Return whether a cell that the last action of *history* changed looks changed now.

    That does not count where the whole board may simply have been turned.
    """
    before, after = (contents_of(game, position) for position in history.positions[-2:])
    if look.touched(history.frame).isdisjoint(changed(before, after)):
        return False
    return all(fit(look.rows(frame, None), after) < -CELL_NATS for frame, _ in look.turned(history.frame))


def _undone_otherwise(game: Game[P], history: History[P], look: Look) -> Iterator[History[P]]:
    """Yield *history* with an earlier action taken back instead of the last one: nobody saw which came last."""
    for plies in range(2, min(MOST_REVISED, history.together) + 1):
        first = history.positions[:-plies]
        if first[-1].to_move is None:
            continue
        explained = look.explained(game, first, history.frame, most_actions=plies - 1)
        best = explained.explanations[0]
        if not isinstance(best.verdict, Played):
            continue
        told = played(game, history.back_to(len(first)), best.verdict.actions)
        back = len(history.positions) - len(told.positions)
        again = game.diagnose(told.position, contents_of(game, history.position))
        if back < 1 or told.position in history.positions or not isinstance(again, Played) or len(again.actions) > back:
            continue
        after = _seen_so(game, history, look, contents_of(game, told.position), PRIORS.taken_back)
        yield replace(after.back_to(len(first)), positions=told.positions, undone=history.undone + back)


def _without_faults(belief: Belief[P], boards: Sequence[Mapping[str, str]]) -> Belief[P]:
    """Return *belief* without the histories that see a broken rule in one of *boards*: legal ways lead there."""
    left = [h for h in belief.histories if not (isinstance(h.standing, Refused) and h.board(belief.game) in boards)]
    return Belief(belief.game, left, belief.looks) if left else belief


def _taken_otherwise(before: Belief[P], after: Belief[P], look: Look, seen: BoardSeen) -> Iterator[History[P]]:
    """Yield *history* replayed from other boards than the one it took, as *seen* and this *look* suggest them.

    Where each piece of that board stands now comes from the likeliest legal history *after* the look.
    """
    history, game = before.best, before.game
    same = [other for other in after.histories if other.taken is history.taken]
    there = next((other for other in same if other.is_legal), next(iter(same), None))
    if history.taken is None or there is None:
        return
    known = history.positions[history.base]
    told = contents_of(game, known)
    stock = {piece_of(content): number for content, number in game.stock(known).items()}
    faulty = _is_faulty(game, told, known.options, begins=not history.base)
    tried = 0
    for seen_board in seen.after(game, there, look).likely(told, _OTHERWISE_NATS):
        board = {**told, **seen_board}
        pieces = Counter(map(piece_of, board.values()))
        if board == told or any(pieces[piece] > number for piece, number in stock.items()):
            continue
        if not faulty and _is_faulty(game, board, known.options, begins=not history.base):
            continue
        other = _with_taken(game, history, board, seen)
        if other is not None and all(other.positions != way.positions for way in before.histories):
            yield from (way for way in branches(game, other, look, PRIORS) if misfit(game, way) < STRANGE_NATS)
            tried += 1
        if tried == _MOST_OTHERWISE:
            return


def _is_faulty(game: Game[P], board: Mapping[str, str], options: RuleOptions, *, begins: bool) -> bool:
    """Return whether *board* can never occur; with *begins*, whether no game can begin with it.

    The commonest fault is checked first.
    """
    if begins and isinstance(game, HiddenSetup) and game.reveal_faults(board, options):
        return True
    return bool(game.survey(board, options).faults)


def _with_taken(game: Game[P], history: History[P], board: Mapping[str, str], seen: BoardSeen) -> History[P] | None:
    """Return *history* with *board* in place of the one it took; None where its actions would then be illegal."""
    number = history.base
    known = history.positions[number]
    told = contents_of(game, known)
    other = changed(told, board)
    try:
        taken = with_board(game, known, board)
    except ValueError:
        return None
    since = _replayed(game, taken, history.positions[number:])
    if since is None:
        return None
    now, then = contents_of(game, since[-1]), contents_of(game, history.position)
    anchor = history.anchor and {**history.anchor, **changed(then, now)}
    latest = seen.latest(game, history, board)
    return replace(
        history, positions=(*history.positions[:number], *since), anchor=anchor,
        read={place: latest.get(place, value) for place, value in history.read.items()},
        evidence=history.evidence + seen.nats(board) - seen.nats(told),
        prior=history.prior + TAKEN_OTHERWISE_NATS * len(other),
    )  # fmt: skip


def _replayed(game: Game[P], start: P, positions: Sequence[P]) -> tuple[P, ...] | None:
    """Replay the actions between *positions* from *start*; return the new positions; None if one is illegal."""
    found = [start]
    for before, after in pairwise(positions):
        action = action_between(game, before, after)
        if action is None or game.objection(found[-1], action) is not None:
            return None
        found.append(game.play(found[-1], action))
    return tuple(found)


def _boards_between(
    game: Game[P], positions: Sequence[P], begun: P | None, change: Mapping[str, str]
) -> list[tuple[Mapping[str, str], float]]:
    """Return the boards that could be seen while *positions* were reached, each with a log prior.

    *begun* had been taken for a position; if *change* includes its change, it was the last action half finished.
    """
    boards = [(contents_of(game, position), 0.0) for position in positions]
    if begun is not None:
        part = changed(boards[0][0], contents_of(game, begun))
        if part.items() < change.items():
            boards.insert(-1, (contents_of(game, begun), PRIORS.partial))
    return boards


def _looked_back(
    belief: Belief[P], history: History[P], boards: Sequence[tuple[Mapping[str, str], float]]
) -> History[P]:
    """Return *history* with the evidence of all remembered looks; each showed one of *boards*.

    The latest look shows the last of *boards*.
    """
    oldest = belief.looks[-1].before
    found = replace(history, evidence=oldest.evidence, read=oldest.read, changes=oldest.changes)
    board, anchor = oldest.board(belief.game), oldest.anchor
    differing = {cell for other, _ in boards for cell in changed(boards[0][0], other)}
    for remembered in reversed(belief.looks):
        look, latest = remembered.look, remembered is belief.looks[0]
        rows = look.rows(history.frame, None)
        ways = boards[-1:] if latest else boards
        there = {cell: rows[cell] for cell in differing & rows.keys()}
        after, _ = max(ways, key=lambda way, there=there: way[1] + fit(there, way[0]))  # type: ignore[misc]
        found = seen_with(found, look, look.rows(history.frame, anchor), board, after)
        board = anchor = after
    return found


def _turned(game: Game[P], history: History[P], look: Look) -> Iterator[History[P]]:
    """Yield *history* on a board that has since been turned, if it fits better that way round.

    A bare board is skipped: it may lie any way. The camera sees a turned board as if from elsewhere.
    """
    board = history.board(game)
    if is_bare(board):
        return
    as_it_lay = fit(look.rows(history.frame, None), board)
    ways = [(frame, prior, fit(look.rows(frame, None), board)) for frame, prior in look.turned(history.frame)]
    least = max((fits for *_, fits in ways), default=0.0) - _NO_WORSE * CELL_NATS
    for frame, prior, fits in ways:
        if fits <= as_it_lay or fits < least:
            continue
        for named, other in look.frames(frame, opener(game, history)):
            turned = replace(history, frame=named, prior=history.prior + prior + other, anchor=None)
            yield from branches(game, turned, replace(look, elsewhere=True), PRIORS)


def _far(
    game: Game[P], histories: Sequence[History[P]], look: Look, longest: int, priors: Priors
) -> Iterator[History[P]]:
    """Yield *histories* continued by more actions than one look usually shows; some of their traces may be gone.

    A history whose position is seen already needs none. Guesses about covered cells are no starting point: there are
    too many for one to be right often.
    """
    going_on: dict[History[P], Start[P]] = {}
    for history in histories:
        if history.position.to_move is not None and not history.hidden:
            explained = explained_to(game, history, look)
            if explained.table.fit(explained.free) - explained.table.fit({}) > CELL_NATS:
                going_on[history] = Start(history.position, explained, history.nats)
    for way in ways_to(game, list(going_on.values()), longest=longest):
        history = list(going_on)[way.number]
        prior = priors.of(Played(way.actions), Odd(gone=traces_gone(game, history.position, way.actions)))
        yield played(game, _seen_so(game, history, look, contents_of(game, way.position), prior), way.actions)


def _seen_so(game: Game[P], history: History[P], look: Look, board: Mapping[str, str], prior: float) -> History[P]:
    """Return *history* with *look* showing *board*; the log *prior* is added."""
    beside = look.rows(history.frame, history.anchor)
    return replace(
        seen_with(history, look, beside, history.board(game), board), change={}, standing=Still(), hidden=(), looks=0,
        prior=history.prior + prior, explained=None,
    )  # fmt: skip


def _put(game: Game[P], history: History[P], look: Look) -> Iterator[History[P]]:
    """Yield the board as it stands, with any seat to move, where the rules allow such a position."""
    known = next((position for position in reversed(history.positions) if position.to_move), None)
    if known is None:
        return
    before = contents_of(game, history.position)
    for _, seen in likely_boards(look.rows(history.frame, None), most=40, nats=6.0):
        board = {**before, **seen}
        if board == before or game.survey(board, known.options).faults:
            continue
        ply, taken = max(known.ply, least_plies(game, board)), Taken(len(history.positions))
        prior = PUT_NATS + PRIORS.another_fault * _more_as_it_lies(history.frame, look, before)
        for seat in in_play(known):
            try:
                position = with_board(game, known, board, to_move=seat, ply=ply)
            except ValueError:
                continue
            after = _seen_so(game, history, look, board, prior)
            yield replace(after, positions=(*history.positions, position), taken=taken, put=True)
        return


def _more_as_it_lies(frame: Frame, look: Look, board: Mapping[str, str]) -> int:
    """Return how many more cells of *board* mismatch as it lies than at its best turn; no accident does that."""
    ways = [frame, *(turned for turned, _ in look.turned(frame))]
    as_it_lies, *others = [_differing(look.rows(way, None), board) for way in ways]
    return max(0, as_it_lies - min(others, default=as_it_lies))


def _differing(rows: Rows, board: Mapping[str, str]) -> int:
    return sum(row.get(board[cell], -CELL_NATS) < 0.0 for cell, row in rows.items())
