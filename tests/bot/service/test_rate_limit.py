"""How much each person may ask: enough for play, too little for a flood, and without the others."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from bot.service.rate_limit import EXPORT, Admission, RateLimit
from tests.bot.service.parlour import ANNA, BEN

if TYPE_CHECKING:
    import pytest

ADMITTED, REFUSED, IGNORED = Admission.ADMITTED, Admission.REFUSED, Admission.IGNORED


class Clock:
    """Seconds, as the test wants them."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        """The present second."""
        return self.time


def test_a_flood_is_refused_once_and_then_ignored() -> None:
    rate_limit = RateLimit(120, Clock())
    answers = [rate_limit.admit(ANNA) for _ in range(400)]
    assert answers == [ADMITTED] * 40 + [REFUSED] + [IGNORED] * 359
    assert rate_limit.admit(BEN) is ADMITTED


def test_tokens_come_back_and_never_more_than_there_is_room_for() -> None:
    clock = Clock()
    rate_limit = RateLimit(120, clock)
    for _ in range(41):
        rate_limit.admit(ANNA)
    clock.time += 1
    assert [rate_limit.admit(ANNA) for _ in range(4)] == [ADMITTED, ADMITTED, IGNORED, IGNORED]
    clock.time += 3600
    assert [rate_limit.admit(ANNA) for _ in range(41)] == [ADMITTED] * 40 + [REFUSED]


def test_a_long_flood_is_refused_once_and_the_next_one_again() -> None:
    clock = Clock()
    rate_limit = RateLimit(120, clock)
    answers: list[Admission] = []
    for _ in range(400):
        answers.append(rate_limit.admit(ANNA))
        clock.time += 0.0625  # so that a token comes back with every eighth
    assert (answers.count(REFUSED), answers.count(ADMITTED)) == (1, 89)
    clock.time += 3
    assert [rate_limit.admit(ANNA) for _ in range(8)].count(REFUSED) == 1


def test_who_presses_twice_a_second_plays_on_for_ever() -> None:
    clock = Clock()
    rate_limit = RateLimit(120, clock)
    for _ in range(1000):
        assert rate_limit.admit(ANNA) is ADMITTED
        clock.time += 0.5


def test_an_export_costs_much_and_no_more_than_there_can_be() -> None:
    rate_limit = RateLimit(120, Clock())
    assert [rate_limit.admit(ANNA, EXPORT) for _ in range(3)] == [ADMITTED, ADMITTED, REFUSED]
    assert rate_limit.admit(ANNA) is ADMITTED
    assert RateLimit(1, Clock()).admit(ANNA, EXPORT) is ADMITTED


def test_a_letter_typed_costs_little() -> None:
    rate_limit = RateLimit(120, Clock())
    assert {rate_limit.admit(ANNA, 0.2) for _ in range(190)} == {ADMITTED}


def test_a_completion_is_ignored_and_leaves_the_sentence_to_a_press() -> None:
    rate_limit = RateLimit(120, Clock())
    for _ in range(40):
        rate_limit.admit(ANNA)
    assert [rate_limit.admit(ANNA, 0.2), rate_limit.admit(ANNA), rate_limit.admit(ANNA, 0.2)] == [
        IGNORED,
        REFUSED,
        IGNORED,
    ]


def test_it_remembers_few_persons() -> None:
    rate_limit = RateLimit(120, Clock())
    for _ in range(41):
        rate_limit.admit(ANNA)
    for player in range(10_000, 20_000):
        rate_limit.admit(player)
    assert rate_limit.admit(ANNA) is ADMITTED  # forgotten: others came since


async def test_two_requests_of_a_person_at_a_time_and_the_others_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.service.rate_limit._LONGEST_WAIT", 3600)
    rate_limit, at_work, most = RateLimit(120), 0, 0

    async def ask() -> None:
        nonlocal at_work, most
        async with rate_limit.turn(ANNA):
            at_work += 1
            most = max(most, at_work)
            await asyncio.sleep(0)
            at_work -= 1

    await asyncio.gather(*(ask() for _ in range(20)))
    assert most == 2
    async with (
        rate_limit.turn(ANNA),
        rate_limit.turn(ANNA),
        asyncio.timeout(60),
        rate_limit.turn(BEN),
    ):
        pass
    await ask()  # every place was given back


async def test_who_waits_long_goes_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.rate_limit._LONGEST_WAIT", 0.01)
    rate_limit = RateLimit(120)
    async with (
        asyncio.timeout(60),
        rate_limit.turn(ANNA),
        rate_limit.turn(ANNA),
        rate_limit.turn(ANNA),
    ):
        pass
    monkeypatch.setattr("bot.service.rate_limit._LONGEST_WAIT", 3600)
    async with asyncio.timeout(60), rate_limit.turn(ANNA), rate_limit.turn(ANNA):
        pass


async def test_of_a_flood_few_refusals_are_answered_at_once_and_all_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rate_limit, answered, loop = RateLimit(120), 0, asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", partial(float, loop.time()))  # no pause ends

    async def refuse(player: int) -> None:
        nonlocal answered
        async with rate_limit.refusing(player):
            answered += 1

    flood = asyncio.gather(*(refuse(ANNA) for _ in range(50)))
    for _ in range(100):
        await asyncio.sleep(0)
    assert answered == 20
    other = asyncio.create_task(refuse(BEN))
    await asyncio.sleep(0)
    assert answered == 21
    monkeypatch.undo()
    await asyncio.gather(flood, other)
    assert answered == 51
