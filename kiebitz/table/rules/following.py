"""What a look says about the game: what the belief then adds to the announcements is news, or a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from core.belief.belief import Belief
from core.belief.board_evidence import NOTHING_SEEN, BoardsSeen
from core.belief.branching import branches, misfit
from core.belief.explanation import BEHIND, PRIORS
from core.belief.history import History, Taken, action_between, common, opener
from core.belief.look import Look
from core.belief.recovery import STRANGE_NATS, recovered
from core.belief.traces import nearest_actions
from core.game import P, in_play
from core.play.board_setup import with_board
from core.reading import Reading
from core.verdict import Played, Refused, Unclear, Verdict
from kiebitz.judging.accusing import as_touched, suspicion
from kiebitz.judging.evidence import beside_more
from kiebitz.judging.look import look_of
from kiebitz.judging.milestones import Milestones
from kiebitz.judging.names import Names, Renaming, names_of
from kiebitz.judging.news import News, Otherwise, turn_after, unknown_turn, whose_turn
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.judging.sight import Sight
from kiebitz.table import inputs
from kiebitz.table.rules.standing import stands
from kiebitz.table.state import TableState


@dataclass(frozen=True, slots=True)
class Followed(Generic[P]):
    """What a look says: what has happened since what was told, and what is wrong or unclear besides."""

    moved: Verdict | Otherwise[P]
    standing: Verdict
    best: History[P]
    leads: bool = True
    """Whether the likeliest history leads over the others by enough to be believed."""
    broken: History[P] | None = None
    """The history that breaks the rule named in a question."""

    @property
    def names(self) -> Names:
        return names_of(self.best)


def sight_of(state: TableState[P], look: inputs.Look, evidence: Reading) -> Sight:
    """Return what *look* shows, with the *evidence* of it and of what people have said, for the belief to weigh."""
    seats = state.told[-1].seats
    colours = {seat: colour for seat, colour in look.colours.items() if seat in seats}
    return Sight(
        look.plans, evidence, seats, state.colours, colours, look.changes,
        beside_more(look.plans, look.changes), at_rim=look.at_rim, fresh=state.orders.reference is None,
        marked=look.marked, expected=state.contents, told=frozenset(state.insisted.cells),
        prior_nats=look.prior_nats,
    )  # fmt: skip


# -- what is known of the latest look


def fits(state: TableState[P]) -> bool:
    """Return whether the latest look shows the board of the likeliest history, legal or not."""
    now = state.following.now
    return now is not None and misfit(now.game, now.best) <= STRANGE_NATS


def actions_from_start(state: TableState[P]) -> int | None:
    """Return how many actions from the start led to the latest look's board; None if no legal ones did."""
    best = state.best()
    if best is None or not fits(state):
        return None
    return len(best.positions) - 1 if best.is_legal and not best.put else None


def may_be_played(state: TableState[P]) -> bool:
    """Return whether actions may have led to the latest look's board, though a broken rule is a little likelier."""
    now = state.following.now
    close = () if now is None else now.close(state.terms.certainty.lead_nats)
    return any(history.is_legal and not history.put and len(history.positions) > 1 for history in close)


def is_certain(state: TableState[P]) -> bool:
    """Return whether the likeliest history is what was told, and no other matters."""
    now, nats = state.following.now, state.terms.certainty.lead_nats
    if now is None or now.best.positions != state.told or not now.best.is_legal:
        return False
    return now.lead() >= nats and not unknown_turn(now, nats)


def nearest(state: TableState[P]) -> Sequence[str]:
    """Return the legal actions most like what breaks a rule on the board; none needs a piece that is not there."""
    best = state.best()
    if best is None or best.position.to_move is None:
        return ()
    return nearest_actions(state.game, best.position, best.change, placed=True)


