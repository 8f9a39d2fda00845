"""The page of odd cases of all games: ``python -m core.formats.faq_page`` writes it to standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from core import games
from core.formats.diagram import moment_text
from core.formats.ruling import ruling, sentences
from core.games import rulebook
from core.verdict import in_words

HEAD = """\
# Questions about odd cases

What people ask at the table, with the answer, a position, and what the referee says in it. Options
that change the answer stand last. `kiebitz rules GAME --questions` lists the questions of a game,
and `kiebitz rules GAME CODE` shows those of one rule.

`python -m core.formats.faq_page > docs/faq.md` writes this page.
"""


def page() -> str:
    """Return the page, in Markdown; games with the same questions and answers share a section."""
    alike: dict[Sequence[object], list[str]] = {}
    for name in sorted(games.names(), reverse=True):  # so that Tink speaks for its family
        alike.setdefault(_answered(name), []).append(name)
    return "\n".join([HEAD, *(line for names in alike.values() for line in _section(names))])


def _answered(name: str) -> Sequence[object]:
    """Return the questions about the game *name* and their answers, without the words for its own pieces."""
    found = []
    for entry, case in rulebook(name).questions():
        each = [ruling(name, case, options) for options in ("", *case.otherwise)]
        found.append((entry.key, case.otherwise, *((told.deed, told.broken and told.broken.code) for told in each)))
    return tuple(found)


def _section(names: Sequence[str]) -> Iterator[str]:
    first, *others = (games.find(name).title for name in names)
    yield f"## {in_words([first, *others])}\n"
    if others:
        yield f"Told for {first}; in {in_words(others)} the answers are the same.\n"
    for entry, case in rulebook(names[0]).questions():
        asked, *after = (f"```text\n{moment_text(each)}\n```\n" for each in ruling(names[0], case).moments())
        said, *otherwise = sentences(names[0], case)
        yield f"### {case.question}\n"
        yield f"{case.answer} ({entry.key})\n"
        yield from (asked, f"{said}\n", *after)
        if otherwise:
            yield "\n".join(f"- {each}" for each in otherwise) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
