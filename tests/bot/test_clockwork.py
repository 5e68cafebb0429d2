"""What time brings about, it brings about: in time, cheaply, and after a bad day of the store's."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.clockwork import Clockwork
from bot.service.challenges import accept, challenge, expire, withdraw
from bot.service.model import Kind, Standing, Terms
from games.core import Reason
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, NOON, WEEK, Contested, D, Parlour

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence

    from bot.service.model import Challenge, Instant, Record
    from bot.service.ports import Change, Committed

DAY = 86_400


class Counting(Contested):
    """A store that counts what it is asked, and fails at what it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = Counter[str]()
        self.failures = 0
        self.broken: set[int] = set()  # matches that cannot be read

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401  any method
        found = super().__getattribute__(name)
        if inspect.iscoroutinefunction(found):
            self.asked[name] += 1
        return found

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """As ever, in the end."""
        if self.failures:
            self.failures -= 1
            raise OSError("disk full")
        return await super().expired(now)

    async def record(self, number: int) -> Record | None:
        """As ever, but for those that are broken."""
        if number in self.broken:
            raise OSError("its events make no match")
        return await super().record(number)


class Nights:
    """Sleeping takes no time here; how long it would have taken is written down."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.reachable = True
        self.slept: list[float] = []
        self._left = 0
        self._over = asyncio.Event()
        self._go = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass, then wait until there are nights left."""
        self.slept.append(seconds)
        self._left -= 1
        if self._left <= 0:
            self._over.set()
            await self._go.wait()
            self._go.clear()
        self.parlour.time += max(1, int(seconds))

    async def pass_(self, nights: int) -> list[float]:
        """So many rounds; how long each slept after it."""
        self.slept.clear()
        self._left = nights
        if self._over.is_set():  # it waits after the rounds before
            self._over.clear()
            self._go.set()
        await self._over.wait()
        return list(self.slept)


@asynccontextmanager
async def working(parlour: Parlour) -> AsyncGenerator[Nights]:
    """The clockwork after its first round, until the block ends; then it is stopped well."""
    nights = Nights(parlour)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.clockwork.sleep", nights.sleep)
        work = Clockwork(parlour.house, lambda: nights.reachable)
        running = asyncio.create_task(work.run())
        try:
            await nights.pass_(1)
            yield nights
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
    assert running.cancelled()


async def begun(parlour: Parlour, days: int = 1) -> Record:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, Pace(days)))
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    return record


