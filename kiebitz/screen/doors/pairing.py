"""What other devices need in order to join the table: addresses, codes to scan, a certificate to trust."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field

import segno

from core.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class Pairing:
    """The addresses of the pages for other devices, each with the token for its role behind the #."""

    phone: str
    screen: str
    viewer: str
    twin: str = ""
    """The address at which another table joins the game; it is typed there, and opens no page."""
    fingerprint: str = ""
    """The certificate's fingerprint, for people to compare; empty if only this machine is served."""
    authority: bytes = b""
    """The certificate that a phone may trust, in DER."""
    authority_fingerprint: str = ""
    photo: str = ""
    """The page that sends photos over plain http; empty if only this machine is served, as are the next two."""
    onlooker: str = ""
    trust: str = ""
    """The page about trusting the authority, over plain http."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Seat → the page for its player's own phone."""

    def as_json(self) -> JsonObject:
        devices = {name: {"url": url, "qr": code_svg(url)} for name, url in self._urls().items()}
        return {
            "devices": devices,
            "fingerprint": self.fingerprint,
            "lan": bool(self.authority),
            "authority_fingerprint": self.authority_fingerprint,
            "trust": self.trust,
        }

    def code_of(self, seat: str) -> JsonObject:
        """Return the address of the page for the own phone of *seat*, and its code."""
        return {"url": self.seats[seat], "qr": code_svg(self.seats[seat]), "lan": bool(self.authority)}

    def _urls(self) -> dict[str, str]:
        first, mark, token = self.phone.partition("#")
        second = f"{first}?view=2{mark}{token}"
        own = {"phone": self.phone, "second": second, "screen": self.screen}
        urls = {**own, "viewer": self.viewer, "twin": self.twin}
        return {**urls, "photo": self.photo, "onlooker": self.onlooker} if self.photo else urls


def code_svg(text: str) -> str:
    """Return a QR code of *text* as the address of an SVG picture: ``data:image/svg+xml,…``."""
    return str(segno.make(text, micro=False, error="m").svg_data_uri(scale=4, border=3, light="#fff", dark="#000"))


def code_text(text: str) -> str:
    """Return a QR code of *text* in half blocks for a terminal."""
    out = io.StringIO()
    segno.make(text, micro=False, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
