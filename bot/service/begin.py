"""Starts matches, with a challenge or without one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.matches import Record
from bot.model.people import ENGINE
from bot.model.posts import BoardPost
from bot.service.engine import LEVELS
from bot.service.limits import unless_barred
from bot.service.record_event import post_for
from bot.service.refusals import No, Refusal
from bot.store.changes import Change, Stale
from games import catalogue
from games.events import Created
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.service.services import Services
    from bot.store.changes import Committed
    from games.core import Side
    from games.pace import Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The players, rules and place of a new match.

    `lot`: the side that goes first, if the rules leave that to chance.
    """

    place: Place
    dark: Player
    light: Player
    rules: str  # a rule set's line, see games.catalogue
    pace: Pace
    lot: Side | None = None
    start: str | None = None  # a position's line; None: the usual start
    rated: bool = True
    thread: bool = False  # in a thread of its own
    dark_partner: Player | None = None  # the second player of a side with two
    light_partner: Player | None = None
    level: int = 0  # of the engine, if it is one of the players

    @property
    def everyone(self) -> tuple[Player, ...]:
        """All players of the match."""
        four = (self.dark, self.light, self.dark_partner, self.light_partner)
        return tuple(player for player in four if player is not None)


def arranged(
    beginning: Beginning, now: Instant, also: Callable[[sqlite3.Connection, Committed], object]
) -> Change:
    """Return the change that starts a match arranged by a feature; Stale for a suspended player.

    `also`: the feature's own writes.
    """
    bars = tuple(
        limit
        for player in beginning.everyone
        if player != ENGINE
        for limit in unless_barred(player, beginning.place.guild, Stale())
    )
    return replace(begins(new_match(beginning, now)), also=also, limits=bars)


def refuse_level(services: Services, level: int) -> None:
    """Refuse a game against the engine if it doesn't play, or has no such level."""
    _ = services.engine  # refused if there is none
    if level not in LEVELS:
        raise Refusal(No.NO_SUCH_LEVEL, limit=LEVELS[-1])


def draws_lot(rules: str, start: str | None = None) -> bool:
    """Whether the side that goes first is random."""
    return catalogue.game(rules).data["first"] is None and start is None


def new_match(beginning: Beginning, now: Instant) -> Record:
    """Return a new match without a clock, due at once: the clockwork then works out its clock.

    So a match can be started without knowing everything that stops clocks.
    """
    rules, start = catalogue.game(beginning.rules).data, beginning.start
    lot = beginning.lot if draws_lot(beginning.rules, start) else None
    return Record(
        id=0,
        place=beginning.place,
        dark=beginning.dark,
        light=beginning.light,
        match=fold((Created(at=now, rules=rules, lot=lot, start=start),)),
        pace=beginning.pace,
        thread=beginning.thread,
        rated=beginning.rated and start is None,
        dark_partner=beginning.dark_partner,
        light_partner=beginning.light_partner,
        level=beginning.level,
        due=now,
    )


def begins(record: Record) -> Change:
    """Return the change that starts a match, with the first board unless it is private.

    If the engine goes first, the first board comes with its move.
    """
    posts = () if record.alone or record.engine_to_move else (post_for(BoardPost, record),)
    return Change(record=record, events=record.match.log, posts=posts)
