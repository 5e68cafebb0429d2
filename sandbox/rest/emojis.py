"""REST routes: the application's own emojis."""

import base64
import binascii
import re

from sandbox.pictures import size_of
from sandbox.raw import Json
from sandbox.rest.routing import DONE, Answer, Call, Pace, Route, own_application
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.rules.spec import required
from sandbox.shapes import people
from sandbox.world.model import Emoji

_WRITES = Pace(20, 20.0)
_NAME = re.compile(r"\w{2,32}")
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,(.+)", re.DOTALL)
_MOST, _LARGEST = 2000, 256 * 1024


def listing(call: Call) -> Answer:
    """All of them."""
    own_application(call)
    return Answer(200, {"items": [_shown(call, emoji) for emoji in call.world.emojis.values()]})


def create(call: Call) -> Answer:
    """A new one."""
    own_application(call)
    name, image = (str(call.form.get(field) or "") for field in ("name", "image"))
    missing = [required((field,)) for field in ("name", "image") if not call.form.get(field)]
    if missing:
        raise wrong_form(missing)
    if not _NAME.fullmatch(name):
        sentence = "String value did not match validation regex."
        raise wrong_form([Fault(("name",), "STRING_TYPE_REGEX", sentence)])
    if any(emoji.name == name for emoji in call.world.emojis.values()):
        sentence = "An emoji with this name already exists"
        raise wrong_form([Fault(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", sentence)])
    if len(call.world.emojis) >= _MOST:
        raise refuse(30008)
    emoji = Emoji(call.world.ids.next(), name, _data(image))
    call.world.emojis[emoji.id] = emoji
    return Answer(201, _shown(call, emoji))


def _data(image: str) -> bytes:
    match = _IMAGE.fullmatch(image)
    try:
        data = base64.b64decode(match[1], validate=True) if match else b""
    except binascii.Error:
        data = b""
    if size_of(data) is None:
        raise wrong_form([Fault(("image",), "IMAGE_INVALID", "Invalid image data")])
    if len(data) > _LARGEST:
        sentence = f"File cannot be larger than {_LARGEST / 1024} kb."
        raise wrong_form([Fault(("image",), "BINARY_TYPE_MAX_SIZE", sentence)])
    return data


def get(call: Call) -> Answer:
    """One of them."""
    return Answer(200, _shown(call, _one(call)))


def delete(call: Call) -> Answer:
    """Delete it; messages that show it stay as they are."""
    del call.world.emojis[_one(call).id]
    return DONE


def _one(call: Call) -> Emoji:
    own_application(call)
    emoji = call.world.emojis.get(call.args["emoji_id"])
    if emoji is None:
        raise refuse(10014)
    return emoji


def _shown(call: Call, emoji: Emoji) -> Json:
    return {
        "id": emoji.id,
        "name": emoji.name,
        "roles": [],
        "user": people.user(call.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


_BASE = "/applications/{application_id}/emojis"
ROUTES = (
    Route("GET", _BASE, listing),
    Route("POST", _BASE, create, _WRITES),
    Route("GET", f"{_BASE}/{{emoji_id}}", get),
    Route("DELETE", f"{_BASE}/{{emoji_id}}", delete, _WRITES),
)
