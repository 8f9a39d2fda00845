"""Layers of a PDF (optional content): what is printed, scored and cut can be shown and hidden."""

from __future__ import annotations

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printkit.drawing import Use

_NAMES: dict[Use, str] = {"print": "Print", "fold": "Score", "cut": "Cut"}


class Layers:
    """The layers of the document that *canvas* draws."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document = canvas._doc
        self._open: Use | None = None
        self._groups = {use: self._group(name, use) for use, name in _NAMES.items()}
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
