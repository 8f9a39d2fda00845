"""The state of a game at a table: one frozen value. What changes it is in ``rules``; ``step`` alone applies that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Generic, TypeAlias

from core.belief.belief import Belief
from core.belief.board_evidence import NOTHING_SEEN, BoardsSeen
from core.belief.history import History
from core.game import Game, P, PositionLike, stash_of
from core.options import RuleOptions
from core.reading import EMPTY, Reading
from core.verdict import Objection
from kiebitz.clock import Clock
from kiebitz.judging.milestones import Milestones
from kiebitz.judging.priors import CERTAINTY, Certainty
from kiebitz.judging.sight import Sight
from kiebitz.table.inputs import Look, Moment
from kiebitz.table.orders import NO_ORDERS, Orders
from kiebitz.table.patience import PATIENCE, Patience
from kiebitz.table.roll import NOTHING_ROLLED, HiddenRoll
from kiebitz.table.saved import to_json
from vision.framing import Warned

Fields = dict[str, Any]
"""The fields of an event."""
Said = tuple[str, Moment, Fields]
"""Kind, moment and fields of an event."""


class Phase(Enum):
    """Where a table stands."""

    SEARCHING = "searching"
    """The board is not in view."""
    BEGINNING = "beginning"
    """No position is known yet."""
    SETTING_UP = "setting up"
    """A start that was given has yet to be seen on the board."""
    PLAYING = "playing"
    ASKING = "asking"
    """Something is wrong or unclear, and people have heard of it."""
    OVER = "over"
    """The rules have ended the game."""


@dataclass(frozen=True, slots=True)
class Terms(Generic[P]):
    """What was settled before the game began."""

    game: Game[P]
    options: RuleOptions
    certainty: Certainty = CERTAINTY
    patience: Patience = PATIENCE
    to_move: str | None = None
    """The seat to move in the first position seen, if people have said so."""
    can_point_out: bool = False
    """Whether people can point out the board by its corners."""
    guesses: bool = False
    """Whether the best guess is announced before it is certain."""
    may_join: bool = False
    """Whether nobody has said how many play, so that more may sit down in the first round."""

    @property
    def may_be_new(self) -> bool:
        """Whether nobody has said that a seat other than the one that begins a game is to move."""
        return self.to_move in (None, self.game.start(self.options).to_move)


@dataclass(frozen=True, slots=True)
class Trouble:
    """The latest report of something wrong or unclear, while it still stands."""

    key: tuple[str, ...] = ()
    """Kind, message and cells of the report; empty if all is well."""
    unrepaired: Objection | None = None
    """The broken rule reported last, until it is put right, whatever was asked since."""
    doubted: Objection | None = None
    """The broken rule asked about last, because a cell may be misread."""
    pending: Mapping[str, Any] | None = None
    """The report, as the fields of an event."""
    about_board: bool = False
    """Whether it is a question about the whole board, which the contents of single cells do not answer."""

    @property
    def refused(self) -> Objection | None:
        """The broken rule that was reported last, if nothing was asked since."""
        return self.unrepaired if self.key[:1] == ("illegal",) else None

    @property
    def broken(self) -> Objection | None:
        """The latest broken rule that was announced or asked about."""
        return self.refused or self.doubted


@dataclass(frozen=True, slots=True)
class Judged:
    """The latest judged look: what is known, and what it shows, or shows if the rule asked about is *broken*."""

    number: int
    evidence: Reading
    board: Mapping[str, str]
    broken: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Insisted:
    """What people have said, though the board does not show it."""

    cells: Mapping[str, str] = field(default_factory=dict)
    """Cell → content that people have stated, until the cell changes."""
    changes: Mapping[str, float] = field(default_factory=dict)
    beside: int | None = None
    """``changes`` says how much of each cell looked changed in the latest look, compared with this view."""
    marked: frozenset[str] = frozenset()
    marked_beside: int | None = None
    """``marked`` has the cells that looked changed from this view when people spoke of them.

    Once a cell does not look so any more, it has changed.
    """
    unled: tuple[str, ...] = ()
    """The claim about cells that people made last, if no course of the game leads to it."""
    agrees: bool = False
    """Whether people have agreed to a broken rule before it was announced."""
    undone: tuple[Mapping[str, str], ...] = ()
    """The boards of the plies that people say they take back, until the table has followed."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Pieces that lie wrong."""

    told: frozenset[str] = frozenset()
    """The cells that people have heard of and that are still wrong."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A start that was given, as it is seen on the board."""

    awaited: bool = False
    """Whether it has yet to be seen on the board."""
    refused: Objection | None = None
    """Why no game can begin with what was seen last."""
    asked: bool = False
    unset: Mapping[str, str] = field(default_factory=dict)
    """Cells that do not hold what the given start wants → what they hold by the latest look."""

    @property
    def is_asking(self) -> bool:
        """Whether the board was seen to lack something of the given start, and people are setting it up."""
        return self.asked and bool(self.unset)


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """What all looks together have shown of a set-up, with its colours by seats; empty while one look shows all."""

    reading: Reading = field(default_factory=lambda: Reading({}))
    colours: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Beginning:
    """How far the start of a game is known."""

    given: bool = False
    """Whether it was given rather than read from the board."""
    again: str = ""
    """What to say when the next game begins; empty while a game is on."""
    hidden: frozenset[str] = frozenset()
    """The cells that were out of sight in the previous look."""
    glimpsed: Glimpsed = Glimpsed()
    unbegun: tuple[Look, Reading, Mapping[str, str]] | None = None
    """The latest look, its evidence and its colours, while they leave the start in doubt."""


