"""Access to the sandbox: hosts, origins, paths, files; and limits of a misbehaving bot's harm."""

import asyncio
import errno
import socket
from typing import Any

import aiohttp
import pytest

from sandbox.player import Player
from sandbox.sample import GAMES
from sandbox.server import PortTaken, Sandbox
from tests.sandbox.pixel import PIXEL
from tests.sandbox.raw import Gateway, Rest

EVERY_DOOR = [
    "/",
    "/page/index.html",
    "/page/socket",
    "/gateway",
    "/api/v10/gateway",
    "/attachments/1/2/a",
]


async def asked(box: Sandbox, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    async with (
        aiohttp.ClientSession() as http,
        http.get(box.url + path, headers=headers, allow_redirects=False) as response,
    ):
        return response.status, await response.text(), dict(response.headers)


async def test_it_listens_on_this_machine_alone(box: Sandbox) -> None:
    assert box.url.startswith("http://127.0.0.1:")
    with socket.socket() as other, pytest.raises(OSError, match="refused"):
        other.connect(("127.0.0.2", box.port))


@pytest.mark.parametrize("path", EVERY_DOOR)
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "[::1]:{port}"]
)
async def test_other_hosts_names_are_turned_away(box: Sandbox, path: str, host: str) -> None:
    status, _, _ = await asked(box, path, Host=host.format(port=box.port))
    assert status == 403


@pytest.mark.parametrize("path", EVERY_DOOR)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"]
)
async def test_other_sites_are_turned_away(box: Sandbox, path: str, origin: str) -> None:
    status, _, _ = await asked(box, path, Origin=origin.format(port=box.port))
    assert status == 403


async def test_its_own_page_comes_in(box: Sandbox) -> None:
    status, text, headers = await asked(box, "/", Origin=box.url)
    assert status == 200
    assert "<html" in text
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-cache")


async def test_localhost_leads_to_the_one_address(box: Sandbox) -> None:
    status, _, headers = await asked(box, "/", Host=f"localhost:{box.port}")
    assert (status, headers["Location"]) == (302, f"{box.url}/")


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/%2e%2e/server.py",
        "/page/..%2fserver.py",
        "/page//etc/passwd",
        "/page/none.js",
    ],
)
async def test_nothing_outside_the_pages_folder_is_served(box: Sandbox, path: str) -> None:
    reader_status, text, _ = await asked(box, path)
    assert reader_status == 404
    assert "Sandbox" not in text


async def test_files_are_fetched_by_a_fresh_signature_alone(box: Sandbox) -> None:
    box.player("birch").send("games", "look", ("pixel.png", PIXEL), ("page.html", b"<script>"))
    picture, page = box.player("birch").last("games").raw["attachments"]
    async with aiohttp.ClientSession() as http:
        async with http.get(picture["url"]) as response:
            assert (await response.read(), response.content_type) == (PIXEL, "image/png")
        async with http.get(page["url"]) as response:
            assert response.content_type == "application/octet-stream"
            assert response.headers["Content-Disposition"].startswith("attachment")
        async with http.get(picture["url"].split("?")[0]) as response:
            assert response.status == 404
        async with http.get(picture["url"].replace("hm=", "hm=0")) as response:
            assert response.status == 404
        box.clock.advance(86401)
        async with http.get(picture["url"]) as response:
            assert response.status == 404
        fresh = box.player("birch").last("games").raw["attachments"][0]["url"]
        async with http.get(fresh) as response:
            assert response.status == 200


async def test_an_avatar_for_everybody(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{box.cdn}/embed/avatars/3.png") as response:
            assert (await response.read()).startswith(b"\x89PNG")
        async with http.get(f"{box.cdn}/embed/avatars/x.png") as response:
            assert response.content_type == "image/png"


async def test_a_taken_port_is_one_clear_sentence(box: Sandbox) -> None:
    with pytest.raises(PortTaken, match=f"^Port {box.port} is taken by another program"):
        Sandbox(box.port)


def test_a_port_that_this_user_may_not_have_is_one_clear_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(PortTaken, match=r"^Port 80 is closed to this user; choose another\.$"):
        Sandbox(80)


NONSENSE: list[Any] = [
    None,
    5,
    "text",
    [],
    [[]],
    {"content": {}},
    {"content": ["a"]},
    {"embeds": [None]},
    {"embeds": [{"fields": [None]}]},
    {"embeds": [{"image": "x"}]},
    {"components": [None]},
    {"components": [{"type": True}]},
    {"components": [{"type": "1"}]},
    {"components": [{"type": 1, "components": [{"type": 1}]}]},
    {"components": [{"type": 1, "components": "x"}]},
    {"flags": 1 << 15, "components": [{"type": 12, "items": [{"media": None}]}]},
    {"flags": 1 << 15, "components": [{"type": 9, "components": [], "accessory": 3}]},
    {"flags": "x", "content": "a"},
    {"flags": 1 << 80, "content": "a"},
    {"allowed_mentions": []},
    {"allowed_mentions": {"parse": "users"}},
    {"attachments": [{"id": "99999999999999999999999"}]},
    {"attachments": {}},
    {"message_reference": "x", "content": "a"},
    {"nonce": {}},
    {"content": "\ud800"},
]


@pytest.mark.parametrize("body", NONSENSE, ids=repr)
async def test_a_misbehaving_bot_breaks_nothing(box: Sandbox, body: object) -> None:
    deer = box.player("reindeer")
    async with Rest(box) as rest, Gateway(box) as gateway:
        await gateway.identify()
        base = f"/applications/{box.world.app.id}/commands"
        command = {"name": "go", "description": "Goes"}
        await rest.ask("PUT", base, [command])
        for method, path in (
            ("POST", f"/channels/{GAMES}/messages"),
            ("POST", f"/channels/{GAMES}/threads"),
            ("PATCH", f"/channels/{GAMES}"),
            ("POST", "/users/@me/channels"),
            ("POST", base),
            ("PUT", base),
        ):
            await rest.ask(method, path, body)
        await rest.ask("PUT", base, [command])
        await _answered_wrongly(rest, gateway, deer, body)
    assert box.record.broken == []


async def _answered_wrongly(rest: Rest, gateway: Gateway, deer: Player, body: object) -> None:
    """Every kind of answer with that in it, and a right one at last."""
    task = asyncio.create_task(deer.slash("games", "go"))
    asked = (await gateway.hear_of("INTERACTION_CREATE"))["d"]
    path = f"/interactions/{asked['id']}/{asked['token']}/callback"
    await rest.post(path, body)
    for kind in (9, 5, 4):
        await rest.post(path, {"type": kind, "data": body})
    hook = f"/webhooks/{deer.world.app.id}/{asked['token']}"
    await rest.post(path, {"type": 4, "data": {"content": "ok"}})
    await rest.post(hook, body)
    await rest.ask("PATCH", f"{hook}/messages/@original", body)
    await rest.ask("PATCH", f"{hook}/messages/@original", {"content": "ok"})
    await task
