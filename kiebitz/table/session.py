"""A game being watched: frames go in, events come out. It has no input, output or clock of its own.

    searching ──found──▶ watching ──still, hands away──▶ reading ──belief─▶ announced
        ▲                    │                                                 │
        └───────lost─────────┘◀──────────── motion, or the next picture ───────┘

Reading is expensive, so two cheap checks come first: is anything moving, and has any cell
changed since the table was last understood? Unchanged cells are also evidence for their
old contents. Nothing is read while something reaches in over the board and moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

from calibration.places import Place
from core.game import Game, HiddenSetup, P
from core.history import History, common
from core.options import SEATS, RuleOptions
from core.playing import may_be_reordered
from core.reading import EMPTY, Reading
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict, in_short
from kiebitz.pictures.frame import Frame
from kiebitz.table.account import Account
from kiebitz.table.attention import PATIENCE, Attention, Patience
from kiebitz.table.controls import Command, Recolour, Stop
from kiebitz.table.doubts import MOST_TAKEN_BACK, ONCE_MORE, not_as_left, shown_again
from kiebitz.table.events import Event
from kiebitz.table.evidence import (
    UNCHANGED,
    beside_more,
    plain,
    without,
)
from kiebitz.table.eye import ByHand, Eye
from kiebitz.table.following import CERTAINTY, Certainty, Followed, Following, Otherwise, Untold
from kiebitz.table.many_back import AGAIN, ManyBack
from kiebitz.table.recolouring import changes_hands, recoloured
from kiebitz.table.setting_up import SetUp
from kiebitz.table.sight import Names, Sight
from kiebitz.table.spoken import Looked, Spoken
from kiebitz.table.starting import (
    MOST_HIDDEN,
    MOVED_BEFORE_NATS,
    OTHER_TURN_NATS,
    Starting,
    is_as_at_start,
    is_cleared,
    starts,
)
from kiebitz.table.whereabouts import Whereabouts
from vision.steady import View, compare, look_down

MISSED = "I may have missed a move. As far as I know:"
PLAYED = "moves have been played in these colours; begin a new game with the others, and the pieces may stay"
_SMALL = 6
"""Something that reaches in over at most this many cells may be a tall piece at the rim; the reader checks."""


class Session(Generic[P]):
    """One game at one table."""

    def __init__(
        self,
        game: Game[P],
        eye: Eye,
        options: RuleOptions,
        *,
        positions: Sequence[P] = (),
        colours: Mapping[str, str] | None = None,
        to_move: str | None = None,
        resumed: bool = False,
        by_hand: ByHand | None = None,
        patience: Patience = PATIENCE,
        certainty: Certainty = CERTAINTY,
    ) -> None:
        """Watch *game* through *eye*.

        *positions* is the game so far, from the start on; empty to read the start from the
        table, with *to_move* to play: by default the first seat, until the moves tell otherwise. *colours* are the
        seats' colours; a missing seat takes the colour it is first seen to play.
        A game that is *resumed* may find another game on the table. *by_hand* lets people point out the board.
        """
        self._account = Account(game, positions)
        self.colours = dict(colours or {})
        self.moment = (-1, 0.0)
        """The number of the latest frame, and its time in seconds."""
        self._start_given = bool(positions)
        self._eye = eye
        self._options = options
        self._to_move = to_move
        self._patience = patience
        self._attention = Attention(patience)
        self._where = Whereabouts(eye, self._account, self._attention, patience, by_hand)
        self._spoken = Spoken(self._account, self._where, self._attention, options)
        self._set_up = SetUp(self._account, options, awaited=len(positions) == 1 and not resumed)
        self._starting = Starting(self._account, self._attention, self._set_up, patience, options, to_move)
        self._following = Following(self._account, certainty)
        self._undisturbed: tuple[Place, View] | None = None
        """Where the board was in the latest look with nothing in the way, and its view."""
        self._reached = False
        """Whether something reached in over the board in the latest look."""
        self._seen: Reading | None = None
        """What was read in the latest look."""
        self._undecided = 0
        self._resumed = resumed
        self._many_back = ManyBack(self._account)
        self.over = False
        """Whether the last event has been told."""

    @property
    def game(self) -> Game[P]:
        return self._account.game

    @property
    def positions(self) -> Sequence[P]:
        """The positions so far, from the start on; empty until one is seen."""
        return self._account.positions

    @property
    def position(self) -> P | None:
        return self._account.position

    @property
    def registration(self) -> Place | None:
        return self._where.place

    @property
    def untold(self) -> Untold | None:
        """What the board most likely holds beside what was told, by the latest look; None where that is nothing."""
        found = self._following.untold()
        return replace(found, actions=(), taken_back=True) if found and self._spoken.is_behind else found

    @property
    def reading(self) -> Reading | None:
        """What is read on the board in the latest look; None before the first."""
        return self._seen

    def likeliest(self, cell: str) -> list[str]:
        """Return what *cell* may hold, the likeliest by the latest look first; nothing where it was not seen."""
        row = {} if self._seen is None else self._seen.cells.get(cell, {})
        return sorted(row, key=lambda content: -row[content])

    def feed(self, frame: Frame) -> list[Event]:
        """Process *frame* and return its events."""
        self.moment = frame.moment
        self._account.begin()
        if self._where.place is None:
            self._where.search(frame)
        if self._where.place is not None and self._attention.time_to_read(frame, self._where.place):
            self._consider(frame, self._where.place)
        return self._account.told(self.moment)

    def announce(self, action: str) -> list[Event]:
        """Return the events of a legal *action* that is announced, not seen, because it changes nothing visible."""
        self._account.play(action, float("inf"))
        return self._account.told(self.moment)

    def concluded(self) -> list[Event]:
        """Return the event of the result, which nobody has been told; none while the game goes on."""
        self._account.conclude()
        return self._account.told(self.moment)

    def tell(self, command: Command) -> list[Event]:
        """Return the events of what people tell the referee; an error event where it cannot be."""
        if isinstance(command, Stop):
            return self.end("Stopped.")
        if isinstance(command, Recolour):
            self._recolour(command.colours)
        else:
            self._spoken.carry_out(command)
        self._undecided = 0
        self._many_back.forget()
        self._undisturbed = None
        return self._account.told(self.moment)

    def misunderstood(self, message: str) -> list[Event]:
        """Return the event of a command that is none."""
        self._spoken.misunderstand(message)
        return self._account.told(self.moment)

    def interrupted(self, message: str) -> list[Event]:
        """Return the events of a source that has stopped delivering frames."""
        self._account.say("lost", message=message)
        self._attention.turn_away()
        return self._account.told(self.moment)

    def end(self, message: str) -> list[Event]:
        """Return the last event, once: why watching ends, and the state of the game."""
        if self.over:
            return []
        self.over = True
        self._account.say("end", message=message, **self._account.standing())
        return self._account.told(self.moment)

    def standing(self) -> dict[str, Any]:
        """Return the state of the game, as fields of an event."""
        return {**self._account.standing(), **self._account.stash()}

    # -- what is there

    def _consider(self, frame: Frame, place: Place) -> None:
        anew = self._attention.begins
        if anew and self._undisturbed is not None:
            if self._undisturbed[0] is place:
                self._where.reference = self._undisturbed[1]
                self._following.undisturbed()
            self._undisturbed = None
        view = look_down(frame.image, place)
        changes: Mapping[str, float] = {}
        covered = at_rim = frozenset[str]()
        waiting = self._reached = False
        if self._where.reference is not None:
            difference = compare(self._where.reference, view, place)
            found = self._where.found_again(frame, place, difference)
            if found is None:
                return
            if self._where.reference is None:
                place, view = found, look_down(frame.image, found)
            else:
                changes, covered, at_rim = difference.cells, difference.covered, difference.at_rim
                self._reached = bool(difference.reached)
                waiting = self._attention.in_the_way(frame, covered)
                if waiting and len(difference.reached) > _SMALL:
                    return
                if not covered and max(changes.values()) < UNCHANGED and self._is_understood:
                    self._answer(frame, Still(), view)
                    return
        look = self._eye.look(frame.image, place, self.colours)
        self._where.warn_of_framing(look)
        if plain(look.reading, covered):
            covered, self._reached = frozenset(), False
        elif waiting and (self._reached or not frame.own_moment):
            return
        elif not self._reached:
            covered = frozenset(cell for cell in covered if not plain(look.reading, [cell]))
        disturbed = bool(covered) or len(look.reading.covered) > MOST_HIDDEN
        evidence = self._spoken.added(self._attention.take(without(look.reading, covered)), changes)
        as_at_start = self._resumed and is_as_at_start(self.game, self.positions, evidence)
        if as_at_start and not self._attention.seen_enough(frame, 3):
            return
        if is_cleared(self.game, self.position, evidence):
            self._start_over(AGAIN)
        elif as_at_start:
            self._start_over(ONCE_MORE)
        if self.position is None or self._set_up_anew(evidence):
            self._begin(frame, evidence, view, look.colours)
            return
        sight = Sight(
            place, evidence, self.position.seats, self.colours, look.colours, changes, beside_more(place, changes),
            at_rim=at_rim, fresh=self._where.reference is None, expected=self.game.contents(self.position),
        )  # fmt: skip
        several = not frame.own_moment and self._attention.still_for(frame, self._patience.refused_s)
        followed = self._following.saw(sight, anew=anew, behind=self._account.asked_again, several=several)
        if not disturbed and self._following.fits:
            self._undisturbed = (place, view)
        self._act_on(frame, sight, followed, view)

    def _act_on(self, frame: Frame, sight: Sight, followed: Followed[P], view: View) -> None:
        """Tell what is news, and what is wrong or unclear."""
        evidence = sight.named(followed.names)
        self._spoken.looked = Looked(view, evidence, followed.best.board(self.game))
        self._seen = evidence
        moved, standing = followed.moved, followed.standing
        first = standing if isinstance(moved, Otherwise | Still) or not isinstance(standing, Still) else moved
        if (missing := self._set_up.missing(evidence, moved, standing)) is not None:
            self._following.begin([History((self.positions[-1],), Names())])
            self._undisturbed = None
            self._answer(frame, missing, view)
            return
        if question := self._spoken.awaits(evidence, first):
            if self._attention.still_for(frame, self._patience.unclear_s):
                self._account.ask("unsure", [], question)
            return
        hidden = sight.covered_changes(followed.names)
        if isinstance(moved, Still) and isinstance(standing, Still) and hidden:
            standing = Unclear(f"I cannot see what is on {in_short(hidden)}.", tuple(hidden))
        left = not_as_left(evidence, self.game.contents(self.positions[-1])) if self._resumed else None
        if left is not None and followed.best.put:
            moved, standing = Still(), left
        elif not isinstance(moved, Otherwise):
            doubted = self._many_back.doubted(first, evidence, resumed=self._resumed)
            if doubted is not first:
                moved, standing = Still(), doubted
        self._undecided += frame.own_moment
        told = len(self.positions)
        if isinstance(moved, Otherwise):
            if not self._is_certain(frame, followed):
                return
            taken = len(self.positions) - common(self.positions, moved.positions)
            if moved.undone and self._many_back.is_a_new_game(taken):
                self._many_back.go_back(taken)
            self._account.rewrite(moved.positions, undone=moved.undone, margin=moved.margin)
            self._undecided = 0
        elif not isinstance(moved, Still):
            self._answer(frame, moved, view)
        if isinstance(moved, Still) or not isinstance(standing, Still):
            self._answer(frame, standing, view)
        elif isinstance(moved, Otherwise):
            self._understood(view)
        self._following.has_told()
        if len(self.positions) > told:
            self._eye.learn(self.game.contents(self.positions[-1]))
        if not isinstance(standing, Unclear):
            self._settle(sight, followed.names)

    def _is_certain(self, frame: Frame, followed: Followed[P]) -> bool:
        """Return whether another course of the game may be told: one that no move leads to must be seen twice."""
        if not followed.best.put:
            return True
        if frame.own_moment:
            return followed.best.looks > 0
        return self._attention.still_for(frame, self._patience.unclear_s)

    def _settle(self, sight: Sight, names: Names) -> None:
        """Take it as known which way the board lies, and which colours the seats play that have a piece on it."""
        owners = sight.owners(names)
        self._learn_colours({owners[seat]: colour for seat, colour in sight.colours.items()})
        if names.quarters:
            self._where.turn(names.quarters)
            self._undisturbed = None
        self._following.settle(self.colours, names.quarters)

    @property
    def _is_understood(self) -> bool:
        """Whether nothing is open, so that a table which has not changed says nothing new."""
        return self.position is not None and self._following.is_certain and not self._undecided

    def _learn_colours(self, seen: Mapping[str, str]) -> None:
        """Remember the colours of the seats that now have a piece on the board."""
        assert self.position is not None
        playing = {content[0] for content in self.game.contents(self.position).values() if content != EMPTY}
        self.colours = {seat: colour for seat, colour in seen.items() if seat in playing} | self.colours

    def _recolour(self, said: Mapping[str, str]) -> None:
        """Let the seats play the colours that people have *said*; a start that was only seen is read anew."""
        owners = {content[0] for content in self.game.alphabet(self.position or self.game.start(self._options))}
        seats = "".join(seat for seat in SEATS[: self._options.players] if seat in owners)
        try:
            colours = recoloured(self.colours, said, seats)
            if changes_hands(self.colours, colours) and len(self.positions) > 1:
                raise ValueError(PLAYED)
        except ValueError as error:
            self._spoken.misunderstand(str(error))
            return
        if changes_hands(self.colours, colours) and not self._start_given:
            self._account.positions.clear()
            self._account.forget()
        self.colours = colours
        self._spoken.look_anew()
        told = ", ".join(f"{seat} plays {colour}" for seat, colour in colours.items())
        self._account.say("state", message=f"{told}.", **self._account.standing())

    def _start_over(self, message: str) -> None:
        """Leave the game as it is; the next one begins with what is seen now."""
        self._account.positions.clear()
        self._seen = None
        self._account.forget()
        self._spoken.forget()
        self._starting.again, self._start_given, self._resumed = message, False, False

    def _begin(self, frame: Frame, evidence: Reading, view: View, colours: Mapping[str, str]) -> None:
        """Use the position in the first still frames as the start; most games start with an empty board."""
        begun = self._starting.seen(frame, evidence, colours, self.colours)
        if begun is None:
            return
        self._account.positions = [begun.position]
        turn_nats = MOVED_BEFORE_NATS if self._to_move else OTHER_TURN_NATS
        self._following.begin(starts(self.game, begun, self._options, turn_nats=turn_nats))
        self._account.faulty = any(self._account.has_refused(fault) for fault in begun.faults)
        if len(evidence.covered) <= MOST_HIDDEN:
            self._understood(view)
        self._learn_colours(begun.colours)
        self._eye.learn(self.game.contents(begun.position))
        remark = self._set_up.accepted()
        again: dict[str, Any] = {"new_game": True} if self._starting.again else {}
        if said := self._starting.again or remark:
            again["message"] = said
        self._starting.again = ""
        self._account.say("state", **again, **self._account.standing())
        self._account.calm()
        for fault in begun.faults:
            self._account.refuse(fault, begun.position)
        self._account.faulty = self._account.troubled
        if begun.seen.unsure and not begun.faults:
            self._account.ask("unsure", begun.seen.unsure, shown_again(begun.seen.unsure).message)
        if self._to_move and not isinstance(self.game, HiddenSetup):
            self._account.pass_on()

    def _set_up_anew(self, evidence: Reading) -> bool:
        """Return whether the first position is still being completed or corrected, before the first action."""
        before_the_game = not self._start_given and len(self.positions) == 1
        return before_the_game and not evidence.covered and self._set_up.is_made_anew(evidence)

    # -- what it means

    def _answer(self, frame: Frame, verdict: Verdict, view: View) -> None:
        position = self.positions[-1]
        match verdict:
            case Still():
                if self._account.troubled and not self._account.faulty:
                    illegal = self._account.refused
                    self._account.calm()
                    if illegal is None:
                        self._account.say("state", message="The board is as it was.", **self._account.standing())
                self._understood(view)
            case Played(actions, margin):
                self._account.calm()
                unknown = may_be_reordered(self.game, position, actions)
                self._account.play_all(actions, margin, **({"order": "unknown"} if unknown else {}))
                self._understood(view)
            case TakenBack(plies) if plies > MOST_TAKEN_BACK:
                if self._attention.still_for(frame, self._patience.unclear_s):
                    self._many_back.ask(plies)
            case TakenBack(plies):
                self._account.calm()
                self._account.take_back(plies)
                self._understood(view)
            case Partial(message, cells, code):
                if self._attention.still_for(frame, self._patience.partial_s):
                    self._account.ask("partial", cells, message, code=code)
            case Refused(objection) if self._attention.still_for(frame, self._patience.refused_s):
                if self._undecided > 1 and not self._account.has_refused(objection):
                    self._account.ask("unsure", objection.cells, f"{MISSED} {objection.message}")
                else:
                    self._account.refuse(objection, position, self._following.nearest())
            case Unclear(message, cells, candidates) if message and self._attention.still_for(
                frame, self._patience.unclear_s
            ):
                question = self._where.with_what_is_outside(message, cells)
                self._account.ask("unsure", cells, question, candidates=list(candidates))
            case _:
                pass

    def _understood(self, view: View) -> None:
        """Report nothing more until something moves; later frames are compared with *view*."""
        if not self._reached:
            self._where.reference = view
            self._following.undisturbed()
        self._attention.settle()
        self._undecided = 0
        self._many_back.forget()
        self._resumed = False
