"""Takes in the pictures that are posted: a few at a time, each opened in a process of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from core.json_types import Json, JsonObject
from kiebitz.api.sheets import GoingOn, record_on
from kiebitz.failure import Failure
from kiebitz.pictures.decoding import Decoders
from kiebitz.pictures.files import check_scans, decode_bytes, shrunk
from kiebitz.pictures.frame import Image
from kiebitz.screen.doors.replies import Endpoint, fault_reply, json_reply

T = TypeVar("T")
CROWDED = "Other pictures are still on their way; send the newest one later."
_MOST_MEGAPIXELS = 25.0
_LEAST_PX = 160
"""Fewest pixels a side of a picture in which something can be read."""


class TakingIn:
    """The pictures of one kind of door. A picture counts from when its body is awaited until it has been looked at."""

    def __init__(self, decoders: Decoders | None = None, *, most: int = 4, of_one: int = 4) -> None:
        """Take in *most* pictures at once, *of_one* from one address."""
        self._decoders = decoders or Decoders(most=2)
        self._most, self._of_one = most, of_one
        self._arriving: Counter[str] = Counter()

    async def take(self, request: Request, look: Callable[[bytes], T]) -> T:
        """Return what *look* says of the picture in the body of *request*. Raises what it does, or 429."""
        address = request.client.host if request.client else ""
        if self._arriving.total() >= self._most or self._arriving[address] >= self._of_one:
            raise HTTPException(429, CROWDED, {"Connection": "close"})
        self._arriving[address] += 1
        try:
            return await run_in_threadpool(look, await request.body())
        finally:
            self._arriving[address] -= 1
            if not self._arriving[address]:
                del self._arriving[address]

    def answered(self, look: Callable[[bytes], Json]) -> Endpoint:
        """Return what answers a request with what *look* says of its picture; a ``Failure`` is a fault in words."""

        async def answer(request: Request) -> Response:
            try:
                return json_reply(await self.take(request, look))
            except Failure as fault:
                return fault_reply(400, str(fault))

        return answer

    def image(self, data: bytes) -> Image:
        """Return the picture in the JPEG *data*, made small. Raises ``Failure`` saying what is wrong."""
        check_is_picture(data)
        image: Image = self._decoders.read(posted_image, data)
        return image

    def table(self, data: bytes) -> JsonObject:
        """Return the table that goes on with the game on the score sheet in a picture. Raises ``Failure``."""
        table: JsonObject = self._decoders.read(table_on_sheet, data)
        return table

    def close(self) -> None:
        self._decoders.close()


def table_on_sheet(data: bytes) -> JsonObject:
    """Return the table that goes on with the game on the score sheet in the picture *data*. Raises ``Failure``."""
    name = "The picture"
    return GoingOn.from_record(record_on(data, name, limit_megapixels=_MOST_MEGAPIXELS), name).as_json()


def check_is_picture(data: bytes) -> None:
    """Raise ``Failure`` where *data* are no JPEG, or one made to take long, as far as a glance tells."""
    if not data.startswith(b"\xff\xd8"):
        raise Failure("The body is not a JPEG picture.")
    check_scans(data, "the picture")


def posted_image(data: bytes) -> Image:
    """Return the picture in the JPEG *data*, made small. Raises ``Failure`` saying what is wrong."""
    check_is_picture(data)
    image = shrunk(decode_bytes(data, "the picture", limit_megapixels=_MOST_MEGAPIXELS))
    if min(image.shape[:2]) < _LEAST_PX:
        raise Failure(f"The picture is too small: it needs {_LEAST_PX} pixels a side.")
    return image
