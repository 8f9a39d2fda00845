"""A game being watched: frames go in, events come out. It has no input, output or clock of its own.

    searching ──found──▶ watching ──still, hands away──▶ reading ──belief─▶ announced
        ▲                    │                                                 │
        └───────lost─────────┘◀──────────── motion, or the next picture ───────┘

Four parts do the work, each in a module of its own: ``looking`` (from a frame to what is known of
the board), ``starting`` (with which position a game begins), ``following`` (what may have happened
since) and ``telling`` (what of that is told, and when). What people say goes to ``spoken``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic

from calibration.places import Place
from core.belief.board_evidence import BoardSeen, BoardsSeen
from core.game import Game, HiddenSetup, P
from core.options import SEATS, RuleOptions
from core.reading import Reading
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import View, look_down
from kiebitz.table.account import Account
from kiebitz.table.attention import PATIENCE, Attention, Patience
from kiebitz.table.certainty import CERTAINTY, Certainty
from kiebitz.table.controls import Command, Correct, Pause, Recolour, Say, Stop, Turn
from kiebitz.table.doubts import ONCE_MORE, shown_again
from kiebitz.table.events import Event
from kiebitz.table.evidence import beside_more
from kiebitz.table.eye import ByHand, Eye
from kiebitz.table.following import Following, Untold
from kiebitz.table.looking import Looking
from kiebitz.table.many_back import AGAIN
from kiebitz.table.recolouring import SeatColours, changes_hands, recoloured
from kiebitz.table.reveal import pieces_dealt, turned_home
from kiebitz.table.setting_up import SetUp
from kiebitz.table.sight import Sight
from kiebitz.table.spoken import NO_POSITION, Spoken
from kiebitz.table.starting import (
    MOST_HIDDEN,
    MOVED_BEFORE_NATS,
    Starting,
    is_as_at_start,
    is_cleared,
    starts,
)
from kiebitz.table.telling import Telling
from kiebitz.table.whereabouts import Whereabouts, is_astray
from kiebitz.table.whose_turn import OTHER_TURN_NATS

MISREAD = "I may have misread a die. As I see it:"
PLAYED = "moves have been played in these colours; begin a new game with the others, and the pieces may stay"


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
        self._colours = SeatColours(colours or {})
        self._looking = Looking(eye, self._where, self._attention, self._spoken, self._following)
        self._telling = Telling(
            self._account, self._following, self._attention, self._looking, self._spoken, self._set_up, self._colours,
            resumed=resumed,
        )  # fmt: skip
        self._unbegun: tuple[Frame, Reading, View, Mapping[str, str]] | None = None
        """The latest look, as long as it leaves the start in doubt."""
        self.over = False
        """Whether the last event has been told."""

    @property
    def game(self) -> Game[P]:
        return self._account.game

    @property
    def colours(self) -> Mapping[str, str]:
        """Seat → the colour that it plays, as far as that is known."""
        return self._colours.known

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
    def is_setting_up(self) -> bool:
        """Whether a start that was given is not yet seen on the board."""
        return bool(self._set_up.unset)

    @property
    def untold(self) -> Untold | None:
        """What the board most likely holds beside what was told, by the latest look; None where that is nothing."""
        if self.is_setting_up:
            return Untold(self._set_up.unset)
        found = self._following.untold()
        return replace(found, actions=(), taken_back=True) if found and self._spoken.is_behind else found

    @property
    def reading(self) -> Reading | None:
        """What is read on the board in the latest look; None before the first."""
        return self._telling.seen

    def likeliest(self, cell: str) -> list[str]:
        """Return what *cell* may hold, the likeliest by the latest look first; nothing where it was not seen."""
        row = {} if self.reading is None else self.reading.cells.get(cell, {})
        return sorted(row, key=lambda content: -row[content])

    def feed(self, frame: Frame) -> list[Event]:
        """Process *frame* and return its events."""
        self.moment = frame.moment
        self._account.begin()
        if self._where.place is None:
            self._where.search(frame)
        if self._where.place is not None and self._attention.time_to_read(frame, self._where.place):
            self._consider(frame, self._where.place)
        if self._spoken.agree_as_said():
            self._heard()
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
        if isinstance(command, Pause):
            return self.misunderstood("This game is played without a clock.")
        if isinstance(command, Recolour):
            self._recolour(command.colours)
        elif isinstance(command, Turn):
            self._give_turn(command.seat)
        elif isinstance(command, Correct) and self._set_up.is_asking:
            self._note(command.cells)
        elif isinstance(command, Correct) and self._unbegun is not None:
            self._begin_again(command.cells, *self._unbegun)
        elif not (isinstance(command, Correct) and self._answers(command.cells)):
            if isinstance(command, Say):
                self._settle_what_is_open(command.action)
            self._spoken.carry_out(command)
        self._spoken.agree_as_said()
        self._heard()
        return self._account.told(self.moment)

    def _heard(self) -> None:
        """Let what was asked be settled, as people have spoken."""
        self._telling.heard()
        self._looking.forget()

    def _settle_what_is_open(self, action: str) -> None:
        """Take the move that is asked about as played where only behind it the *action* that people say is legal."""
        position = self.position
        if position is None or not self._account.asked_again:
            return
        try:
            named = self.game.canonical_action(action)
        except ValueError:
            return
        if self.game.objection(position, named) is None:
            return
        played = self._following.played_before(lambda after: self.game.objection(after, named) is None)
        if played is not None:
            self._account.forget()
            self._account.play_all(played.actions, played.margin_nats)

    def _begin_again(
        self, cells: Mapping[str, str], frame: Frame, evidence: Reading, view: View, colours: Mapping[str, str]
    ) -> None:
        """Begin the game with what that look shows and *cells* hold, as people say."""
        try:
            self._spoken.check(cells)
        except ValueError as error:
            self._spoken.misunderstand(str(error))
            return
        if self.position is None:
            self._spoken.note(cells)
        else:
            self._spoken.remember(cells)
        self._account.positions.clear()
        self._account.forget()
        self._begin(frame, self._spoken.insisted(evidence, cells), view, colours)

    def _note(self, cells: Mapping[str, str]) -> None:
        try:
            self._spoken.note(cells)
        except ValueError as error:
            self._spoken.misunderstand(str(error))

    def _answers(self, cells: Mapping[str, str]) -> bool:
        """Return whether *cells* answer a question so that it can be told what has happened, which is done."""
        try:
            return self._telling.answered(cells)
        except ValueError:
            return False

    def weighed(self, cells: Mapping[str, str]) -> list[Event]:
        """Return the events that correcting *cells* would cause; nothing is changed. Raises ``ValueError``."""
        if self._set_up.is_asking:
            self._spoken.check(cells)
            return [Event("state", *self.moment, self._spoken.noted(cells))]
        return [Event(kind, *self.moment, fields) for kind, fields in self._spoken.weighed(cells)]

    def near(self, cells: Mapping[str, str], *, most: int = 3) -> list[str]:
        """Return at most so many legal actions that fit *cells* that people have told, or else what was seen."""
        return self._spoken.near(cells, most)

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
        compared = self._looking.compared(frame, place)
        if compared is None:
            return
        if compared.is_unchanged and self._telling.nothing_is_open:
            self._telling.unchanged(frame, compared.view)
            return
        glance = self._looking.read(compared, self.colours)
        if glance is None:
            return
        self._unbegun = None
        evidence, view = glance.evidence, compared.view
        as_at_start = self._telling.resumed and is_as_at_start(self.game, self.positions, evidence)
        if as_at_start and not self._attention.seen_enough(frame, 3):
            return
        if is_cleared(self.game, self.position, evidence):
            self._start_over(AGAIN)
        elif as_at_start:
            self._start_over(ONCE_MORE)
        if self.position is None:
            usual = self._starting.is_usual(evidence)
            elsewhere = None if usual else self._where.found_elsewhere(frame, compared.place)
            if elsewhere is not None:
                self._consider(frame, elsewhere)
            else:
                self._begin(frame, evidence, view, glance.colours)
            return
        if is_astray(self.game.contents(self.position), evidence):
            elsewhere = self._where.found_elsewhere(frame, compared.place)
            if elsewhere is not None:
                self._consider(frame, elsewhere)
                return
        may_begin = self._may_begin_anew(evidence)
        if may_begin and self._starting.is_put_right(evidence):
            self._begin(frame, evidence, view, glance.colours)
            return
        sight = Sight(
            compared.place, evidence, self.position.seats, self.colours, glance.colours, compared.changes,
            beside_more(compared.place, compared.changes), at_rim=compared.at_rim,
            fresh=self._where.reference is None, marked=self._where.marks_tell,
            expected=self.game.contents(self.position), told=frozenset(self._spoken.cells),
            prior_nats=glance.prior_nats,
        )  # fmt: skip
        several = not frame.own_moment and self._attention.still_for(frame, self._patience.refused_s)
        followed = self._following.saw(
            sight, anew=compared.anew, behind=self._account.asked_again, missed=self._attention.missed, several=several
        )
        following = self._following
        if may_begin and self._set_up.is_made_anew(evidence, following.actions, may_be_played=following.may_be_played):
            self._begin(frame, evidence, view, glance.colours)
            return
        if following.fits:
            self._looking.fits(glance)
        self._telling.followed(frame, sight, followed, view)

    # -- how games begin

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
        self._colours.known = colours
        self._spoken.look_anew()
        told = ", ".join(f"{seat} plays {colour}" for seat, colour in colours.items())
        self._account.say("state", message=f"{told}.", **self._account.standing())

    def _give_turn(self, seat: str) -> None:
        """Let *seat* be to move, as people say."""
        try:
            if self.position is None:
                raise ValueError(NO_POSITION)
            self._telling.give_turn(seat)
        except ValueError as error:
            self._spoken.misunderstand(str(error))

    def _start_over(self, message: str) -> None:
        """Leave the game as it is; the next one begins with what is seen now."""
        self._account.positions.clear()
        self._account.forget()
        self._spoken.forget()
        self._starting.again, self._start_given = message, False
        self._telling.resumed = False

    def _begin(self, frame: Frame, evidence: Reading, view: View, colours: Mapping[str, str]) -> None:
        """Use the position in the first still frames as the start; most games start with an empty board."""
        place = self._where.place
        if isinstance(self.game, HiddenSetup) and self.colours and place is not None and not self.positions:
            dealt = pieces_dealt(self.game, self._options)
            turned = turned_home(self.game, evidence, dealt, place, self._options)
            if turned is not None:
                self._looking.turn(2)
                assert self._where.place is not None
                evidence, view = turned, look_down(frame.image, self._where.place)
        self._unbegun = (frame, evidence, view, colours)
        begun = self._starting.seen(frame, evidence, colours, self.colours, self._spoken.cells)
        if begun is None:
            return
        if not begun.seen.unsure or begun.seen.question:
            self._unbegun = None
        self._account.positions = [begun.position]
        self._telling.forget()
        turn_nats = MOVED_BEFORE_NATS if self._to_move else OTHER_TURN_NATS
        first = starts(self.game, begun, self._options, turn_nats=turn_nats)
        self._following.begin(first, BoardsSeen.begun(first, BoardSeen.in_look(begun.read)))
        self._account.faulty = any(self._account.has_refused(fault) for fault in begun.faults)
        if len(evidence.covered) <= MOST_HIDDEN:
            self._telling.understood(view)
        contents = self.game.contents(begun.position)
        self._colours.learn(begun.colours, contents)
        if self._following.is_certain:
            self._eye.learn(contents)
        remark = self._set_up.accepted()
        again: dict[str, Any] = {"new_game": True} if self._starting.again else {}
        if said := self._starting.again or remark:
            again["message"] = said
        self._starting.again = ""
        self._account.say("state", **again, **self._account.standing())
        self._account.calm()
        for fault in begun.faults:
            if begun.seen.may_be_misread:
                self._account.doubt(fault, begun.seen.unsure, MISREAD)
            else:
                self._account.refuse(fault, begun.position)
        self._account.faulty = self._account.troubled
        if begun.seen.unsure and not begun.faults:
            question = begun.seen.question or shown_again(begun.seen.unsure).message
            self._account.ask("unsure", begun.seen.unsure, question)
        if self._to_move and not isinstance(self.game, HiddenSetup):
            self._account.pass_on()

    def _may_begin_anew(self, evidence: Reading) -> bool:
        """Return whether the first position may still be completed or corrected, before the first action."""
        return not self._start_given and len(self.positions) == 1 and not evidence.covered
