"""Drafts: an imported position, shown only to the player who imported it, to challenge others from.

Invariant: others never see a draft, and it becomes at most one challenge, however often it is
opened.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.challenges import Challenge, Standing, Terms
from bot.model.posts import ChallengePost
from bot.service.challenges import refuse_closed
from bot.service.limits import OPEN_FOR, limits_on_challenge
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.service.settings import FREE, place_to_post
from bot.store.changes import Change, Counted, Limit, Stale
from games import catalogue
from games.errors import Illegal, Why
from games.events import Created
from games.match import begin
from games.notation import write_position
from games.pace import DAY

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import WritablePlace
    from bot.service.services import Services
    from bot.service.settings import Access
    from games.match import Match
    from games.pace import Pace

LIFETIME = DAY
MAX_DRAFTS = 10  # of one person: a new draft replaces their oldest


def terms_to_play_on(match: Match, pace: Pace) -> Terms:
    """Return the terms to play on from a match's present position, with random sides.

    Refused if the match is over, if its rules have changed since, or if no match can start from
    there.
    """
    if match.verdict:
        raise Illegal(Why.OVER)
    if not catalogue.is_current(match.game):
        raise Refusal(No.OTHER_RULES)
    start = write_position(match.game, match.position)
    if begin(Created(0, match.game.data, start=start)).verdict:
        raise Illegal(Why.OVER)
    return Terms(match.game.name, None, pace, start=start)


@retry_if_stale
async def store_draft(
    services: Services, place: WritablePlace, by: Player, opponent: Player | None, terms: Terms
) -> Challenge:
    """Store a draft for a day; refused if it couldn't be opened as a challenge."""
    if opponent == by:
        raise Refusal(No.YOURSELF)
    now = services.now()
    draft = Challenge(0, place, by, opponent, terms, now, now + LIFETIME, Standing.DRAFT)
    limits = limits_on_challenge(services.limits, draft, now)
    limit = Limit(Counted.DRAFTS, by, MAX_DRAFTS, Stale())  # simultaneous drafts come first
    oldest = (await services.store.challenges.drafts_of(by))[: 1 - MAX_DRAFTS]
    committed = await services.commit(
        Change(challenge=draft, limits=(*limits, limit)), *map(_withdrawn, oldest)
    )
    assert committed.challenge is not None
    return replace(draft, id=committed.challenge)


def _withdrawn(draft: Challenge) -> Change:
    withdrawn = replace(draft, standing=Standing.WITHDRAWN, version=draft.version + 1)
    return Change(challenge=withdrawn)


@retry_if_stale
async def open_draft(
    services: Services, number: int, by: Player, access: Access = FREE
) -> Challenge:
    """Open a draft as a challenge; if it was opened before, return its challenge.

    `access`: to the channel where it is posted.
    """
    draft, now = await services.challenge(number), services.now()
    if draft.by != by:
        raise Refusal(No.NO_SUCH_CHALLENGE)
    if draft.standing in (Standing.OPEN, Standing.ACCEPTED):
        return draft
    opened = replace(draft, standing=Standing.OPEN, version=draft.version + 1)
    refuse_closed(opened if draft.standing is Standing.DRAFT else draft, now)
    await place_to_post(services, opened.place, access)
    limits = limits_on_challenge(services.limits, opened, now)
    opened = replace(opened, until=now + OPEN_FOR)
    post = ChallengePost(draft.id, due=now)
    await services.commit(Change(challenge=opened, posts=(post,), limits=limits))
    return opened