@dataclass(frozen=True, slots=True)
class Following(Generic[P]):
    """The belief over the game, look by look."""

    now: Belief[P] | None = None
    before: Belief[P] | None = None
    """The belief from when the table last came to rest."""
    seen_now: BoardsSeen = NOTHING_SEEN
    seen_before: BoardsSeen = NOTHING_SEEN
    """What had been seen by then of the boards that were taken as read."""
    earlier: Reading | None = None
    """The latest reading from the table's previous rest."""
    latest: Sight | None = None
    several: bool = False
    """Whether the table has been looked at before in its present state."""
    missed: bool = False
    """Whether the board was out of sight for a while, and not understood in full sight since."""
    told: tuple[P, ...] = ()
    """The positions that had been announced when the belief was last brought up to date."""
    gaps: bool = False
    """Whether the latest look with something new showed several actions, so that more may have been missed."""
    milestones: Milestones[P] = field(default_factory=Milestones)
    far_off: bool = False
    """Whether people last heard that the board is far from the game as announced."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What has been seen but not announced, or only half understood."""

    resumed: bool = False
    """Whether the game goes on from a record, and has not yet been seen as it was left."""
    seen: Reading | None = None
    """What was read in the latest judged look."""
    latest: tuple[Look, Sight] | None = None
    """The latest judged look, and what it saw."""
    judged: Judged | None = None
    undecided: int = 0
    """Number of pictures in a row that were not understood."""
    hidden: frozenset[str] = frozenset()
    """The cells about which the previous picture would have raised a question, had nothing been in the way."""
    many_back: int = 0
    """The number of plies in the open question whether they were taken back."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A program's announced move, or one played *elsewhere*, and the position for which it was announced."""

    position: Any
    seat: str
    action: str
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """The players' clocks."""

    clock: Clock
    told: bool = False
    """Whether the time controls of this game have been announced."""


