"""The structure of a PDF: its headings, paragraphs, lists, tables and pictures, in the order in which they are read.

Every mark on a page belongs to an element of the structure or is an artifact, which nobody reads out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printkit.drawing import DECORATION, Role, Tag

_HOMES: Mapping[Role, tuple[str, str]] = {
    "Lbl": ("L", "LI"),
    "LBody": ("L", "LI"),
    "TH": ("Table", "TR"),
    "TD": ("Table", "TR"),
}
"""Role → the elements around it; the outer one also holds the following ones of its kind."""
_FIRST: tuple[Role, ...] = ("Lbl", "TH")
"""The roles that begin an item or a row."""


@dataclass(slots=True)
class _Element:
    role: str
    text: str = ""
    page: pdfdoc.PDFObjectReference | None = None
    marks: list[int] = field(default_factory=list)
    """Numbers of its marked content on its page."""
    kids: list[_Element] = field(default_factory=list)


class Structure:
    """The structure of the document that *canvas* draws."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document = canvas._doc
        self._root = _Element("Document")
        self._pages: list[list[_Element]] = []
        self._here: list[_Element] = []
        self._pictures: dict[Tag, _Element] = {}
        self._open: Tag | None = None

    def turn_to(self, tag: Tag | None) -> None:
        """Draw what *tag* says from now on; None ends the last element of a page."""
        if tag == self._open:
            return
        if self._open is not None:
            self._canvas._code.append("EMC")
        if tag is not None:
            self._canvas._code.append(self._begun(tag))
        self._open = tag

    def _begun(self, tag: Tag) -> str:
        if tag.role == DECORATION.role:
            return "/Artifact BMC"
        element = self._pictures.get(tag) or self._placed(tag)
        if tag.role == "Figure":
            self._pictures[tag] = element
        element.marks.append(len(self._here))
        self._here.append(element)
        return f"/{tag.role} <</MCID {element.marks[-1]}>> BDC"

    def _placed(self, tag: Tag) -> _Element:
        home = self._root
        if tag.role in _HOMES:
            outer, inner = _HOMES[tag.role]
            if not home.kids or home.kids[-1].role != outer:
                home.kids.append(_Element(outer))
            home = home.kids[-1]
            if tag.role in _FIRST or not home.kids:
                home.kids.append(_Element(inner))
            home = home.kids[-1]
        element = _Element(tag.role, tag.text, self._document.thisPageRef())
        home.kids.append(element)
        return element

    def end_page(self) -> None:
        """Number the page that has just been drawn, so that its marks are found."""
        page = self._document.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = len(self._pages)
        page.Tabs = pdfdoc.PDFName("S")
        self._pages.append(self._here)
        self._here, self._pictures = [], {}

    def finish(self) -> None:
        """Put the structure into the document; nothing is drawn after that."""
        references: dict[int, pdfdoc.PDFObjectReference] = {}
        root = pdfdoc.PDFObjectReference("structure")
        document = self._written(self._root, root, references)
        numbers: list[object] = []
        for number, elements in enumerate(self._pages):
            found = pdfdoc.PDFArray([references[id(element)] for element in elements])
            numbers += [number, self._document.Reference(found, f"structure-of-page-{number}")]
        tree = pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(numbers)})
        entries = {
            "Type": pdfdoc.PDFName("StructTreeRoot"),
            "K": document,
            "ParentTree": self._document.Reference(tree, "structure-parents"),
            "ParentTreeNextKey": len(self._pages),
        }
        whole = pdfdoc.PDFDictionary(entries)
        self._document.Reference(whole, "structure")
        self._document.Catalog.StructTreeRoot = whole
        self._document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})

    def _written(
        self, element: _Element, parent: pdfdoc.PDFObjectReference, references: dict[int, pdfdoc.PDFObjectReference]
    ) -> pdfdoc.PDFObjectReference:
        name = f"structure-{len(references)}"
        here = references[id(element)] = pdfdoc.PDFObjectReference(name)
        kids = [self._written(kid, here, references) for kid in element.kids]
        entries = {
            "S": pdfdoc.PDFName(element.role),
            "P": parent,
            "K": pdfdoc.PDFArray([*element.marks, *kids]),
        }
        if element.page is not None:
            entries["Pg"] = element.page
        if element.text:
            entries["Alt" if element.role == "Figure" else "ActualText"] = pdfdoc.PDFString(element.text)
        if element.role == "TH":
            table = {"O": pdfdoc.PDFName("Table"), "Scope": pdfdoc.PDFName("Row")}
            entries["A"] = pdfdoc.PDFDictionary(table)
        self._document.Reference(pdfdoc.PDFDictionary(entries), name)
        return here
