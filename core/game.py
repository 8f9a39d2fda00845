"""What every game offers: the rules as values, under one set of names.

A position is an immutable value of the game's own type and carries its options; an
action is written in canonical notation. The rest of the project sees only this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from core.options import RuleOptions
from core.verdict import AtHand, Objection, Outcome, Survey, Verdict


class PositionLike(Protocol):
    """What every game's position has in common."""

    def __hash__(self) -> int: ...
    @property
    def options(self) -> RuleOptions: ...
    @property
    def ply(self) -> int: ...
    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, eliminated ones included, in turn order from A."""
        ...

    @property
    def to_move(self) -> str | None:
        """The seat to move; None once the game is over."""
        ...


P = TypeVar("P", bound=PositionLike)
P_contra = TypeVar("P_contra", bound=PositionLike, contravariant=True)


Move: TypeAlias = Hashable
"""A typed move of some game, or its text; a search only passes it back to the game and never looks inside."""
M = TypeVar("M", bound=Move)
G = TypeVar("G")


def side_to_move(position: PositionLike) -> str:
    """Return the side to move in *position*. Raises ``ValueError`` where the game is over."""
    if position.to_move is None:
        raise ValueError("the game is over: nobody is to move")
    return position.to_move


class IllegalAction(ValueError):  # noqa: N818 - it is what it says
    """An action that the rules do not allow here; ``objection`` says why."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(f"{objection.code}: {objection.message}")
        self.objection = objection


class Game(Protocol[P]):
    """The rules of one game."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...

    @property
    def options(self) -> type[RuleOptions]:
        """The class of the game's options: its methods below take no others, and raise ``TypeError``."""
        ...

    def start(self, options: RuleOptions) -> P:
        """Return the position before the first action. Raises ``ValueError`` where the options do not go together."""
        ...

    def parse_position(self, text: str, options: RuleOptions) -> P:
        """Return the position written as *text*. Raises ``ValueError`` naming the part that is wrong."""
        ...

    def format_position(self, position: P) -> str:
        """Return *position* in canonical notation."""
        ...

    def canonical_action(self, text: str) -> str:
        """Return *text* in canonical notation. Raises ``ValueError`` when it is no action of this game."""
        ...

    def actions(self, position: P) -> Sequence[str]:
        """Return the legal actions, sorted; empty once the game is over."""
        ...

    def play(self, position: P, action: str) -> P:
        """Return the position after *action*. Raises ``IllegalAction``, which carries the objection."""
        ...

    def objection(self, position: P, action: str) -> Objection | None:
        """Return why *action* is not legal; None exactly when it is in ``actions``."""
        ...

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        ...

    def perft(self, position: P, depth: int) -> int:
        """Return the number of action sequences of length *depth*."""
        ...

    def diagnose(self, before: P, observed: Mapping[str, str], history: Sequence[P] = ()) -> Verdict:
        """Return what turned *before* into the contents *observed* (every cell named).

        *history* holds the earlier positions of this game, oldest first; a take-back
        is only found in it.
        """
        ...

    def announcements(self, before: P, action: str, after: P) -> Sequence[Objection]:
        """Return what the referee says aloud of a legal *action*: a line, who is out of the game, who cannot move."""
        ...

    def survey(self, contents: Mapping[str, str], options: RuleOptions) -> Survey:
        """Return what can be said of *contents* without knowing the game that led there."""
        ...

    def parse_contents(self, text: str) -> Mapping[str, str]:
        """Return the board of the position *text*, be it possible or not; the rest of the text is not read."""
        ...

    def format_contents(self, contents: Mapping[str, str], options: RuleOptions, to_move: str = "A") -> str:
        """Return *contents* as a position text with *to_move*, counters at zero and ply 0; nothing is checked."""
        ...

    def cells(self, position: P) -> tuple[str, ...]:
        """Return all cell names, by column letter, then row number; in Tabik the edges follow them."""
        ...

    def contents(self, position: P) -> Mapping[str, str]:
        """Return what a camera could see: cell → content, ``.`` for an empty cell; in Tabik also edge → rod."""
        ...

    def alphabet(self, position: P) -> tuple[str, ...]:
        """Return every content that a cell or an edge may hold, ``.`` first."""
        ...

    def stock(self, position: P) -> Mapping[str, int]:
        """Return how many pieces of each content exist."""
        ...


