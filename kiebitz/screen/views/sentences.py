"""What people type or dictate to the referee in a sentence, in English or German: orders, questions, cells and moves.

The grammar is small and knows the game: a move is only ever understood as one that is legal now. Nothing is sent
anywhere; a phone's keyboard may turn speech into the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from core.belief.traces import changed_by
from core.game import AnyGame, PositionLike
from core.json_types import Json, JsonObject, as_object
from core.reading import EMPTY
from kiebitz.calling import names_of
from kiebitz.kits import kit_of
from kiebitz.language import language
from kiebitz.screen.views.roll import roll_json
from kiebitz.screen.views.words import content_words, in_colours
from kiebitz.table.asking import likeliest
from kiebitz.table.events import stash_text
from kiebitz.table.rules import taking_back
from kiebitz.table.state import AnyTable
from kits.kit import Kit

LONGEST = 120
_MOST_CHOICES = 4
_ORDERS: Mapping[str, Mapping[str, Json]] = {
    "take back": {"do": "takeback"}, "undo": {"do": "takeback"}, "zurücknehmen": {"do": "takeback"},
    "rücknahme": {"do": "takeback"}, "nimm zurück": {"do": "takeback"}, "zug zurücknehmen": {"do": "takeback"},
    **{
        words: {"do": "takeback"}
        for words in (
            "back", "take it back", "take that back", "take the move back", "take back the move", "one move back",
            "zurück", "einen zug zurück", "ein zug zurück", "nimm den zug zurück", "nimm einen zug zurück",
            "ich nehme zurück", "ich nehme den zug zurück", "wir nehmen zurück",
        )
    },
    "pass": {"do": "pass"}, "i pass": {"do": "pass"}, "passe": {"do": "pass"}, "passen": {"do": "pass"},
    "ich passe": {"do": "pass"}, "swap": {"do": "swap"}, "tauschen": {"do": "swap"},
    "seitenwechsel": {"do": "swap"}, "agree": {"do": "agree"}, "let it stand": {"do": "agree"},
    "zulassen": {"do": "agree"}, "pause": {"do": "pause"}, "continue": {"do": "continue"},
    "weiter": {"do": "continue"}, "reveal": {"do": "reveal"}, "aufdecken": {"do": "reveal"},
}  # fmt: skip
_QUESTIONS: Mapping[str, str] = {
    "whose turn": "turn", "whose turn is it": "turn", "who is to move": "turn", "wer ist dran": "turn",
    "wer ist am zug": "turn", "where do we stand": "standing", "how do we stand": "standing",
    "wo stehen wir": "standing",
    "what is left": "standing", "was ist noch da": "standing",
    "wie steht es": "standing", "wie stehts": "standing", "repeat": "repeat",
    "say it again": "repeat", "again": "repeat", "wiederholen": "repeat", "nochmal": "repeat",
    "noch einmal": "repeat", "hint": "hint", "a hint": "hint", "tipp": "hint", "ein tipp": "hint",
}  # fmt: skip
_TAKING_BACK = frozenset(
    {"undo", "back", "zurück", "zurücknehmen", "rückgängig", "takeback", "zurückgenommen", "zurücknehme"}
)
_OF_MOVES = frozenset(
    {
        *("take", "taking", "last", "latest", "previous", "moves", "move", "turns", "plies", "both", "my", "our"),
        *("let", "lets", "s", "go", "letzten", "letzte", "beiden", "beide", "züge", "zügen", "zug", "nimm", "nehmen"),
        *("nehme", "mach", "mache", "machen", "ich", "wir", "die", "den", "wieder", "halbzüge", "geh", "gehen"),
    }
)
_WHY = frozenset(["why", "warum", "wieso", "weshalb"])
_NOT_ALLOWED = ("illegal", "wrong", "allowed", "legal", "forbidden", "falsch", "erlaubt", "verboten", "regelwidrig")
_LEFT = frozenset(["left", "remains", "remaining", "übrig", "bleibt", "vorrat", "stash", "rest"])
_WHAT = frozenset(["what", "how", "which", "was", "wie", "welche", "wieviel", "wieviele"])
_FILLING = frozenset(
    {
        *("please", "kiebitz", "the", "a", "an", "on", "at", "to", "from", "of", "and", "with", "for", "that", "there"),
        *("it", "now", "bitte", "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einer", "eines", "auf"),
        *("an", "nach", "von", "und", "mit", "da", "dort", "es", "jetzt", "steht", "liegt"),
    }
)
_STATING = frozenset(["is", "holds", "has", "are", "ist", "sind", "hat"])
_ASKING = frozenset(["what", "was", "which", "welche", "welcher"])
_NUMBERS = (
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
)
_NUMBER = {word: str(value) for words in _NUMBERS for value, word in enumerate(words, start=1)}
_LONGEST_NUMBER = 6
_STEM = 4
"""Number of letters that tell words apart, whatever their endings: mittlere, mittlerer, mittleren."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence tells: a ``command``, a question (``asks``, of a ``cell``), or ``choices``, in words."""

    command: Mapping[str, Json] | None = None
    asks: str = ""
    cell: str = ""
    choices: Sequence[tuple[str, Mapping[str, Json]]] = ()
    heard: str = ""
    """What was understood, in words."""
    answer: str = ""
    """The answer to a question that the table's state answers by itself."""

    def as_json(self) -> JsonObject:
        choices: list[JsonObject] = [{"words": words, "command": dict(command)} for words, command in self.choices]
        command = None if self.command is None else dict(self.command)
        told: JsonObject = {"command": command, "asks": self.asks, "cell": self.cell, "choices": choices}
        return {**told, "heard": self.heard, "answer": self.answer}


