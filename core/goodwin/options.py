"""The options of Tink, Ting and Tingle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core import option_fields as declare
from core.option_fields import SEATS, Form, name_of, pairs, pairs_of
from core.options import ColourSets, RuleOptions

MOST_PLAYERS = 4


def _colour_sets() -> Form:
    def read(value: object) -> ColourSets:
        sets = []
        for seat, colours in pairs(value):
            if not isinstance(seat, str) or seat not in set(SEATS[:MOST_PLAYERS]):
                raise TypeError
            if not isinstance(colours, list | tuple) or not colours:
                raise TypeError
            sets.append((seat, tuple(name_of(colour) for colour in colours)))
        owned = [colour for _, colours in sets for colour in colours]
        if len(set(owned)) < len(owned) or len({seat for seat, _ in sets}) < len(sets):
            raise TypeError
        return tuple(sorted(sets))

    return Form(
        "mapping",
        "a mapping of seats to lists of colours, no seat and no colour twice",
        read,
        from_text=pairs_of(lambda text: text.split("+")),
        json=lambda value: {seat: list(colours) for seat, colours in value},
    )


def _three_names() -> Form:
    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or len(value) != 3:
            raise TypeError
        return tuple(name_of(item) for item in value)

    return Form("names", "three names of tokens", read, from_text=lambda text: text.split("+"), json=list)


_NO_SETS: ColourSets = ()


@dataclass(frozen=True, slots=True)
class GoodwinOptions(RuleOptions):
    """What all three games have."""

    players: int = declare.players(MOST_PLAYERS, rule="3.1")
    first_player: str = declare.first_player(MOST_PLAYERS, rule="R1")
    repetition_limit: int | None = declare.repetition_limit(rule="R20")
    ply_limit: int | None = declare.ply_limit(rule="R20")

    voluntary_pass: bool = declare.flag(
        default=False,
        rule="R10",
        changes="A player who can move may pass all the same; the game is a draw once everybody passes in turn.",
    )
    opening_cells: str = declare.one_of(
        "interior",
        "all_centres",
        "any",
        rule="R2",
        changes="Where the first piece may go: on the inner cells, on the centre of any block (in Ting), or anywhere.",
    )
    opening_scope: str = declare.one_of(
        "first_placement",
        "each_player",
        rule="R3",
        changes="Whether the opening cells bind the first piece of the game only, or each player's first piece.",
    )
    large_self_move: bool = declare.flag(
        default=True, rule="R5", changes="The large piece may be one of the two pieces that pay for placing it."
    )
    paid_small: bool = declare.flag(
        default=True, rule="R7", changes="A small piece may be placed for two mediums, as well as for nothing."
    )
    large_wild_on_entry: bool = declare.flag(
        default=True, rule="R9", changes="The large piece may complete a line on the turn on which it is placed."
    )
    pass_limit: int = declare.count(2, rule="R11", changes="A player is out after this many forced passes.")
    pass_counting: str = declare.one_of(
        "consecutive",
        "total",
        rule="R11",
        changes="Whether only forced passes on successive own turns count towards the limit, or all of them.",
    )
    out_of_pieces: str = declare.one_of(
        "when_stuck",
        "when_empty",
        "never",
        rule="R12",
        changes="When an empty stash puts a player out: when they cannot move either, at once, or never.",
    )
    mobility_win: str = declare.one_of(
        "after_grace",
        "at_once",
        "off",
        rule="R13",
        changes="When it wins that nobody else can move: after the others have passed once, at once, or never.",
    )
    draw_check: str = declare.one_of(
        "after_move",
        "after_pass_round",
        rule="R14",
        changes="When a board on which nobody can move is a draw: at once, or after everybody has passed.",
    )
    eliminated_pieces: str = declare.one_of(
        "stay", "remove", rule="R16", changes="What becomes of the pieces of a player who is out."
    )
    draw_shares: str = declare.one_of(
        "active", "everyone", rule="R17", changes="Who shares a draw: those who are still in, or everyone."
    )
    overline: str = declare.one_of(
        "wins", "ignored", rule="R18", changes="Whether more than four in a row win, or exactly four are needed."
    )
    colour_sets: ColourSets = declare.declared(
        _NO_SETS, _colour_sets(), rule="R21", changes="Which colours a seat owns; a seat left out owns one colour."
    )


@dataclass(frozen=True, slots=True)
class TinkOptions(GoodwinOptions):
    """The options of Tink."""

    title: ClassVar[str] = "Tink"


@dataclass(frozen=True, slots=True)
class TingOptions(GoodwinOptions):
    """The options of Ting."""

    title: ClassVar[str] = "Ting"


@dataclass(frozen=True, slots=True)
class TingleOptions(GoodwinOptions):
    """The options of Tingle, whose pieces may be any three kinds of tokens."""

    title: ClassVar[str] = "Tingle"

    tingle_kit: tuple[str, str, str] = declare.declared(
        ("coin", "token", "pawn"), _three_names(), rule="R22", changes="What the three kinds of pieces are called."
    )