AnyGame: TypeAlias = Game[PositionLike]
"""A game found by name; nothing is known about its positions beyond what every game's have."""


def is_of(game: AnyGame | Game[P], family: type[G]) -> TypeGuard[G]:
    """Return whether *game* is of *family*, as ``isinstance`` does; a type checker then knows it, and its positions."""
    return isinstance(game, family)


@runtime_checkable
class Searchable(Protocol[P, M]):
    """What a game has beside ``Game`` if a search can play it on typed moves, without texts and checks."""

    def moves(self, position: P) -> Sequence[M]:
        """Return the legal moves, in no particular order; none once the game is over."""
        ...

    def apply(self, position: P, move: M) -> P:
        """Return the position after *move*, which must be legal: nothing is checked."""
        ...

    def move_text(self, position: P, move: M) -> str:
        """Return *move* in canonical notation."""
        ...


@runtime_checkable
class TracedGame(Protocol[P_contra]):
    """What a game has beside ``Game`` if it tells, faster than by playing, what its actions change on the board."""

    def traces(self, position: P_contra) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the legal actions that change the board, in order, each with cell → its new content."""
        ...


@runtime_checkable
class HiddenSetup(Protocol):
    """What a game has beside ``Game`` if it begins with pieces that the players choose in secret."""

    def deal(self, options: RuleOptions, seed: int) -> PositionLike:
        """Return the start position that *seed* makes."""
        ...

    def set_up(self, options: RuleOptions, hands: Sequence[object]) -> PositionLike:
        """Return the start position of what each seat reveals. Raises ``ValueError`` naming what is wrong."""
        ...

    def homes(self, options: RuleOptions) -> Mapping[str, str]:
        """Return cell → the seat whose own part of the board it is."""
        ...

    def reveal_faults(
        self, contents: Mapping[str, str], options: RuleOptions, announced_total: int | None = None
    ) -> Sequence[Objection]:
        """Return what is wrong with *contents* as a board just revealed; nothing where a game may be going on.

        All totals must be the *announced_total*, or where none was announced equal.
        """
        ...

    def totals(self, options: RuleOptions) -> range:
        """Return every total that a player's pieces can show."""
        ...

    def may_adjust(self, totals: Mapping[str, int], options: RuleOptions) -> tuple[str, ...]:
        """Return the seats that may turn their pieces after these *totals* were announced, by seat."""
        ...

    def rolled(self, rng: Random) -> tuple[tuple[str, int], ...]:
        """Return a player's pieces by their kinds, each with the value that *rng* rolls."""
        ...

    def shown_totals(self, contents: Mapping[str, str], options: RuleOptions) -> Mapping[str, int]:
        """Return seat → the total that its pieces show in *contents*; nothing where it is no whole set-up."""
        ...

    def declared(self, options: RuleOptions) -> Sequence[str]:
        """Return what the players have declared about their pieces, in sentences."""
        ...

    def alike(self, options: RuleOptions) -> Sequence[frozenset[str]]:
        """Return the groups of kinds that some pieces may be either of by their look."""
        ...


def dealt(
    game: AnyGame, options: RuleOptions, *, seed: int | None = None, setup: Sequence[object] | None = None
) -> PositionLike:
    """Return the start position of *setup*, which each seat reveals, or of what *seed* deals, or the game's own.

    Raises ``ValueError`` where the game has no hidden set-up, or another.
    """
    if not isinstance(game, HiddenSetup):
        if setup is not None:
            raise ValueError(f"{game.title} has no hidden set-up; leave out 'setup'")
        return game.start(options)
    return game.deal(options, seed or 0) if setup is None else game.set_up(options, setup)


@runtime_checkable
class ColourHolders(Protocol):
    """What a position has beside ``PositionLike`` if its sides are colours that the players may exchange."""

    @property
    def holders(self) -> Mapping[str, str]:
        """Colour → the seat of the player who has it now."""
        ...


