"""Messages posted before a crash are found, and their consequences follow."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest

from bot.composition import FEATURES
from bot.features.finished.model import FoldResult
from bot.features.turn_list.model import TurnListPost
from bot.model.people import ENGINE
from bot.model.posts import (
    BoardPost,
    ChallengeOver,
    ChallengePost,
    DeleteChallenge,
    DeleteCopies,
    DeleteLeftover,
    Digest,
    LateChallengePing,
    LatePing,
    NoticePost,
    Post,
    SentMessage,
    ShrinkBoard,
)
from bot.model.servers import Place
from bot.outbox import NotYet
from bot.service.challenges import decline
from bot.service.play import give_day, offer, resign
from bot.service.services import USUAL
from bot.store.folded import FoldedMatches
from bot.ui.app import RecentPings
from bot.ui.channel_io import UnreadableHistory
from bot.ui.posting.poster import DiscordPoster, posting_on
from games.events import Offer
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, NOON
from tests.every import for_every

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

SILENT = discord.MessageFlags(suppress_notifications=True)
LOUD = discord.MessageFlags()


class Channel:
    """A channel in which one message of ours stands, or whose history we may not read."""

    def __init__(self, flags: discord.MessageFlags | None) -> None:
        self._flags = flags

    def is_guest(self, place: Place) -> bool:
        """A member is a guest nowhere."""
        return place.remote

    def channel(self, place: Place) -> int:
        """Stand in for the channel."""
        return place.channel

    async def find_message(self, _channel: int, post: Post) -> Any:  # noqa: ANN401  what stands for it here
        """The message, whatever post is sought."""
        assert post.id
        if self._flags is None:
            raise UnreadableHistory
        return SimpleNamespace(id=700, flags=self._flags, components=[])

    async def send_dm(self, *_: object) -> None:
        """Nobody takes direct messages here."""

    async def post(self, _post: Post, place: Place, _page: object) -> SentMessage:
        """The next message."""
        return SentMessage(701, place.channel)

    async def add_films(self, *_: object) -> None:
        """None is missing that anybody would miss here."""


def no_server(_: object) -> None:
    return None


def no_language(_: object) -> str:
    return ""


async def sent_after_a_look(
    parlour: Parlour, post: Post, flags: discord.MessageFlags | None
) -> SentMessage | None:
    """Return the poster's finding for a message with these flags."""
    return await poster(parlour, flags).find(post)


def poster(parlour: Parlour, flags: discord.MessageFlags | None) -> DiscordPoster:
    """One that finds a message with these flags, or none."""
    services = parlour.services
    app = SimpleNamespace(
        services=services,
        store=services.store,
        features=FEATURES,
        pictures=None,
        locales={},
        pinged=RecentPings(),
    )
    client = SimpleNamespace(get_guild=no_server)
    guests = SimpleNamespace(locale=no_language)
    posting = posting_on(cast("Any", client), cast("Any", app), cast("Any", guests))
    return DiscordPoster(replace(posting, io=cast("Any", Channel(flags))))


async def test_of_a_silent_refusal_the_challenger_is_told_later(parlour: Parlour) -> None:
    asked = await parlour.challenged(ANNA, BEN)
    await decline(parlour.services, asked.id, BEN)
    sent = await sent_after_a_look(parlour, ChallengeOver(asked.id, id=9), SILENT)
    assert sent == SentMessage(700, later=(LateChallengePing(asked.id, ANNA, due=NOON),))


async def test_of_a_silent_challenge_the_person_challenged_is_told_later(parlour: Parlour) -> None:
    asked = await parlour.challenged(ANNA, BEN)
    sent = await sent_after_a_look(parlour, ChallengePost(asked.id, id=9), SILENT)
    assert sent
    assert sent.later[0] == LateChallengePing(asked.id, BEN, due=NOON)
    again = await sent_after_a_look(parlour, ChallengePost(asked.id, id=9), LOUD)
    assert again
    assert LateChallengePing not in map(type, again.later)


async def test_a_person_is_told_later_by_the_settings_that_they_have_now(parlour: Parlour) -> None:
    asked = await parlour.challenged(ANNA, BEN)
    await decline(parlour.services, asked.id, BEN)
    posts, over = poster(parlour, SILENT), ChallengeOver(asked.id, id=9)
    await posts.find(over)
    hour = NOON // 3600 % 24
    await parlour.store.people.change(
        ANNA, lambda anna: replace(anna, quiet_from=hour, quiet_until=hour + 1), NOON
    )
    sent = await posts.find(over)
    assert sent
    assert sent.later == (LateChallengePing(asked.id, ANNA, due=NOON - NOON % 3600 + 3600),)


