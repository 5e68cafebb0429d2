"""Drafts: an imported position, shown only to the player who brought it, to challenge others from.

Law: others never see a draft, and it becomes at most one challenge, however often it is opened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.challenges import refuse_closed
from bot.service.house import retrying
from bot.service.limits import OPEN_FOR, of_challenge
from bot.service.model import Challenge, Kind, Post, Standing, Terms
from bot.service.ports import Change, Counted, Limit, Stale
from bot.service.refusals import No, Refusal
from bot.service.settings import server_of
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
MOST = 10  # of one person: a new one replaces their oldest


def onward(match: Match, pace: Pace, *, thread: bool = False) -> Terms:
    """The terms to play on from the present position of a match, with sides drawn by lot.

    Refused where it is over, where its rules differ from today's rules of that name, and where no
    match can start from it.
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
    """Whether the rule set of that name is still this one."""
    try:
        return catalogue.game(game.name).data == game.data
    except GameError:
        return False


async def draft(
    house: House, place: Place, by: Player, opponent: Player | None, terms: Terms
) -> Challenge:
    """Store a draft for a day; refused where it could not be opened as a challenge."""
    if opponent == by:
        raise Refusal(No.YOURSELF)

    async def case() -> Challenge:
        now = house.now()
        made = Challenge(0, place, by, opponent, terms, now, now + KEPT_FOR, Standing.DRAFT)
        server = await server_of(house, made.place)
        limits = of_challenge(house.limits, server, made, now)
        few = Limit(Counted.DRAFTS, by, MOST, Stale())  # others made at once go first
        oldest = (await house.store.drafts(by))[: 1 - MOST]
        committed = await house.commit(
            Change(challenge=made, limits=(*limits, few)), *map(_withdrawn, oldest)
        )
        assert committed.challenge is not None
        return replace(made, id=committed.challenge)

    return await retrying(case)


def _withdrawn(old: Challenge) -> Change:
    gone = replace(old, standing=Standing.WITHDRAWN, version=old.version + 1)
    return Change(challenge=gone)


async def open_draft(house: House, number: int, by: Player) -> Challenge:
    """Make the draft an open challenge; opened again, return what it has become."""

    async def case() -> Challenge:
        found, now = await house.challenge(number), house.now()
        if found.by != by:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        if found.standing in (Standing.OPEN, Standing.ACCEPTED):
            return found
        opened = replace(found, standing=Standing.OPEN, version=found.version + 1)
        refuse_closed(opened if found.standing is Standing.DRAFT else found, now)
        server = await server_of(house, opened.place)
        limits = of_challenge(house.limits, server, opened, now)
        opened = replace(opened, until=now + OPEN_FOR)
        post = Post(Kind.CHALLENGE, challenge=found.id, due=now)
        await house.commit(Change(challenge=opened, posts=(post,), limits=limits))
        return opened

    return await retrying(case)
