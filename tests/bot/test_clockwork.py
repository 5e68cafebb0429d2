"""Time's effects happen: in time, cheaply, and after a bad day of the store's."""

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
from bot.composition import FEATURES
from bot.model.challenges import Standing, Terms
from bot.model.posts import ClockPost, ReminderPost
from bot.service.challenges import accept, expire_challenges, make_challenge, withdraw
from bot.service.play import make_move
from bot.store.personal_data import Erasure
from games.core import Reason
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, NOON, WEEK, D, Parlour
from tests.bot.store.model import challenge_of, match_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from bot.model.matches import Record
    from bot.store.changes import Change, Committed
    from bot.store.store import Store

DAY = 86_400
MOVE = DAY * 3 // 2  # what a pace of one day gives for a move


class Faults:
    """Counts the requests to a parlour's store, and makes some of them fail."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = Counter[str]()
        self.failures = 0
        self.broken: set[int] = set()  # matches that cannot be read
        for subject in (store.matches, store.challenges, store.notes, store.personal_data, store):
            for name, method in inspect.getmembers(subject, inspect.iscoroutinefunction):
                monkeypatch.setattr(subject, name, self._counted(subject, name, method))

    def _counted(
        self, subject: object, name: str, method: Callable[..., Awaitable[object]]
    ) -> Callable[..., Awaitable[object]]:
        async def called(*given: Any, **named: Any) -> object:  # noqa: ANN401  as the method
            self.asked[f"{type(subject).__name__}.{name}"] += 1
            if name == "expired" and self.failures:
                self.failures -= 1
                raise OSError("disk full")
            if name == "record" and given[0] in self.broken:
                raise OSError("its events make no match")
            return await method(*given, **named)

        return called


@pytest.fixture
def faults(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Those of the parlour's store."""
    return Faults(parlour.store, monkeypatch)