@runtime_checkable
class JoinedBoards(Protocol):
    """What a position has beside ``PositionLike`` if its board is joined from boards of the players."""

    @property
    def homes(self) -> dict[str, tuple[str, ...]]:
        """Seat → the cells of its own board."""
        ...

    @property
    def seams(self) -> tuple[tuple[str, str], ...]:
        """Cells of different boards that touch."""
        ...

    @property
    def clockwise(self) -> bool:
        """Whether the boards of a ring follow one another clockwise."""
        ...


def holder(position: PositionLike, side: str) -> str:
    """Return the seat at the table of whoever plays *side* in *position*."""
    return position.holders[side] if isinstance(position, ColourHolders) else side


@runtime_checkable
class CountsCells(Protocol[P_contra]):
    """What a game has beside ``Game`` if it can be decided by other cells than those of a winning line."""

    def counted_cells(self, position: P_contra) -> Sequence[str]:
        """Return the cells that made the winner of the game that is over in *position*; none if no cell did."""
        ...


@runtime_checkable
class Summed(Protocol[P_contra]):
    """What a game has beside ``Game`` if it can say in short how it stands: a score, a total, what is left."""

    def at_hand(self, position: P_contra) -> AtHand:
        """Return how *position* stands, in phrases such as ``score 3``."""
        ...


@runtime_checkable
class NamesPieces(Protocol):
    """What a game has beside ``Game`` if it can say what people call a piece."""

    def piece_name(self, content: str) -> str:
        """Return in words the piece that positions write as *content*, such as ``A's runner``."""
        ...


@runtime_checkable
class NamesSides(Protocol):
    """What a game has beside ``Game`` if its sides have names of their own, whatever pieces the players have."""

    @property
    def side_names(self) -> Mapping[str, str]:
        """Side → what it is called, such as ``Black``."""
        ...


def side_names(game: Game[P]) -> Mapping[str, str]:
    """Return what the rules call the sides of *game*; nothing where sides are seats, called by their colours."""
    return game.side_names if isinstance(game, NamesSides) else {}


@runtime_checkable
class Eliminates(Protocol):
    """A position of a game that players may be out of before it ends."""

    @property
    def active(self) -> tuple[int, ...]:
        """The numbers of the seats that are still in."""
        ...


def in_play(position: PositionLike) -> tuple[str, ...]:
    """Return the seats that have not been eliminated."""
    if isinstance(position, Eliminates):
        return tuple(position.seats[number] for number in position.active)
    return position.seats


def eliminations(before: PositionLike, after: PositionLike, rule: str) -> tuple[Objection, ...]:
    """Return the announcements of who was eliminated between the two positions, by the clause *rule*.

    At the end of the game the result says enough.
    """
    gone = set(in_play(before)) - set(in_play(after))
    return tuple(Objection(rule, f"{seat} is out of the game.") for seat in sorted(gone) if after.to_move)


def text_like(game: Game[P], contents: Mapping[str, str], known: P) -> str:
    """Return *contents* as a position text; what a board does not show is as in the position *known*."""
    seen, same = (game.format_contents(each, known.options).split() for each in (contents, game.contents(known)))
    parts = zip(seen, same, game.format_position(known).split(), strict=True)
    return " ".join(kept if now == was else now for now, was, kept in parts)


def stash_of(game: Game[P], position: P) -> dict[str, dict[str, int]]:
    """Return what lies beside the board in *position*: seat → kind, as positions write it → how many.

    Empty where the players share their pieces, and where all of them are on the board from the start on.
    """
    if isinstance(game, HiddenSetup):
        return {}
    start, now = (_beside(game, each) for each in (game.start(position.options), position))
    return now if any(any(left.values()) for left in start.values()) else {}


def _beside(game: Game[P], position: P) -> dict[str, dict[str, int]]:
    placed = Counter(game.contents(position).values())
    left: dict[str, dict[str, int]] = {}
    for content, count in game.stock(position).items():
        if content[0] in position.seats:
            left.setdefault(content[0], {})[content[1:]] = max(0, count - placed[content])
    return left
