"""What the referee says of the odd cases of a rulebook."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from core import games
from core.board.text import board_text
from core.formats.diagram import Moment
from core.game import AnyGame, PositionLike, side_names, side_to_move
from core.json_types import JsonObject
from core.rulebook.entries import Case, Entry, Rulebook
from core.verdict import Objection, capitalised, in_words

_PASS = "--"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of the last of the ``actions``: the ``broken`` rule, or what it announces.

    ``positions`` are those before each action, and the one after all of them where the last is legal.
    """

    game: AnyGame
    positions: tuple[PositionLike, ...]
    actions: tuple[str, ...]
    broken: Objection | None
    announced: tuple[Objection, ...] = ()

    @property
    def before(self) -> PositionLike:
        """The position in which the action is asked about."""
        return self.positions[len(self.actions) - 1]

    @property
    def deed(self) -> str:
        """Who does what."""
        *earlier, action = self.actions
        after = f"After {in_words(earlier)}, " if earlier else ""
        does = "passes" if action == _PASS else f"plays {action}"
        return f"{after}{self._called(side_to_move(self.before))} {does}"

    @property
    def verdict(self) -> str:
        """What the referee says of it, after a colon."""
        if self.broken:
            return f"not allowed. {self.broken.message} [{self.broken.code}]"
        last = self.positions[-1]
        said = [each.message for each in self.announced]
        if last.to_move:
            said.append(f"{self._called(last.to_move)} is to play.")
        elif not said and (outcome := self.game.outcome(last)):
            said.append(f"{capitalised(outcome.sentence_with(side_names(self.game)))}.")
        return " ".join(["allowed.", *said])

    def moments(self) -> tuple[Moment, ...]:
        """Return the position that is asked about, and the one after the action if that is legal and changes it."""
        asked = Moment(self.game, self.before)
        if self.broken:
            return (asked,)
        after = Moment.of(self.game, self.positions, self.actions, len(self.actions))
        return (asked, after) if after.changed else (asked,)

    def _called(self, side: str) -> str:
        return side_names(self.game).get(side, side)


def ruling(name: str, case: Case, options: str = "") -> Ruling:
    """Return what the referee of the game *name* says of *case*, by the rules or with *options*."""
    game = games.find(name)
    positions = [game.parse_position(case.position, game.options.parse(options))]
    *earlier, last = map(game.canonical_action, case.action.split())
    for action in earlier:
        positions.append(game.play(positions[-1], action))
    actions, before = (*earlier, last), positions[-1]
    if broken := game.objection(before, last):
        return Ruling(game, tuple(positions), actions, broken)
    after = game.play(before, last)
    return Ruling(game, (*positions, after), actions, None, tuple(game.announcements(before, last, after)))


def sentences(name: str, case: Case) -> list[str]:
    """Return in words what the referee says of *case*, and what each other option would change."""
    found = ruling(name, case)
    others = [f"With {options}: {ruling(name, case, options).verdict}" for options in case.otherwise]
    return [f"{found.deed}: {found.verdict}", *others]


def as_json(name: str, told: Rulebook | Entry) -> JsonObject:
    """Return the rulebook of the game *name*, or an entry of it, with what the referee says of its cases."""
    found = asdict(told)
    if isinstance(told, Rulebook):
        found["about"] = told.about.as_json()
    for part in (found, *found.get("clauses", ()), *found.get("decisions", ())):
        if "cases" in part:
            part["cases"] = [case_json(name, Case(**case)) for case in part["cases"]]
    return found


def case_json(name: str, case: Case) -> JsonObject:
    """Return *case* of the game *name* with what the referee says of it, and its position as a board of text."""
    found = ruling(name, case)
    code = found.broken.code if found.broken else ""
    board = board_text(found.game.contents(found.before))
    return {**asdict(case), "legal": not found.broken, "code": code, "says": sentences(name, case), "board": board}
