"""The PDF backend.

The only module, with ``pdf_tags``, that knows ReportLab, points, or a y axis that goes up.
"""

from __future__ import annotations

from io import BytesIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from kits.inks import Ink
from printkit.adjust import NONE, Adjustment
from printkit.drawing import (
    DECORATION,
    USES,
    Area,
    Box,
    Disc,
    Drawing,
    Label,
    Lines,
    Point,
    Shape,
    Sheet,
    Stroke,
    Use,
    Window,
    used_for,
)
from printkit.pdf_tags import Structure
from printkit.strokes import BLEED_MM
from printkit.typeface import font_file, width_mm

_POINTS_PER_MM = 72 / 25.4
_VERSION = 1, 7
"""PDF version: viewers respect print scaling from 1.6 on, and one-sided printing from 1.7 on."""
_EVEN_ODD = 0
_DUPLEX = {"": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_ROUND = 1
_NAMES = {False: "Kiebitz", True: "Kiebitz-Bold"}
_LAYERS: dict[Use, str] = {"print": "Print", "fold": "Score", "cut": "Cut"}


def render(drawing: Drawing, adjustment: Adjustment = NONE) -> bytes:
    """Return *drawing* as a PDF at actual size, corrected by *adjustment*; equal drawings give equal bytes."""
    rl_config.useA85 = 0
    for bold, name in _NAMES.items():
        pdfmetrics.registerFont(TTFont(name, str(font_file(bold))))
    buffer = BytesIO()
    canvas = Canvas(
        buffer,
        invariant=1,
        pageCompression=1,
        lang=drawing.language,
        pdfVersion=_VERSION,
        initialFontName=_NAMES[False],
    )
    layers, structure = _Layers(canvas), Structure(canvas)
    canvas.setTitle(drawing.title)
    canvas.setSubject(drawing.subject)
    canvas.setAuthor("Kiebitz")
    canvas.setCreator("Kiebitz")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _DUPLEX[drawing.duplex])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    for place, sheet in enumerate(drawing.sheets):
        canvas.addPageLabel(place, style="ARABIC", start=sheet.number)
        _sheet(canvas, layers, structure, sheet, adjustment, key=f"sheet{place}")
    structure.finish()
    canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def _sheet(
    canvas: Canvas, layers: _Layers, structure: Structure, sheet: Sheet, adjustment: Adjustment, *, key: str
) -> None:
    height = sheet.height_mm * _POINTS_PER_MM
    canvas.setPageSize((sheet.width_mm * _POINTS_PER_MM, height))
    paper = (0.0, 0.0, sheet.width_mm, sheet.height_mm)
    trim = sheet.trim or paper
    canvas.setTrimBox(_points(trim, sheet))
    canvas.setBleedBox(_points(_bled(trim, paper), sheet))
    canvas.bookmarkPage(key)
    canvas.addOutlineEntry(sheet.title, key, level=0)
    canvas.setLineJoin(_ROUND)
    canvas.transform(_POINTS_PER_MM, 0, 0, -_POINTS_PER_MM, 0, height)
    if adjustment != NONE:
        canvas.transform(*adjustment.matrix(sheet.width_mm, sheet.height_mm, back=sheet.back))
    for before, shape in zip((None, *sheet.shapes), sheet.shapes, strict=False):
        if before is None or before.tag != shape.tag:
            layers.turn_to(None)
            structure.turn_to(shape.tag or DECORATION)
        for use in USES:
            for part in used_for((shape,), use):
                layers.turn_to(use)
                _draw(canvas, part)
    layers.turn_to(None)
    structure.turn_to(None)
    canvas.showPage()
    layers.end_page()
    structure.end_page()


def _bled(trim: Box, paper: Box) -> Box:
    low = (max(edge - BLEED_MM, limit) for edge, limit in zip(trim[:2], paper[:2], strict=True))
    high = (min(edge + BLEED_MM, limit) for edge, limit in zip(trim[2:], paper[2:], strict=True))
    left, top, right, bottom = *low, *high
    return left, top, right, bottom


