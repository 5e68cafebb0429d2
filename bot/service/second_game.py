"""Starts the second of two games: when a player presses the button, or after an hour.

Invariant: the second game, its first board and the end of the wait for it are written together, and
once: a match follows another at most once, by an index of the store.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.matches import Record
from bot.model.people import FORMER
from bot.model.posts import ClockPost
from bot.service.begin import begins
from bot.service.lookup import side_of
from bot.service.refusals import No, Refusal
from bot.service.schedule import second_game_due, with_schedule
from bot.service.services import retry_if_stale
from bot.store.changes import Change
from games.events import Created
from games.match import fold

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services


@retry_if_stale
async def start_second(services: Services, number: int, by: Player) -> Record:
    """Start the second of two games for one of its players; return it, also if it has started."""
    first = await services.record(number)
    side_of(first, by)
    if first.awaits_second:
        await _start(services, first)
    second = await services.store.matches.second_of(number)
    if second is None:
        raise Refusal(No.MOVED_ON)
    return await services.record(second)


async def start_second_if_due(services: Services, first: Record, now: Instant) -> None:
    """Start the second of two games if nobody has done so for an hour; else wait for that."""
    due = second_game_due(first)
    if due is not None and due > now:  # the machine's clock was set back
        await services.commit(_change_of_due(first, due))
    else:
        await _start(services, first)


async def _start(services: Services, first: Record) -> None:
    """Start the second game, unless there is one already or a player was erased."""
    settled = _change_of_due(first, None)
    begun = await services.store.matches.second_of(first.id)
    if begun is not None or FORMER in first.everyone or not first.is_halfway:
        await services.commit(settled)
        return
    second = await with_schedule(services, None, _second(first, services.now()))
    await services.commit(replace(settled, posts=(ClockPost(first.id),)), begins(second))


def _change_of_due(first: Record, due: Instant | None) -> Change:
    """Return the change that writes when the second game starts; None: it doesn't wait any more."""
    seen = len(first.match.log)
    return Change(record=replace(first, due=due), before=seen, nudged=first.nudged)


def _second(first: Record, now: Instant) -> Record:
    """Return the second game: the same side goes first, so each player has had both."""
    began = first.match.log[0]
    assert isinstance(began, Created)
    return Record(
        id=0,
        place=replace(first.place, channel=first.home if first.on_wall else first.place.channel),
        dark=first.light,
        light=first.dark,
        match=fold((replace(began, at=now),)),
        pace=first.pace,
        challenge=first.challenge,
        games=first.games,
        first=first.id,
        earlier=first.match,
        level=first.level,
        rated=first.rated,
    )
