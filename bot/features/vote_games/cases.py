"""Use cases of vote games: starting, voting, and closing rounds in time.

Invariant: the transaction that writes the channel's move closes the round, see tables. If the bot
is killed before, the next look at the time closes it; if after, nothing is left to close.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.features.vote_games.model import State, Vote, VoteGame
from bot.features.vote_games.refusals import VoteGameNo
from bot.features.vote_games.round import (
    OPEN_FOR,
    SILENT,
    is_over,
    may_vote,
    winner,
)
from bot.features.vote_games.tables import Ballot, VoteGameTables, write_vote
from bot.model.challenges import Terms
from bot.model.people import CHANNEL, ENGINE, NO_PERSONS
from bot.model.posts import ClockPost, DeleteReply, edit_wait
from bot.service import challenges
from bot.service.begin import refuse_level
from bot.service.clocks import outages
from bot.service.due_in_features import LATER, at_once, process_each_due
from bot.service.engine import EngineDown
from bot.service.limits import unless_barred, unless_blocked
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.store.changes import Change, Limit
from games.events import Moved, Resumed, Shelved
from games.notation import read_move, write_move
from games.pace import Clock, Pace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.servers import Place, WritablePlace
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.core import Move, Side

log = logging.getLogger(__name__)

_ENGINE_LATER = 600  # seconds until a retry if the engine couldn't think
_LEVEL = 4  # the bot's difficulty when it moves for a channel against a person


def tables(services: Services) -> VoteGameTables:
    """Return the tables of vote games."""
    return VoteGameTables(services.store.database)


# Starting


async def propose(  # noqa: PLR0913  all settings of a game
    services: Services,
    place: WritablePlace,
    by: Player,
    opponent: Player | None,
    *,
    rules: str,
    side: Side | None,
    level: int,
    pace: Pace,
) -> tuple[Challenge, int]:
    """Make a challenge in the channel's name, and its post; without an opponent, to the bot."""
    if opponent is None:
        refuse_level(services, level)
    await refuse_second(services, place, by)
    terms = Terms(
        rules=rules,
        side=side,
        pace=pace if opponent else Pace(),
        thread=True,
        rated=False,
        by_vote=True,
        level=0 if opponent else level,
    )
    return await challenges.make_challenge(services, place, by, opponent or ENGINE, terms)


async def refuse_second(services: Services, place: Place, by: Player) -> None:
    """Refuse if the channel has a vote game, or this person has already asked for one there."""
    live = await tables(services).live_in(place.guild or 0)
    if place.channel in {game.channel for game in live}:
        raise Refusal(VoteGameNo.CHANNEL_PLAYS_ALREADY)
    for challenge in await services.store.challenges.open_of(by):
        if challenge.terms.by_vote and challenge.place.channel == place.channel:
            raise Refusal(VoteGameNo.CHANNEL_ASKS_ALREADY)


async def accept_for_bot(services: Services) -> None:
    """Accept, for the bot, the posted challenges of channels."""
    for challenge in await services.store.challenges.open_of(ENGINE):
        if challenge.message is not None and challenge.opponent == ENGINE:
            await accept_or_decline(services, challenge.id)


async def accept_or_decline(services: Services, challenge: int) -> None:
    """Accept a channel's challenge to the bot; decline one that can no longer start.

    For example, the channel plays already, or the challenger is suspended. Other challenges still
    start.
    """
    try:
        await challenges.accept(services, challenge, ENGINE)
    except Refusal as refused:
        if refused.no is No.BUSY:  # the next look may succeed
            return
        with suppress(Refusal):  # the challenge is over
            await challenges.decline(services, challenge, ENGINE)


# Voting


async def ballot_in(services: Services, number: int, channel: int) -> tuple[Record, Ballot]:
    """Return a channel's vote game here, and its votes; refuse if there is none."""
    ballot = await tables(services).ballot(number)
    if ballot is None:
        raise Refusal(No.NO_SUCH_GAME)
    record = await services.record(number)
    if record.place.channel != channel:
        raise Refusal(No.NO_SUCH_GAME)
    return record, ballot


def voting_side(record: Record, ballot: Ballot, by: Player, seen_round: int | None = None) -> Side:
    """Return the channel's side; refuse if this person can't vote now.

    `seen_round`: the round that the person saw.
    """
    side = record.side(CHANNEL)
    assert side is not None
    if not may_vote(by, record.player(side.other)):
        raise Refusal(VoteGameNo.OPPONENT_HAS_NO_VOTE)
    old = seen_round not in (None, ballot.game.round)
    if old or record.match.verdict or record.match.turn is not side:
        raise Refusal(No.VOTE_IS_OVER)
    return side


async def vote(  # noqa: PLR0913, PLR0917  the voter, the place and the move
    services: Services,
    number: int,
    by: Player,
    channel: int,
    seen_round: int | None,
    path: Move,
    reply: int | None = None,
) -> tuple[Record, Ballot]:
    """Vote for a move in this person's name, in place of their earlier vote.

    A paused game is resumed. Raises Illegal if the move can't be made. `seen_round`: the
    round that they saw, if known; `reply`: the message with the typed move, which is deleted.
    """
    newest = await _round_to_vote_in(services, number, by, channel, seen_round, path)
    record, _ = await ballot_in(services, number, channel)
    more = () if reply is None else (DeleteReply(number, reply),)
    await _commit_vote(services, record, Vote(number, newest, by, write_move(path)), more)
    return await ballot_in(services, number, channel)


