"""How often a move asks the database: each time costs a hand-over to its thread and back."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock, Mock

import pytest

from bot.composition import FEATURES
from bot.model.posts import BoardPost, SentMessage, ShrinkBoard
from bot.service.due_matches import process_due_match
from bot.service.play import make_typed_move
from bot.store.worker import ThreadedWorker
from bot.ui.posting.poster import DiscordPoster, posting_on
from games.pace import Pace
from tests.bot.service.parlour import ANNA

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Generator

    from bot.model.matches import Record
    from bot.model.posts import Post
    from tests.bot.service.parlour import Parlour


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Generator[list[int]]:
    """For each time that the database is asked, by how many statements."""
    asked, run = list[int](), ThreadedWorker.run

    async def counting(self: ThreadedWorker, job: Callable[[sqlite3.Connection], object]) -> object:
        def traced(db: sqlite3.Connection) -> object:
            said: list[str] = []
            db.set_trace_callback(said.append)
            try:
                return job(db)
            finally:
                db.set_trace_callback(None)
                asked.append(sum(not statement.startswith("--") for statement in said))

        return await run(self, traced)

    with monkeypatch.context() as patch:
        patch.setattr(ThreadedWorker, "run", counting)
        yield asked


async def in_a_game(parlour: Parlour, days: int | None) -> Record:
    """A match without a challenge, after some moves."""
    record = replace(await parlour.begun(moves=2), pace=Pace(days=days))
    parlour.put(record)
    return await parlour.services.record(record.id)


def poster(parlour: Parlour) -> DiscordPoster:
    """A poster on every server, whose Discord accepts everything."""
    services = parlour.services
    pinged = Mock(**{"ping.return_value": None})
    app = SimpleNamespace(
        services=services, features=FEATURES, pictures=None, locales={}, pinged=pinged
    )
    server = SimpleNamespace(preferred_locale="en-GB")
    client = Mock(**{"get_guild.return_value": server, "get_channel.return_value": None})
    posting = posting_on(client, cast("Any", app), Mock(**{"locale.return_value": ""}))
    io = AsyncMock(**{"post_or_dm.return_value": SentMessage(700)})
    io.is_guest = Mock(return_value=False)
    return DiscordPoster(replace(posting, io=io))


@pytest.mark.parametrize("days", [None, 3])
async def test_a_typed_move_asks_what_time_does_and_commits(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, days: int | None
) -> None:
    record = await in_a_game(parlour, days)
    with counted(monkeypatch) as asked:
        await make_typed_move(parlour.services, record, ANNA, "d1-d2")
    assert len(asked) <= 2
    assert sum(asked) <= 21


async def test_what_is_due_asks_once_what_stops_the_clock_and_once_after_writing(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await in_a_game(parlour, 3)
    with counted(monkeypatch) as asked:
        await process_due_match(parlour.services, record.id, parlour.time)
    assert len(asked) == 4  # the match, its stops, the commit, and its stops since


# Once for the match with all who read it, once for a tournament that may have begun it, and with
# a clock for what stops that.
@pytest.mark.parametrize(("days", "jobs", "statements"), [(None, 2, 5), (3, 3, 9)])
async def test_a_board_asks_once_for_its_match_and_all_who_read_it(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, days: int | None, jobs: int, statements: int
) -> None:
    record = await in_a_game(parlour, days)
    sends = poster(parlour)
    post: Post = BoardPost(record.id, len(record.match.log), id=9, place=record.place)
    with counted(monkeypatch) as asked:
        assert (await sends.post(post)).message == 700
    assert len(asked) <= jobs
    assert sum(asked) <= statements
    shrinks = ShrinkBoard(record.id, len(record.match.log), 700, 701, id=10, place=record.place)
    with counted(monkeypatch) as asked:
        await sends.post(shrinks)
    assert asked == [1]  # the server's choice for old boards: delete them