async def test_it_beats_and_wakes_for_the_next_deadline(parlour: Parlour) -> None:
    await begun(parlour)
    parlour.time = NOON + DAY * 3 // 4 - 40
    async with working(parlour) as nights:
        assert nights.slept == [30]
        assert await nights.pass_(2) == [10, 20]  # for the reminder, which the beat is not late for
        assert [post.kind for post in parlour.said()] == [Kind.REMINDER]
        assert parlour.store.notes["alive"] == str(NOON + DAY * 3 // 4 - 10)
        assert await nights.pass_(1) == [30]


async def test_idle_it_costs_the_same_few_questions_however_many_clocks_run() -> None:
    costs: list[Counter[str]] = []
    for matches in (1, 500):
        store = Counting()
        parlour = Parlour(store=store)
        record = await begun(parlour, 14)
        for number in range(2, matches + 1):
            store.records[number] = replace(record, id=number)
        async with working(parlour) as nights:
            store.asked.clear()
            assert await nights.pass_(10) == [30] * 10
            costs.append(store.asked.copy())
    assert costs[0] == costs[1]
    asked = ("note", "keep_note", "erasures", "clear")
    asked += ("expired", "due_matches", "next_deadline")
    assert costs[0] == {**dict.fromkeys(asked, 10), "note": 20}  # the last beat, and the season


async def test_many_that_are_due_are_done_in_batches_without_a_pause(parlour: Parlour) -> None:
    record = await begun(parlour)
    for number in range(1, 251):
        parlour.store.records[number] = replace(record, id=number, due=0)
    async with working(parlour) as nights:
        assert nights.slept == [0]
        assert await nights.pass_(2) == [0, pytest.approx(28, abs=2)]
        assert {each.due for each in parlour.store.records.values()} == {NOON + DAY * 3 // 4}


async def test_challenges_run_out(parlour: Parlour) -> None:
    made = await parlour.challenged()
    draft, _ = await challenge(parlour.house, HERE, ANNA, None, Terms("ludens", D, Pace()))
    parlour.store.challenges[draft.id] = replace(draft, standing=Standing.DRAFT)
    parlour.hush()
    parlour.time = NOON + WEEK - 40
    async with working(parlour) as nights:
        await nights.pass_(1)
        assert (await parlour.house.challenge(made.id)).standing is Standing.OPEN
        await nights.pass_(1)
    for each in (made, draft):
        assert (await parlour.house.challenge(each.id)).standing is Standing.EXPIRED
    assert {post.challenge for post in parlour.said()} == {made.id}  # a draft just goes


async def test_a_failure_is_logged_and_not_the_end(caplog: pytest.LogCaptureFixture) -> None:
    store = Counting()
    parlour = Parlour(store=store)
    made = await parlour.challenged()
    parlour.time = NOON + WEEK
    store.failures = 2
    async with working(parlour) as nights:
        assert await nights.pass_(2) == [30, 30]
    assert [each.levelno for each in caplog.records] == [logging.ERROR]
    assert (await parlour.house.challenge(made.id)).standing is Standing.EXPIRED


async def test_a_match_that_cannot_be_read_hinders_no_other_and_is_logged_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.clockwork._BATCH", 1)
    store = Counting()
    parlour = Parlour(store=store)
    for _ in range(2):
        await begun(parlour)
    store.broken.add(1)
    parlour.time = NOON + DAY
    async with working(parlour) as nights:
        assert await nights.pass_(3) == [0, 29, 30]  # those behind it do not wait
        assert len(caplog.records) == 1
        assert (await parlour.house.record(2)).match.verdict
        store.broken.clear()
        await nights.pass_(1)
        assert (await parlour.house.record(1)).match.verdict


async def test_challenges_that_cannot_be_read_stop_no_clock(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Counting()
    parlour = Parlour(store)
    record = await begun(parlour)
    store.failures = 10**6
    async with working(parlour) as nights:
        await nights.pass_(18 * 60 * 2)  # of half a minute each
    assert [post.kind for post in store.posts.values() if post.match == record.id][-1:] == [
        Kind.REMINDER
    ]
    assert caplog.messages.count("could not close the challenges whose time is over") == 1


async def test_a_challenge_that_cannot_be_closed_stops_no_other(parlour: Parlour) -> None:
    first, second = await parlour.challenged(), await parlour.challenged(opponent=None)
    parlour.time += WEEK
    commit = parlour.store.commit

    async def broken(change: Change, *more: Change) -> Committed:
        if change.challenge and change.challenge.id == first.id:
            raise OSError("damaged")
        return await commit(change, *more)

    parlour.store.commit = broken  # type: ignore[method-assign]
    with pytest.raises(ExceptionGroup):
        await expire(parlour.house)
    standings = [parlour.store.challenges[each.id].standing for each in (first, second)]
    assert standings == [Standing.OPEN, Standing.EXPIRED]


async def test_out_of_reach_nothing_happens_and_the_time_is_given_back(parlour: Parlour) -> None:
    await begun(parlour)
    parlour.time = NOON + DAY - 20
    async with working(parlour) as nights:
        parlour.hush()
        nights.reachable = False
        assert await nights.pass_(100) == [1] * 100
        assert parlour.said() == []
        nights.reachable = True
        await nights.pass_(1)
        assert (await parlour.house.record(1)).match.verdict is None
        assert parlour.store.downs == [(NOON + DAY - 20, NOON + DAY + 100)]
        assert (await parlour.house.record(1)).due == NOON + DAY + 120
        await nights.pass_(1)
        verdict = (await parlour.house.record(1)).match.verdict
        assert verdict
        assert verdict.reason is Reason.TIME


async def test_a_short_gap_while_it_runs_is_none(parlour: Parlour) -> None:
    async with working(parlour) as nights:
        nights.reachable = False
        await nights.pass_(20)
        nights.reachable = True
        await nights.pass_(3)
    assert parlour.store.downs == []


async def test_a_clean_stop_beats_once_more_and_the_next_start_counts_from_there(
    parlour: Parlour,
) -> None:
    async with working(parlour):
        parlour.time += 7
    assert parlour.store.notes["alive"] == str(NOON + 7)
    parlour.time += 5
    async with working(parlour) as nights:
        assert parlour.store.downs == [(NOON + 7, NOON + 12)]
        nights.reachable = False
        parlour.time += 9
    assert parlour.store.notes["alive"] == str(NOON + 12)


async def test_down_across_a_deadline_the_time_is_given_back_before_anything_is_said(
    parlour: Parlour,
) -> None:
    async with working(parlour):
        await begun(parlour)
    parlour.time = NOON + 3 * DAY
    async with working(parlour) as nights:
        await nights.pass_(2)
        assert parlour.said() == []
        record = await parlour.house.record(1)
        assert (record.match.verdict, record.due) == (None, NOON + 3 * DAY + DAY * 3 // 4)


@pytest.fixture
def parlour() -> Parlour:
    """An empty one, at noon."""
    return Parlour()


async def test_with_each_heartbeat_the_host_is_heard_and_what_is_old_goes(
    parlour: Parlour,
) -> None:
    made, _ = await challenge(parlour.house, HERE, ANNA, None, Terms("ludens", D, Pace()))
    await withdraw(parlour.house, made.id, ANNA)
    parlour.hush()
    parlour.store.wanted[BEN] = "by letter"
    parlour.time += 31 * DAY
    async with working(parlour):
        assert parlour.store.challenges == {}
        assert parlour.store.gone == {BEN: (parlour.time, "by letter")}


async def test_a_person_who_cannot_be_erased_stops_no_clock(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(parlour.store, "erase", broken)
    parlour.store.wanted = {ANNA: "", BEN: ""}
    async with working(parlour) as nights:
        assert await nights.pass_(2) == [30, 30]
    logged = [each for each in caplog.messages if "could not erase" in each]
    assert len(logged) == 1
    assert str(ANNA) not in caplog.text
