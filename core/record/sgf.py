"""Converts records to SGF, version FF[4], for archives and game tree viewers.

SGF's registry has none of these games, so ``GM`` is 0, which it does not assign. With two
sides, moves are ``B`` (the side that begins) and ``W``, in this project's notation. With
more sides, each move is the private ``XM[seat:move]``. A position that was set during the
game is a set-up node, ``XS[position]`` with the standard ``PL``: ``AB``, ``AW`` and ``AE``
have no place for sizes, rods and dice. Private properties begin with X, which no standard
property does; ``docs/record-format.md`` lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core import games
from core.game import AnyGame, PositionLike, holder, side_to_move
from core.record import RULES_VERSION, Record
from core.record.line import BEFORE, Line, position_set
from core.record.writing import options_text
from core.verdict import Outcome

_REASONS = {"resignation": "R", "time": "T", "forfeit": "F"}
_KNOWN_TAGS = {"Event": "EV", "Round": "RO", "Site": "PC", "Annotator": "AN", "Source": "SO"}


def to_sgf(record: Record, *, version: str) -> str:
    """Return *record* with all its branches as an SGF collection of one game; *version* is Kiebitz's."""
    game = games.find(record.game)
    start = game.parse_position(record.start, record.options)
    tree = _Tree(game, start.seats)
    nodes = tree.nodes(record.line, start)
    return f"({_root(record, game, start, version)}\n{''.join(nodes)})\n"


def _root(record: Record, game: AnyGame, start: PositionLike, version: str) -> str:
    outcome = record.outcome
    names = {side: record.tags.get(holder(start, side), "") for side in start.seats}
    values = [("FF", "4"), ("CA", "UTF-8"), ("GM", "0"), ("AP", f"Kiebitz:{_text(version, compose=True)}")]
    values.append(("GN", _text(game.title)))
    if len(start.seats) == 2:
        values += [(name, _text(names[side])) for name, side in zip(("PB", "PW"), start.seats, strict=True)]
        values.append(("RE", _result(outcome, start.seats)))
    else:
        values += [("XN", f"{side}:{_text(name, compose=True)}") for side, name in names.items() if name]
    values += [(ident, _text(record.tags[name])) for name, ident in _KNOWN_TAGS.items() if name in record.tags]
    if date := re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", record.tags.get("Date", "")):
        values.append(("DT", date[0]))
    values += [("RU", f"Kiebitz {RULES_VERSION}"), ("XG", game.name), ("XO", _text(options_text(record.options)))]
    values += [("XS", _text(record.start)), ("XR", record.result), ("GC", _text(outcome.sentence if outcome else ""))]
    values.append(("C", _text(record.comments.get(BEFORE, ""))))
    return ";" + _written([(ident, value) for ident, value in values if value])


def _result(outcome: Outcome | None, seats: tuple[str, ...]) -> str:
    if outcome is None:
        return "?"
    if outcome.drawn:
        return "Draw"
    side = "BW"[seats.index(outcome.winners[0])]
    return f"{side}+{_REASONS.get(outcome.reason, '')}"


class _Tree:
    """Writes lines as nodes. ``sides`` are the game's sides, in order."""

    def __init__(self, game: AnyGame, sides: tuple[str, ...]) -> None:
        self._game = game
        self._sides = sides

    def nodes(self, line: Line, position: PositionLike, *, of_root: bool = True) -> Iterator[str]:
        """Yield the nodes of *line* from *position* on; after a branch the rest of the line becomes a variation too.

        Branches at the first action have a parent node only if *of_root*. In that case the comment before the line has
        already been written.
        """
        closing: list[str] = []
        if (set_up := self._set(line, BEFORE, position)) is not None:
            yield self._setup(position := set_up)
        for index, action in enumerate(line.actions):
            if index in line.branches and (index or of_root):
                yield "("
                closing.append("".join(self._variations(line.branches[index], position)))
            opening = "" if index or of_root else line.comments.get(BEFORE, "")
            remark = "\n\n".join(filter(None, (opening, line.comments.get(index, ""))))
            yield self._node(side_to_move(position), action, remark)
            position = self._game.play(position, action)
            if (set_up := self._set(line, index, position)) is not None:
                yield self._setup(position := set_up)
        for variations in reversed(closing):
            yield f"){variations}"

    def _set(self, line: Line, index: int, position: PositionLike) -> PositionLike | None:
        """Return the position set up in place of *position* after the action *index*; None if there is none."""
        text = position_set(line.comments.get(index, ""))
        return None if text is None else self._game.parse_position(text, position.options)

    def _setup(self, position: PositionLike) -> str:
        """Return the node that sets up *position*; with two sides it also says whose turn it is."""
        turn = [("PL", "BW"[self._sides.index(position.to_move)])] if len(self._sides) == 2 and position.to_move else []
        return ";" + _written([*turn, ("XS", _text(self._game.format_position(position)))])

    def _variations(self, lines: tuple[Line, ...], position: PositionLike) -> Iterator[str]:
        """Yield *lines* as variations, each followed by the branches at its own first action."""
        for line in lines:
            yield f"\n({''.join(self.nodes(line, position, of_root=False))})"
            yield from self._variations(line.branches.get(0, ()), position)

    def _node(self, side: str, action: str, remark: str) -> str:
        if len(self._sides) == 2:
            move = ("BW"[self._sides.index(side)], _text(action))
        else:
            move = ("XM", f"{side}:{_text(action, compose=True)}")
        return ";" + _written([move, ("C", _text(remark))] if remark else [move])


def _written(properties: list[tuple[str, str]]) -> str:
    """Return *properties* as text; properties with the same name become a list."""
    out, last = [], ""
    for ident, value in properties:
        out.append(f"[{value}]" if ident == last else f"{ident}[{value}]")
        last = ident
    return "".join(out)


def _text(text: str, *, compose: bool = False) -> str:
    r"""Return *text* escaped for SGF; a colon is escaped only in a composed value.

    >>> _text("a]b\\c:d")
    'a\\]b\\\\c:d'
    """
    return re.sub(r"([\]\\:])" if compose else r"([\]\\])", r"\\\1", text)