async def test_where_it_was_found_an_older_copy_is_deleted(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    sent = await sent_after_a_look(parlour, BoardPost(record.id, 2, id=9), LOUD)
    assert sent == SentMessage(700, record.place.channel, later=(DeleteCopies(record.id, 2, 700),))


async def test_of_a_silent_notice_the_one_to_move_is_told_later(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    await offer(parlour.services, record.id, ANNA, Offer.AGREE)
    sent = await sent_after_a_look(parlour, NoticePost(record.id, 3, id=9), SILENT)
    assert sent
    late, copies = sent.later
    assert late == LatePing(record.id, 3, BEN, due=NOON)
    assert copies == DeleteCopies(record.id, 3, 700)


async def test_of_a_silent_result_all_whom_it_called_are_told_later(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    await resign(parlour.services, record.id, BEN)
    sent = await sent_after_a_look(parlour, BoardPost(record.id, 3, id=9), SILENT)
    assert sent
    assert sent.later[:-1] == (LatePing(record.id, 3, ANNA, due=NOON),)


async def test_what_calls_no_one_calls_no_one_when_it_is_found(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    parlour.put(replace(record, pace=Pace(days=3)))
    await give_day(parlour.services, record.id, ANNA)
    sent = await sent_after_a_look(parlour, NoticePost(record.id, 3, id=9), SILENT)
    assert sent
    assert sent.later == (DeleteCopies(record.id, 3, 700),)


async def test_a_board_against_the_engine_calls_no_one_when_it_is_found(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    parlour.put(replace(record, dark=ENGINE, level=3))
    sent = await sent_after_a_look(parlour, BoardPost(record.id, 2, id=9), SILENT)
    assert sent
    assert sent.later == (DeleteCopies(record.id, 2, 700),)


async def test_where_we_may_not_read_nothing_is_found(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    assert await sent_after_a_look(parlour, BoardPost(record.id, 2, id=9), None) is None


async def test_a_late_ping_of_a_match_that_cannot_be_read_is_found_or_not_sent(
    parlour: Parlour,
) -> None:
    record = await parlour.begun()
    parlour.tables.db.execute("DELETE FROM event")
    parlour.store.database.folded = FoldedMatches(0)
    posts = poster(parlour, LOUD)
    late = LatePing(record.id, 1, ANNA, id=9, place=record.place)
    assert await posts.find(late) == SentMessage(700, covers=parlour.time + USUAL.pings)
    assert await posts.post(late) == SentMessage(None)


async def test_an_edit_is_not_looked_for(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    assert await sent_after_a_look(parlour, ShrinkBoard(record.id, 1, 699, 700, id=9), LOUD) is None


async def test_a_message_that_is_edited_may_not_say_what_merged_since(parlour: Parlour) -> None:
    post = TurnListPost(id=9, place=Place(5, 4001))
    assert await sent_after_a_look(parlour, post, LOUD) == SentMessage(700, stale=True)


async def test_of_a_match_that_cannot_be_read_a_digest_tells_of_the_others(
    parlour: Parlour,
) -> None:
    """In public, as the player has closed their direct messages: where the match was played."""
    broken, _ = await parlour.begun(), await parlour.begun()
    parlour.tables.db.execute('DELETE FROM event WHERE "match" = ?', (broken.id,))
    parlour.store.database.folded = FoldedMatches(0)
    mover = broken.player(broken.match.turn)
    digest = Digest(broken.id, 1, mover, id=9, place=broken.place)
    assert await poster(parlour, LOUD).post(digest) == SentMessage(701)


@for_every(
    "post",
    [DeleteChallenge(1, NOON + 5), DeleteLeftover(1, 700, NOON + 5), FoldResult(1, 700, NOON + 5)],
)
async def test_after_the_clock_was_set_back_what_waits_for_days_still_waits(
    post: Post, parlour: Parlour
) -> None:
    """All posts are due at once then."""
    await parlour.challenged(ANNA, BEN)
    with pytest.raises(NotYet) as early:
        await poster(parlour, LOUD).post(replace(post, id=9))
    assert early.value.seconds == 5
