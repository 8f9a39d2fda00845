"""Texts damaged by chance."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

TOKENS = (
    *("\0", "\n", "\r", "\t", "\x1b[2J", "\u202e", "\ufeff", "\ud800", "é", "А", "٣", "１", "🎲", "ß", "ı"),
    *("-1", "0", "00", "1e400", "NaN", "9" * 30, "9" * 5000, "1.5", "0x10", "²", "null", "true", "{}", "[]", "[[[["),
    *(" ", "  ", "/", "//", ",", ",,", "-", "--", "=", "+", ">", "!", "x", "p", ":", ";"),
    *("(", ")", "{", "}", "\\", '"'),
    *("a1", "h8", "z9", "d4", "s19", "Aa1", "As", "Bm", "Cl", "Es", "b", "w", "swap", "moves", "fen", "value", "name"),
    *("A8a1=1", "C6a1=2", "A4d4=9", "b2-b3", "b2+b3", "b2xb3", "Sc3", "Me5-d4-f4", "*", "[A", "$1", "%", "#"),
)
"""Tokens to insert anywhere: signs of other alphabets, malformed numbers, and parts of every notation."""


def damaged(rng: random.Random, texts: Sequence[str]) -> str:
    """Return one of *texts* with up to five kinds of damage done to it; now and then none."""
    text = rng.choice(texts)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        text = rng.choice(_KINDS)(rng, text, texts)
    return text


def _span(rng: random.Random, text: str) -> tuple[int, int]:
    """Return a place in *text* and a later one, usually nearby."""
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 3, 8, 40)))


def _cut(rng: random.Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _put(rng: random.Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + rng.choice(TOKENS) + text[rng.choice((start, end)) :]


def _doubled(rng: random.Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 100)) + text[end:]


def _exchanged(rng: random.Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[start:end][::-1] + text[end:]


def _joined(rng: random.Random, text: str, texts: Sequence[str]) -> str:
    other = rng.choice(texts)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def _other_sign(rng: random.Random, text: str, _: Sequence[str]) -> str:
    """Replace a character with another one of the text; many damaged texts stay well formed this way."""
    if not text:
        return text
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(text) + text[at + 1 :]


def _other_number(rng: random.Random, text: str, _: Sequence[str]) -> str:
    numbers = list(re.finditer("[0-9]+", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    number = rng.choice((int(found[0][:20]) + 1, int(found[0][:20]) - 1, rng.randint(0, 12), 10**9))
    return f"{text[: found.start()]}{number}{text[found.end() :]}"


def _other_word(rng: random.Random, text: str, _: Sequence[str]) -> str:
    """Swap two words, which are what stands between separators."""
    words = re.split(r"([\s,/\"]+)", text)
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


_KINDS: tuple[Callable[[random.Random, str, Sequence[str]], str], ...] = (
    _cut, _put, _doubled, _exchanged, _joined, _other_sign, _other_sign, _other_number, _other_number, _other_word,
)  # fmt: skip