def played_before(state: TableState[P], fitting: Callable[[P], bool]) -> Played | None:
    """Return the unannounced actions of the likeliest legal history whose position is *fitting*; None without one."""
    now, told = state.following.now, state.told
    for history in now.histories if now is not None and told == state.following.told else ():
        goes_on = len(history.positions) > len(told) == common(told, history.positions)
        if history.is_legal and goes_on and fitting(history.position):
            return news_of(state).played(history.positions[len(told) - 1 :])
    return None


def news_of(state: TableState[P]) -> News[P]:
    """Return what compares histories with the announced positions."""
    return News(state.game, state.told, state.following.milestones.undone, state.terms.certainty)


# -- the belief goes on


def begun(state: TableState[P], starts: Sequence[History[P]], seen: BoardsSeen = NOTHING_SEEN) -> TableState[P]:
    """Follow a game that began with one of *starts*; the first has been told. *seen* is what was read of them."""
    following = replace(
        state.following,
        now=Belief(state.game, starts),
        before=None,
        milestones=Milestones(starts[0], starts[0]),
        seen_now=seen,
        told=state.told,
    )
    return replace(state, following=following)


def begun_as_told(state: TableState[P]) -> TableState[P]:
    """Follow the game from the announced positions on, which are beyond doubt."""
    return begun(state, [_as_told(state)])


def begun_with_open_colours(state: TableState[P]) -> TableState[P]:
    """Follow the game from what was told on; who plays a colour that is not known yet is as open as it was then."""
    told = _as_told(state)
    return begun(state, [replace(told, frame=Names(names_of(told).quarters))])


def anchored(state: TableState[P]) -> TableState[P]:
    """Note that the latest look is the one that later ones are compared with."""
    now = state.following.now
    return state if now is None else _with(state, now=now.anchored())


def saw(
    state: TableState[P], sight: Sight, *, new: bool, behind: bool, several: bool, missed: bool = False
) -> tuple[TableState[P], Followed[P]]:
    """Return *state* after *sight*, and what it says. *new*: something has moved since the look before.

    *behind*: an action may be unreported. *missed*: the board was out of sight for a while.
    *several*: this is more than one look at the table as it is.
    """
    state = _caught_up(state)
    following = state.following
    assert following.now is not None
    if new or following.before is None:
        earlier = following.latest.reading if following.latest else None
        following = replace(following, before=following.now, earlier=earlier, seen_before=following.seen_now)
    following = replace(following, latest=sight, several=several, missed=missed or following.missed)
    look = look_of(replace(sight, before=following.earlier))
    believed, seen = _believed(replace(state, following=following), look, sight, behind=behind)
    state = replace(state, following=replace(following, now=believed, seen_now=seen))
    return _said(state, sight)


def _believed(state: TableState[P], look: Look, sight: Sight, *, behind: bool) -> tuple[Belief[P], BoardsSeen]:
    """Return the belief after *look*, and what has been seen of the boards that were taken as read."""
    following, told = state.following, state.told
    before, milestones = following.before, following.milestones
    assert before is not None
    more = following.missed or following.gaps
    belief = before.after(look, behind=behind or more)
    known = {belief.best.positions}
    if len(told) > 1:  # until the first action the start itself may be read otherwise
        known |= {history.positions for history in before.histories if history.is_legal}
    for earlier in (milestones.settled, milestones.left):
        if earlier is not None and earlier.positions not in known:
            belief = belief.with_more(_resettled(state, earlier, look))
    rewritten = 1 < len(told) > common(told, belief.best.positions) and not belief.best.undone > milestones.undone
    unseen = following.missed and isinstance(belief.best.standing, Refused)
    if rewritten or unseen or _strange(belief):
        lawful = milestones.lawful if following.missed or sight.fresh else None
        seen = [] if lawful is None else list(_again(state, lawful, look))
        priors, taken = BEHIND if more else PRIORS, following.seen_before.of(before.best)
        belief = recovered(before, belief, look, priors=priors, earlier=seen, seen=taken)
    belief = belief.taking_as(told, state.terms.certainty.lead_nats).preferring(told)
    return belief, following.seen_before.after(belief, look, before.best)


