"""The rest of REST: the token, commands, guilds, rate limits, faults, and what is missing."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from sandbox.clock import Clock
from sandbox.rest.faults import Trouble
from sandbox.rest.routing import Pace
from sandbox.sample import APP_ID, ELSEWHERE, GAMES, LONG_TABLE
from sandbox.server import Sandbox
from sandbox.world import places
from tests.sandbox import openapi
from tests.sandbox.conftest import check_record
from tests.sandbox.raw import Rest

MESSAGES = f"/channels/{GAMES}/messages"
COMMANDS = f"/applications/{APP_ID}/commands"
BOARD = {"name": "board", "description": "Shows it", "name_localizations": {"fr": "plateau"}}


async def test_who_the_bot_is(box: Sandbox) -> None:
    async with Rest(box) as rest:
        me = (await rest.ask("GET", "/users/@me")).body
        assert (me["username"], me["bot"]) == ("Bot", True)
        app = (await rest.ask("GET", "/oauth2/applications/@me")).body
        assert (app["id"], app["bot"]["id"], app["owner"]["username"]) == (
            APP_ID,
            me["id"],
            "reindeer",
        )
        assert app["integration_types_config"] == {"0": {}, "1": {}}
    check_record(box)


async def test_a_wrong_token(box: Sandbox) -> None:
    async with Rest(box, "wrong") as rest:
        said = await rest.ask("GET", "/users/@me")
        assert (said.status, said.body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_requests_without_a_route_are_logged(
    box: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    async with Rest(box) as rest:
        said = await rest.post(f"/guilds/{LONG_TABLE}/emojis", {})
        assert (said.status, said.body) == (404, {"message": "404: Not Found", "code": 0})
    assert box.record.missing == [f"POST /api/v10/guilds/{LONG_TABLE}/emojis"]
    assert f"no such route: POST /api/v10/guilds/{LONG_TABLE}/emojis" in caplog.text


async def test_nonsense_instead_of_json(box: Sandbox) -> None:
    head = {"Content-Type": "application/json"}
    async with Rest(box) as rest:
        said = await rest.ask("POST", MESSAGES, data=b"{", headers=head)
        assert (said.status, said.body["code"]) == (400, 50109)
        head = {"Content-Type": "multipart/form-data; boundary=x"}
        said = await rest.ask("POST", MESSAGES, data=b"nonsense", headers=head)
        assert said.status == 400


async def test_commands_are_registered_anew_and_keep_their_ids(box: Sandbox) -> None:
    async with Rest(box) as rest:
        (first,) = (await rest.ask("PUT", COMMANDS, [BOARD])).body
        again = (await rest.ask("PUT", COMMANDS, [BOARD, {"name": "Show", "type": 3}])).body
        assert again[0]["id"] == first["id"]
        assert again[0]["version"] != first["version"]
        assert again[0]["integration_types"] == [0, 1]
        listed = (await rest.ask("GET", COMMANDS)).body
        assert "name_localizations" not in listed[0]
        listed = (await rest.ask("GET", f"{COMMANDS}?with_localizations=true")).body
        assert listed[0]["name_localizations"] == {"fr": "plateau"}
        assert (await rest.ask("DELETE", f"{COMMANDS}/{first['id']}")).status == 204
        assert (await rest.ask("GET", f"{COMMANDS}/{first['id']}")).body["code"] == 10063
        added = await rest.post(COMMANDS, BOARD)
        assert added.status == 201
        replaced = await rest.post(COMMANDS, {**BOARD, "description": "Shows another"})
        assert (replaced.status, replaced.body["id"]) == (200, added.body["id"])
        one = f"{COMMANDS}/{added.body['id']}"
        assert (await rest.ask("PATCH", one, {"name": "table"})).body[
            "description"
        ] == "Shows another"
        wrong = await rest.ask("PUT", COMMANDS, [BOARD, {"name": "A", "description": "a"}])
        assert list(wrong.body["errors"]) == ["1"]
        assert (await rest.ask("PUT", "/applications/1/commands", [])).body["code"] == 20012
    assert [command["name"] for command in box.world.commands[None]] == ["Show", "table"]
    check_record(box)


async def test_commands_of_one_guild(box: Sandbox) -> None:
    async with Rest(box) as rest:
        base = f"/applications/{APP_ID}/guilds"
        assert (await rest.ask("PUT", f"{base}/{LONG_TABLE}/commands", [BOARD])).status == 200
        assert (await rest.ask("PUT", f"{base}/{ELSEWHERE}/commands", [BOARD])).status == 404
    deer = box.player("reindeer")
    assert deer.commands("games") == ["board"]
    assert deer.commands(deer.dm(box.bot)) == []
    assert box.player("riviere").commands("games") == ["plateau"]
    check_record(box)


@pytest.mark.parametrize(
    ("fields", "games", "direct", "lobby", "private"),
    [
        ({}, True, True, True, True),
        ({"contexts": [0]}, True, False, True, False),
        ({"contexts": [1, 2]}, False, True, False, True),
        ({"integration_types": [0]}, True, True, False, False),
        ({"integration_types": [1]}, True, True, True, True),
        ({"default_member_permissions": str(1 << 5)}, False, True, False, True),
    ],
)
async def test_where_a_command_can_be_used(  # noqa: PLR0913  (a row of a table)
    box: Sandbox,
    fields: dict[str, object],
    *,
    games: bool,
    direct: bool,
    lobby: bool,
    private: bool,
) -> None:
    async with Rest(box) as rest:
        await rest.ask("PUT", COMMANDS, [{**BOARD, **fields}])
    cairn = box.player("cairn")
    channels = [
        bool(cairn.commands(game))
        for game in ("games", cairn.dm(box.bot), "lobby", cairn.dm(box.player("birch")))
    ]
    assert channels == [games, direct, lobby, private]


async def test_guilds_members_and_users(box: Sandbox) -> None:
    deer = box.player("reindeer")
    async with Rest(box) as rest:
        guild = (await rest.ask("GET", f"/guilds/{LONG_TABLE}?with_counts=true")).body
        assert (guild["name"], guild["approximate_member_count"]) == ("The Long Table", 6)
        member = (await rest.ask("GET", f"/guilds/{LONG_TABLE}/members/{deer.id}")).body
        assert member["user"]["username"] == "reindeer"
        assert (await rest.ask("GET", f"/users/{deer.id}")).body["global_name"] == "Reindeer"
        assert (await rest.ask("GET", "/users/1")).body["code"] == 10013
        assert len((await rest.ask("GET", f"/guilds/{LONG_TABLE}/channels")).body) == 3
        assert len((await rest.ask("GET", f"/guilds/{LONG_TABLE}/roles")).body) == 2
        assert (await rest.ask("GET", f"/guilds/{ELSEWHERE}")).body["code"] == 10004
        places.leave(box.world, LONG_TABLE, deer.id)
        gone = await rest.ask("GET", f"/guilds/{LONG_TABLE}/members/{deer.id}")
        assert gone.body["code"] == 10007
        assert (await rest.ask("DELETE", f"/users/@me/guilds/{LONG_TABLE}")).status == 204
        assert (await rest.ask("GET", "/users/@me/guilds")).body == []
    check_record(box)


class Still(Clock):
    """A clock that goes on only when it is advanced, however long the machine stands still."""

    def seconds(self) -> float:
        """As late as it was made, and what was added."""
        return 1_800_000_000 + self._ahead


@pytest_asyncio.fixture
async def still(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A sandbox with such a clock."""
    monkeypatch.setattr("sandbox.server.Clock", Still)
    async with Sandbox() as running:
        yield running


