"""Moderation: people suspended from new games in a server, and games stopped there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.moderation import Act, LogEntry
from bot.model.people import FORMER
from bot.model.posts import BoardPost, EditChallenge
from bot.model.servers import Place, WritablePlace
from bot.service import moderation
from bot.service.challenges import accept, customise, make_challenge, rematch
from bot.service.erasure import clear
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from bot.service.settings import change_server
from bot.store import moderation as store
from bot.store.check import check
from games.core import Reason
from games.events import Stopped
from games.pace import DAY
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, TERMS, THERE, Parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import bar

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from bot.model.servers import Server

# Barred


async def test_a_barred_player_begins_no_game_there(parlour: Parlour) -> None:
    waiting = await parlour.asked(BEN)
    played = await parlour.begun(ANNA, BEN)
    await resign(parlour.services, played.id, BEN)
    await moderation.bar(parlour.services, 1, ANNA, CARL)
    parlour.hush()
    services = parlour.services
    assert await parlour.no(make_challenge(services, HERE, ANNA, BEN, TERMS)) is No.BARRED
    assert await parlour.no(make_challenge(services, THERE, BEN, ANNA, TERMS)) is No.OTHER_BARRED
    assert await parlour.no(accept(services, waiting.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(services, played.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(services, played.id, BEN)) is No.OTHER_BARRED
    await parlour.asked(ANNA, BEN, ELSEWHERE)
    await moderation.unbar(services, 1, ANNA, CARL)
    assert await parlour.no(moderation.unbar(services, 1, ANNA, CARL)) is No.NOT_BARRED
    assert (await accept(services, waiting.id, ANNA)).place == HERE


async def test_a_bar_withdraws_what_one_asks_there_and_leaves_games_alone(parlour: Parlour) -> None:
    here, there = await parlour.asked(ANNA, BEN), await parlour.asked(ANNA, None, ELSEWHERE)
    to_her = await parlour.asked(BEN, ANNA)
    game = await parlour.begun(ANNA, CARL)
    assert await moderation.bar(parlour.services, 1, ANNA, CARL) == 1
    assert parlour.said() == [EditChallenge(here.id)]
    standings = [parlour.challenges[challenge.id].standing for challenge in (here, there, to_her)]
    assert standings == [Standing.WITHDRAWN, Standing.OPEN, Standing.OPEN]
    assert not (await parlour.services.record(game.id)).match.verdict
    assert await moderation.bar(parlour.services, 1, ANNA, CARL) == 0


async def test_a_challenge_changed_while_its_maker_is_barred_is_withdrawn(
    parlour: Parlour,
) -> None:
    challenge = await parlour.asked(ANNA, BEN)
    parlour.store.first = lambda: customise(parlour.services, challenge.id, ANNA, "bga")
    assert await moderation.bar(parlour.services, 1, ANNA, CARL) == 1
    assert parlour.challenges[challenge.id].standing is Standing.WITHDRAWN


async def test_a_challenge_made_as_its_maker_is_barred_is_withdrawn(parlour: Parlour) -> None:
    parlour.store.first = lambda: parlour.asked(ANNA, BEN)
    assert await moderation.bar(parlour.services, 1, ANNA, CARL) == 1
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
    stopped = await moderation.stop(parlour.services, 1, record.id, CARL)
    assert stopped.match.verdict
    assert (stopped.match.verdict.winner, stopped.match.verdict.reason) == (None, Reason.STOPPED)
    assert stopped.match.log[-1] == Stopped(parlour.time)
    assert parlour.said() == [BoardPost(record.id, 2)]
    assert list(await parlour.store.matches.running(ANNA)) == []  # no second game either
    parlour.hush()
    assert (await moderation.stop(parlour.services, 1, record.id, CARL)).match == stopped.match
    assert parlour.said() == []


async def test_games_of_other_servers_and_finished_games_cannot_be_stopped(
    parlour: Parlour,
) -> None:
    there = await parlour.begun(place=ELSEWHERE)
    over = await parlour.begun()
    await resign(parlour.services, over.id, ANNA)
    parlour.hush()
    for number in (there.id, over.id, 99):
        assert (
            await parlour.no(moderation.stop(parlour.services, 1, number, CARL)) is No.NO_GAME_HERE
        )


async def test_barred_in_one_server_one_still_plays_outside_of_servers(parlour: Parlour) -> None:
    await moderation.bar(parlour.services, 1, ANNA, CARL)
    assert await parlour.no(make_challenge(parlour.services, HERE, ANNA, BEN, TERMS)) is No.BARRED
    await make_challenge(parlour.services, WritablePlace(Place(None, 12)), ANNA, BEN, TERMS)


async def test_a_game_that_was_stopped_elsewhere_is_not_shown(parlour: Parlour) -> None:
    record = await parlour.begun()
    await moderation.stop(parlour.services, 1, record.id, CARL)
    assert (
        await parlour.no(moderation.stop(parlour.services, 2, record.id, CARL)) is No.NO_GAME_HERE
    )


# The log


async def log(parlour: Parlour, guild: int = 1) -> list[tuple[object, ...]]:
    """Return the log's entries without numbers and times, newest first."""
    lines, _, _ = await moderation.log_page(parlour.services, guild)
    entries = [line.entry for line in lines]
    return [(entry.by, entry.act, entry.player, entry.match, entry.text) for entry in entries]


