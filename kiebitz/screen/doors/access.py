"""Who may do what: every request passes here before anything else looks at it.

The pages themselves hold nothing secret and are for everybody. The API wants a token, which never travels in an
address: the page finds it behind the # of its own address and sends it as a header.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import re
import secrets
import time
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.options import SEATS
from kiebitz.screen.doors.callers import CALLER, Caller, Rank
from kiebitz.screen.doors.replies import whole_number

API = "/api/v1/"
ROLE = "kiebitz.role"
"""Key in a request's scope: the role of its token."""
SEAT = "kiebitz.seat"
"""Key in a request's scope: the seat of a player's own phone."""
_OWN = tuple(f"{API}{name}" for name in ("pairing", "kept", "cameras", "codes", "kits", "network", "others"))
"""Paths that begin like this are for the table's own token alone; others may look at the game that is on."""
PAIRING, KEPT, CAMERAS, CODES, KITS, NETWORK, OTHERS = _OWN
HAND, PROJECTOR, LENS, TEACH, TWIN = (f"{API}{name}" for name in ("hand", "projector", "lens", "teach", "twin"))
TWIN_PICTURE = f"{TWIN}/picture"
"""The other table's board, if both tables agree to show theirs."""
_PICTURES = (f"{API}frames", f"{LENS}/views", f"{TEACH}/looks", f"{API}sheets")
TOKEN_HEADER = "x-kiebitz"
LARGEST_BODY, LARGEST_JSON = 4 << 20, 1 << 20
"""Most bytes of a posted picture, and of any other body."""
_MOST_DRAINED = 16 * LARGEST_BODY
"""Most bytes of a refused body that are read before it is answered."""
_BODY_S = 10.0
"""Seconds that a body may take to arrive."""
_TAKEN_S = 30.0
"""Seconds that a caller may take to read what was sent."""
_FREE_GUESSES, _GUESSES_S, _SLOWED_S = 10, 60.0, 0.2
"""After this many wrong tokens within this many seconds, each further answer comes this many seconds late."""
_READING = ("GET", "HEAD")
ONLY_THEIRS = "Only a player's own phone may ask for that player's dice."
_THIS_MACHINE = "127.0.0.1"
"""The address of callers who use this machine's own door."""
ONLY_HERE = "Only the computer that runs Kiebitz may let other devices in."
REFUSALS: Mapping[str, str] = {
    HAND: ONLY_THEIRS,
    **dict.fromkeys((TWIN, TWIN_PICTURE), "Only another table may ask for this."),
}
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")

Role = Literal["table", "camera", "viewer", "seat", "twin", "photo", "onlooker"]
SECURE: tuple[Role, ...] = ("table", "camera", "viewer", "seat", "twin")
"""Roles at doors where nobody can listen in: on this machine alone, or over https."""
PLAIN: tuple[Role, ...] = ("photo", "onlooker")
"""Roles at the door with plain http, whose tokens anybody on the network may read."""
_SENDING: Mapping[Role, Collection[str]] = {
    "camera": (
        f"{API}frames", f"{API}corners", LENS, f"{LENS}/views", f"{LENS}/kept", TEACH, f"{TEACH}/looks",
        f"{TEACH}/kept", f"{API}speech",
    ),
    "photo": (f"{API}frames",),
}  # fmt: skip
"""The paths to which roles with limited rights may send."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Tokens:
    """The secrets of one start: ``table`` may do everything, ``viewer`` only look.

    ``camera`` sends pictures and says where the board lies in them.
    Over plain http, ``photo`` sends pictures and ``onlooker`` looks; neither sees any. From ``seat`` the tokens of the
    players' own phones are made, one for each seat: it looks, and asks for the dice of that seat. ``twin`` tells what
    is played at another table, hears what is played at this one, and nothing else.
    """

    table: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    camera: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    viewer: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    seat: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    twin: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    photo: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    onlooker: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    def __post_init__(self) -> None:
        """Raise ``ValueError`` where two are alike, or one could be guessed: an empty one would let in everybody."""
        tokens = [getattr(self, role) for role in (*PLAIN, *SECURE)]
        if not all(isinstance(token, str) and _TOKEN.fullmatch(token) for token in tokens):
            raise ValueError("a token is a text of at least 22 letters, digits, - and _")
        if len(set(tokens)) < len(tokens):
            raise ValueError("two roles have the same token")

    def role_of(self, token: str) -> Role | None:
        """Return what *token* allows; None for a wrong one. Takes equally long for every wrong one."""
        given = token.encode("utf-8", "replace")
        found: Role | None = "seat" if self.seat_of(token) else None
        for role in (*PLAIN, *SECURE):
            if role != "seat" and hmac.compare_digest(given, getattr(self, role).encode()):
                found = role
        return found

    def of_seat(self, seat: str) -> str:
        """Return the token of the own phone of the player at *seat*."""
        made = hmac.digest(self.seat.encode(), seat.encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def seat_of(self, token: str) -> str | None:
        """Return the seat whose player's phone has *token*; None for any other token. Takes equally long for all."""
        given = token.encode("utf-8", "replace")
        found = [seat for seat in SEATS if hmac.compare_digest(given, self.of_seat(seat).encode())]
        return found[0] if found else None


def allowed(role: Role, method: str, path: str) -> bool:
    """Return whether *role* may use *path* of the API."""
    if path == HAND:
        return role == "seat"
    if role == "twin" or path in (TWIN, TWIN_PICTURE):
        return role == "twin" and path in (TWIN, TWIN_PICTURE)
    if role == "table":
        return True
    if method in _READING:
        return not path.startswith(_OWN) and not (role in PLAIN and _shows_pictures(path))
    return path in _SENDING.get(role, ())