async def test_five_messages_in_five_seconds(still: Sandbox) -> None:
    async with Rest(still) as rest:
        five = [await rest.post(MESSAGES, {"content": "a"}) for _ in range(5)]
        assert [answer.headers["X-RateLimit-Remaining"] for answer in five] == list("43210")
        limited = await rest.post(MESSAGES, {"content": "a"})
        assert (limited.status, limited.headers["Via"]) == (429, "1.1 google")
        assert 4 < limited.body["retry_after"] <= 5
        assert limited.body["global"] is False
        assert five[0].headers["X-RateLimit-Bucket"] == limited.headers["X-RateLimit-Bucket"]
        other = await rest.post("/channels/1200000000000000101/messages", {"content": "a"})
        assert other.headers["X-RateLimit-Bucket"] == five[0].headers["X-RateLimit-Bucket"]
        assert other.status == 200
        still.clock.advance(5)
        assert (await rest.post(MESSAGES, {"content": "a"})).status == 200
    check_record(still)


async def test_the_whole_bot_has_a_limit_of_its_own(still: Sandbox) -> None:
    still.rates.overall = Pace(3, 60.0)
    async with Rest(still) as rest:
        for _ in range(3):
            assert (await rest.ask("GET", "/users/@me")).status == 200
        limited = await rest.ask("GET", "/gateway")
        assert (limited.status, limited.body["global"]) == (429, True)
        assert limited.headers["X-RateLimit-Global"] == "true"
        token = await rest.ask("GET", f"/webhooks/{APP_ID}/token/messages/@original")
        assert token.status == 404


