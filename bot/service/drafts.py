"""Drafts: a position to play on from, shown to whoever brought it until he makes it a challenge.

Law: nobody else hears of a draft, and it becomes one challenge at most, however often it is opened.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import server_rules
from bot.service.challenges import OPEN_FOR, refuse_closed
from bot.service.house import retrying
from bot.service.model import Challenge, Kind, Post, Standing, Terms
from bot.service.ports import Change, Stale
from bot.service.refusals import No, Refusal
from games import catalogue
from games.errors import GameError, Illegal, Why
from games.events import Created
from games.match import begin
from games.notation import write_position
from games.pace import DAY

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Place, Player
    from games.core import Game
    from games.match import Match
    from games.pace import Pace

KEPT_FOR = DAY
MOST = 10  # of one person: a new one takes the place of his oldest


def onward(match: Match, pace: Pace, *, thread: bool = False) -> Terms:
    """To play on from where the match stands, by its rules; who plays which side falls by lot.

    Refused where it is over, where its rules are not those of that name, and where no match starts.
    """
    if match.verdict:
        raise Illegal(Why.OVER)
    if not _is_today(match.game):
        raise Refusal(No.OTHER_RULES)
    start = write_position(match.game, match.position)
    if begin(Created(0, match.game.data, start=start)).verdict:
        raise Illegal(Why.OVER)
    return Terms(match.game.name, None, pace, thread, start=start)


def _is_today(game: Game) -> bool:
    """Whether its name means these rules."""
    try:
        return catalogue.game(game.name).data == game.data
    except GameError:
        return False


async def draft(
    house: House, place: Place, by: Player, opponent: Player | None, terms: Terms
) -> Challenge:
    """Keep it for a day; refused where it could not be opened either."""
    if opponent == by:
        raise Refusal(No.YOURSELF)
    await server_rules.refuse_challenge(house, place, by, opponent)
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
    """Now everybody sees it. Whoever opens it again is given what it has become."""

    async def case() -> Challenge:
        found, now = await house.challenge(number), house.now()
        if found.by != by:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        if found.standing in (Standing.OPEN, Standing.ACCEPTED):
            return found
        opened = replace(found, standing=Standing.OPEN, version=found.version + 1)
        refuse_closed(opened if found.standing is Standing.DRAFT else found, now)
        await server_rules.refuse_challenge(house, found.place, by, found.opponent)
        opened = replace(opened, until=now + OPEN_FOR)
        post = Post(Kind.CHALLENGE, challenge=found.id, due=now)
        await house.commit(Change(challenge=opened, posts=(post,)))
        return opened

    return await retrying(case)