def _shows_pictures(path: str) -> bool:
    """Return whether *path* shows a picture, or what lies in it."""
    return path.startswith((f"{API}frames", PROJECTOR)) or path.endswith(".jpg")


class Guard:
    """Refuses requests with a foreign Host (421), a foreign Origin (403), a wrong token (403) or a large body (413)."""

    def __init__(
        self, app: ASGIApp, *, tokens: Tokens, roles: Collection[Role] = SECURE
    ) -> None:  # fmt: skip
        """Tokens of other *roles* count as wrong. Nobody is answered before ``answer_as``."""
        self._app = app
        self._hosts, self._origins = frozenset[str](), frozenset[str]()
        self._tokens = tokens
        self._roles = frozenset(roles)
        self._guesses: deque[float] = deque(maxlen=_FREE_GUESSES)

    def answer_as(self, hosts: Collection[str], origins: Collection[str]) -> None:
        """Answer from now on to *hosts*, what people may type, with the port, and no others.

        *origins* are the same with http:// or https:// before.
        """
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = frozenset(origin.lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        caller = _caller(scope)
        if caller is not None and (wait_s := caller.wait_s()):
            await asyncio.sleep(wait_s)
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = await self._refusal(scope, headers)
        if refusal is not None:
            await _drained(receive)
            await refusal(scope, receive, _sending(scope, send))
            return
        await self._passed_on(scope, receive, _sending(scope, send))

    async def _refusal(self, scope: Scope, headers: dict[bytes, str]) -> JSONResponse | None:
        method, path = scope["method"], scope["path"]
        if headers.get(b"host", "").lower() not in self._hosts:
            return _error(421, "This address is not one of the table's.")
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() not in self._origins:
            return _error(403, "Another web page has no business here.")
        if headers.get(b"sec-fetch-site") in ("cross-site", "same-site") and path.startswith(API):
            return _error(403, "Another web page has no business here.")
        if path.startswith(API):
            role = self._tokens.role_of(headers.get(TOKEN_HEADER.encode(), ""))
            if role not in self._roles or role is None:
                await self._slow_down()
                return _error(403, "The token is wrong; open the address that Kiebitz shows.")
            if not allowed(role, method, path):
                return _error(403, REFUSALS.get(path, "With this address you may only look on."))
            if path == NETWORK and not _is_at_home(scope):
                return _error(403, ONLY_HERE)
            scope[ROLE] = role
            scope[SEAT] = self._tokens.seat_of(headers.get(TOKEN_HEADER.encode(), ""))
            _prove(scope, role)
        if _length(headers) > _largest(path):
            return _error(413, _too_large(path))
        return None

    async def _slow_down(self) -> None:
        now = time.monotonic()
        many = len(self._guesses) == _FREE_GUESSES and now - self._guesses[0] < _GUESSES_S
        self._guesses.append(now)
        if many:
            await asyncio.sleep(_SLOWED_S)

    async def _passed_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting and timing its body."""
        seen, whole, begun, most = 0, False, time.monotonic(), _largest(scope["path"])

        async def counted() -> Message:
            nonlocal seen, whole
            if whole:
                return await receive()
            left_s = _BODY_S - (time.monotonic() - begun)
            try:
                message = await asyncio.wait_for(receive(), max(left_s, 0.01))
            except TimeoutError:
                raise HTTPException(408, "The body did not arrive in time.") from None
            seen += len(message.get("body", b""))
            whole = message["type"] != "http.request" or not message.get("more_body", False)
            if seen > most:
                if not whole:
                    await _drained(receive)
                raise HTTPException(413, _too_large(scope["path"]), {"Connection": "close"})
            return message

        await self._app(scope, counted, send)


def _caller(scope: Scope) -> Caller | None:
    """Return the connection of *scope*; None if none of our servers has accepted it."""
    found: Caller | None = scope.get("state", {}).get(CALLER)
    return found


def _is_at_home(scope: Scope) -> bool:
    """Return whether the caller is on this machine, whatever the headers say."""
    caller = _caller(scope)
    return caller is not None and caller.address == _THIS_MACHINE


def _prove(scope: Scope, role: Role) -> None:
    """Rank the connection of *scope* by its *role*, so that it keeps its place when many call."""
    caller = _caller(scope)
    if caller is not None:
        caller.prove(Rank.HOST if role == "table" else Rank.GUEST)


def _too_large(path: str) -> str:
    return f"The body is larger than {_largest(path) >> 20} MB."


async def _drained(receive: Receive) -> None:
    """Read what is left of an unwanted body: a sender whose connection is cut sees no answer."""
    left = _MOST_DRAINED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_BODY_S):
            while left > 0:
                message = await receive()
                if not message.get("more_body", False):
                    return
                left -= len(message.get("body", b""))


def _largest(path: str) -> int:
    return LARGEST_BODY if path in _PICTURES else LARGEST_JSON


def _length(headers: dict[bytes, str]) -> int:
    length = whole_number(headers.get(b"content-length", "0"), digits=11)
    return LARGEST_BODY + 1 if length is None else length


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers={"Connection": "close"} if status == 413 else None)


def _sending(scope: Scope, send: Send) -> Send:
    """Return *send* with the headers that every answer has; it cuts off callers who do not read their answers."""
    caller = _caller(scope)
    extra = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *extra]}
        if caller is None:
            await send(message)
            return
        giving_up = asyncio.get_running_loop().call_later(_TAKEN_S, caller.cut)
        try:
            await send(message)
        finally:
            giving_up.cancel()

    return sending