async def test_old_messages_are_seldom_edited(still: Sandbox) -> None:
    async with Rest(still) as rest:
        one = f"{MESSAGES}/{(await rest.post(MESSAGES, {'content': 'a'})).body['id']}"
        still.clock.advance(3601)
        for _ in range(3):
            assert (await rest.ask("PATCH", one, {"content": "b"})).status == 200
        limited = await rest.ask("PATCH", one, {"content": "b"})
        assert (limited.status, limited.body["code"]) == (429, 30046)
    check_record(still)


async def test_limits_can_be_lifted() -> None:
    async with Sandbox(rates=False) as box, Rest(box) as rest:
        said = [await rest.post(MESSAGES, {"content": "a"}) for _ in range(20)]
    assert {answer.status for answer in said} == {200}
    assert "X-RateLimit-Limit" not in said[0].headers


@pytest.mark.parametrize("status", [429, 500, 502, 503])
@pytest.mark.parametrize("after", [False, True])
async def test_faults_before_and_after_the_work(box: Sandbox, status: int, *, after: bool) -> None:
    assert status in {429, 500, 502, 503}
    trouble = box.faults.add(
        Trouble(status, "POST", "/channels/*/messages", after=after)  # pyright: ignore[reportArgumentType]  # one of its literals
    )
    async with Rest(box) as rest:
        assert (await rest.ask("GET", "/users/@me")).status == 200
        assert (await rest.post(MESSAGES, {"content": "a"})).status == status
        assert len(box.player("birch").sees("games")) == int(after)
        assert (await rest.post(MESSAGES, {"content": "b"})).status == 200
    assert trouble.hits == 1
    check_record(box)


async def test_a_dropped_and_a_slow_answer(box: Sandbox) -> None:
    box.faults.add(Trouble("drop", "POST", "/channels/*/messages"))
    async with Rest(box) as rest:
        with pytest.raises(aiohttp.ClientError):
            await rest.post(MESSAGES, {"content": "a"})
        box.faults.add(Trouble("slow", seconds=30))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(rest.ask("GET", "/users/@me"), 0.05)
        box.faults.add(Trouble(503, times=5))
        box.faults.clear()
        assert (await rest.ask("GET", "/users/@me")).status == 200


async def test_an_answer_is_lost_of_a_request_that_was_handled(box: Sandbox) -> None:
    lost = box.faults.add(Trouble("drop", "POST", "/channels/*/messages", after=True))
    async with Rest(box) as rest:
        assert (await rest.post(MESSAGES, {"content": "a" * 2001})).status == 400
        assert lost.hits == 0
        with pytest.raises(aiohttp.ClientError):
            await rest.post(MESSAGES, {"content": "a"})
        assert lost.hits == 1


@openapi.needed
async def test_the_check_against_discords_description_finds_mistakes(box: Sandbox) -> None:
    async with Rest(box) as rest:
        await rest.post(MESSAGES, {"content": "a"})
    (exchange,) = box.record.exchanges
    assert openapi.check(exchange) == []
    exchange.body["content"] = 5
    del exchange.answer["author"]
    exchange.answer["flags"] = "none"
    what = "POST /channels/{channel_id}/messages"
    assert sorted(openapi.check(exchange)) == [
        f'{what} answered 200: $.flags: "none" is not of type "integer"',
        f'{what} answered 200: $: "author" is a required property',
        f'{what} asked: $.content: 5 is not of types "null", "string"',
    ]
    exchange.template = "/channels/{channel_id}/nonsense"
    assert openapi.check(exchange) == [
        "POST /channels/{channel_id}/nonsense: Discord has no such thing"
    ]
