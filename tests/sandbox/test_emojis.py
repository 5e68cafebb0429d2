"""The application's own emojis: sent, listed, shown and deleted; and what Discord refuses."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import aiohttp
import pytest

from sandbox.pictures import plain
from sandbox.sample import APP_ID, GAMES
from tests.sandbox.conftest import check_record
from tests.sandbox.raw import Rest

if TYPE_CHECKING:
    from sandbox.server import Sandbox

EMOJIS = f"/applications/{APP_ID}/emojis"
DATA = plain(0x5865F2)
IMAGE = f"data:image/png;base64,{base64.b64encode(DATA).decode()}"


async def test_one_is_sent_listed_served_and_deleted(box: Sandbox) -> None:
    async with Rest(box) as rest:
        created = await rest.post(EMOJIS, {"name": "man_1", "image": IMAGE})
        assert (created.status, created.body["name"], created.body["available"]) == (
            201,
            "man_1",
            True,
        )
        one = f"{EMOJIS}/{created.body['id']}"
        assert (await rest.ask("GET", EMOJIS)).body["items"] == [created.body]
        assert (await rest.ask("GET", one)).body == created.body
        address = f"{box.cdn}/emojis/{created.body['id']}.png"
        async with aiohttp.ClientSession() as session, session.get(address) as served:
            assert await served.read() == DATA
        assert (await rest.ask("DELETE", one)).status == 204
        assert (await rest.ask("GET", EMOJIS)).body["items"] == []
        assert (await rest.ask("DELETE", one)).body["code"] == 10014
        async with aiohttp.ClientSession() as session, session.get(address) as served:
            assert served.status == 404
    check_record(box)


@pytest.mark.parametrize(
    ("form", "field", "code"),
    [
        ({"name": "a-b", "image": IMAGE}, "name", "STRING_TYPE_REGEX"),
        ({"name": "x", "image": IMAGE}, "name", "STRING_TYPE_REGEX"),
        ({"name": "x" * 33, "image": IMAGE}, "name", "STRING_TYPE_REGEX"),
        ({"name": "taken", "image": IMAGE}, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ({"image": IMAGE}, "name", "BASE_TYPE_REQUIRED"),
        ({"name": "man"}, "image", "BASE_TYPE_REQUIRED"),
        ({"name": "man", "image": "data:image/png;base64,AAAA"}, "image", "IMAGE_INVALID"),
        ({"name": "man", "image": "data:image/png;base64,!"}, "image", "IMAGE_INVALID"),
        ({"name": "man", "image": "plain text"}, "image", "IMAGE_INVALID"),
    ],
)
async def test_what_is_no_emoji_is_refused(
    box: Sandbox, form: dict[str, str], field: str, code: str
) -> None:
    async with Rest(box) as rest:
        await rest.post(EMOJIS, {"name": "taken", "image": IMAGE})
        said = await rest.post(EMOJIS, form)
        assert (said.status, said.body["code"]) == (400, 50035)
        (fault,) = said.body["errors"][field]["_errors"]
        assert fault["code"] == code
        assert len((await rest.ask("GET", EMOJIS)).body["items"]) == 1


async def test_a_large_one_is_refused(box: Sandbox) -> None:
    large = DATA + bytes(256 * 1024)
    image = f"data:image/png;base64,{base64.b64encode(large).decode()}"
    async with Rest(box) as rest:
        said = await rest.post(EMOJIS, {"name": "large", "image": image})
        (fault,) = said.body["errors"]["image"]["_errors"]
        assert fault["code"] == "BINARY_TYPE_MAX_SIZE"


async def test_a_button_shows_only_those_that_are_there(box: Sandbox) -> None:
    async with Rest(box) as rest:
        created = await rest.post(EMOJIS, {"name": "man", "image": IMAGE})
        button = {
            "type": 2,
            "style": 1,
            "label": "e2",
            "custom_id": "x",
            "emoji": {"id": created.body["id"], "name": "man"},
        }
        form = {"components": [{"type": 1, "components": [button]}]}
        assert (await rest.post(f"/channels/{GAMES}/messages", form)).status == 200
        await rest.ask("DELETE", f"{EMOJIS}/{created.body['id']}")
        said = await rest.post(f"/channels/{GAMES}/messages", form)
        assert (said.status, "Invalid emoji" in str(said.body)) == (400, True)