@dataclass(frozen=True, slots=True, eq=False)
class TableState(Generic[P]):
    """A game at a table. States are equal if their JSON is."""

    terms: Terms[P]
    told: tuple[P, ...] = ()
    """The positions of the game as announced, from the start on; empty until one is seen."""
    moment: Moment = (-1, 0.0)
    colours: Mapping[str, str] = field(default_factory=dict)
    """Seat → the colour that it plays, for the seats whose colours are known."""
    trouble: Trouble = Trouble()
    faulty: bool = False
    """Whether the game began with a faulty board that the players are still putting right."""
    counted: bool = False
    """Whether people have said at the table how many play."""
    passes_due: bool = False
    """Whether forced passes in the given positions have yet to be played."""
    in_view: bool = False
    elsewhere: bool = False
    """Whether people have heard that another board is in view, and the game's has not been found since."""
    framed: bool = False
    """Whether people have heard what is wrong with the board's place in the picture."""
    outside: Warned | None = None
    """The warning that cells are outside the picture; None if none are."""
    way_round_said: bool = False
    insisted: Insisted = Insisted()
    lying: Lying = Lying()
    set_up: SetUp = SetUp()
    beginning: Beginning = Beginning()
    roll: HiddenRoll = NOTHING_ROLLED
    following: Following[P] = field(default_factory=Following)
    perhaps: tuple[Following[P], ...] = ()
    """The belief with one player more, with two more, and so on, while nobody knows whether somebody has joined."""
    telling: Telling = Telling()
    orders: Orders = NO_ORDERS
    proposal: Proposal | None = None
    timing: Timing | None = None
    guessed: tuple[str, ...] = ()
    over: bool = False
    """Whether the last event has been announced."""
    said: tuple[Said, ...] = ()
    """What the present step has to announce."""

    @classmethod
    def begun(
        cls,
        terms: Terms[P],
        *,
        positions: Sequence[P] = (),
        colours: Mapping[str, str] | None = None,
        resumed: bool = False,
        clock: Clock | None = None,
    ) -> TableState[P]:
        """Return the state of a table after *positions*, if any is known; a *resumed* one may find another game."""
        awaited = len(positions) == 1 and not resumed
        start = terms.game.contents(positions[-1]) if awaited else {}
        return cls(
            terms,
            tuple(positions),
            colours=dict(colours or {}),
            passes_due=bool(positions),
            set_up=SetUp(awaited, unset={cell: EMPTY for cell, content in start.items() if content != EMPTY}),
            beginning=Beginning(given=bool(positions)),
            telling=Telling(resumed=resumed),
            timing=None if clock is None else Timing(clock),
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, TableState) and to_json(self) == to_json(other))

    __hash__ = None  # type: ignore[assignment]

    def gone_on_with(self, terms: Terms[P], colours: Mapping[str, str], clock: Clock | None) -> TableState[P]:
        """Return this kept state for a table that goes on under these *terms*."""
        terms = replace(terms, may_join=self.terms.may_join and clock is None)
        return replace(
            self, terms=terms, colours={**self.colours, **colours}, moment=(-1, 0.0), in_view=False, elsewhere=False,
            over=False, timing=None if clock is None else Timing(clock), telling=replace(self.telling, resumed=True),
        )  # fmt: skip

    @property
    def game(self) -> Game[P]:
        return self.terms.game

    @property
    def options(self) -> RuleOptions:
        return self.terms.options

    @property
    def is_open(self) -> bool:
        """Whether somebody else may still sit down: nobody has had a second turn, and there is a seat left."""
        return self.may_be_more and len(self.told) - 1 <= self.options.players

    @property
    def may_be_more(self) -> bool:
        """Whether more may play than are known, as nobody has said how many and there is a seat left."""
        return self.terms.may_join and not self.counted and self.options.players < self.options.most_players()

    @property
    def position(self) -> P | None:
        return self.told[-1] if self.told else None

    @property
    def contents(self) -> Mapping[str, str]:
        """What lies on the board as announced; a position must be known."""
        return self.game.contents(self.told[-1])

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.position is not None and self.position.to_move is None:
            return Phase.OVER
        if not self.in_view:
            return Phase.SEARCHING
        if self.position is None:
            return Phase.BEGINNING
        if self.set_up.awaited:
            return Phase.SETTING_UP
        return Phase.ASKING if self.trouble.key else Phase.PLAYING

    def standing(self) -> Fields:
        """Return the state of the game, as fields of an event."""
        if self.position is None:
            return {"position": None}
        return {"position": self.game.format_position(self.position), "to_move": self.position.to_move}

    def stash(self) -> Fields:
        """Return what is left in the stashes, as a field of an event; no field where there are none."""
        stash = {} if self.position is None else stash_of(self.game, self.position)
        return {"stash": stash} if stash else {}

    def seated(self) -> Fields:
        """Return the seats with their colours, as a field of an event; no field where they were declared before."""
        if not self.terms.may_join or self.position is None:
            return {}
        return {"players": {seat: self.colours.get(seat) for seat in self.position.seats}}

    def saying(self, kind: str, **fields: Any) -> TableState[P]:
        """Return this with an event to tell. A ``state`` says as well who plays, and what is left in the stashes."""
        if kind == "state":
            fields |= self.seated() | self.stash()
        return replace(self, said=(*self.said, (kind, self.moment, fields)))

    def best(self) -> History[P] | None:
        """Return the likeliest history; None before there is a belief."""
        return None if self.following.now is None else self.following.now.best


AnyTable: TypeAlias = TableState[PositionLike]
"""The table of a game found by its name."""
