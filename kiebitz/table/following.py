"""Follows the game through the looks at its table: holds the belief, and says what is news beside the account."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from core.belief.belief import Belief, Look, branches, misfit
from core.belief.board_evidence import NOTHING_SEEN, BoardsSeen
from core.belief.explanation import BEHIND, PRIORS
from core.belief.history import History, Taken, action_between, common, opener
from core.belief.recovery import STRANGE_NATS, recovered
from core.belief.traces import changed, nearest_actions
from core.game import P, in_play
from core.play.board_setup import with_board
from core.reading import EMPTY, Reading
from core.verdict import Played, Refused, Unclear, Verdict
from kiebitz.table.account import Account
from kiebitz.table.accusing import Accusation, FarOff, as_touched, suspicion
from kiebitz.table.certainty import CERTAINTY, Certainty
from kiebitz.table.milestones import Milestones
from kiebitz.table.news import News, Otherwise
from kiebitz.table.sight import Names, Sight, names_of
from kiebitz.table.whose_turn import OTHER_TURN_NATS, turn_after, unknown_turn, whose_turn

RESETTLED_NATS = -4.0
"""Log prior that what was seen since the account was last up to date has been undone without a trace."""


@dataclass(frozen=True, slots=True)
class Untold:
    """What the board most likely holds, and has not been told: the ``cells`` that differ."""

    cells: Mapping[str, str]
    actions: tuple[str, ...] = ()
    """The legal actions that would make it so; empty where it breaks a rule, or is not finished."""
    taken_back: bool = False
    """Whether it is to be put back, after a take-back that was said."""


@dataclass(frozen=True, slots=True)
class Followed(Generic[P]):
    """What a look says: what has happened since what was told, and what is wrong or unclear besides."""

    moved: Verdict | Otherwise[P]
    standing: Verdict
    best: History[P]
    leads: bool = True
    """Whether the likeliest history leads over the others by enough."""
    broken: History[P] | None = None
    """The history that breaks the rule which a question names."""

    @property
    def names(self) -> Names:
        return names_of(self.best)


class Following(Generic[P]):
    """The belief over one game, look by look."""

    def __init__(self, account: Account[P], certainty: Certainty = CERTAINTY) -> None:
        self._account = account
        self._certainty = certainty
        self._before: Belief[P] | None = None
        """As it was when the table last came to rest."""
        self._now: Belief[P] | None = None
        self._seen_before = self._seen_now = NOTHING_SEEN
        """What had been seen by then of the boards that were taken, and what has been."""
        self._earlier: Reading | None = None
        """What was read when the table was last at rest before."""
        self._latest: Sight | None = None
        self._several = False
        """Whether the latest look was not the first at the table as it is."""
        self._missed = False
        """Whether the board was out of sight for a while, and has not been understood in plain sight since."""
        self._told: Sequence[P] = ()
        self._gaps = False
        """Whether the latest look with something new showed several actions, so that more may be missed."""
        self._milestones: Milestones[P] = Milestones()
        self._far_off = False
        """Whether the board was last told to be another than what was told of the game."""

    @property
    def fits(self) -> bool:
        """Whether the board of the likeliest history, legal or not, is what the latest look shows."""
        return self._now is not None and misfit(self._now.game, self._now.best) <= STRANGE_NATS

    @property
    def actions(self) -> int | None:
        """How many actions from the start led to the board of the latest look; None where that is not by the rules."""
        if self._now is None or not self.fits:
            return None
        best = self._now.best
        return len(best.positions) - 1 if best.is_legal and not best.put else None

    @property
    def may_be_played(self) -> bool:
        """Whether actions may have led to the board of the latest look, though a broken rule is a little likelier."""
        close = () if self._now is None else self._now.close(self._certainty.lead_nats)
        return any(history.is_legal and not history.put and len(history.positions) > 1 for history in close)

    @property
    def is_certain(self) -> bool:
        """Whether the likeliest history is what was told, and no other matters."""
        told = tuple(self._account.positions)
        if self._now is None or self._now.best.positions != told or not self._now.best.is_legal:
            return False
        return self._now.lead() >= self._certainty.lead_nats and not unknown_turn(self._now, self._certainty.lead_nats)

    def nearest(self) -> Sequence[str]:
        """Return the legal actions that are most like what breaks a rule on the board."""
        if self._now is None or self._now.best.position.to_move is None:
            return ()
        return nearest_actions(self._account.game, self._now.best.position, self._now.best.change)

    def untold(self) -> Untold | None:
        """Return what the likeliest history has beside what was told; None where that is nothing."""
        told = tuple(self._account.positions)
        if self._now is None or told != self._told:
            return None
        best, game = self._now.best, self._account.game
        if not (cells := changed(game.contents(told[-1]), best.board(game))):
            return None
        news = self._news.of(best)
        return Untold(cells, news.actions if isinstance(news, Played) and best.is_legal else ())

    def played_before(self, fits: Callable[[P], bool]) -> Played | None:
        """Return the actions, not told yet, of the likeliest legal history whose position *fits*; None without one."""
        told = tuple(self._account.positions)
        for history in self._now.histories if self._now is not None and told == self._told else ():
            goes_on = len(history.positions) > len(told) == common(told, history.positions)
            if history.is_legal and goes_on and fits(history.position):
                return self._news.played(history.positions[len(told) - 1 :])
        return None

    def begin(self, starts: Sequence[History[P]], seen: BoardsSeen = NOTHING_SEEN) -> None:
        """Follow a game that began with one of *starts*; the first has been told. *seen* is what was read of them."""
        self._now = Belief(self._account.game, starts)
        self._before, self._milestones = None, Milestones(starts[0], starts[0])
        self._seen_now = seen
        self._told = tuple(self._account.positions)

    def saw(self, sight: Sight, *, anew: bool, behind: bool, several: bool, missed: bool = False) -> Followed[P]:
        """Return what *sight* says. *anew*: something has moved since the look before.

        *behind*: an action may be unreported. *missed*: the board was out of sight for a while.
        *several*: this is more than one look at the table as it is.
        """
        self._catch_up()
        assert self._now is not None
        if anew or self._before is None:
            self._before, self._earlier = self._now, self._latest.reading if self._latest else None
            self._seen_before = self._seen_now
        self._latest, self._several, self._missed = sight, several, missed or self._missed
        look = replace(sight, before=self._earlier).look
        more = self._missed or self._gaps
        belief = self._before.after(look, behind=behind or more)
        told = tuple(self._account.positions)
        known = {belief.best.positions}
        if len(told) > 1:  # until the first action the start itself may be read otherwise
            known |= {history.positions for history in self._before.histories if history.is_legal}
        milestones = self._milestones
        for earlier in (milestones.settled, milestones.left):
            if earlier is not None and earlier.positions not in known:
                belief = belief.with_more(self._resettled(earlier, look))
        rewritten = 1 < len(told) > common(told, belief.best.positions) and not belief.best.undone > milestones.undone
        unseen = self._missed and isinstance(belief.best.standing, Refused)
        if rewritten or unseen or _strange(belief):
            lawful = milestones.lawful if self._missed or sight.fresh else None
            seen = [] if lawful is None else list(self._again(lawful, look))
            priors, taken = BEHIND if more else PRIORS, self._seen_before.of(self._before.best)
            belief = recovered(self._before, belief, look, priors=priors, earlier=seen, seen=taken)
        self._now = belief.taking_as(told, self._certainty.lead_nats).preferring(told)
        self._seen_now = self._seen_before.after(self._now, look, self._before.best)
        return self._said(self._now, sight)

    def legal(self, sight: Sight) -> Followed[P] | None:
        """Return what the latest look, *sight*, says if no rule is broken; None where no legal history explains it.

        The others are kept, so that later looks may tell otherwise.
        """
        assert self._now is not None
        best = next((history for history in self._now.histories if history.is_legal and not history.hidden), None)
        if best is None:
            return None
        self._now = self._now.led_by(best)
        if misfit(self._now.game, self._now.best) > STRANGE_NATS:
            return None
        return Followed(self._news.of(best), self._standing(best, sight), best)

    def let_move(self, seat: str) -> Followed[P] | None:
        """Take it as said that *seat* is to move in the position told last; return what the latest look says then.

        None where no look at it is explained by that, so that the position must be told anew.
        """
        told = tuple(self._account.positions)
        if self._now is None or self._latest is None or told != self._told:
            return None
        fitting = [history for history in self._now.histories if turn_after(self._now.game, told, history) == seat]
        if not fitting:
            return None
        self._now, self._before = Belief(self._now.game, fitting, self._now.looks), None
        return self._said(self._now, self._latest)

    def begin_as_told(self) -> None:
        """Follow the game from what was told on, which is beyond doubt."""
        self.begin([self._as_told()])

    def has_told(self) -> None:
        """Note that what the latest look said has been told."""
        assert self._now is not None
        played = len(self._account.positions) - len(self._told)
        if played:
            self._gaps = played > 1
        self._told = tuple(self._account.positions)
        best = self._now.best
        dropped = len(best.positions) - len(self._told)
        if dropped > 0 and self._told == best.positions[dropped:]:
            self._begin_there(dropped)
        if self._told == (best := self._now.best).positions:
            self._missed = self._missed and not (best.is_legal and self._latest and not self._latest.reading.covered)
            self._milestones = self._milestones.after(best, self._told)

    def _begin_there(self, dropped: int) -> None:
        """Let the game have begun with the board that was told first, to which nothing leads, whoever's turn it was.

        So many earlier positions are *dropped*.
        """
        assert self._now is not None
        game = self._account.game
        board = game.contents(self._told[0])
        there, taken = [h for h in self._now.histories if len(h.positions) > dropped], Taken()
        best = self._now.best
        seen = self._seen_now.of(best) if best.base == dropped else None
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
        self.begin(starts, BoardsSeen.begun(starts, seen))

    def undisturbed(self) -> None:
        """Note that the latest look is the one that later ones are compared with."""
        if self._now is not None:
            self._now = self._now.anchored()

    def settle(self, known: Mapping[str, str], quarters: int) -> None:
        """Name what is seen anew: the board is turned by *quarters*, and *known* has the seats' colours."""
        if self._now is None:
            return
        owners = {colour: seat for seat, colour in known.items()}
        named = {colour for history in self._now.histories for colour, _ in names_of(history).seats}
        if not quarters and named.isdisjoint(owners):
            return
        fitting = [h for h in self._now.histories if all(owners.get(c, s) == s for c, s in names_of(h).seats)]

        def names(frame: object) -> Names:
            assert isinstance(frame, Names)
            seats = tuple((colour, seat) for colour, seat in frame.seats if colour not in owners)
            return Names((frame.quarters - quarters) % 4, seats)

        def old(frame: object) -> Names:
            assert isinstance(frame, Names)
            seats = tuple((colour, owners[colour]) for colour in sorted(named & owners.keys()))
            return Names((frame.quarters + quarters) % 4, (*seats, *frame.seats))

        self._now = Belief(self._now.game, fitting or self._now.histories, self._now.looks).renamed(names, old)
        self._before = None
        self._milestones = self._milestones.renamed(names)

    def _resettled(self, settled: History[P], look: Look) -> list[History[P]]:
        """Return what may have become of *settled* if all that was seen in between has been undone.

        So what has been seen in between was on the board in the view that looks are compared with.
        """
        assert self._before is not None
        found, latest = list[History[P]](), self._before.best
        for again in self._again(settled, look):
            anchor = latest.anchor if latest.frame == again.frame else None
            found += branches(self._account.game, replace(again, anchor=anchor), look, PRIORS)
        return found

    def _again(self, settled: History[P], look: Look) -> Iterator[History[P]]:
        """Yield *settled*, of before the latest looks, in the frames that it may have in *look*."""
        for names, prior in look.frames(settled.frame, opener(self._account.game, settled)):
            yield replace(settled, frame=names, prior=settled.prior + prior + RESETTLED_NATS)

    def _catch_up(self) -> None:
        """Begin anew from what was told where people have changed it."""
        told = tuple(self._account.positions)
        if self._now is None or (told != self._told and told != self._now.best.positions):
            sure, seen = self._as_told(), NOTHING_SEEN
            if self._now is not None and self._latest is not None and sure.base:
                seen = self._seen_now.after(Belief(self._now.game, [sure]), self._latest.look, self._now.best)
            self.begin([sure, *self._other_turns(sure)], seen)
        self._told = told

    def _as_told(self) -> History[P]:
        """Return the history that was told, on a board that is seen as the likeliest history has it."""
        told, best = tuple(self._account.positions), self._now.best if self._now else None
        if best is None:
            return History(told, Names())
        board, seen = self._account.game.contents(told[-1]), best.board(self._account.game)
        anchor = best.anchor if seen == board else None
        read = {cell: nats for cell, nats in best.read.items() if seen[cell] == board[cell]}
        taken = best.taken
        if len(told) > 1:
            by_action = action_between(self._account.game, *told[-2:]) is not None
            taken = None if by_action else Taken(len(told) - 1)
        return History(told, names_of(best), anchor, taken=taken, read=read)

    def _other_turns(self, told: History[P]) -> Iterator[History[P]]:
        """Yield what was *told* with other seats to move, where its last board was taken as it was read.

        At the start they are those that were open before the first action.
        """
        if self._now is None or told.base < len(told.positions) - 1 or told.position.to_move is None:
            return
        game, taken = self._account.game, told.position
        priors: dict[str | None, float] = dict.fromkeys(in_play(taken), OTHER_TURN_NATS)
        if not told.base:
            begun = all(len(history.positions) == 1 for history in self._now.histories)
            priors = {history.position.to_move: history.prior for history in self._now.histories if begun}
        for seat, prior in priors.items():
            if seat not in (None, taken.to_move):
                other = with_board(game, taken, game.contents(taken), to_move=seat)
                yield replace(told, positions=(*told.positions[:-1], other), prior=prior)

    @property
    def _news(self) -> News[P]:
        told = tuple(self._account.positions)
        return News(self._account.game, told, self._milestones.undone, self._certainty)

    def _said(self, belief: Belief[P], sight: Sight) -> Followed[P]:
        news, best = self._news, belief.best
        lead = news.lead(belief)
        question = news.question(belief, lead, sight)
        if question is not None:
            suspects = suspicion(belief, question.cells, self._certainty.lead_nats)
            asked = suspects.carried_by(question) if suspects else question
            broken = as_touched(belief.game, suspects.history) if suspects else None
            return Followed(news.agreed(belief), asked, best, leads=False, broken=broken)
        best = as_touched(belief.game, best) if isinstance(best.standing, Refused) else best
        moved, standing = news.of(best, lead), self._standing(best, sight)
        if seats := unknown_turn(belief, self._certainty.lead_nats):
            standing = whose_turn(seats)
        return Followed(moved, standing, best)

    def _standing(self, best: History[P], sight: Sight) -> Verdict:
        """Return what *best* has against the board; a broken rule only where nothing speaks against telling it."""
        if not isinstance(best.standing, Refused):
            self._far_off = False
            return best.standing
        told = tuple(self._account.positions)
        shared = common(told, best.positions)
        if missing := self._missing(best, told, rewritten=shared < len(told)):
            return FarOff.at(missing)
        accused = Accusation(self._account.game, best.standing.objection, best, names_of(best), sight)
        again = self._several or best.looks > int(self._missed)  # the first look at it may have been a part
        may_miss_moves = self._missed or self._gaps or len(best.positions) - shared > 1
        doubt = accused.doubt(again=again, missed=may_miss_moves)
        self._far_off = isinstance(doubt, FarOff)
        return doubt or best.standing

    def _missing(self, best: History[P], told: Sequence[P], *, rewritten: bool) -> list[str]:
        """Return what is missing on a board that is set up again as it was before it was swept; nothing on others."""
        game, left = self._account.game, self._milestones.left
        earlier = [] if left is None else [left.board(game)]
        if self._far_off or rewritten:
            earlier.append(game.contents(told[-1]))
        now = best.board(game)
        for before in earlier:
            if all(content in (EMPTY, before[place]) for place, content in now.items()):
                return sorted(changed(now, before))
        return []


def _strange(belief: Belief[P]) -> bool:
    """Return whether the likeliest history does not explain the board well."""
    return isinstance(belief.best.standing, Refused | Unclear) or misfit(belief.game, belief.best) > STRANGE_NATS
