"""A game as one HTML file that needs nothing else: to be kept, sent and opened anywhere.

Without scripts it is a list of all positions; its own small script turns that into one position at a time.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from itertools import accumulate
from typing import TYPE_CHECKING

from core import games
from core.formats.diagram import Moment
from core.formats.pointing import pointed
from core.game import AnyGame, PositionLike, side_to_move
from core.json_types import Json
from core.record import BEFORE, Line, Record
from core.verdict import capitalised
from kiebitz.archive.kept import kept_of
from kiebitz.archive.recorded import Recorded
from kiebitz.archive.records import record_of
from kiebitz.archive.retold import retold
from kiebitz.diagrams import moment_svg
from kiebitz.language import ENGLISH, Language
from kiebitz.remarks import remarks
from kiebitz.screen.views.broken import broken_rules
from kiebitz.screen.views.retelling import branch_of, moment_of, said, said_of_branch
from kiebitz.screen.views.words import in_colours, played, side_name

if TYPE_CHECKING:
    from adviser.review import Turn

_BUTTONS = ("Start", "◀ Back", "Next ▶", "End", "Play through")
_PACES = ("How fast", "Slow", "Usual", "Fast")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A position of the page, what led to it, and the remarks; ``number`` counts the actions, and is 0 for others."""

    moment: Moment
    heading: str
    number: int = 0
    remarks: tuple[str, ...] = ()
    comment: str = ""
    """What people wrote; it is shown unchanged."""
    branches: tuple[tuple[tuple[str, Moment], ...], ...] = ()
    """Lines that were played from here and taken back, or written as variations: headings and moments."""


def journal_page(recorded: Recorded, turns: Sequence[Turn] = (), language: Language = ENGLISH) -> str:
    """Return the game that is kept in *recorded* as a page in *language*, with the turning points among *turns*."""
    stages, numbers = retold(recorded), iter(range(1, len(recorded.course.steps) + 1))
    leaves = [
        _Leaf(
            moment=moment_of(recorded, stages, at),
            heading=said(recorded, stage.event),
            number=next(numbers) if stage.step is not None and not stage.step.why else 0,
            remarks=tuple(" ".join(filter(None, _remark(recorded, aside))) for aside in stage.asides),
            comment=stage.comment,
            branches=tuple(
                tuple((said_of_branch(recorded, moment), moment) for moment in moments)
                for aside in stage.asides
                if (moments := branch_of(recorded, stage.position, aside))
            ),
        )
        for at, stage in enumerate(stages)
    ]
    return _page(record_of(recorded), leaves, turns, language, "".join(_about(recorded, language)))


def _about(recorded: Recorded, language: Language) -> Iterator[str]:
    """Yield paragraphs on who played, how often each broke a rule, and who has agreed to the result."""
    game, entry = recorded.course.game, kept_of(recorded)
    names = {side: side_name(game, side, entry.colours) for side in entry.sides}
    if entry.people:
        people = (f"{escape(language(names[side]))}: {escape(name)}" for side, name in entry.people.items())
        yield f"<p>{' · '.join(people)}</p>"
    broken = ", ".join(f"{names.get(side, side)} {count}" for side, count in broken_rules(recorded.events).items())
    agreed = " and ".join(names[side] for side in entry.signed) if entry.result else ""
    for told in (f"Broken rules: {broken}." if broken else "", f"Agreed to by {agreed}." if agreed else ""):
        if told:
            yield f"<p>{escape(language(told))}</p>"


def record_page(record: Record, turns: Sequence[Turn] = (), language: Language = ENGLISH) -> str:
    """Return the game of *record* as a page in *language*, with the turning points among *turns*."""
    game, positions, names = games.find(record.game), record.positions(), _names(record)
    leaves = []
    for number in range(len(positions)):
        comment = record.comments.get(number - 1 if number else BEFORE, "")
        before = positions[number - 1] if number else None
        heading = (
            played(before.ply + 1, names[side_to_move(before)], record.actions[number - 1]) if before else "The start."
        )
        leaves.append(
            _Leaf(
                moment=Moment.of(game, positions, record.actions, number),
                heading=heading,
                number=number,
                remarks=tuple(in_colours(game, told, record.tags) for told in remarks(comment)),
                branches=tuple(
                    _branch(game, positions[number], names, line) for line in record.branches.get(number, ())
                ),
            )
        )
    return _page(record, leaves, turns, language)


def _branch(game: AnyGame, start: PositionLike, names: Mapping[str, str], line: Line) -> tuple[tuple[str, Moment], ...]:
    """Return the moments of a *line* played from *start* instead of the record's own."""
    positions = [*accumulate(line.actions, game.play, initial=start)]
    return tuple(
        (
            f"Another line: {played(before.ply + 1, names[side_to_move(before)], action)}",
            Moment.of(game, positions, line.actions, at),
        )
        for at, (before, action) in enumerate(zip(positions, line.actions, strict=False), start=1)
    )


