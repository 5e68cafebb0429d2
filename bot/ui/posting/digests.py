"""The digest: one message a day that lists everything waiting for a player.

No digest is sent on days with nothing new. After three such days, one message says that games still
wait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.posts import (
    ChallengeDigest,
    Digest,
    LateChallengePing,
    LatePing,
    ReminderPost,
    SentMessage,
    StillWaits,
    digest_lane,
)
from bot.outbox import NotYet
from bot.service import pings
from bot.service.clocks import clock_states
from bot.service.lookup import games_to_answer, readable_record
from bot.ui.app import PostType
from bot.ui.pages.games import digest, public_digest
from bot.ui.posting.reading import person_of, private_reader, reader_at
from bot.ui.posting.sending import wait_a_minute
from bot.ui.slots import DIGEST_BLOCKS

if TYPE_CHECKING:
    from bot.model.people import Person, Player
    from bot.model.posts import Post
    from bot.model.servers import Place
    from bot.ui.app import PostedMessage, Posting
    from bot.ui.pages.page import Page


async def send_digest(posting: Posting, post: Digest | ChallengeDigest) -> SentMessage:
    """Send a player a list of all that waits, and schedule the post that repeats it days later."""
    await wait_for_morning(posting, post.player)
    wait_a_minute(posting, post, post.player)
    return await _with_the_next(posting, post, await tell_all(posting, post))


async def found_digest(
    posting: Posting, post: Digest | ChallengeDigest, posted: PostedMessage
) -> SentMessage:
    """Return a digest sent before a crash, with the post that follows it."""
    return await _with_the_next(posting, post, SentMessage(posted.message.id))


async def send_still_waits(posting: Posting, post: StillWaits) -> SentMessage:
    """Repeat what still waits, unless a digest does so. Postpone if the player changed the hour."""
    services = posting.app.services
    now, person = services.now(), await person_of(posting, post.player)
    due = pings.still_waits_at(person, post.said)
    if due is not None and now < due:
        return SentMessage(None, later=(replace(post, due=due),))
    digests = digest_lane(post.player)
    if due is None or not await services.store.posts.is_alone(post, digests, now):
        return SentMessage(None)
    await wait_for_morning(posting, post.player)
    wait_a_minute(posting, post, post.player)
    return await tell_all(posting, post)


async def wait_for_morning(posting: Posting, player: Player) -> None:
    """Raise NotYet in a player's quiet hours: a post can be sent long after it was due."""
    now = posting.app.services.now()
    if end := pings.quiet_end(await person_of(posting, player), now):
        raise NotYet(end - now)


async def _with_the_next(
    posting: Posting, post: Digest | ChallengeDigest, sent: SentMessage
) -> SentMessage:
    """Return a sent digest with the post that repeats days later what still waits."""
    services = posting.app.services
    now, person = services.now(), await person_of(posting, post.player)
    due = pings.still_waits_at(person, now)
    if sent.message is None or due is None:
        return sent
    match, challenge = (post.match, None) if isinstance(post, Digest) else (None, post.challenge)
    still = StillWaits(post.player, now, match, challenge, due=due)
    return replace(sent, later=(still,))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A person's waiting games and challenges: their number, and the digest if there is any."""

    count: int
    page: Page | None


async def all_that_waits(
    posting: Posting, post: Post, person: Person, *, still: bool = False
) -> Waiting:
    """Return a person's digest. `still`: it repeats what still waits."""
    services = posting.app.services
    games = await games_to_answer(services, person.id)
    open_challenges = await services.store.challenges.open_of(person.id)
    challenges = [asked for asked in open_challenges if asked.opponent == person.id]
    reader = private_reader(posting, person, posting.app.locales.get(person.id, ""))
    more = await posting.app.features.blocks(DIGEST_BLOCKS, posting, post, reader)
    count = len(games) + len(challenges)
    if not count and not more:
        return Waiting(0, None)
    clocks = await clock_states(services, games)
    return Waiting(count, digest(games, challenges, reader, clocks, still=still, more=more))


ToAPlayer = Digest | ChallengeDigest | StillWaits | LatePing | LateChallengePing | ReminderPost


async def tell_all(posting: Posting, post: ToAPlayer) -> SentMessage:
    """Send a player a list of all that waits; if their DMs are closed, post it in a channel."""
    person = await person_of(posting, post.player)
    waiting = await all_that_waits(posting, post, person, still=isinstance(post, StillWaits))
    if waiting.page is None:
        return SentMessage(None)
    if sent := await posting.io.send_dm(person.id, post, waiting.page):
        return sent
    if not waiting.count:  # what features add is only for that person
        return SentMessage(None)
    place = await _place_of(posting, post)
    reader = replace(await reader_at(posting, place), player=person.id)
    page = public_digest(waiting.count, reader)
    return replace(await posting.io.post(post, place, page), channel=None)


async def _place_of(posting: Posting, post: ToAPlayer) -> Place:
    """Return the channel that a digest's post came from: that of its match or challenge."""
    services = posting.app.services
    if isinstance(post, ChallengeDigest | LateChallengePing):
        return (await services.challenge(post.challenge)).place
    if post.match is not None:
        record = await readable_record(services, post.match)
        return record.place if record else post.place
    return post.place


POSTS = (
    PostType(Digest, send_digest, found_digest),
    PostType(ChallengeDigest, send_digest, found_digest),
    PostType(StillWaits, send_still_waits),
)
