"""Registration by the AprilTag 36h11 frame of a printed board.

Any two tags are enough. Only the kit's own codes are searched, which is fast and gives few
misreads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt

from calibration.few_tags import completed, laid_inside
from calibration.pose import PROCESSED, USUAL, fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.scaling import in_grey, refined, scaled
from calibration.twins import Quads, apart, near, with_quad
from kits.kit import Kit

Grey8 = npt.NDArray[np.uint8]

LOOKS_PX = (1280, 2560, 4096)
"""The picture's longer sides, and its own, at which tags are looked for; it is enlarged once one has been read."""

ENOUGH = 6
"""Once this many tags are read, no larger picture is tried."""
_SURE = 3
"""How many tags must agree if not all were read."""


WINDOWS_PX = (7, 23)
"""Window sides of the adaptive thresholds used to find tags."""
LEAST_PERIMETER = 0.012
"""The least perimeter of a tag, as a share of the picture's longer side."""
MOST_SQUARES = 2_000
"""With more candidates than this, no tags are looked for; comparing this many takes about a second."""
_MOST_OUTLINES = 4_000
"""With more outlines in the bands than this, they are not examined one by one."""
_BAND_PX, _EVERY = 64, 6
"""Height of the bands examined; they are every ``_EVERY``-th band of the picture."""
_DARKER = 7


def register_tags(
    image_bgr: npt.NDArray[np.uint8],
    kit: Kit,
    *,
    camera: Camera | None = None,
    most_looks: int = 4,
    before: Registration | None = None,
) -> tuple[Registration | None, Mapping[int, Array]]:
    """Return the registration by *kit*'s frame, None where fewer than two of its tags are seen; and the tags read.

    These are the corners (4, 2) px by their codes. Tags that disagree with the others (misread, or of another sheet)
    are left out. At most this many looks at growing sizes are taken. Of several boards with the same tags it is the one
    that lies where the board was *before*, or else the largest in the picture.
    """
    grey = in_grey(image_bgr)
    quads, squares = _read(grey, [{marker.code for marker in kit.markers}], most_looks)
    read = {} if before is None else near(quads, before, kit)
    if len(read) > 1 and (found := _registered(grey, read, squares, kit, camera)) is not None:
        return found, read
    read = _of_largest(quads, kit)
    return _registered(grey, read, squares, kit, camera), read


def read_tags(image_bgr: npt.NDArray[np.uint8], codes: Sequence[int], *, most_looks: int = 3) -> dict[int, Array]:
    """Return those tags of *codes* that a picture shows once: code → corners (4, 2) px, clockwise as printed.

    Corners are good to a fraction of a pixel.
    """
    quads, _ = _read(in_grey(image_bgr), [set(codes)], most_looks)
    return {code: each[0] for code, each in quads.items() if len(each) == 1}


def register_each(
    image_bgr: npt.NDArray[np.uint8], kits: Mapping[str, Kit], *, camera: Camera | None = None, most_looks: int = 4
) -> dict[str, Registration]:
    """Return the registrations of several boards of one picture, by the names in *kits*; their codes differ.

    The picture is searched once for the tags of all.
    """
    tagged = {name: {marker.code for marker in kit.markers} for name, kit in kits.items() if kit.markers}
    grey = in_grey(image_bgr)
    quads, squares = _read(grey, list(tagged.values()), most_looks)
    own = {name: {code: quads[code] for code in sorted(codes & quads.keys())} for name, codes in tagged.items()}
    found = {
        name: _registered(grey, _of_largest(each, kits[name]), squares, kits[name], camera)
        for name, each in own.items()
    }
    return {name: place for name, place in found.items() if place is not None}


def _read(grey: Grey8, boards: Sequence[set[int]], most_looks: int) -> tuple[dict[int, list[Array]], list[Array]]:
    """Return the tags read until each of *boards* shows enough, as often as each is seen, and the other squares."""
    wanted = tuple(sorted(set().union(*boards)))
    read: dict[int, list[Array]] = {}
    squares: list[Array] = []
    for look in islice(_looks(grey, wanted), most_looks):
        _add(grey, look, read)
        squares.append(look.squares)
        if all(len(codes & read.keys()) >= min(ENOUGH, len(codes)) for codes in boards):
            break
    return dict(sorted(read.items())), squares


def _add(grey: Grey8, look: _Look, read: dict[int, list[Array]]) -> None:
    """Add the tags read in *look* to *read*."""
    for code, quad in look.read:
        read[code] = with_quad(read.get(code, ()), _refined(grey, quad))


