"""Which language a person wants to read."""

from __future__ import annotations

from collections.abc import Mapping

from kiebitz.language.catalogue import LANGUAGES

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str]) -> str:
    """Return the code of the language that *environment* asks for; English where it asks for none that is known.

    >>> preferred({"LANG": "de_AT.UTF-8"}), preferred({"LC_ALL": "C", "LANG": "de_DE"}), preferred({"LANG": "fr_FR"})
    ('de', 'en', 'en')
    """
    wanted = next(filter(None, map(environment.get, _VARIABLES)), "")
    code = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else "en"
