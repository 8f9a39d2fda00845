"""The pictures that vision is examined on: which there are, and the truth of each, made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.boards import Case as BoardCase
from benchmarks.boards import cases_in, negatives_in
from benchmarks.renders import Content, Render, hidden_share, renders_in
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from kiebitz.kits import kit_of
from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from simulator.draw import Tier
from simulator.render import render
from simulator.scene import Scene
from simulator.unseen import draw_printed, draw_unseen
from vision.views import Image

GAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")
TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")
SETS = ("simulated", "renders", "photos", "printed")
SEED, PRINTED_SEED = 90_210, 30_097


@dataclass(frozen=True, slots=True)
class Task:
    """A picture to look at. ``key`` names it for ever; ``show`` makes the picture and its truth.

    The truth is a ``Render``, the corners of a board, or None where there is no board to find.
    """

    key: str
    group: str
    game: str
    tier: str
    show: Callable[[], tuple[Image, Render | BoardCase]]


def tasks(
    sets: tuple[str, ...],
    games: tuple[str, ...],
    *,
    pictures: int,
    shared: Path,
    first: int = 0,
    seed: int = PRINTED_SEED,
) -> Iterator[Task]:
    """Yield the pictures of *sets*, at most *pictures* of each set and game, drawn ones from number *first* on.

    Games take turns, so that a run cut short says something of each. *seed* is that of printed kits.
    """
    if "renders" in sets:
        for game in games:
            for case in list(renders_in(shared / "renders", game))[:pictures]:
                yield _of_render(game, case)
    if "photos" in sets:
        yield from _photos(shared / "photos", games, pictures)
    if "simulated" in sets:
        for index in range(first, first + pictures):
            for game in games:
                yield Task(
                    f"simulated/{game}/{index}", "simulated", game, TIERS[index % len(TIERS)], _simulated(game, index)
                )
    if "printed" in sets:
        for index in range(first, first + pictures):
            for game in games:
                key = f"printed/{game}/{seed}/{index}"
                yield Task(key, "printed", game, TIERS[index % 2], _printed(game, index, seed))


def _of_render(game: str, case: Render) -> Task:
    return Task(f"renders/{game}/{case.name}", "renders", game, case.tier, lambda: (case.image, case))


def _photos(folder: Path, games: tuple[str, ...], pictures: int) -> Iterator[Task]:
    """Yield photographs of chessboards, and some in which each game's board must not be found."""
    if "tink" in games:
        for case in list(cases_in(folder / "boards", "tink"))[:pictures]:
            yield Task(f"photos/tink/{case.picture.name}", "photos", "tink", "chessboards", _photograph(case))
    for game in games:
        empty = [case for name in ("dice", "stones", "tags") for case in negatives_in(folder / name, game)]
        for case in empty[:: max(1, len(empty) // pictures)]:
            yield Task(f"photos/{game}/{case.picture.name}", "photos", game, "no board", _photograph(case))


def _photograph(case: BoardCase) -> Callable[[], tuple[Image, BoardCase]]:
    def show() -> tuple[Image, BoardCase]:
        image = cv2.imread(str(case.picture))
        assert image is not None, case.picture
        return np.asarray(image, dtype=np.uint8), case

    return show


def _simulated(game: str, index: int) -> Callable[[], tuple[Image, Render]]:
    def show() -> tuple[Image, Render]:
        made = simulated(game, index)
        return made.image, made

    return show


def simulated(game: str, index: int) -> Render:
    """Return picture number *index* of a game's fixed test set: all of its board in view, nothing as in training."""
    rng = np.random.default_rng([SEED, GAMES.index(game), index])
    kit, tier = _kit(rng, game, index), TIERS[index % len(TIERS)]
    return truth_of(draw_in_view(rng, tier, kit), game, index, tier)


def _printed(game: str, index: int, seed: int) -> Callable[[], tuple[Image, Render]]:
    """Show the kit as printed, without a hand: colours 3 % off, on paper or card, one to six layers thick."""

    def show() -> tuple[Image, Render]:
        rng, kit, tier = np.random.default_rng([seed, GAMES.index(game), index]), kit_of(game), TIERS[index % 2]
        made = truth_of(draw_in_view(rng, tier, kit, printed=True), game, index, tier)
        return made.image, made

    return show


def draw_in_view(
    rng: np.random.Generator,
    tier: Tier,
    kit: Kit,
    style: str | None = None,
    *,
    printed: bool = False,
) -> Scene:
    """Return a random scene of ``simulator.unseen``, or of the *printed* kit, with all of its board in the picture."""
    while True:
        scene = draw_printed(rng, tier=tier, kit=kit) if printed else draw_unseen(rng, tier=tier, kit=kit, style=style)
        corners = scene.view.corners_px
        if (corners >= 0).all() and (corners <= np.array(scene.view.camera.size) - 1).all():
            return scene


def kit_and_name(rng: np.random.Generator, game: str, index: int) -> tuple[Kit, Kit]:
    """Return the equipment of picture number *index* of *game*, and what the reader knows of it."""
    kit = _kit(rng, game, index)
    return kit, _named(kit, game)


def _kit(rng: np.random.Generator, game: str, index: int) -> Kit:
    match game:
        case "tabik":
            return tabik.kit(board_size=int(rng.integers(5, 12)))
        case "tingle":
            return tingle.WITH_PYRAMIDS if index % 2 else tingle.KIT
        case "tinker_tactics":
            return tinker_tactics.kit(players=4 if index % 3 == 2 else 2)
        case "ting":
            return ting.KIT
        case _:
            return tink.KIT


def truth_of(scene: Scene, game: str, index: int, tier: Tier) -> Render:
    """Return the picture of *scene*, number *index* of a set of *game*, and its truth."""
    picture = render(scene)
    truth = picture.truth
    hidden = {name: hidden_share(share, 1.0) for name, share in truth.covered.items()}
    hidden |= {name: hidden_share(0.0, edge.visible) for name, edge in truth.edges.items()}
    hidden |= {seen.placed.cell: hidden_share(truth.covered[seen.placed.cell], seen.visible) for seen in truth.pieces}
    return Render(
        f"simulated-{index}",
        _named(scene.kit, game),
        tier,
        picture.image,
        truth.registration,
        {name: _content(what, truth.seats) for name, what in truth.position.items()},
        hidden,
        len(truth.seats),
        bool(scene.kit.markers),
    )


def _named(kit: Kit, game: str) -> Kit:
    """Return the kit that the name of *game* stands for, with the board size or number of players of *kit*."""
    if game == "tabik":
        return kit_of(game, TabikOptions(board_size=kit.plan.columns))
    return kit_of(game, TinkerOptions(players=len(kit.minis))) if kit.minis else kit_of(game)


def _content(what: str, seats: Mapping[str, str]) -> Content | None:
    if what == ".":
        return None
    return (seats[what[0]], what[1:]) if what[0].isupper() else (None, what)
