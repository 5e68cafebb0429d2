"""Read a request's body: JSON, or a multipart form with `payload_json` and files."""

import json
import re

from aiohttp import BodyPartReader, web

from sandbox.rules.refusal import refuse
from sandbox.world.compose import Upload

_FILE = re.compile(r"files\[(\d+)\]")


async def parse_body(request: web.Request) -> tuple[object, tuple[Upload, ...]]:
    """The JSON and the files; None when there is no body."""
    try:
        if request.content_type == "multipart/form-data":
            return await _multipart(request)
        raw = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise refuse(40005) from None
    except (ConnectionError, web.RequestPayloadError, web.PayloadAccessError):
        raise refuse(50109) from None  # the bot disconnected in the middle of its request
    return (_parsed(raw) if raw else None), ()


async def _multipart(request: web.Request) -> tuple[object, tuple[Upload, ...]]:
    body: object = None
    uploads: list[Upload] = []
    left = request.client_max_size
    try:
        reader = await request.multipart()
        while isinstance(part := await reader.next(), BodyPartReader):
            data = bytes(await part.read())
            left -= len(data)
            if left < 0:
                raise refuse(40005)
            name = part.name or ""
            if name == "payload_json":
                body = _parsed(data)
            elif match := _FILE.fullmatch(name):
                uploads.append(Upload(int(match[1]), part.filename or "unknown", data))
    except ValueError:
        raise refuse(50109) from None
    return body, tuple(uploads)


def _parsed(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        raise refuse(50109) from None
