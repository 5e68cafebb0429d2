"""An answer whose picture takes long: it is promised in time, and the promise is filled in."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import patch

import aiohttp
import discord
import pytest

from bot.metrics import Metrics, Why
from bot.store.errors import DiskFails, DiskFull
from bot.ui.answers import answer_failure, learn_names, name_of, note_name, reply, update
from bot.ui.pages.page import Page, Picture, Text, text_page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

pytestmark = pytest.mark.asyncio
PAGE = Page((Text("It is your turn."), Picture("board.png", b"", "the board")))
PLAIN = text_page("You played e2-f2.")
THINKING = discord.InteractionResponseType.deferred_channel_message
UPDATING = discord.InteractionResponseType.deferred_message_update


class Painter:
    """Paints nothing, when it is let go on."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.emojis: dict[str, str] = {}

    async def paint(self, page: Page) -> Mapping[str, bytes]:
        """No pictures."""
        if page is PAGE:
            await self.go.wait()
        return {}


class Asked:
    """An interaction: what Discord was told of it, in order."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.promised = asyncio.Event()
        self.response = self
        self.extras: dict[str, object] = {}
        self.type: discord.InteractionResponseType | None = None
        self.gone = False  # the message whose button was pressed
        self.followup = SimpleNamespace(send=self._note("followed up"))
        self.edit_original_response = self._edit
        self.send_message = self._note("sent")
        self.edit_message = self._note("edited at once")

    def _note(self, what: str) -> Callable[..., Any]:
        async def note(**_: object) -> None:
            self.told.append(what)

        return note

    async def _edit(self, **_: object) -> None:
        if self.gone:
            answer = cast("Any", SimpleNamespace(status=404, reason="", headers={}))
            raise discord.NotFound(answer, {"code": 10008, "message": "Unknown Message"})
        self.told.append("filled in")

    def is_done(self) -> bool:
        """Whether there was a first answer."""
        return self.type is not None

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        """Promise an answer."""
        self.type = THINKING if thinking else UPDATING
        self.told.append("promised privately" if ephemeral else "promised")
        self.promised.set()


async def answered(how: Callable[..., Any], asked: Asked, painter: Painter) -> list[str]:
    """Return the requests to Discord if the picture is ready only after a promise."""
    app = SimpleNamespace(pictures=painter)
    answering = asyncio.create_task(how(cast("Any", app), cast("Any", asked), PAGE))
    if not painter.go.is_set():
        await asyncio.wait_for(asked.promised.wait(), 60)
        painter.go.set()
    await answering
    return asked.told


@pytest.fixture
def painter(monkeypatch: pytest.MonkeyPatch) -> Painter:
    monkeypatch.setattr("bot.ui.channel_io._PAINTED_WITHIN", 0.01)
    return Painter()


async def test_a_new_message_is_promised_where_its_picture_takes_long(painter: Painter) -> None:
    assert await answered(reply, Asked(), painter) == ["promised privately", "filled in"]


async def test_a_message_stays_until_its_picture_is_there(painter: Painter) -> None:
    assert await answered(update, Asked(), painter) == ["promised", "filled in"]


async def test_where_the_message_is_deleted_meanwhile_a_new_one_is_sent(painter: Painter) -> None:
    asked = Asked()
    asked.gone = True
    assert await answered(update, asked, painter) == ["promised", "followed up"]


async def test_an_answer_that_is_dismissed_before_it_is_filled_in_is_left_at_that(
    painter: Painter,
) -> None:
    painter.go.set()
    asked = Asked()
    asked.gone, asked.type = True, THINKING  # "Reviewing the game…", dismissed meanwhile
    assert await answered(update, asked, painter) == []


async def test_what_is_painted_in_time_is_not_promised(painter: Painter) -> None:
    painter.go.set()
    assert await answered(reply, Asked(), painter) == ["sent"]
    assert await answered(update, Asked(), painter) == ["edited at once"]


async def test_an_answer_without_pictures_takes_no_second_task(painter: Painter) -> None:
    tasks: list[int] = []

    async def paint(_: object) -> dict[str, bytes]:
        tasks.append(len(asyncio.all_tasks()))
        return {}

    app, asked = SimpleNamespace(pictures=painter), Asked()
    with patch.object(painter, "paint", paint):
        await reply(cast("Any", app), cast("Any", asked), PLAIN)
    assert asked.told == ["sent"]
    assert tasks == [1]


async def test_an_account_that_discord_does_not_know_is_asked_for_once_an_hour() -> None:
    asked: list[int] = []
    time = 1_000_000
    answer = cast("Any", SimpleNamespace(status=404, reason="", headers={}))

    async def fetch_user(player: int) -> None:
        asked.append(player)
        raise discord.NotFound(answer, {"code": 10013, "message": "Unknown User"})

    services = SimpleNamespace(now=lambda: time)
    app = cast("Any", SimpleNamespace(names={}, usernames={}, gone={}, services=services))
    client = cast("Any", SimpleNamespace(fetch_user=fetch_user))
    for _ in range(3):
        assert not await learn_names(app, client, [7, 8])
    assert asked == [7, 8]
    time += 3600
    assert not await learn_names(app, client, [7, 8])
    assert asked == [7, 8, 7, 8]
    note_name(app, cast("Any", SimpleNamespace(id=7, global_name="Anna", name="anna_7")))
    assert await name_of(app, client, 7) == "Anna"
    note_name(app, cast("Any", SimpleNamespace(id=8, global_name=None, name="bert")))
    assert await name_of(app, client, 8) == "bert"
    assert app.usernames == {7: "anna_7", 8: "bert"}


def server_error(status: int) -> discord.HTTPException:
    """Return the error of discord.py after its last try."""
    answer = cast("Any", SimpleNamespace(status=status, reason="", headers={}))
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(answer, {"code": 0, "message": "it is broken"})


@pytest.mark.parametrize(
    ("error", "why", "says"),
    [
        (server_error(500), Why.DISCORD, "Discord had trouble"),
        (server_error(503), Why.DISCORD, "Discord had trouble"),
        (aiohttp.ServerDisconnectedError(), Why.DISCORD, "Discord had trouble"),
        (server_error(400), Why.FAULT, "Something went wrong"),
        (OSError("no such file"), Why.FAULT, "Something went wrong"),
        (DiskFails("The disk fails."), Why.FAULT, "Something went wrong"),
        (DiskFull("The disk is full."), Why.FAULT, "My disk is full"),
    ],
)
async def test_what_goes_wrong_is_told_counted_and_logged(
    caplog: pytest.LogCaptureFixture, painter: Painter, error: Exception, why: Why, says: str
) -> None:
    asked = SimpleNamespace(
        type=discord.InteractionType.application_command,
        command=SimpleNamespace(qualified_name="tablut games"),
        data={},
        locale="en-US",
    )
    metrics, told = Metrics(), list[Page]()
    app = cast("Any", SimpleNamespace(metrics=metrics, pictures=painter))

    async def tell(_app: object, _asked: object, page: Page) -> None:
        told.append(page)

    with patch("bot.ui.answers.reply", tell):
        await answer_failure(app, cast("Any", asked), error)
    counted = {
        sample.labels["why"]: sample.value
        for metric in metrics.registry.collect()
        for sample in metric.samples
        if sample.name == "konakis_interaction_failures_total"
    }
    assert counted == {why.value: 1}
    assert says in str(told[0])
    assert [bool(record.exc_info) for record in caplog.records] == [why is Why.FAULT]