def understood(text: str, state: AnyTable) -> JsonObject:
    """Return as JSON what *text* tells at the table of *state*. Raises ``ValueError`` in words for people."""
    position, game = state.position, state.game
    if (total := _total(text, roll_json(state), state)) is not None:
        return total.as_json()
    if (told := _several_back(text, state) or _answered(text, state)) is not None:
        return told.as_json()
    kit = kit_of(game.name, None if position is None else position.options)
    return told_by(text, game, kit, position, state.colours, partial(likeliest, state)).as_json()


def told_by(
    text: str,
    game: AnyGame,
    kit: Kit,
    position: PositionLike | None,
    colours: Mapping[str, str],
    likeliest: Callable[[str], Sequence[str]],
) -> Told:
    """Return what *text* tells of a game at *position*; *likeliest* orders what a cell may hold by the latest look.

    Raises ``ValueError`` in words for people.
    """
    said = _words(text)
    phrase = " ".join(word for word in said if word not in ("please", "bitte", "kiebitz"))
    if phrase in _ORDERS:
        return Told(_ORDERS[phrase], heard=text)
    if phrase in _QUESTIONS:
        return Told(asks=_QUESTIONS[phrase])
    if position is None:
        raise ValueError("No position has been seen yet. Show the whole board first.")
    if action := _written(game, position, text):
        return Told(_played(game, position, action), heard=action)
    places = {cell.lower(): cell for cell in game.contents(position)}
    cells = [places[word] for word in said if word in places]
    rest = [word for word in said if word not in places and word not in _FILLING]
    if cells and (_ASKING & set(rest)):
        return Told(asks="cell", cell=cells[0])
    known = {content: _vocabulary(game, kit, content, colours) for content in game.alphabet(position)}
    stating = bool(_STATING & set(rest))
    rest = [word for word in rest if word not in _STATING]
    if not cells or not all(any(_fits(word, each) for each in known.values()) for word in rest):
        raise ValueError("I did not understand that. Say a move, or a cell and what is on it: d4 is empty.")
    if len(cells) == 1 and rest and (stating or _fits_all(rest, known[EMPTY])):
        return _corrected(
            game, kit, colours, cells[0], [c for c, words in known.items() if _fits_all(rest, words)], likeliest
        )
    return _moved(game, position, cells, rest, known)


def _several_back(text: str, state: AnyTable) -> Told | None:
    """Return the take-back of several moves that *text* orders; None if it orders none.

    Raises ``ValueError`` if fewer have been played.
    """
    said = re.findall(r"[^\W\d_]+|\d+", text.lower())
    numbers = [_NUMBER.get(word, word) for word in said if _NUMBER.get(word, word).isdigit()]
    numbers = numbers or ["2" for word in said if word in ("both", "beide", "beiden")]
    rest = {word for word in said if not _NUMBER.get(word, word).isdigit()} - _FILLING - _OF_MOVES
    plies = int(numbers[0][:_LONGEST_NUMBER]) if len(numbers) == 1 else 0
    if not plies or not rest or not rest <= _TAKING_BACK:
        return None
    taking_back.said(state, plies)
    return Told({"do": "takeback", "plies": plies}, heard=text)


def _answered(text: str, state: AnyTable) -> Told | None:
    """Say why something is illegal, or what is left; None if *text* asks neither."""
    said = set(_words(text))
    if said & _WHY and any(word in said for word in _NOT_ALLOWED):
        wrong = state.trouble.broken
        told = in_colours(state.game, f"{wrong.message} {wrong.repair}".strip(), state.colours) if wrong else ""
        return Told(asks="why", answer=f"{told} [{wrong.code}]" if wrong else "Nothing on the board breaks a rule.")
    if said & _WHAT and said & _LEFT:
        stash = state.stash().get("stash")
        names = names_of(state.game, state.colours)
        return Told(
            asks="left", answer=stash_text(stash, names) if stash else "Nothing lies beside the board in this game."
        )
    return None


def _total(text: str, roll: JsonObject | None, state: AnyTable) -> Told | None:
    """Return the total of a hidden roll that *text* states: a player, by letter or colour, and a number."""
    numbers, words = re.findall(r"\d+", text), re.findall(r"[^\W\d_]+", text.lower())
    if roll is None or len(numbers) != 1:
        return None
    for seat, name in as_object(roll["names"]).items():
        colour = state.colours.get(seat, "")
        if {seat.lower(), *_stems(colour), *_stems(language("de")(colour))} & set(words):
            return Told({"do": "total", "seat": seat, "total": int(numbers[0])}, heard=f"{name}: {int(numbers[0])}")
    return None


