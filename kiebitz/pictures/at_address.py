"""What answers at the address of a camera that gives no picture: for people, a sentence that says what to put right."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import urllib.error
import urllib.request
from contextlib import suppress
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

_CONNECTING_S = 1.5
_ANSWERING_S = 3.0
_FILMS = (".webm", ".mkv", ".mp4", ".m4v", ".mov", ".avi")
_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}
NOBODY = "nobody answers there; check that the camera is on and in this network, and its address and port"
PASSWORD = "the user or the password is missing or wrong; write both into the address, USER:PASSWORD@ before the host"
NO_STREAM = "there is no stream of that name; the camera's manual or app says how its address ends"
WEB_PAGE = "a web page is there and no stream; in a browser, copy the address of the picture that moves"
IN_TROUBLE = "the camera itself has an error; start it again"


def is_http(address: int | str) -> bool:
    """Return whether *address* is one that browsers take."""
    return isinstance(address, str) and address.lower().startswith(("http://", "https://"))


def opened(address: str, *, timeout_s: float, method: str = "GET") -> IO[bytes]:
    """Open *address* and return the server's answer, with the user and password of the address if it asks for them.

    Certificates are not checked: cameras sign their own. Raises ``OSError``, which an ``HTTPError`` is one of, or
    ``ValueError`` or ``HTTPException`` for an answer that is none.
    """
    parts, plain = urlsplit(address), _without_user(address)
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(None, plain, unquote(parts.username or ""), unquote(parts.password or ""))
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    asking: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPBasicAuthHandler(known),
        urllib.request.HTTPDigestAuthHandler(known),
    ]
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=context),
        *(asking if parts.username is not None else []),
    )
    answer: IO[bytes] = opener.open(urllib.request.Request(plain, method=method), timeout=timeout_s)
    return answer


def _without_user(address: str) -> str:
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))


def is_film_file(address: str) -> bool:
    """Return whether *address* ends like a film's, and the server there has a file: browsers' films tell no length."""
    if not urlsplit(address).path.lower().endswith(_FILMS):
        return False
    with (
        suppress(OSError, ValueError, http.client.HTTPException),
        opened(address, timeout_s=_ANSWERING_S, method="HEAD") as answer,
    ):
        return int(getattr(answer, "headers", {}).get("Content-Length") or 0) > 0
    return False


def why_no_picture(address: str) -> str:
    """Return in words why no picture comes from *address*; empty if that is unknown."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme.lower(), 0)
    except ValueError:
        return ""
    if not port or not parts.hostname:
        return ""
    try:
        socket.create_connection((parts.hostname, port), _CONNECTING_S).close()
    except OSError:
        return NOBODY
    with suppress(OSError, ValueError, http.client.HTTPException):
        if is_http(address):
            return _http(address)
        if parts.scheme.lower() == "rtsp":
            status = _rtsp_status(_without_user(address), parts.hostname, port)
            if status == 401 and parts.username is not None:  # the password may be right, and the stream's name wrong
                return ""
            return _meaning(status)
    return ""


def _http(address: str) -> str:
    try:
        with opened(address, timeout_s=_ANSWERING_S) as answer:
            head = answer.read(64).lstrip().lower()
            kind = str(getattr(answer, "headers", {}).get("Content-Type", "")).lower()
    except urllib.error.HTTPError as error:
        return _meaning(error.code)
    is_page = "html" in kind or head.startswith((b"<!doctype html", b"<html"))
    return WEB_PAGE if is_page else ""


def _meaning(status: int) -> str:
    if status in (401, 403, 407):
        return PASSWORD
    if status in (400, 404, 405, 410, 451, 454):
        return NO_STREAM
    return IN_TROUBLE if status >= 500 else ""


def _rtsp_status(url: str, host: str, port: int) -> int:
    """Return the status with which an RTSP server answers for *url*, without a password; 0 if it speaks no RTSP."""
    with socket.create_connection((host, port), _ANSWERING_S) as line:
        line.sendall(f"DESCRIBE {url} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head and len(head) < 65_536 and (part := line.recv(4_096)):
            head += part
    found = re.match(rb"RTSP/\d\.\d (\d{3})", head)
    return int(found[1]) if found else 0