def _points(box: Box, sheet: Sheet) -> Box:
    """Return *box* of *sheet* in points from the bottom left corner."""
    left, top, right, bottom = box
    up = sheet.height_mm
    return (
        left * _POINTS_PER_MM,
        (up - bottom) * _POINTS_PER_MM,
        right * _POINTS_PER_MM,
        (up - top) * _POINTS_PER_MM,
    )


def _draw(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Area():
            path = _path(canvas, shape.rings, close=True)
            _ink(canvas, shape.fill, shape.stroke)
            canvas.drawPath(path, stroke=shape.stroke is not None, fill=shape.fill is not None, fillMode=_EVEN_ODD)
        case Lines():
            path = _path(canvas, shape.runs, close=False)
            _ink(canvas, None, shape.stroke)
            canvas.drawPath(path, stroke=1, fill=0)
        case Disc():
            _ink(canvas, shape.fill, shape.stroke)
            canvas.circle(*shape.centre, shape.radius_mm, stroke=shape.stroke is not None, fill=shape.fill is not None)
        case Label():
            _text(canvas, shape)
        case Window():
            canvas.saveState()
            canvas.clipPath(_path(canvas, (shape.ring,), close=True), stroke=0, fill=0)
            for inner in shape.shapes:
                _draw(canvas, inner)
            canvas.restoreState()


def _path(canvas: Canvas, runs: tuple[tuple[Point, ...], ...], *, close: bool) -> PDFPathObject:
    path = canvas.beginPath()
    for first, *rest in runs:
        path.moveTo(*first)
        for point in rest:
            path.lineTo(*point)
        if close:
            path.close()
    return path


def _ink(canvas: Canvas, fill: Ink | None, stroke: Stroke | None) -> None:
    if fill is not None:
        canvas.setFillColorRGB(*(value / 255 for value in fill.rgb))
    if stroke is not None:
        canvas.setStrokeColorRGB(*(value / 255 for value in stroke.ink.rgb))
        canvas.setLineWidth(stroke.width_mm)
        canvas.setDash(list(stroke.dashes_mm))


def _text(canvas: Canvas, label: Label) -> None:
    width = width_mm(label.text, label.size_mm, bold=label.bold)
    shift = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    canvas.saveState()
    canvas.translate(*label.at)
    canvas.rotate(label.turn_deg)
    canvas.scale(1, -1)
    canvas.setFont(_NAMES[label.bold], label.size_mm)
    _ink(canvas, label.ink, None)
    canvas.drawString(shift, 0, label.text)
    canvas.restoreState()


class _Layers:
    """The layers (optional content) of the document that *canvas* draws, which viewers can show and hide."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document = canvas._doc
        self._open: Use | None = None
        self._groups = {use: self._group(name, use) for use, name in _LAYERS.items()}
        groups = pdfdoc.PDFArray(list(self._groups.values()))
        shown = pdfdoc.PDFDictionary({"Order": groups, "ON": groups, "Name": pdfdoc.PDFString("Layers")})
        catalog = self._document.Catalog
        properties = pdfdoc.PDFDictionary({"OCGs": groups, "D": shown})
        catalog.__Defaults__ = {**catalog.__Defaults__, "OCProperties": properties}

    def _group(self, name: str, use: Use) -> pdfdoc.PDFObjectReference:
        group = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(name)}
        return self._document.Reference(pdfdoc.PDFDictionary(group), f"layer-{use}")

    def turn_to(self, use: Use | None) -> None:
        """Draw on the layer *use* from now on; None ends the last layer of a page."""
        if use == self._open:
            return
        if self._open is not None:
            self._canvas._code.append("EMC")
        if use is not None:
            self._canvas._code.append(f"/OC /{use} BDC")
        self._open = use

    def end_page(self) -> None:
        """Name the layers to the page that has just been drawn."""
        page = self._document.Pages.pages[-1]
        page.Resources = pdfdoc.PDFResourceDictionary(
            Font=pdfdoc.PDFObjectReference(pdfdoc.BasicFonts), Properties=dict(self._groups)
        )
