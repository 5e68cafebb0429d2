"""A tournament's announcement, posted once and edited as it goes on; and the post of its end."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import cases
from bot.features.tournaments.model import (
    SHOWN_OVER,
    Announcement,
    FoldAnnouncement,
    PairingReminder,
    SeasonCall,
    Status,
    TournamentResult,
)
from bot.features.tournaments.pages import sheets
from bot.features.tournaments.pages.announcement import announcement, folded, result, season_call
from bot.features.tournaments.pages.results import reminder
from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.announcements import show_announcement
from bot.ui.posting.news import awake, post_news
from bot.ui.posting.reading import match_of, person_of, reader_at
from bot.ui.posting.sending import late_pings, tell_mover, wait_until

if TYPE_CHECKING:
    from bot.features.tournaments.form import State
    from bot.ui.app import Posting


async def send_announcement(posting: Posting, post: Announcement) -> SentMessage:
    """Update or post the announcement."""
    services = posting.app.services
    state = await cases.tables(services).state(post.tournament)
    if state is None or not state.tournament.has_announcement:
        return SentMessage(None)
    if state.has_failed:
        return await _take_away(posting, post, state)
    if state.pairings:  # only then there is a picture, with names
        shown = sheets.players_on(state, state.form.sheets(state)[0])
        await learn_names(posting.app, posting.client, shown)
    reader = await reader_at(posting, post.place)
    if await _folds(posting, post, state):
        page = folded(state, reader)
    else:
        now = await cases.now_in(services, state)
        page = announcement(state, reader, posting.app.drawn_names, now)
    is_gone = partial(cases.announcement_is_gone, services, state.tournament)
    return await show_announcement(posting, post, state.tournament, page, is_gone)


async def _folds(posting: Posting, post: Announcement, state: State) -> bool:
    """Whether an announcement becomes a line: a week after the end, unless people kept it."""
    ended, message = state.tournament.ended, state.tournament.message
    if ended is None or not state.pairings or not message:
        return False
    is_old = posting.app.services.now() - ended >= SHOWN_OVER
    return is_old and not await posting.io.stays(post.place, message, thread=False)  # of its games


async def fold_announcement(posting: Posting, post: FoldAnnouncement) -> SentMessage:
    """Have an announcement updated, which makes it a line by now."""
    state = await cases.tables(posting.app.services).state(post.tournament)
    if state is None or state.tournament.ended is None:
        return SentMessage(None)
    wait_until(posting, state.tournament.ended + SHOWN_OVER)
    due = posting.app.services.now()
    return SentMessage(None, later=(Announcement(post.tournament, due=due, place=post.place),))


async def _take_away(posting: Posting, post: Announcement, state: State) -> SentMessage:
    """Delete the announcement of a tournament that too few people joined."""
    if state.tournament.message:
        with suppress(Undeliverable):
            await posting.io.delete(post.place, state.tournament.message)
    await cases.announcement_is_gone(posting.app.services, state.tournament)
    return SentMessage(None)


async def send_result(posting: Posting, post: TournamentResult) -> SentMessage:
    """Announce the end and ping the winners; if the tournament didn't start, ping everyone."""
    state = await cases.tables(posting.app.services).state(post.tournament)
    if state is None or state.tournament.is_live:
        return SentMessage(None)
    told = state.form.told(state)
    if state.tournament.status is not Status.OVER:
        told = [entry.player for entry in state.present]
    reader, pinged = await reader_at(posting, post.place), await awake(posting, post, told)
    return await post_news(posting, post, result(state, reader, pinged))


async def send_reminder(posting: Posting, post: PairingReminder) -> SentMessage:
    """Remind a player as a DM if they want that; otherwise in the channel. Not after their move."""
    services = posting.app.services
    record = await match_of(posting, post.match)
    played = await cases.state_with(services, post.match)
    is_over = record.match.verdict or record.match.shelved
    if is_over or played is None or len(record.match.log) != post.events:
        return SentMessage(None)
    mover = await person_of(posting, record.player(record.match.turn))
    if later := await late_pings(posting, post, mover.id):
        return SentMessage(None, later=later)
    write = partial(reminder, played[0], record)
    return await tell_mover(posting, post, record.place, mover, write)


async def send_season_call(posting: Posting, post: SeasonCall) -> SentMessage:
    """Tell those who sat out the last season that the next one has started, with *Join*."""
    services = posting.app.services
    state = await cases.tables(services).state(post.tournament)
    players = await cases.called(services, post.tournament, post.before, post.at)
    if state is None or not players:
        return SentMessage(None)
    reader = await reader_at(posting, post.place)
    return await post_news(posting, post, season_call(state, tuple(players), reader))


POSTS = (
    PostType(SeasonCall, send_season_call),
    PostType(PairingReminder, send_reminder),
    PostType(Announcement, send_announcement, counts_down=True),
    PostType(TournamentResult, send_result),
    PostType(FoldAnnouncement, fold_announcement),
)
