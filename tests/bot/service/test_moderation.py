"""Moderation: people barred from new games in a server, and games stopped there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service import moderation
from bot.service.challenges import accept, challenge, customise, rematch
from bot.service.model import Kind, Post, Standing
from bot.service.play import resign
from bot.service.refusals import No
from games.core import Reason
from games.events import Stopped
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, TERMS, THERE, Parlour

# Barred


async def test_a_barred_player_begins_no_game_there(parlour: Parlour) -> None:
    waiting = await parlour.asked(BEN)
    played = await parlour.begun(ANNA, BEN)
    await resign(parlour.house, played.id, BEN)
    await moderation.bar(parlour.house, 1, ANNA)
    parlour.hush()
    house = parlour.house
    assert await parlour.no(challenge(house, HERE, ANNA, BEN, TERMS)) is No.BARRED
    assert await parlour.no(challenge(house, THERE, BEN, ANNA, TERMS)) is No.OTHER_BARRED
    assert await parlour.no(accept(house, waiting.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(house, played.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(house, played.id, BEN)) is No.OTHER_BARRED
    await parlour.asked(ANNA, BEN, ELSEWHERE)
    await moderation.unbar(house, 1, ANNA)
    assert await parlour.no(moderation.unbar(house, 1, ANNA)) is No.NOT_BARRED
    assert (await accept(house, waiting.id, ANNA)).place == HERE


async def test_a_bar_withdraws_what_one_asks_there_and_leaves_games_alone(parlour: Parlour) -> None:
    here, there = await parlour.asked(ANNA, BEN), await parlour.asked(ANNA, None, ELSEWHERE)
    to_her = await parlour.asked(BEN, ANNA)
    game = await parlour.begun(ANNA, CARL)
    assert await moderation.bar(parlour.house, 1, ANNA) == 1
    assert parlour.said() == [Post(Kind.CHALLENGE_CHANGED, challenge=here.id)]
    standings = [parlour.store.challenges[each.id].standing for each in (here, there, to_her)]
    assert standings == [Standing.WITHDRAWN, Standing.OPEN, Standing.OPEN]
    assert not (await parlour.house.record(game.id)).match.verdict
    assert await moderation.bar(parlour.house, 1, ANNA) == 0


async def test_a_challenge_changed_while_its_maker_is_barred_is_withdrawn(
    parlour: Parlour,
) -> None:
    made = await parlour.asked(ANNA, BEN)
    parlour.store.first = lambda: customise(parlour.house, made.id, ANNA, "bga")
    assert await moderation.bar(parlour.house, 1, ANNA) == 1
    assert parlour.store.challenges[made.id].standing is Standing.WITHDRAWN


async def test_an_open_challenge_of_a_barred_person_cannot_be_accepted(parlour: Parlour) -> None:
    made = await parlour.asked(ANNA, BEN)
    await parlour.store.bar(1, ANNA)
    assert await parlour.no(accept(parlour.house, made.id, BEN)) is No.OTHER_BARRED


# Stopped


@pytest.mark.parametrize("games", [1, 2])
async def test_a_stopped_game_is_over_for_both_without_a_winner(
    parlour: Parlour, games: int
) -> None:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, replace(TERMS, games=games))
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    parlour.time += 5
    stopped = await moderation.stop(parlour.house, 1, record.id)
    assert stopped.match.verdict
    assert (stopped.match.verdict.winner, stopped.match.verdict.reason) == (None, Reason.STOPPED)
    assert stopped.match.log[-1] == Stopped(parlour.time)
    assert parlour.said() == [Post(Kind.BOARD, match=record.id, number=2)]
    assert list(await parlour.store.running(ANNA)) == []  # no second game either
    parlour.hush()
    assert (await moderation.stop(parlour.house, 1, record.id)).match == stopped.match
    assert parlour.said() == []


async def test_games_of_other_servers_and_finished_games_cannot_be_stopped(
    parlour: Parlour,
) -> None:
    there = await parlour.begun(place=ELSEWHERE)
    over = await parlour.begun()
    await resign(parlour.house, over.id, ANNA)
    parlour.hush()
    for number in (there.id, over.id, 99):
        assert await parlour.no(moderation.stop(parlour.house, 1, number)) is No.NO_GAME_HERE