async def test_the_log_says_who_did_what_and_each_once(parlour: Parlour) -> None:
    services = parlour.services
    record = await parlour.begun()
    for _ in range(2):
        await moderation.stop(services, 1, record.id, CARL, "  off\n topic ")
        await moderation.bar(services, 1, ANNA, CARL)
    await moderation.unbar(services, 1, ANNA, BEN)
    with pytest.raises(Refusal):
        await moderation.unbar(services, 1, ANNA, BEN)
    for _ in range(2):
        await change_server(services, 1, BEN, lambda guild: replace(guild, days=3, channels=(7,)))
    assert await log(parlour) == [
        (BEN, Act.SETTING, None, None, "channels=[7]"),
        (BEN, Act.SETTING, None, None, "days=3"),
        (BEN, Act.UNBAR, ANNA, None, ""),
        (CARL, Act.BAR, ANNA, None, ""),
        (CARL, Act.STOP, None, record.id, "off topic"),
    ]
    assert await log(parlour, 2) == []
    assert await services.store.moderation.why_stopped(record.id) == "off topic"


async def test_what_was_refused_is_in_no_log(parlour: Parlour) -> None:
    there = await parlour.begun(place=ELSEWHERE)
    with pytest.raises(Refusal):
        await moderation.stop(parlour.services, 1, there.id, CARL, "why")
    assert await log(parlour) == []
    assert await parlour.store.moderation.why_stopped(there.id) == ""


async def test_the_log_has_pages_and_a_reason_an_end(parlour: Parlour) -> None:
    record = await parlour.begun()
    await moderation.stop(parlour.services, 1, record.id, CARL, "x" * 999)
    assert await parlour.store.moderation.why_stopped(record.id) == "x" * 200
    for days in range(1, 12):
        await change_server(parlour.services, 1, BEN, partial(_with_days, days))
    lines, page, pages = await moderation.log_page(parlour.services, 1, 99)
    assert ([line.entry.text for line in lines], page, pages) == (["days=1", "x" * 200], 1, 2)
    assert (lines[1].dark, lines[1].light) == ((ANNA,), (BEN,))


def _with_days(days: int, guild: Server) -> Server:
    return replace(guild, days=days)


@pytest.mark.parametrize("erased", [ANNA, BEN, CARL])
async def test_who_is_erased_is_in_no_log_any_more(
    parlour: Parlour, path: Path, erased: int
) -> None:
    record = await parlour.begun()
    await moderation.stop(parlour.services, 1, record.id, CARL, f"said <@{ANNA}>")
    await moderation.bar(parlour.services, 1, ANNA, BEN)
    dossier = await parlour.store.personal_data.of(erased)
    acts = {ANNA: [Act.STOP, Act.BAR], BEN: [Act.STOP, Act.BAR], CARL: [Act.STOP]}
    assert [entry.act for entry in dossier.moderation] == acts[erased]
    await parlour.store.personal_data.erase(erased, parlour.time)
    (bar_by, _, barred, _, _), (stop_by, _, _, number, why) = await log(parlour)
    assert (number, why) == (record.id, "")
    assert (bar_by, barred, stop_by) == tuple(
        FORMER if player == erased else player for player in (BEN, ANNA, CARL)
    )
    assert [*check(path, EXTENSIONS)] == []


async def test_a_log_is_kept_for_a_year(parlour: Parlour) -> None:
    await moderation.bar(parlour.services, 1, ANNA, CARL)
    parlour.time += 365 * DAY
    await clear(parlour.services)
    assert len(await log(parlour)) == 1
    parlour.time += 1
    await clear(parlour.services)
    assert await log(parlour) == []


async def test_a_server_that_was_left_keeps_no_log(parlour: Parlour) -> None:
    await moderation.bar(parlour.services, 1, ANNA, CARL)
    await moderation.unbar(parlour.services, 1, ANNA, CARL)
    assert 1 in await parlour.store.servers.stored()
    await parlour.store.servers.note_presence((), (1,), parlour.time)
    parlour.time += 31 * DAY
    await clear(parlour.services)
    assert await log(parlour) == []
    assert 1 not in await parlour.store.servers.stored()


async def test_a_script_fills_no_log_and_members_push_no_moderator_out(parlour: Parlour) -> None:
    def write(db: sqlite3.Connection) -> None:
        for act, times in ((Act.SETTING, 1001), (Act.OPEN, 1001), (Act.CALL_OFF, 100)):
            for _ in range(times):
                store.write_entry(db, LogEntry(0, 1, parlour.time, BEN, act))

    await parlour.store.database.write(write, has_time=True)
    lines = await parlour.store.moderation.lines(1, 0, 9999)
    counts = Counter(line.entry.act for line in lines)
    assert counts == {Act.SETTING: 1000, Act.OPEN: 100, Act.CALL_OFF: 100}
