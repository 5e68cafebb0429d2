"""Moderation: people barred from new games in a server, and games stopped there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.challenges import Standing
from bot.model.posts import BoardPost, EditChallenge
from bot.model.servers import Place
from bot.service import moderation
from bot.service.challenges import accept, customise, make_challenge, rematch
from bot.service.play import resign
from bot.service.refusals import No
from games.core import Reason
from games.events import Stopped
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, TERMS, THERE, Parlour
from tests.bot.store.model import bar

# Barred


async def test_a_barred_player_begins_no_game_there(parlour: Parlour) -> None:
    waiting = await parlour.asked(BEN)
    played = await parlour.begun(ANNA, BEN)
    await resign(parlour.services, played.id, BEN)
    await moderation.bar(parlour.services, 1, ANNA)
    parlour.hush()
    services = parlour.services
    assert await parlour.no(make_challenge(services, HERE, ANNA, BEN, TERMS)) is No.BARRED
    assert await parlour.no(make_challenge(services, THERE, BEN, ANNA, TERMS)) is No.OTHER_BARRED
    assert await parlour.no(accept(services, waiting.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(services, played.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(services, played.id, BEN)) is No.OTHER_BARRED
    await parlour.asked(ANNA, BEN, ELSEWHERE)
    await moderation.unbar(services, 1, ANNA)
    assert await parlour.no(moderation.unbar(services, 1, ANNA)) is No.NOT_BARRED
    assert (await accept(services, waiting.id, ANNA)).place == HERE


async def test_a_bar_withdraws_what_one_asks_there_and_leaves_games_alone(parlour: Parlour) -> None:
    here, there = await parlour.asked(ANNA, BEN), await parlour.asked(ANNA, None, ELSEWHERE)
    to_her = await parlour.asked(BEN, ANNA)
    game = await parlour.begun(ANNA, CARL)
    assert await moderation.bar(parlour.services, 1, ANNA) == 1
    assert parlour.said() == [EditChallenge(here.id)]
    standings = [parlour.challenges[challenge.id].standing for challenge in (here, there, to_her)]
    assert standings == [Standing.WITHDRAWN, Standing.OPEN, Standing.OPEN]
    assert not (await parlour.services.record(game.id)).match.verdict
    assert await moderation.bar(parlour.services, 1, ANNA) == 0


async def test_a_challenge_changed_while_its_maker_is_barred_is_withdrawn(
    parlour: Parlour,
) -> None:
    challenge = await parlour.asked(ANNA, BEN)
    parlour.store.first = lambda: customise(parlour.services, challenge.id, ANNA, "bga")
    assert await moderation.bar(parlour.services, 1, ANNA) == 1
    assert parlour.challenges[challenge.id].standing is Standing.WITHDRAWN


async def test_a_challenge_made_as_its_maker_is_barred_is_withdrawn(parlour: Parlour) -> None:
    parlour.store.first = lambda: parlour.asked(ANNA, BEN)
    assert await moderation.bar(parlour.services, 1, ANNA) == 1
    (challenge,) = parlour.challenges.values()
    assert challenge.standing is Standing.WITHDRAWN
    assert parlour.said() == [EditChallenge(challenge.id)]


async def test_an_open_challenge_of_a_barred_person_cannot_be_accepted(parlour: Parlour) -> None:
    challenge = await parlour.asked(ANNA, BEN)
    await bar(parlour.store, 1, ANNA)
    assert await parlour.no(accept(parlour.services, challenge.id, BEN)) is No.OTHER_BARRED


# Stopped


@pytest.mark.parametrize("games", [1, 2])
async def test_a_stopped_game_is_over_for_both_without_a_winner(
    parlour: Parlour, games: int
) -> None:
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, replace(TERMS, games=games)
    )
    record = await accept(parlour.services, challenge.id, BEN)
    parlour.hush()
    parlour.time += 5
    stopped = await moderation.stop(parlour.services, 1, record.id)
    assert stopped.match.verdict
    assert (stopped.match.verdict.winner, stopped.match.verdict.reason) == (None, Reason.STOPPED)
    assert stopped.match.log[-1] == Stopped(parlour.time)
    assert parlour.said() == [BoardPost(record.id, 2)]
    assert list(await parlour.store.matches.running(ANNA)) == []  # no second game either
    parlour.hush()
    assert (await moderation.stop(parlour.services, 1, record.id)).match == stopped.match
    assert parlour.said() == []


async def test_games_of_other_servers_and_finished_games_cannot_be_stopped(
    parlour: Parlour,
) -> None:
    there = await parlour.begun(place=ELSEWHERE)
    over = await parlour.begun()
    await resign(parlour.services, over.id, ANNA)
    parlour.hush()
    for number in (there.id, over.id, 99):
        assert await parlour.no(moderation.stop(parlour.services, 1, number)) is No.NO_GAME_HERE


async def test_barred_in_one_server_one_still_plays_outside_of_servers(parlour: Parlour) -> None:
    await moderation.bar(parlour.services, 1, ANNA)
    assert await parlour.no(make_challenge(parlour.services, HERE, ANNA, BEN, TERMS)) is No.BARRED
    await make_challenge(parlour.services, Place(None, 12), ANNA, BEN, TERMS)


async def test_a_game_that_was_stopped_elsewhere_is_not_shown(parlour: Parlour) -> None:
    record = await parlour.begun()
    await moderation.stop(parlour.services, 1, record.id)
    assert await parlour.no(moderation.stop(parlour.services, 2, record.id)) is No.NO_GAME_HERE
