"""What a table teaches: corrections that help where the reader errs, and are none where it does not."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tabik, tink
from kits.colours import COLOURS
from vision.inference import PITCHES_MM
from vision.network import PYRAMID_MODEL, RATIOS, Evidence
from vision.pitch import pitch_bell
from vision.table_correction import Lesson, corrected, features, learn, lesson, pitch_of

CELLS = tink.KIT.plan.cells
COLOURED = {"A": "red", "B": "orange"}


def contents(number: int) -> dict[str, str]:
    """Return a layout: three smalls, two mediums and a large of each seat, elsewhere each time."""
    cells = np.random.default_rng(number).permutation(CELLS)
    pieces = [f"{seat}{kind}" for seat in "AB" for kind in "sssmml"]
    return dict(zip((str(cell) for cell in cells), pieces, strict=False))


def evidence(number: int, *, shift: float, pitch_mm: float = 45.0) -> Evidence:
    """Return what a network says of that layout that takes red for orange by *shift* nats."""
    rng = np.random.default_rng([number, 1])
    found = {name: rng.normal(0, 0.5, (len(CELLS), width)) for name, width in PYRAMID_MODEL.fields.items()}
    found["presence"][:, 0] += 6
    for cell, content in contents(number).items():
        row, kind = CELLS.index(cell), content[1]
        found["presence"][row, :2] += (-6, 6)
        found["colour"][row] -= 5
        found["colour"][row, [COLOURS.index("red"), COLOURS.index("orange")]] += (3 + (content[0] == "A"), 3)
        found["colour"][row, COLOURS.index("orange")] += shift
        ratio = np.log(tink.KIT.pyramids[kind].base_mm / pitch_mm)
        found["ratio"][row] -= 40 * (np.log(RATIOS) - ratio) ** 2
    return {name: scores.astype(np.float32) for name, scores in found.items()}


def lessons(*numbers: int, shift: float) -> list[Lesson]:
    return [lesson(evidence(n, shift=shift), CELLS, contents(n), tink.KIT, COLOURED) for n in numbers]


def colours_right(found: Evidence, number: int) -> int:
    names = [COLOURS.index("red"), COLOURS.index("orange")]
    return sum(
        COLOURED[content[0]] == ("red", "orange")[int(np.argmax(found["colour"][CELLS.index(cell), names]))]
        for cell, content in contents(number).items()
    )


def test_a_light_that_makes_red_orange_is_made_up_for() -> None:
    learned = learn(lessons(1, 2, 3, shift=3.0), tink.KIT, 45.0)
    assert "colour" in learned
    before = evidence(9, shift=3.0)
    assert colours_right(before, 9) <= 7
    assert colours_right(corrected(before, learned), 9) >= 9


def test_a_reader_that_errs_in_nothing_is_left_alone() -> None:
    told = lessons(1, 2, shift=0.0)
    for each in told:
        for cell, content in contents(told.index(each) + 1).items():
            row = CELLS.index(cell)
            each.evidence["colour"][row] = -9
            each.evidence["colour"][row, COLOURS.index(COLOURED[content[0]])] = 9
    learned = learn(told, tink.KIT, 45.0)
    assert not {"presence", "colour"} & set(learned)
    before = evidence(5, shift=0.0)
    np.testing.assert_array_equal(corrected(before, learned)["presence"], before["presence"])


def test_one_picture_teaches_by_its_cells() -> None:
    assert "colour" in learn(lessons(4, shift=3.0), tink.KIT, 45.0)


def test_the_pitch_is_learned_from_known_pieces() -> None:
    assert pitch_of(lessons(1, 2, shift=0.0), tink.KIT) == pytest.approx(45.0, rel=0.03)
    bell = pitch_bell(45.0)
    assert PITCHES_MM[int(np.argmax(bell))] == pytest.approx(45.0, rel=0.02)
    assert np.exp(bell).sum() == pytest.approx(1.0)


def test_features_are_shares_of_all_scores_and_one() -> None:
    phi = features(evidence(1, shift=0.0))
    assert phi.shape == (64, PYRAMID_MODEL.outputs + 1)
    assert (phi[:, -1] == 1).all()
    assert phi[:, :-1].max() <= 0


def test_stones_and_rods_have_labels_too() -> None:
    stones = {"stone": np.zeros((3, 4), np.float32), "rod": np.zeros((3, 3), np.float32)}
    told = lesson(stones, ("a1", "b1", "a1-b1"), {"a1": "b", "a1-b1": "rod"}, tabik.KIT, {})
    assert told.labels["stone"].tolist() == [1, 0, -1]
    assert told.labels["rod"].tolist()[2] == 1
