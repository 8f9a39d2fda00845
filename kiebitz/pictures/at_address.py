"""What answers at the address of a camera that gives no picture: for people, a sentence that says what to put right."""

from __future__ import annotations

import base64
import hashlib
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
    parts = urlsplit(address)
    plain = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
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
            return _meaning(_rtsp_status(address, parts.hostname, port))
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


def _rtsp_status(address: str, host: str, port: int) -> int:
    """Return the status with which an RTSP server answers for *address*; 0 if what it answers is not RTSP."""
    parts = urlsplit(address)
    url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
    with socket.create_connection((host, port), _ANSWERING_S) as line:
        status, head = _described(line, url, 1, "")
        if status != 401 or parts.username is None:
            return status
        told = _authorization(head, url, unquote(parts.username), unquote(parts.password or ""))
        return _described(line, url, 2, f"Authorization: {told}\r\n")[0]


def _described(line: socket.socket, url: str, number: int, more: str) -> tuple[int, str]:
    line.sendall(f"DESCRIBE {url} RTSP/1.0\r\nCSeq: {number}\r\nAccept: application/sdp\r\n{more}\r\n".encode())
    head = b""
    while b"\r\n\r\n" not in head and len(head) < 65_536 and (part := line.recv(4_096)):
        head += part
    text = head.decode("latin-1")
    found = re.match(r"RTSP/\d\.\d (\d{3})", text)
    return (int(found[1]) if found else 0), text


def _authorization(head: str, url: str, user: str, password: str) -> str:
    """Return the reply to a server whose *head* asks for a password: Digest if it asks for that, else Basic."""
    asked = re.search(r"^WWW-Authenticate: *Digest (.*)$", head, re.MULTILINE | re.IGNORECASE)
    if asked is None:
        return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
    fields = dict(re.findall(r'(\w+)="?([^",]*)"?', asked[1]))
    realm, nonce = fields.get("realm", ""), fields.get("nonce", "")
    answer = _md5(f"{_md5(f'{user}:{realm}:{password}')}:{nonce}:{_md5(f'DESCRIBE:{url}')}")
    return f'Digest username="{user}", realm="{realm}", nonce="{nonce}", uri="{url}", response="{answer}"'


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