def _of_largest(quads: Quads, kit: Kit) -> dict[int, Array]:
    """Return the tags of the largest board of *kit*; unless several agree, the tags that are seen only once."""
    boards = apart(quads, kit)
    return boards[0] if boards else {code: each[0] for code, each in quads.items() if len(each) == 1}


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """What the tags in a picture say of several boards, by the boards' names.

    ``seen`` are boards with at least two tags that agree, the larger one of those that are in view ``twice``. Of
    ``doubtful`` ones some tag was read, which may be a misread one.
    """

    seen: Mapping[str, Registration]
    doubtful: frozenset[str]
    twice: frozenset[str]


def frames_in(image_bgr: npt.NDArray[np.uint8], kits: Mapping[str, Kit], *, most_looks: int = 3) -> Frames:
    """Return which of *kits*, whose codes all differ, have their frame in a picture.

    At most this many looks at growing sizes are taken, until three tags of one board agree. Only what is read counts:
    no squares are guessed at and no cells are looked at, so that this costs little more than finding one board.
    """
    grey = in_grey(image_bgr)
    owner = {marker.code: name for name, kit in kits.items() for marker in kit.markers}
    read: dict[int, list[Array]] = {}
    twice: set[str] = set()
    seen: dict[str, Registration] = {}
    for look in islice(_looks(grey, tuple(sorted(owner))), most_looks):
        _add(grey, look, read)
        for name in sorted({owner[code] for code in read}):
            own = {code: each for code, each in sorted(read.items()) if owner[code] == name}
            if len(apart(own, kits[name])) > 1:
                twice.add(name)
            place = _fitted(_of_largest(own, kits[name]), kits[name], (grey.shape[1], grey.shape[0]), None)
            if place is not None:
                seen[name] = place
        if any(len(place.codes) >= _SURE for place in seen.values()):
            break
    return Frames(seen, frozenset(owner[code] for code in read) - seen.keys(), frozenset(twice) & seen.keys())


def _registered(
    grey: Grey8, read: dict[int, Array], squares: list[Array], kit: Kit, camera: Camera | None
) -> Registration | None:
    """Return the registration from the tags *read*; if few, also from *squares* without a tag and from the cells."""
    size, enough = (grey.shape[1], grey.shape[0]), min(ENOUGH, len(kit.markers))
    found = _fitted(read, kit, size, camera)
    agreed = [(code,) for code in read] if found is None else [found.codes]
    for codes in agreed:
        if len(codes) >= enough:
            return found
        more = completed(grey, {code: read[code] for code in codes}, np.concatenate(squares), kit, camera=camera)
        refined = {code: quad if code in codes else _refined(grey, quad) for code, quad in more.items()}
        if len(refined) >= _SURE and (fuller := _fitted(refined, kit, size, camera)) is not None:
            found = fuller
            break
    if found is None or len(found.codes) >= enough:
        return found
    return laid_inside(grey.astype(np.float32), found, kit.markers, camera=camera)


def find_tags(grey: Grey8, codes: tuple[int, ...]) -> dict[int, Array]:
    """Return the AprilTags 36h11 of *codes* in a grey picture: code → corners (4, 2) px, clockwise as printed.

    Corners are good to about a pixel. A code that is seen twice is no evidence and is left out.
    """
    read = _look(grey, codes).read
    codes_read = [code for code, _ in read]
    return {code: quad for code, quad in read if codes_read.count(code) == 1}


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """One look at a picture for tags."""

    read: tuple[tuple[int, Array], ...]
    """The tags with their codes, each as often as it is seen."""
    squares: Array
    """The corners (N, 4, 2) of dark squares in which no tag was read."""


def _look(grey: Grey8, codes: tuple[int, ...]) -> _Look:
    if is_crowded(grey):
        return _Look((), np.zeros((0, 4, 2)))
    corners, found, rejected = _detector(codes).detectMarkers(grey)
    squares = np.array([np.asarray(quad).reshape(4, 2) for quad in rejected], dtype=np.float64).reshape(-1, 4, 2)
    if found is None:
        return _Look((), squares)
    numbers = [int(number) for number in np.asarray(found).reshape(-1)]
    quads = [np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in corners]
    return _Look(tuple((codes[number], quad) for number, quad in zip(numbers, quads, strict=True)), squares)


def is_crowded(grey: Grey8) -> bool:
    """Return whether *grey* (height, width) holds more than ``MOST_SQUARES`` candidates for tags, by its bands.

    OpenCV compares every candidate square with every other one, so its time grows with the square of their number: 71
    in a photograph of a table, 12,000 in a fine checked pattern, where a look takes 39 s. Such a picture is refused
    here first, at a hundredth of a look's cost.
    """
    bands = _bands(grey)
    return _squares(bands, int(LEAST_PERIMETER * max(grey.shape))) * len(grey) > MOST_SQUARES * len(bands)


