"""What people tell the referee about a game that it watches: corrections, take-backs, passes, agreements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic

from core.belief.referee import judge
from core.belief.traces import changed, nearest_actions
from core.game import Game, P
from core.options import RuleOptions
from core.play.board_setup import accepted, as_told
from core.reading import EMPTY, Reading, is_edge
from core.verdict import Objection, Partial, Played, Still, TakenBack, Unclear, Verdict, in_short, placed
from kiebitz.pictures.steady import View
from kiebitz.table.account import Account, Said
from kiebitz.table.amending import Amended, amended
from kiebitz.table.attention import Attention
from kiebitz.table.controls import Agree, Command, Correct, Find, PointOut, Say, Stop, TakeBack, Tell
from kiebitz.table.evidence import CHANGED, UNCHANGED, may_be
from kiebitz.table.whereabouts import Whereabouts

_CERTAIN_NATS = 30.0
"""By so much a content that people have told leads over every other."""
NO_POSITION = "No position has been seen yet. Show the whole board first."
AGREES = "Noted. What breaks a rule stands as soon as I see it."


@dataclass(frozen=True, slots=True)
class Looked:
    """The latest judged look at the table: its view from above, what is known from it, and what it is taken to show.

    *broken* is what it shows if the rule is broken that is told or asked about.
    """

    view: View
    evidence: Reading
    board: Mapping[str, str]
    broken: Mapping[str, str]


class Spoken(Generic[P]):
    """Carries out what people say, and remembers what of it the board does not show."""

    def __init__(self, account: Account[P], where: Whereabouts, attention: Attention, options: RuleOptions) -> None:
        self.looked: Looked | None = None
        self._account = account
        self._where = where
        self._attention = attention
        self._options = options
        self._cells: dict[str, str] = {}
        """Contents that people have told, until the cells change."""
        self._changes: Mapping[str, float] = {}
        self._changes_in: View | None = None
        """How much of each cell looked changed in the latest look, beside this view."""
        self._marked: frozenset[str] = frozenset()
        self._marked_in: View | None = None
        """The cells that looked changed beside this view when they were told: once they do not, they have changed."""
        self._agrees = False
        """Whether people have agreed to a broken rule that has not been told yet."""
        self._undone: list[Mapping[str, str]] = []
        """The boards of the plies that were said to be taken back, as long as the table has not followed."""

    @property
    def game(self) -> Game[P]:
        return self._account.game

    @property
    def cells(self) -> Mapping[str, str]:
        """The contents that people have told of cells which have not changed since."""
        return self._cells

    @property
    def is_behind(self) -> bool:
        """Whether the board has yet to follow a take-back."""
        return bool(self._undone)

    # -- what is seen, with what was said

    def added(self, reading: Reading, changes: Mapping[str, float]) -> Reading:
        """Return *reading* with the contents that people have told of cells which have not changed since."""
        self._changes, self._changes_in = changes, self._where.reference
        marked = self._marked if self._marked_in is self._where.reference else frozenset()
        self._cells = {
            cell: told
            for cell, told in self._cells.items()
            if (_share(cell, changes) > UNCHANGED if cell in marked else _share(cell, changes) <= CHANGED)
        }
        return self.insisted(reading, self._cells)

    def remember(self, cells: Mapping[str, str]) -> None:
        """Remember what people have told of *cells*, until they change."""
        self._cells.update(cells)
        before = self._marked if self._marked_in is self._where.reference else frozenset()
        self._marked_in = self._where.reference
        if self._changes_in is self._where.reference:
            before |= {cell for cell in cells if _share(cell, self._changes) > CHANGED}
        self._marked = before

    def note(self, cells: Mapping[str, str]) -> None:
        """Note what people tell of *cells* of the board with which the game is to begin."""
        self.check(cells)
        self.remember(cells)
        self._attention.freshen()
        self._account.say("state", **self.noted(cells))

    def noted(self, cells: Mapping[str, str]) -> dict[str, Any]:
        """Return the fields of the event that tells of it."""
        named = in_short([f"{cell} {content}" for cell, content in sorted(cells.items())])
        return {**self._account.standing(), "message": f"Noted for the start: {named}."}

    def forget(self) -> None:
        """Forget what was said: another game begins."""
        self._cells.clear()
        self._undone.clear()
        self._agrees = False

    def awaits(self, evidence: Reading, verdict: Verdict) -> str:
        """Return what to ask for as long as the board has not followed a take-back; else nothing."""
        if not self._undone:
            return ""
        undone = any(may_be(evidence, contents) for contents in self._undone)
        if isinstance(verdict, Still) or (isinstance(verdict, Played) and not undone):
            self._undone.clear()
            return ""
        return self._put_back(evidence.contents)

    def gives_up(self, evidence: Reading) -> bool:
        """Return whether the board that was to follow a take-back has become another, and ask for nothing any more.

        Most of what it lacks was then never touched by what was taken back.
        """
        if not self._undone:
            return False
        goal = self.game.contents(self._account.positions[-1])
        touched = {cell for board in self._undone for cell in changed(goal, board)}
        differs = changed(goal, {**goal, **evidence.contents}).keys()
        if len(differs - touched) <= len(touched):
            return False
        self._undone.clear()
        return True

    def _put_back(self, seen: Mapping[str, str]) -> str:
        position = self._account.positions[-1]
        goal = self.game.contents(position)
        wanted = {cell: content for cell, content in goal.items() if cell in seen and seen[cell] != content}
        return f"Please put the board back: {in_short(placed(wanted))}."

    # -- what is said

    def carry_out(self, command: Command) -> None:
        """Do what *command* says, or say in an event why that cannot be."""
        try:
            if self._account.position is None and not isinstance(command, Correct | PointOut | Find | Tell | Stop):
                raise ValueError(NO_POSITION)
            match command:
                case Correct(cells):
                    self._correct(cells)
                case TakeBack(plies):
                    self._take_back(plies)
                case Say(action):
                    self._say(action)
                case Agree():
                    self._agree()
                case PointOut(corners_px):
                    self._where.point_out(corners_px)
                    self.look_anew()
                case Find():
                    self._where.find_anew()
                    self.look_anew()
                case Tell():
                    self._tell()
                case Stop():
                    pass
        except ValueError as error:
            self.misunderstand(str(error))

    def weighed(self, cells: Mapping[str, str]) -> list[Said]:
        """Return what correcting *cells* would be told as; nothing is changed by it. Raises ``ValueError``."""
        self.check(cells)
        if (position := self._account.position) is None:
            raise ValueError(NO_POSITION)
        trial = copy(self)
        trial._account = self._account.copied()
        trial._judge(position, cells, self._doubted)
        return trial._account.taken()

    def near(self, cells: Mapping[str, str], most: int) -> list[str]:
        """Return at most so many legal actions that are like what was seen, or fit *cells* that people have told."""
        position, looked = self._account.position, self._doubted
        if position is None or position.to_move is None:
            return []
        now = self.game.contents(position)
        board = {**now, **(looked.board if looked else {}), **cells}
        nearest = nearest_actions(self.game, position, changed(now, board), most=None)

        def contradicts(action: str) -> int:
            after = self.game.contents(self.game.play(position, action))
            return sum(after[cell] != content for cell, content in cells.items())

        return sorted(nearest, key=contradicts)[:most]

    def misunderstand(self, message: str) -> None:
        """Say that something is no command, or none that can be carried out."""
        self._refuse(f"{message[:1].upper()}{message[1:]}{'' if message.endswith('.') else '.'}")

    def _refuse(self, message: str, objection: Objection | None = None) -> None:
        fields = objection.as_json() if objection else {}
        self._account.say("error", **{**fields, "message": message})

    def _tell(self) -> None:
        position = self._account.position
        legal = [] if position is None else list(self.game.actions(position))
        plies = max(0, len(self._account.positions) - 1)
        self._account.say("state", **self._account.standing(), legal=legal, plies=plies, pending=self._account.pending)

    def _say(self, action: str) -> None:
        position = self._account.positions[-1]
        try:
            named = self.game.canonical_action(action)
        except ValueError:
            raise ValueError(f"{self.game.title} has no {action}") from None
        if (objection := self.game.objection(position, named)) is not None:
            self._refuse(objection.message, objection)
            return
        self._account.play(named, float("inf"))
        if self._account.troubled:
            self._account.forget()
            self._attention.freshen()

    def _take_back(self, plies: int) -> None:
        positions = self._account.positions
        if plies > len(positions) - 1:
            played = len(positions) - 1
            raise ValueError(f"{plies} plies cannot be taken back: the game has {played or 'none'}")
        boards = [self.game.contents(position) for position in positions[-plies:]]
        earlier = self.game.contents(positions[-plies - 1])
        self._account.forget()
        differs = [board for board in boards if board != earlier]
        self._cells = {cell: told for cell, told in self._cells.items() if earlier[cell] == told}
        if not differs:
            self._account.take_back(plies)
            return
        self._undone += differs
        wanted = {cell: earlier[cell] for cell, content in boards[-1].items() if content != earlier[cell]}
        self._account.take_back(plies, wanted=wanted)
        self.look_anew()

    def agree_as_said(self) -> bool:
        """Agree to a broken rule if people did so before it was told, and return whether they did.

        Once the table is understood otherwise, there is nothing to agree to.
        """
        told = self._broken is not None
        if not self._agrees or not (told or self._attention.is_settled):
            return False
        self.carry_out(Agree())
        return told

    @property
    def _broken(self) -> Objection | None:
        """What was told, or asked about, last as breaking a rule, and still stands."""
        return self._account.refused or self._account.doubted

    def _agree(self) -> None:
        objection, looked = self._broken, self.looked
        self._agrees = objection is None and not self._attention.is_settled
        if self._agrees:
            self._account.say("state", message=AGREES, **self._account.standing())
            return
        if objection is not None and self._account.faulty:
            self._account.agree(objection, None)
            return
        if objection is None or looked is None:
            raise ValueError("nothing illegal stands on the board, so there is nothing to agree to")
        positions = self._account.positions
        contents = {**looked.broken, **self._cells}
        try:
            after = accepted(self.game, positions[-1], contents)
        except ValueError as error:
            raise ValueError(f"the game cannot go on from this board: {error}") from None
        self._account.agree(objection, after)
        self._understood(looked)

    def _correct(self, cells: Mapping[str, str]) -> None:
        self.check(cells)
        position = self._account.position
        if position is None:
            self.note(cells)
            return
        looked = self._doubted
        self._judge(position, {**self._cells, **cells} if looked else cells, looked)
        self.remember(cells)
        if looked:
            self._understood(looked)

    @property
    def _doubted(self) -> Looked | None:
        """The latest look at a table where something is wrong or unclear; None where all is well."""
        return self.looked if self._account.troubled else None

    def _judge(self, position: P, cells: Mapping[str, str], looked: Looked | None) -> None:
        """Tell what has happened since *position*, or before it, if the *cells* hold these contents."""
        now = self.game.contents(position)
        stands = Reading.exact(now, self.game.alphabet(position))
        evidence = self.insisted(looked.evidence if looked else stands, cells)
        self._check_stock(position, {**now, **evidence.contents}, cells)
        is_news = any(now[cell] != content for cell, content in cells.items())
        if looked is None and is_news and (better := self._history(evidence, cells, onwards=False)):
            self._amend(*better)
        elif not self._explains(position, evidence, looked):
            if better := self._history(evidence, cells, onwards=looked is not None):
                self._amend(*better)
            else:
                self._put(evidence)

    def _explains(self, position: P, evidence: Reading, looked: Looked | None) -> bool:
        """Return whether *evidence* says by itself what has happened since *position*, after doing what it says."""
        verdict = judge(self.game, position, evidence, history=self._account.positions[:-1])
        match verdict:
            case Still():
                self._account.forget()
                self._account.say("state", message="Then nothing has changed.", **self._account.standing())
            case Played(actions, margin):
                self._account.forget()
                self._account.play_all(actions, margin)
            case TakenBack(plies) if looked:
                self._account.forget()
                self._account.take_back(plies)
            case Partial(message, asked, code) if looked:
                self._account.ask("partial", asked, message, code=code)
            case Unclear(message, asked, candidates) if looked:
                self._account.ask("unsure", asked, message, candidates=list(candidates))
            case _:
                return False
        return True

    def _history(
        self, evidence: Reading, cells: Mapping[str, str], *, onwards: bool
    ) -> tuple[Amended, tuple[str, ...]] | None:
        """Return the latest other history that *evidence* fits, and what was played after it; *onwards* allows that."""
        positions = self._account.positions
        for better in amended(self.game, positions, cells, lambda last: may_be(evidence, self.game.contents(last))):
            return better, ()
        if not onwards:
            return None
        for better in amended(self.game, positions, cells, lambda last: last.to_move is not None):
            earlier = [*positions[: better.first + 1], *better.positions[:-1]]
            match judge(self.game, better.positions[-1], evidence, history=earlier):
                case Played((action,)):
                    return better, (action,)
        return None

    def _amend(self, better: Amended, onwards: tuple[str, ...]) -> None:
        self._account.forget()
        self._account.amend(better)
        for action in onwards:
            self._account.play(action, float("inf"))

    def _put(self, evidence: Reading) -> None:
        positions = self._account.positions
        contents = {**self.game.contents(positions[-1]), **evidence.contents}
        try:
            position = as_told(self.game, positions, contents)
        except ValueError as error:
            raise ValueError(f"this position is not possible: {error}") from None
        self._account.forget()
        self._account.put(position)

    def check(self, cells: Mapping[str, str]) -> None:
        """Raise ``ValueError`` where this game has no such *cells*, or nothing that they could hold."""
        known = self._account.position or self.game.start(self._options)
        names, alphabet = set(self.game.cells(known)), self.game.alphabet(known)
        for cell, content in cells.items():
            if cell not in names:
                raise ValueError(f"no cell is called {cell[:20]!r} on this board")
            fitting = [text for text in alphabet if text == EMPTY or (text == "rod") == is_edge(cell)]
            if content not in fitting:
                where = f"edge {cell}" if is_edge(cell) else f"cell {cell}"
                raise ValueError(f"{where} cannot hold {content[:20]!r}; it holds one of {' '.join(fitting)}")

    def _check_stock(self, position: P, contents: Mapping[str, str], cells: Mapping[str, str]) -> None:
        counts, stock = Counter(contents.values()), self.game.stock(position)
        for content in sorted(set(cells.values()) - {EMPTY}):
            if counts[content] > stock.get(content, counts[content]):
                raise ValueError(f"that makes {counts[content]} of {content}, and there are {stock[content]}")

    def insisted(self, reading: Reading, cells: Mapping[str, str]) -> Reading:
        """Return *reading* in which *cells* hold what people have told."""
        if not cells:
            return reading
        known = self._account.position or self.game.start(self._options)
        alphabet = self.game.alphabet(known)
        rows = {
            cell: {text: 0.0 if text == told else -_CERTAIN_NATS for text in alphabet} for cell, told in cells.items()
        }
        return Reading({**reading.cells, **rows}, reading.covered - rows.keys())

    def look_anew(self) -> None:
        """Compare with nothing that was seen before."""
        self.looked = self._where.reference = None
        self._attention.freshen()

    def _understood(self, looked: Looked) -> None:
        if not looked.evidence.covered:
            self._where.reference = looked.view
            self._attention.settle()


def _share(place: str, changes: Mapping[str, float]) -> float:
    """Return how much looks changed of a cell, or of the one of the two cells of an edge that has changed more."""
    return max(changes.get(cell, 0.0) for cell in place.split("-"))