def lawful(state: TableState[P], sight: Sight) -> tuple[TableState[P], Followed[P]] | None:
    """Return what the latest look says if no rule is broken; None where no such history explains it. All are kept."""
    now = state.following.now
    assert now is not None
    best = next((history for history in now.histories if history.is_legal and not history.hidden), None)
    if best is None:
        return None
    state = _with(state, now=now.led_by(best))
    if not fits(state):
        return None
    standing, far_off = stands(state, best, sight)
    return _with(state, far_off=far_off), Followed(news_of(state).of(best), standing, best)


def let_move(state: TableState[P], seat: str) -> tuple[TableState[P], Followed[P]] | None:
    """Return what the latest look says if *seat* was to move in the position told last; None where nothing fits."""
    now, latest = state.following.now, state.following.latest
    if now is None or latest is None or state.told != state.following.told:
        return None
    fitting = [history for history in now.histories if turn_after(now.game, state.told, history) == seat]
    if not fitting:
        return None
    return _said(_with(state, now=Belief(now.game, fitting, now.looks), before=None), latest)


def has_told(state: TableState[P]) -> TableState[P]:
    """Note that what the latest look said has been announced."""
    following, told = state.following, state.told
    assert following.now is not None
    played = len(told) - len(following.told)
    gaps = played > 1 if played else following.gaps
    state = _with(state, gaps=gaps, told=told)
    best = following.now.best
    dropped = len(best.positions) - len(told)
    if dropped > 0 and told == best.positions[dropped:]:
        state = _begun_there(state, dropped)
    following = state.following
    assert following.now is not None
    if told != (best := following.now.best).positions:
        return state
    in_sight = best.is_legal and following.latest and not following.latest.reading.covered
    missed = following.missed and not in_sight
    return _with(state, missed=missed, milestones=following.milestones.after(best, told))


def settled(state: TableState[P], known: Mapping[str, str], quarters: int) -> TableState[P]:
    """Name what is seen in new names: the board is turned by *quarters*, and *known* has the seats' colours."""
    following = state.following
    if (now := following.now) is None:
        return state
    owners = {colour: seat for seat, colour in known.items()}
    named = {colour for history in now.histories for colour, _ in names_of(history).seats}
    if not quarters and named.isdisjoint(owners):
        return state
    fitting = [h for h in now.histories if all(owners.get(c, s) == s for c, s in names_of(h).seats)]
    renaming = Renaming(quarters, tuple(sorted(owners.items())), tuple(sorted(named & owners.keys())))
    belief = Belief(now.game, fitting or now.histories, now.looks).renamed(renaming)
    return _with(state, now=belief, before=None, milestones=following.milestones.renamed(renaming.new))


# -- details


def _with(state: TableState[P], **changes: Any) -> TableState[P]:
    return replace(state, following=replace(state.following, **changes))


def _begun_there(state: TableState[P], dropped: int) -> TableState[P]:
    """Let the game begin with the board announced first, which nothing led to; *dropped* positions lie before it."""
    following, game = state.following, state.game
    assert following.now is not None
    board = game.contents(following.told[0])
    there, taken = [h for h in following.now.histories if len(h.positions) > dropped], Taken()
    best = following.now.best
    seen = following.seen_now.of(best) if best.base == dropped else None
    starts = [
        replace(
            history,
            positions=history.positions[dropped:],
            rests=tuple(rest - dropped for rest in history.rests if rest > dropped),
            taken=taken,
        )
        for history in there
        if game.contents(history.positions[dropped]) == board
    ]
    return begun(state, starts, BoardsSeen.begun(starts, seen))