@retry_if_stale
async def _round_to_vote_in(  # noqa: PLR0913, PLR0917  as for a vote
    services: Services, number: int, by: Player, channel: int, seen_round: int | None, path: Move
) -> int:
    """Return the round in which this person can vote; a paused game is resumed first."""
    record, ballot = await ballot_in(services, number, channel)
    side, now = voting_side(record, ballot, by, seen_round), services.now()
    record.match.after(Moved(by=side, at=now, path=path))
    limits = tuple(_limits(record, side, by))
    if ballot.game.state is not State.ASIDE:
        return ballot.game.round
    await services.commit(Change(limits=limits))
    await record_event(services, record, Resumed(by=side, at=now))
    return ballot.game.round + 1


@retry_if_stale
async def resume(services: Services, number: int, by: Player, place: Place) -> None:
    """Resume a paused game of this channel; one that isn't paused stays as it is."""
    ballot = await tables(services).ballot(number)
    if ballot is None or ballot.game.channel != place.channel:
        raise Refusal(No.NO_SUCH_GAME)
    record = await services.record(number)
    side = record.side(CHANNEL)
    if side is None or not record.match.shelved:
        return
    if not may_vote(by, record.player(side.other)):
        raise Refusal(VoteGameNo.OPPONENT_HAS_NO_VOTE)
    await services.commit(Change(limits=tuple(_limits(record, side, by))))
    await record_event(services, record, Resumed(by=side, at=services.now()))


async def vote_typed(
    services: Services, record: Record, by: Player, path: Move, reply: int | None
) -> None:
    """Vote by a reply in the thread; the last vote needed makes the channel move now."""
    await vote(services, record.id, by, record.place.channel, None, path, reply)
    await at_once(process_due(services, record.id))


async def _commit_vote(
    services: Services, record: Record, cast_vote: Vote, more: Sequence[Post] = ()
) -> None:
    """Write a vote and queue a board edit, unless a limit refuses the voter."""
    side, now = record.side(CHANNEL), services.now()
    assert side is not None
    board = ClockPost(record.id, due=now + edit_wait(now - record.match.log[-1].at))
    also = partial(write_vote, vote=cast_vote, now=now)
    limits = tuple(_limits(record, side, cast_vote.player))
    await services.commit(Change(posts=(board, *more), also=also, limits=limits))


def _limits(record: Record, side: Side, by: Player) -> Iterator[Limit]:
    """Return limits that refuse a suspended voter, or one with a block either way."""
    opponent, refusal = record.player(side.other), Refusal(VoteGameNo.MAY_NOT_VOTE)
    yield from unless_barred(by, record.place.guild, Refusal(No.BARRED))
    if opponent not in NO_PERSONS:
        yield from unless_blocked(by, opponent, refusal)


# Closing rounds in time


async def close_rounds(services: Services) -> None:
    """Close all rounds that are over; a failing game doesn't delay the others."""
    await process_each_due(services, tables(services), process_due)


@retry_if_stale
async def process_due(services: Services, number: int) -> None:
    """Close the round of a game if it is over; if not, write when it is due again."""
    ballot, now = await tables(services).ballot(number), services.now()
    if ballot is None or ballot.game.opened is None:
        return
    if await services.store.servers.has_departed(ballot.game.guild):
        await tables(services).restart_round(number, now, now + LATER)
        return
    deadline = await _deadline(services, ballot.game, ballot.game.opened)
    if is_over(ballot.votes, deadline, now):
        await _close_round(services, ballot, now)
    elif deadline != ballot.game.due:
        await tables(services).set_due(number, deadline)
        await services.commit(Change(posts=(ClockPost(number, due=now),)))


async def _deadline(services: Services, game: VoteGame, opened: Instant) -> Instant:
    """Return when the round closes, extended by any time in which nobody could vote."""
    record = await services.record(game.match)
    rests = tuple(sorted(await outages(services, opened)))
    return Clock(record.match.turn, opened, OPEN_FOR, 0, rests).deadline


async def _close_round(services: Services, ballot: Ballot, now: Instant) -> None:
    """Play the move with the most votes; without votes, let the bot move or pause the game."""
    game, record = ballot.game, await services.record(ballot.game.match)
    side, match = record.side(CHANNEL), record.match
    if side is None or match.verdict or match.turn is not side:
        return
    best = winner(ballot.votes.tallies, partial(match.game.legal, match.position))
    if best:
        await record_event(services, record, Moved(side, now, read_move(best.move)))
    elif game.silent + 1 >= SILENT or not services.plays:
        await record_event(services, record, Shelved(now))
    else:
        await _move_for(services, record, side, now)


async def _move_for(services: Services, record: Record, side: Side, now: Instant) -> None:
    """Move for a channel that has not voted, as well as its opponent or in the middle."""
    level = record.level or _LEVEL
    try:
        asker = record.place.channel  # channels take turns like people
        thought = await services.engine.think(record.match, level, asker, record.place)
    except EngineDown:
        log.info("the engine could not move in a vote game")
        await tables(services).set_due(record.id, now + _ENGINE_LATER)
        return
    await record_event(services, record, Moved(side, services.now(), tuple(thought.line[0])))


# Questions


async def ballot_of(services: Services, record: Record) -> Ballot | None:
    """Return the votes of a game in this position; None for other games, or older positions."""
    if not record.by_vote or not record.id:
        return None
    newest = await services.record(record.id)
    if newest.match.plies != record.match.plies:
        return None
    return await tables(services).ballot(record.id)