def _with_best(game: AnyGame, leaves: Sequence[_Leaf], turns: Sequence[Turn]) -> list[_Leaf]:
    """Return *leaves* with the best action pointed out in each position where *turns* have one."""
    best = {turn.number: turn.assessment.best.action for turn in turns}
    found = list(leaves)
    for at, following in enumerate(leaves[1:]):
        action = best.get(following.number)
        if action is None:
            continue
        marks = pointed(game, leaves[at].moment.position, action)
        told = (*leaves[at].remarks, f"Best here: {action}.")
        found[at] = replace(leaves[at], moment=replace(leaves[at].moment, best=marks), remarks=told)
    return found


def _remark(recorded: Recorded, event: Mapping[str, Json]) -> Iterator[str]:
    yield "Not allowed:" if event["event"] == "illegal" else ""
    yield said(recorded, event)
    yield f"({event['code']})" if event.get("code") else ""


def _names(record: Record) -> dict[str, str]:
    """Return the names of the sides of *record*: their colours, or their players' names."""
    game = games.find(record.game)
    return {side: _name(game, side, record.tags) for side in record.positions()[0].seats}


def _name(game: AnyGame, side: str, tags: Mapping[str, str]) -> str:
    told = tags.get(side, "")
    return told if told != told.lower() else side_name(game, side, tags)


def _page(record: Record, leaves: Sequence[_Leaf], turns: Sequence[Turn], language: Language, about: str = "") -> str:
    """Return the page; *about* is HTML about the players."""
    game, names = games.find(record.game), _names(record)
    leaves = _with_best(game, leaves, turns)
    title = f"{game.title}: {', '.join(map(language, names.values()))}"
    outcome = record.outcome
    ending = outcome.sentence_with(names) if outcome else "the game is not over"
    ended = language(f"{capitalised(ending)}.")
    buttons, paces = ("|".join(map(language, words)) for words in (_BUTTONS, _PACES))
    style, script = _part("shared.css"), _part("shared.js")
    policy = f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    date = record.tags.get("Date", "")[:10]
    parts = [
        '<!doctype html>\n<html lang="' + language.code + '">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n",
        f'<body data-words="{escape(buttons)}" data-paces="{escape(paces)}">',
        f"<header><h1>{escape(title)}</h1>",
        f"<p>{escape(' · '.join(filter(None, (date, ended))))}</p>{about}</header>",
        *_turning(record, leaves, turns, names, language),
        f'<nav id="moves" aria-label="{language("Moves")}">',
        " ".join(_link(at, leaf, language) for at, leaf in enumerate(leaves)) + "</nav>",
        '<ol id="positions">',
        *(_item(at, leaf, record.tags, language) for at, leaf in enumerate(leaves)),
        "</ol>",
        f"<details><summary>{language('The record')}</summary><pre>{escape(record.format())}</pre></details>",
        f"<footer>{language('Refereed by Kiebitz.')}</footer>",
        f"<script>{script}</script>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _link(at: int, leaf: _Leaf, language: Language) -> str:
    heading = language(leaf.heading)
    return f'<a href="#p{at}">{escape(heading.split(". ")[0] if leaf.number == 0 else _short(leaf))}</a>'


def _short(leaf: _Leaf) -> str:
    """Return the number and the action, such as ``3. Se4``."""
    number, _, action = leaf.moment.last.split(" ", 2)
    return f"{number} {action}" if number else action


def _item(at: int, leaf: _Leaf, players: Mapping[str, str], language: Language) -> str:
    remarks = "".join(f"<li>{escape(language(remark))}</li>" for remark in leaf.remarks)
    comment = f'<p class="comment">{escape(leaf.comment)}</p>' if leaf.comment else ""
    branches = "".join(
        f'<details class="branch"><summary>{escape(language(line[0][0]))}</summary>'
        + "".join(_figure(moment, language(heading), players, language) for heading, moment in line)
        + "</details>"
        for line in leaf.branches
    )
    figure = _figure(leaf.moment, language(leaf.heading), players, language)
    return f'<li id="p{at}">{figure}{comment}{f"<ul>{remarks}</ul>" if remarks else ""}{branches}</li>'


def _figure(moment: Moment, heading: str, players: Mapping[str, str], language: Language) -> str:
    diagram = moment_svg(moment, players, captioned=False, language=language)
    return f"<figure>{_image(diagram, heading)}<figcaption>{escape(heading)}</figcaption></figure>"


def _turning(
    record: Record, leaves: Sequence[_Leaf], turns: Sequence[Turn], names: Mapping[str, str], language: Language
) -> Iterator[str]:
    """Yield the graph of values, and the turning points with links to them."""
    from kiebitz.programs.turns import explained, value_graph, worst

    if not turns:
        return
    places = {leaf.number: at for at, leaf in enumerate(leaves) if leaf.number}
    yield f"<section><h2>{language('Where it turned')}</h2>"
    if len(names) == 2:
        graph = value_graph(record, turns, names)
        yield _image(graph, language("What the game was worth after each move"))
    points = [
        f'<li><a href="#p{places[turn.number] - 1}">{escape(language(explained(turn, names)))}</a></li>'
        for turn in worst(turns)
    ]
    yield f"<ul>{''.join(points)}</ul>" if points else f"<p>{language('No serious mistake was found.')}</p>"
    yield "</section>"


def _image(svg: str, words: str) -> str:
    data = base64.b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}">'


def _part(name: str) -> str:
    return files("kiebitz.screen").joinpath("pages", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