def _bands(grey: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return every ``_EVERY``-th band of rows of *grey*, stacked; a low picture is returned whole."""
    step = _EVERY * _BAND_PX
    tops = range((step - _BAND_PX) // 2, len(grey) - _BAND_PX, step)
    return np.concatenate([grey[top : top + _BAND_PX] for top in tops]) if tops else grey


def _squares(grey: npt.NDArray[np.uint8], least_px: int) -> int:
    """Return the number of outlines of at least *least_px* with four corners; of all of them if there are too many."""
    squares = 0
    for side in WINDOWS_PX:
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, _DARKER)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        long = [outline for outline in outlines if len(outline) >= least_px]
        if len(long) > _MOST_OUTLINES:
            return len(long)
        squares += sum(len(cv2.approxPolyDP(outline, 0.03 * len(outline), True)) == 4 for outline in long)
    return squares


@cache
def _detector(codes: tuple[int, ...]) -> cv2.aruco.ArucoDetector:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    ours = cv2.aruco.Dictionary(np.ascontiguousarray(whole.bytesList[list(codes)]), whole.markerSize, 4)
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = min(WINDOWS_PX)
    parameters.adaptiveThreshWinSizeMax = max(WINDOWS_PX)
    parameters.adaptiveThreshWinSizeStep = max(WINDOWS_PX) - min(WINDOWS_PX)
    parameters.minMarkerPerimeterRate = LEAST_PERIMETER
    parameters.errorCorrectionRate = 1.0
    parameters.maxErroneousBitsInBorderRate = 0.5
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    parameters.minOtsuStdDev = 3.0
    return cv2.aruco.ArucoDetector(ours, parameters)


def _looks(grey: Grey8, codes: tuple[int, ...]) -> Iterator[_Look]:
    """Yield looks for *codes* at growing sizes, in px of *grey*; the picture is enlarged at most twice."""
    longer, any_read = max(grey.shape), False
    scales = {min(LOOKS_PX[-1] / longer, 1.0), *(min(px / longer, 2.0) for px in LOOKS_PX)}
    for scale in sorted(scales) if codes else ():
        if scale > 1 and not any_read:
            return
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        view = scaled(grey, scale, way)
        soft = cv2.GaussianBlur(view, (0, 0), 1.2 * max(1.0, scale))
        view = np.asarray(cv2.addWeighted(view, 2.0, soft, -1.0, 0), np.uint8)
        look = _look(view, codes)
        any_read = any_read or bool(look.read)
        read = tuple((code, (quad + 0.5) / scale - 0.5) for code, quad in look.read)
        yield _Look(read, (look.squares + 0.5) / scale - 0.5)


def _refined(grey: Grey8, quad: Array) -> Array:
    """Return *quad*'s corners to a fraction of a pixel; a corner that would move too far stays."""
    side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())
    moved = refined(grey, quad, int(np.clip(0.1 * side, 2, 9)))
    ran = np.linalg.norm(moved - quad, axis=1) > max(2.0, 0.12 * side)
    return np.where(ran[:, None], quad, moved)


def _fitted(seen: dict[int, Array], kit: Kit, size: tuple[int, int], camera: Camera | None) -> Registration | None:
    """Return the registration on which most tags agree; None where no two agree."""
    places = {marker.code: np.array(marker.corners_mm) for marker in kit.markers}
    codes = list(seen)
    for _ in range(len(codes)):
        board = np.concatenate([places[code] for code in codes])
        image = np.concatenate([seen[code] for code in codes])
        agreed = _agreeing(codes, board, image)
        if len(agreed) < 2:
            return None
        board = np.concatenate([places[code] for code in agreed])
        image = np.concatenate([seen[code] for code in agreed])
        pose = fit_pose(board, image, size, camera=camera, priors=(USUAL, PROCESSED))
        if pose is None:
            return None
        worst = pose.residual_px.reshape(-1, 4).max(axis=1)
        usual = max(1.0, float(np.median(worst)))
        codes = [code for code, off in zip(agreed, worst, strict=True) if off < 5 * usual]
        if len(codes) == len(agreed):
            return Registration(pose.camera, pose.R, pose.t, kit.plan, "tags", pose.error_px, codes=tuple(codes))
    return None


def _agreeing(codes: list[int], board: Array, image: Array) -> list[int]:
    """Return the *codes* whose corners fit one common homography."""
    side = float(np.linalg.norm(image[1] - image[0]))
    reach = max(3.0, 0.25 * side)
    _, mask = cv2.findHomography(board.reshape(-1, 1, 2), image.reshape(-1, 1, 2), cv2.RANSAC, reach)
    if mask is None:
        return []
    fits = np.asarray(mask).reshape(-1, 4).sum(axis=1) >= 3
    return [code for code, fit in zip(codes, fits, strict=True) if fit]
