"""Drafts: a position to play on from, shown to whoever brought it until he makes it a challenge.

Law: a draft is a challenge that nobody else sees. One person has few; they run out quietly.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import servers
from bot.service.challenges import OPEN_FOR, refuse_closed
from bot.service.house import retrying
from bot.service.ports import Change, Stale
from bot.service.refusals import No, Refusal
from bot.service.values import Challenge, Kind, Post, Standing, Terms
from games import catalogue
from games.errors import GameError
from games.notation import write_position
from games.pace import DAY

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.values import Place, Player
    from games.match import Match
    from games.pace import Pace

KEPT_FOR = DAY
MOST = 10  # of one person: a new one takes the place of his oldest


def onward(match: Match, pace: Pace, *, thread: bool = False) -> Terms:
    """Terms to play on from where a match stands; refused where its rules are none of ours."""
    game = match.game
    with suppress(GameError):
        if catalogue.game(game.name).data == game.data:
            start = write_position(game, match.position)
            return Terms(game.name, None, pace, thread=thread, start=start)
    raise Refusal(No.OTHER_RULES)


async def draft(
    house: House, place: Place, by: Player, opponent: Player | None, terms: Terms
) -> Challenge:
    """A new one; refused where it could not be opened."""
    if opponent == by:
        raise Refusal(No.YOURSELF)
    await servers.refuse_challenge(house, place, by, opponent)
    for old in (await house.store.drafts(by))[: 1 - MOST]:
        with suppress(Stale):  # it is gone already, or open
            gone = replace(old, standing=Standing.WITHDRAWN, version=old.version + 1)
            await house.commit(Change(challenge=gone))
    now = house.now()
    made = Challenge(0, place, by, opponent, terms, now, now + KEPT_FOR, Standing.DRAFT)
    committed = await house.commit(Change(challenge=made))
    assert committed.challenge is not None
    return replace(made, id=committed.challenge)


async def open_draft(house: House, number: int, by: Player) -> Challenge:
    """Now it is a challenge like any other, and is posted. Whoever opens it twice opens it once."""

    async def case() -> Challenge:
        found = await house.challenge(number)
        if found.by != by:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        if found.standing is Standing.OPEN:
            return found
        now = house.now()
        opened = replace(found, standing=Standing.OPEN, version=found.version + 1)
        refuse_closed(opened if found.standing is Standing.DRAFT else found, now)
        await servers.refuse_challenge(house, found.place, by, found.opponent)
        opened = replace(opened, until=now + OPEN_FOR)
        post = Post(Kind.CHALLENGE, challenge=found.id, due=now)
        await house.commit(Change(challenge=opened, posts=(post,)))
        return opened

    return await retrying(case)
