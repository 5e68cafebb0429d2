"""How much each person may ask: enough for play, too little for a flood, and without the others."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from bot.service.pacing import EXPORT, Admission, Pacing, Turns
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
    pacing = Pacing(120, Clock())
    answers = [pacing.admit(ANNA) for _ in range(400)]
    assert answers == [ADMITTED] * 40 + [REFUSED] + [IGNORED] * 359
    assert pacing.admit(BEN) is ADMITTED


def test_tokens_come_back_and_never_more_than_there_is_room_for() -> None:
    clock = Clock()
    pacing = Pacing(120, clock)
    for _ in range(41):
        pacing.admit(ANNA)
    clock.time += 1
    assert [pacing.admit(ANNA) for _ in range(4)] == [ADMITTED, ADMITTED, IGNORED, IGNORED]
    clock.time += 3600
    assert [pacing.admit(ANNA) for _ in range(41)] == [ADMITTED] * 40 + [REFUSED]


def test_a_long_flood_is_refused_once_and_the_next_one_again() -> None:
    clock = Clock()
    pacing = Pacing(120, clock)
    answers: list[Admission] = []
    for _ in range(400):
        answers.append(pacing.admit(ANNA))
        clock.time += 0.0625  # so that a token comes back with every eighth
    assert (answers.count(REFUSED), answers.count(ADMITTED)) == (1, 89)
    clock.time += 3
    assert [pacing.admit(ANNA) for _ in range(8)].count(REFUSED) == 1


def test_who_presses_twice_a_second_plays_on_for_ever() -> None:
    clock = Clock()
    pacing = Pacing(120, clock)
    for _ in range(1000):
        assert pacing.admit(ANNA) is ADMITTED
        clock.time += 0.5


def test_an_export_costs_much_and_no_more_than_there_can_be() -> None:
    pacing = Pacing(120, Clock())
    assert [pacing.admit(ANNA, EXPORT) for _ in range(3)] == [ADMITTED, ADMITTED, REFUSED]
    assert pacing.admit(ANNA) is ADMITTED
    assert Pacing(1, Clock()).admit(ANNA, EXPORT) is ADMITTED


def test_a_letter_typed_costs_little() -> None:
    pacing = Pacing(120, Clock())
    assert {pacing.admit(ANNA, 0.2) for _ in range(190)} == {ADMITTED}


def test_a_completion_is_ignored_and_leaves_the_sentence_to_a_press() -> None:
    pacing = Pacing(120, Clock())
    for _ in range(40):
        pacing.admit(ANNA)
    assert [pacing.admit(ANNA, 0.2), pacing.admit(ANNA), pacing.admit(ANNA, 0.2)] == [
        IGNORED,
        REFUSED,
        IGNORED,
    ]


def test_it_remembers_few_persons() -> None:
    pacing = Pacing(120, Clock())
    for _ in range(41):
        pacing.admit(ANNA)
    for player in range(10_000, 20_000):
        pacing.admit(player)
    assert pacing.admit(ANNA) is ADMITTED  # forgotten: others came since


async def test_two_requests_of_a_person_at_a_time_and_the_others_in_turn() -> None:
    pacing, at_work, most = Pacing(120), 0, 0

    async def ask() -> None:
        nonlocal at_work, most
        async with pacing.turn(ANNA):
            at_work += 1
            most = max(most, at_work)
            await asyncio.sleep(0)
            at_work -= 1

    await asyncio.gather(*(ask() for _ in range(20)))
    assert most == 2
    async with pacing.turn(ANNA), pacing.turn(ANNA), asyncio.timeout(0.5), pacing.turn(BEN):
        pass
    await ask()  # every place was given back


async def test_who_waits_long_goes_on_all_the_same() -> None:
    pacing = Pacing(120)
    async with asyncio.timeout(5), pacing.turn(ANNA), pacing.turn(ANNA), pacing.turn(ANNA):
        pass
    async with asyncio.timeout(0.5), pacing.turn(ANNA), pacing.turn(ANNA):
        pass


async def test_a_request_waits_for_one_of_a_flood_and_the_loop_goes_on_between() -> None:
    turns, begun, between = Turns(), list[int](), 0
    for _ in range(400):
        turns.add(ANNA, lambda: begun.append(ANNA))
    for _ in range(3):
        turns.add(BEN, lambda: begun.append(BEN))
    while len(begun) < 403:
        assert len(begun) <= between
        await asyncio.sleep(0)
        between += 1
    assert begun[:7] == [ANNA, BEN, ANNA, BEN, ANNA, BEN, ANNA]
    turns.add(BEN, lambda: begun.append(BEN))
    await asyncio.sleep(0)
    assert begun[-1] == BEN  # it goes on after it was empty


async def test_a_request_that_fails_takes_no_other_with_it() -> None:
    turns, begun, failed = Turns(), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, how: failed.append(how))
    turns.add(ANNA, partial(begun.remove, BEN))  # who is not there
    turns.add(ANNA, lambda: begun.append(ANNA))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert begun == [ANNA]
    assert len(failed) == 1


async def test_of_a_flood_few_refusals_are_answered_at_once_and_all_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pacing, answered, loop = Pacing(120), 0, asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", partial(float, loop.time()))  # no pause ends

    async def refuse(player: int) -> None:
        nonlocal answered
        async with pacing.refusing(player):
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
