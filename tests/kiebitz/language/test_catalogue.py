"""German is whole: what the referee, its pages and the rules say is in the catalogue, and comes out as German."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from core import games
from core.formats.ruling import sentences
from core.games import rulebook
from core.rulebook.entries import Clause, Decision
from kiebitz.archive.lines import COLOURS, HEADER, KINDS
from kiebitz.cli import kiebitz
from kiebitz.language import language
from kiebitz.language.catalogue import texts_of
from kiebitz.language.values import HOLE, VALUES
from kiebitz.lessons.lesson import lesson_of
from tests.kiebitz.language.literals import GAP, of_module, of_page
from tests.kiebitz.language.sentences import advised, spoken, unlike

GERMAN = language("de")
ROOT = Path(__file__).parents[3]
NOT_LITERAL = {"demo", "engine", "suggest", "watch"}
"""What these say is filled in later, or for programs; ``test_commands`` runs all but `engine`."""
SPEAKERS = (
    *(path for name in ("refusal", "survey", "diagnosis", "change") for path in sorted(ROOT.glob(f"core/*/{name}.py"))),
    *sorted(ROOT.glob("adviser/reasons/*.py")),
    ROOT / "adviser/hints.py",
    ROOT / "kiebitz/lessons/goodwin.py",
    ROOT / "kiebitz/lessons/lesson.py",
    ROOT / "kiebitz/programs/turns.py",
    ROOT / "core/verdict.py",
    ROOT / "core/belief/referee.py",
    ROOT / "core/tabik/scoring.py",
    ROOT / "core/tinker/setup.py",
    ROOT / "vision/framing.py",
    ROOT / "kiebitz/pictures/advice.py",
    ROOT / "vision/reader.py",
    ROOT / "kiebitz/pictures/live.py",
    ROOT / "kiebitz/pictures/examining.py",
    *(
        ROOT / f"kiebitz/pictures/{name}.py"
        for name in ("calibrating", "cameras", "printcheck", "which_game")
    ),
    *(ROOT / f"playtest/{name}.py" for name in ("evening", "measures", "plan", "text", "verdicts")),
    ROOT / "printkit/verdict.py",
    *sorted(path for path in ROOT.glob("kiebitz/commands/*.py") if path.stem not in NOT_LITERAL),
    ROOT / "kiebitz/table/events.py",
    *(ROOT / f"kiebitz/judging/{name}.py" for name in ("accusing", "doubts", "starts")),
    *(ROOT / f"kiebitz/watching/{name}.py" for name in ("bots", "terminal")),
    *sorted(ROOT.glob("kiebitz/table/rules/[a-z]*.py")),
    *sorted(ROOT.glob("kiebitz/eye/[a-z]*.py")),
    *(ROOT / f"kiebitz/screen/live/{name}.py" for name in ("aid", "lookout")),
    ROOT / "kiebitz/screen/routes/projector_api.py",
    *(ROOT / f"kiebitz/screen/views/{name}.py" for name in ("answers", "retelling", "words")),
)  # fmt: skip
PAGES = sorted(
    path for path in (ROOT / "kiebitz/screen/pages").iterdir()
    if path.suffix in (".js", ".html") and path.name not in ("language.js", "shared.js")
)  # fmt: skip
NO_TEXT = {
    "xMidYMid meet",
    "X-Kiebitz",
    "Content-Type",
    "AbortError",
    "Abstract Play",
    "Enter",
    "Escape",
    "rule even",
    "owner aside",
}
"""What looks like a text in a page, and is none, or is a name."""
ENGLISH = re.compile(
    r"\b(the|and|is|are|of|not|with|to|on|off|from|has|have|or|your|must|take|put|back|pieces?|cells?|moves?|lines?)\b"
)


_OPEN = re.compile(r"\{[^}]*\}")
_IN_RULES = re.compile(r"\b(the|and|is|are|of|not|with|to|from|has|have|or|your|must|take|put|pieces?|cells?)\b")
_EXACT = re.compile(r"\b[a-h]\d\b|\d+ × \d+")


@cache
def _catalogue() -> str:
    parts = texts_of("de")
    words = parts.pop("words.json")
    texts = [HOLE.sub(GAP, english) for part in parts.values() for english in part]
    lists = (value.pattern for value in VALUES.values())
    return "\n".join((*texts, *words["words"], *lists)).lower()


@cache
def known() -> set[str]:
    """Return what stands between the values of the catalogue's English."""
    return {piece for line in _catalogue().split("\n") for piece in pieces(line)}


def pieces(text: str) -> list[str]:
    """Return what stands between the values of *text*, sentence by sentence, without what joins it."""
    sentences = re.split(r"(?<=[.!?;:])\s+", re.sub(r"\{[a-z]\}", GAP, text.lower()))
    pieces = (piece for sentence in sentences for piece in sentence.split(GAP))
    return [told for piece in pieces if re.search("[a-z]{3}", told := re.sub(r"^'?s\b", "", piece).strip(" .,;:'()"))]


