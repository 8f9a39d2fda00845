"""What people read, in their own language: English sentences, translated where they are shown."""

from kiebitz.language.catalogue import LANGUAGES, for_browser, language, preferred
from kiebitz.language.translating import ENGLISH, Language

__all__ = ["ENGLISH", "LANGUAGES", "Language", "for_browser", "language", "preferred"]