def _resettled(state: TableState[P], settled: History[P], look: Look) -> list[History[P]]:
    """Return what may have become of *settled* if everything seen since has been undone."""
    before = state.following.before
    assert before is not None
    found, latest = list[History[P]](), before.best
    for again in _again(state, settled, look):
        anchor = latest.anchor if latest.frame == again.frame else None
        found += branches(state.game, replace(again, anchor=anchor), look, PRIORS)
    return found


def _again(state: TableState[P], settled: History[P], look: Look) -> Iterator[History[P]]:
    """Yield *settled*, from before the latest looks, in each frame that it may have in *look*."""
    for names, prior in look.frames(settled.frame, opener(state.game, settled)):
        yield replace(settled, frame=names, prior=settled.prior + prior + TABLE_PRIORS.resettled)


def _caught_up(state: TableState[P]) -> TableState[P]:
    """Begin again from the announced positions if people have changed them."""
    following, told = state.following, state.told
    now = following.now
    if now is None or told not in (following.told, now.best.positions):
        sure, seen = _as_told(state), NOTHING_SEEN
        if now is not None and following.latest is not None and sure.base:
            seen = following.seen_now.after(Belief(now.game, [sure]), look_of(following.latest), now.best)
        state = begun(state, [sure, *_other_turns(state, sure)], seen)
    return _with(state, told=told)


def _as_told(state: TableState[P]) -> History[P]:
    """Return the history as announced, on a board seen as the likeliest history sees it."""
    told, best = state.told, state.best()
    if best is None:
        return History(told, Names())
    board, seen = state.contents, best.board(state.game)
    anchor = best.anchor if seen == board else None
    read = {cell: nats for cell, nats in best.read.items() if seen[cell] == board[cell]}
    taken = best.taken
    if len(told) > 1:
        by_action = action_between(state.game, *told[-2:]) is not None
        taken = None if by_action else Taken(len(told) - 1)
    return History(told, names_of(best), anchor, taken=taken, read=read)


def _other_turns(state: TableState[P], told: History[P]) -> Iterator[History[P]]:
    """Yield *told* with other seats to move, those possible at the start, if its last board was taken as read."""
    now = state.following.now
    if now is None or told.base < len(told.positions) - 1 or told.position.to_move is None:
        return
    game, taken = state.game, told.position
    priors: dict[str | None, float] = dict.fromkeys(in_play(taken), TABLE_PRIORS.other_turn)
    if not told.base:
        begun = all(len(history.positions) == 1 for history in now.histories)
        priors = {history.position.to_move: history.prior for history in now.histories if begun}
    for seat, prior in priors.items():
        if seat not in (None, taken.to_move):
            other = with_board(game, taken, game.contents(taken), to_move=seat)
            yield replace(told, positions=(*told.positions[:-1], other), prior=prior)


def _said(state: TableState[P], sight: Sight) -> tuple[TableState[P], Followed[P]]:
    """Return what the belief adds to what was announced."""
    belief, news, nats = state.following.now, news_of(state), state.terms.certainty.lead_nats
    assert belief is not None
    best, lead = belief.best, news.lead(belief)
    question = news.question(belief, lead, sight)
    if question is not None:
        suspects = suspicion(belief, question.cells, nats)
        asked = suspects.carried_by(question) if suspects else question
        broken = as_touched(belief.game, suspects.history) if suspects else None
        return state, Followed(news.agreed(belief), asked, best, leads=False, broken=broken)
    best = as_touched(belief.game, best) if isinstance(best.standing, Refused) else best
    moved = news.of(best, lead)
    standing, far_off = stands(state, best, sight)
    if seats := unknown_turn(belief, nats):
        standing = whose_turn(seats)
    return _with(state, far_off=far_off), Followed(moved, standing, best)


def _strange(belief: Belief[P]) -> bool:
    """Return whether the likeliest history explains the board badly."""
    return isinstance(belief.best.standing, Refused | Unclear) or misfit(belief.game, belief.best) > STRANGE_NATS