@pytest.mark.parametrize("path", SPEAKERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_of_the_referee_is_in_the_catalogue(path: Path) -> None:
    assert [piece for text in of_module(path) for piece in pieces(text) if piece not in _catalogue()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_text_of_a_page_is_in_the_catalogue(path: Path) -> None:
    texts = set(of_page(path)) - NO_TEXT
    assert [piece for text in texts for piece in pieces(text) if piece not in known()] == []


@pytest.mark.parametrize("name", games.names())
def test_what_is_said_of_games_slips_and_moves_comes_out_as_german(name: str) -> None:
    told = {text: GERMAN.translated(text) for text in unlike({*spoken(name), *advised(name)})}
    assert len(told) > 50
    assert [text for text, german in told.items() if german is None] == []
    assert [german for german in told.values() if ENGLISH.search(str(german))] == []


@pytest.mark.parametrize("name", games.names())
def test_lessons_are_given_in_german(name: str) -> None:
    lesson = lesson_of(name)
    assert lesson is not None
    texts = [text for step in lesson.steps for text in (step.task, step.learned)]
    texts += [wrong.words for step in lesson.steps for wrong in step.wrong if wrong.words]
    assert [text for text in texts if GERMAN.translated(text) is None] == []
    assert [text for text in texts if ENGLISH.search(GERMAN(text))] == []


@pytest.mark.parametrize("part", sorted(texts_of("de").keys() - {"words.json"}))
def test_templates_keep_what_they_leave_open(part: str) -> None:
    for english, german in texts_of("de")[part].items():
        assert _holes(english) == _holes(german), english


def test_no_sentence_stands_there_twice() -> None:
    parts = sorted((ROOT / "kiebitz/language/german").glob("*.json"))
    pairs = [json.loads(part.read_text(encoding="utf-8"), object_pairs_hook=list) for part in parts]
    known = [english for part in pairs for english, _ in part]
    assert [english for english in known if known.count(english) > 1] == []


def _holes(text: str) -> set[tuple[str, str]]:
    return {(hole[1], hole[2]) for hole in HOLE.finditer(text)}


def test_every_kind_of_event_has_a_name() -> None:
    assert KINDS.keys() - {HEADER, COLOURS} <= language("de").words.keys()


def paragraphs(name: str) -> Iterator[str]:
    """Yield what the rules of *name* say, paragraph by paragraph."""
    book = rulebook(name)
    yield from (book.credit, *book.licence.split("\n\n"))
    told: tuple[Clause | Decision, ...] = (*book.clauses, *book.decisions)
    for entry in told:
        yield from (entry.title, *entry.text.split("\n\n"))
        for case in entry.cases:
            yield from (case.question, case.answer, *sentences(name, case))
    for code in book.codes:
        yield from filter(None, (code.seen, code.message))


def option_texts(name: str) -> Iterator[str]:
    """Yield what is said of the options of *name*; the names of their values stay as they are typed."""
    for option in games.find(name).options.declared():
        yield from (option.changes, f"May be {option.form.allowed}.")


@pytest.mark.parametrize("name", games.names())
def test_every_paragraph_of_the_rules_has_its_german(name: str) -> None:
    told = {text: GERMAN.translated(text) for text in (*paragraphs(name), *option_texts(name))}
    assert len(told) > 100
    assert [text for text, german in told.items() if german is None] == []
    assert [german for german in told.values() if _IN_RULES.search(_OPEN.sub("", str(german)))] == []


@pytest.mark.parametrize("name", games.names())
def test_german_rules_keep_numbers_cells_and_what_is_left_open(name: str) -> None:
    for text in paragraphs(name):
        german = str(GERMAN.translated(text))
        assert len(_OPEN.findall(german)) == len(_OPEN.findall(text)), text
        assert sorted(_EXACT.findall(re.sub(r"\bW(\d)", r"d\1", german))) == sorted(_EXACT.findall(text))


def test_a_clause_is_shown_in_german_with_the_forms_of_its_words() -> None:
    shown = CliRunner().invoke(kiebitz, ["rules", "tink", "GW-20", "--language", "de"]).output
    assert "von den eigenen kleinen Pyramiden waren schon alle fünf auf dem Brett" in " ".join(shown.split())
    assert "„{P} hat keine kleine Pyramide mehr im Vorrat." in shown


def test_the_boards_of_a_case_keep_their_columns_in_german() -> None:
    shown = CliRunner().invoke(kiebitz, ["rules", "tinker", "5.5", "--language", "de"]).output
    assert "   Brett von A  " in shown
    assert "\n 2 [.]    .    [A8=2][.]  " in shown
