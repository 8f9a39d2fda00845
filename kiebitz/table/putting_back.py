"""What lies where, and how hands put a board back, in sentences that use no notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import Game, NamesPieces, P, side_names
from core.reading import EMPTY
from core.verdict import capitalised, in_short, in_words

_MOST_STEPS = 6
_MOST_GROUPS = 8


def put_back(game: Game[P], wanted: Mapping[str, str], seen: Mapping[str, str]) -> str:
    """Return how the board, as it is *seen*, comes to hold what is *wanted* on each cell; with many only their names.

    Seats are called by their letters. What lies on a cell that is not *seen* is not named.

    >>> from core.games import find
    >>> put_back(find("tink"), {"e5": "As", "d4": "."}, {"d4": "Bm"})
    "Take B's medium off d4 and put A's small back on e5."
    """
    if not wanted:
        return ""
    if len(wanted) > _MOST_STEPS:
        return f"Please put the board right: {in_short(list(wanted))}."
    off = [f"take {_piece(game, seen.get(cell, ''))} off {cell}" for cell, held in wanted.items() if held == EMPTY]
    back = [f"put {_placed(game, held, cell)}" for cell, held in wanted.items() if held != EMPTY]
    return f"{capitalised(in_words([*off, *back]))}."


def lying(game: Game[P], contents: Mapping[str, str]) -> str:
    """Return what lies on the cells of *contents*, pieces that are alike together. Seats are called by their letters.

    >>> from core.games import find
    >>> lying(find("tink"), {"a1": ".", "b6": "As", "c3": "As", "d4": "Bl"})
    "nothing on a1; A's smalls on b6, c3; B's large on d4"
    """
    alike: dict[str, list[str]] = {}
    for cell, content in contents.items():
        alike.setdefault(content, []).append(cell)
    groups = [_group(game, content, cells) for content, cells in alike.items()]
    if len(groups) > _MOST_GROUPS:
        groups[_MOST_GROUPS - 1 :] = [f"{len(groups) - _MOST_GROUPS + 1} more"]
    return "; ".join(groups)


def _group(game: Game[P], content: str, cells: Sequence[str]) -> str:
    where, value = in_short(cells), content.partition("=")[2]
    if content == EMPTY:
        return f"nothing on {where}"
    piece = _piece(game, content)
    if len(cells) > 1:
        return f"{piece.removeprefix('the ')}s on {where}{value and f', each showing {value}'}"
    return f"{piece} on {where}{value and f', showing {value}'}"


def _placed(game: Game[P], content: str, cell: str) -> str:
    value = content.partition("=")[2]
    return f"{_piece(game, content)} back on {cell}{value and f', showing {value}'}"


def _piece(game: Game[P], content: str) -> str:
    if content == "rod":
        return "the rod"
    if side := side_names(game).get(content.upper()):
        return f"the {side.lower()} stone"
    if "=" in content:
        return f"{content[0]}'s d{content[1:].partition('=')[0]}"
    if isinstance(game, NamesPieces) and content[1:2].islower():
        return game.piece_name(content)
    return "what is there"