class Nights:
    """Sleeping takes no time here; how long it would have taken is written down."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.reachable = True
        self.slept: list[float] = []
        self._left = 0
        self._over = asyncio.Event()
        self._go = asyncio.Event()

    async def sleep(self, seconds: float, _: object) -> None:
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
        patch.setattr(parlour.store.alarms.clocks, "sleep", nights.sleep)
        work = Clockwork(parlour.services, lambda: nights.reachable, FEATURES.chores)
        running = asyncio.create_task(work.run())
        try:
            await nights.pass_(1)
            yield nights
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
    assert running.cancelled()


async def begun(parlour: Parlour, days: int = 1, moves: int = 0) -> Record:
    """After so many moves."""
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, Terms("ludens", D, Pace(days))
    )
    record = await accept(parlour.services, challenge.id, BEN)
    for path in MOVES[:moves]:
        mover = record.player(record.match.turn)
        record = await make_move(parlour.services, record.id, mover, path)
    parlour.hush()
    return record


async def test_it_beats_and_wakes_for_the_next_deadline(parlour: Parlour) -> None:
    await begun(parlour)
    parlour.time = NOON + MOVE * 3 // 4 - 40
    async with working(parlour) as nights:
        assert nights.slept == [30]
        assert await nights.pass_(2) == [10, 20]  # for the reminder, which the beat is not late for
        assert [type(post) for post in parlour.said()] == [ReminderPost]
        assert parlour.tables.notes["alive"] == str(NOON + MOVE * 3 // 4 - 10)
        assert await nights.pass_(1) == [30]


async def test_idle_it_costs_the_same_few_questions_however_many_clocks_run(
    parlour: Parlour, faults: Faults
) -> None:
    costs: list[Counter[str]] = []
    record = await begun(parlour, 14)
    for matches in (1, 500):
        for number in range(2, matches + 1):
            parlour.put(replace(record, id=number))
        async with working(parlour) as nights:
            faults.asked.clear()
            assert await nights.pass_(10) == [30] * 10
            costs.append(faults.asked.copy())
    assert costs[0] == costs[1]
    asked = ("Notes.keep", "PersonalData.erasures", "PersonalData.empty_log", "Contested.clear")
    asked += ("Challenges.expired", "Matches.due", "Matches.next_deadline")
    asked += ("Challenges.open_of",)  # what channels ask of the bot
    # The last beat, the season, and the day of the pinned lists.
    assert costs[0] == {**dict.fromkeys(asked, 10), "Notes.read": 30}


@pytest.mark.slow
async def test_many_that_are_due_are_done_in_batches_without_a_pause(parlour: Parlour) -> None:
    record = await begun(parlour)
    for number in range(1, 251):
        parlour.put(replace(record, id=number, due=0))
    async with working(parlour) as nights:
        assert nights.slept == [0]
        assert await nights.pass_(2) == [0, pytest.approx(28, abs=2)]
        assert {record.due for record in parlour.records.values()} == {NOON + MOVE * 3 // 4}


async def test_challenges_run_out(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    draft, _ = await make_challenge(parlour.services, HERE, ANNA, None, Terms("ludens", D, Pace()))
    parlour.tables.put("challenge", replace(draft, standing=Standing.DRAFT))
    parlour.hush()
    parlour.time = NOON + WEEK - 40
    async with working(parlour) as nights:
        await nights.pass_(1)
        assert (await parlour.services.challenge(challenge.id)).standing is Standing.OPEN
        await nights.pass_(1)
    for expired in (challenge, draft):
        assert (await parlour.services.challenge(expired.id)).standing is Standing.EXPIRED
    assert {challenge_of(post) for post in parlour.said()} == {challenge.id}  # a draft just goes


async def test_a_failure_is_logged_and_not_the_end(
    parlour: Parlour, faults: Faults, caplog: pytest.LogCaptureFixture
) -> None:
    challenge = await parlour.challenged()
    parlour.time = NOON + WEEK
    faults.failures = 2
    async with working(parlour) as nights:
        assert await nights.pass_(2) == [30, 30]
    assert [entry.levelno for entry in caplog.records] == [logging.ERROR]
    assert (await parlour.services.challenge(challenge.id)).standing is Standing.EXPIRED


async def test_a_match_that_cannot_be_read_hinders_no_other_and_is_logged_once(
    parlour: Parlour,
    faults: Faults,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.clockwork._BATCH", 1)
    for _ in range(2):
        await begun(parlour)
    faults.broken.add(1)
    parlour.time = NOON + MOVE
    async with working(parlour) as nights:
        assert await nights.pass_(3) == [0, 29, 30]  # those behind it do not wait
        assert len(caplog.records) == 1
        assert (await parlour.services.record(2)).match.verdict
        faults.broken.clear()
        await nights.pass_(1)
        assert (await parlour.services.record(1)).match.verdict


@pytest.mark.slow
async def test_challenges_that_cannot_be_read_stop_no_clock(
    parlour: Parlour, faults: Faults, caplog: pytest.LogCaptureFixture
) -> None:
    record = await begun(parlour)
    faults.failures = 10**6
    async with working(parlour) as nights:
        await nights.pass_(MOVE * 3 // 4 // 30)  # of half a minute each
    assert [type(post) for post in parlour.posts.values() if match_of(post) == record.id][-1:] == [
        ReminderPost
    ]
    assert caplog.messages.count("could not close expired challenges") == 1


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
        await expire_challenges(parlour.services)
    standings = [parlour.challenges[challenge.id].standing for challenge in (first, second)]
    assert standings == [Standing.OPEN, Standing.EXPIRED]


async def test_out_of_reach_nothing_happens_and_the_time_is_given_back(parlour: Parlour) -> None:
    await begun(parlour, moves=4)
    parlour.time = NOON + MOVE - 20
    async with working(parlour) as nights:
        parlour.hush()
        nights.reachable = False
        assert await nights.pass_(100) == [1] * 100
        assert parlour.said() == []
        nights.reachable = True
        await nights.pass_(1)
        assert (await parlour.services.record(1)).match.verdict is None
        assert parlour.tables.outages == [(NOON + MOVE - 20, NOON + MOVE + 100)]
        assert (await parlour.services.record(1)).due == NOON + MOVE + 120
        await nights.pass_(1)
        verdict = (await parlour.services.record(1)).match.verdict
        assert verdict
        assert verdict.reason is Reason.TIME


async def test_a_short_gap_while_it_runs_is_none(parlour: Parlour) -> None:
    async with working(parlour) as nights:
        nights.reachable = False
        await nights.pass_(20)
        nights.reachable = True
        await nights.pass_(3)
    assert parlour.tables.outages == []


async def test_a_clean_stop_beats_once_more_and_the_next_start_counts_from_there(
    parlour: Parlour,
) -> None:
    async with working(parlour):
        parlour.time += 7
    assert parlour.tables.notes["alive"] == str(NOON + 7)
    parlour.time += 5
    async with working(parlour) as nights:
        assert parlour.tables.outages == [(NOON + 7, NOON + 12)]
        nights.reachable = False
        parlour.time += 9
    assert parlour.tables.notes["alive"] == str(NOON + 12)


async def test_down_across_a_deadline_the_time_is_given_back_before_anything_is_said(
    parlour: Parlour,
) -> None:
    async with working(parlour):
        await begun(parlour)
    parlour.time = NOON + 3 * DAY
    async with working(parlour) as nights:
        await nights.pass_(2)
        assert parlour.told() == [ClockPost(1)]
        record = await parlour.services.record(1)
        assert (record.match.verdict, record.due) == (None, NOON + 3 * DAY + MOVE * 3 // 4)


async def test_with_each_heartbeat_the_host_is_heard_and_what_is_old_goes(
    parlour: Parlour,
) -> None:
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, None, Terms("ludens", D, Pace())
    )
    await withdraw(parlour.services, challenge.id, ANNA)
    parlour.hush()
    parlour.tables.put("erasure", Erasure(BEN, "by letter", NOON))
    parlour.time += 31 * DAY
    async with working(parlour):
        assert parlour.challenges == {}
        assert (await parlour.store.personal_data.of(BEN)).erased == parlour.time


async def test_a_person_who_cannot_be_erased_stops_no_clock(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(parlour.store.personal_data, "erase", broken)
    for player in (ANNA, BEN):
        parlour.tables.put("erasure", Erasure(player, "", NOON))
    async with working(parlour) as nights:
        assert await nights.pass_(2) == [30, 30]
    logged = [message for message in caplog.messages if "could not erase" in message]
    assert len(logged) == 1
    assert str(ANNA) not in caplog.text