def _words(text: str) -> list[str]:
    """Return the words of *text* in small letters; a letter and the number after it become a cell.

    >>> _words("Take back, please!"), _words("D 4 is a medium"), _words("e four")
    (['take', 'back', 'please'], ['d4', 'is', 'a', 'medium'], ['e4'])
    """
    told: list[str] = []
    for found in re.findall(r"[^\W\d_]+\d+-[^\W\d_]+\d+|[^\W\d_]+(?:-[^\W\d_]+)+|[^\W\d_]+\d*|\d+", text.lower()):
        if "-" in found and not any(map(str.isdigit, found)):
            told += found.split("-")
            continue
        word = _NUMBER.get(found, found)
        if word.isdigit() and told and len(told[-1]) == 1:
            told[-1] += word
        else:
            told.append(word)
    return told


def _written(game: AnyGame, position: PositionLike, text: str) -> str:
    """Return the legal action that *text* writes as records do; empty if it writes none."""
    try:
        action = game.canonical_action(text.strip())
    except ValueError:
        return ""
    return action if action in game.actions(position) else ""


@cache
def _stems(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.lower()))


def _vocabulary(game: AnyGame, kit: Kit, content: str, colours: Mapping[str, str]) -> frozenset[str]:
    """Return the words for *content* that people may use, in both languages."""
    words = content_words(game, kit, content, colours)
    return (
        _stems(words)
        | _stems(language("de")(words))
        | ({"free", "frei", "nothing", "nichts"} if content == EMPTY else set())
    )


def _fits(word: str, vocabulary: frozenset[str]) -> bool:
    return any(_alike(word, other) for other in vocabulary)


def _alike(one: str, other: str) -> bool:
    """Return whether two words differ by their endings alone.

    >>> _alike("rote", "rot"), _alike("mittleren", "mittlere"), _alike("red", "rod")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    return (
        short == long
        or (len(short) > 2 and long.startswith(short))
        or (len(short) >= _STEM and short[:_STEM] == long[:_STEM])
    )


def _fits_all(words: Sequence[str], vocabulary: frozenset[str]) -> bool:
    return all(_fits(word, vocabulary) for word in words)


def _corrected(
    game: AnyGame,
    kit: Kit,
    colours: Mapping[str, str],
    cell: str,
    contents: Sequence[str],
    likeliest: Callable[[str], Sequence[str]],
) -> Told:
    """Return that *cell* holds one of *contents*: the only one, or else the likeliest that was seen."""
    named = [content for content in contents if (content == "rod") == ("-" in cell) or content == EMPTY]
    seen = [content for content in likeliest(cell) if content in named]
    told = {content: (f"{cell}: {content_words(game, kit, content, colours)}") for content in named}
    commands: dict[str, JsonObject] = {content: {"do": "correct", "cells": {cell: content}} for content in named}
    if len(named) == 1 or seen:
        content = named[0] if len(named) == 1 else seen[0]
        return Told(commands[content], heard=told[content])
    if not named:
        raise ValueError(f"That cannot lie on {cell}.")
    return Told(choices=[(told[content], commands[content]) for content in named[:_MOST_CHOICES]])


def _moved(
    game: AnyGame,
    position: PositionLike,
    cells: Sequence[str],
    rest: Sequence[str],
    known: Mapping[str, frozenset[str]],
) -> Told:
    """Return the legal move that names *cells* and brings a piece described by the words *rest*."""
    fitting = {action: names for action, names in _naming(game, position) if set(cells) <= set(names)}
    if rest:
        fitting = {
            a: names
            for a, names in fitting.items()
            if any(_fits_all(rest, known[c]) for c in _brought(game, position, a))
        }
    exact = [action for action, names in fitting.items() if [*names] == [*cells]]
    exact = exact or [action for action, names in fitting.items() if set(names) == set(cells)]
    found = exact or [*fitting]
    if not found:
        raise ValueError("No legal move fits that.")
    if len(found) > _MOST_CHOICES:
        raise ValueError("Many moves fit. Name all cells of the move.")
    if len(found) == 1:
        return Told(_played(game, position, found[0]), heard=found[0])
    return Told(choices=[(action, _played(game, position, action)) for action in found])


def _naming(game: AnyGame, position: PositionLike) -> Iterator[tuple[str, list[str]]]:
    """Yield each legal action with the cells that it names, in the action's order."""
    cells = set(game.cells(position))
    for action in game.actions(position):
        named = re.findall(r"[A-Z]?[a-z]\d+", action)
        yield action, [name if name in cells else name[1:] for name in named]


def _brought(game: AnyGame, position: PositionLike, action: str) -> list[str]:
    """Return the pieces that *action* leaves on the cells it changes."""
    return [content for content in changed_by(game, position, action).values() if content != EMPTY]


def _played(game: AnyGame, position: PositionLike, action: str) -> Mapping[str, Json]:
    """Return the command that says that *action* has been played."""
    if action in ("--", "swap"):
        return {"do": "pass" if action == "--" else "swap"}
    return {"do": "correct", "cells": dict(changed_by(game, position, action))}
