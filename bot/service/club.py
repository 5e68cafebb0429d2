"""Use cases that all competitions have: their drafts, their cards, the games that one gives up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bot.model.club import DRAFT_DAYS, MOST_OPEN, MOST_OPENED, Competition, Seat, Status, opened
from bot.service.limits import unless_barred
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from bot.service.services import retrying
from bot.store.changes import Change
from bot.store.club import CompetitionTables
from games.errors import Illegal
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services
    from bot.store.changes import Committed
    from bot.store.club import Competitions
    from bot.store.gatherings import G, GatheringTables

C = TypeVar("C", bound=Competition)
S = TypeVar("S", bound=Seat)


class Drafts(Generic[C, S]):
    """The drafts of one kind, which their makers alone see.

    `checked`: a draft as it may be, or a refusal; `none`: what is said where there is none.
    """

    def __init__(
        self, kind: Competitions[C, S], checked: Callable[[Services, C], C], none: Refusal
    ) -> None:
        self._kind, self._checked, self._none = kind, checked, none

    def _tables(self, services: Services) -> CompetitionTables[C, S]:
        return CompetitionTables(services.store.database, self._kind)

    async def refuse_more(
        self, services: Services, guild: int, by: Player, most: int = MOST_OPEN
    ) -> None:
        """Refuse who may open none now, before they fill in what it needs. `most`: as in `open`."""
        limits = partial(self._refuse_many, guild=guild, by=by, most=most, room=1)
        await services.store.database.read(partial(limits, now=services.now()))

    async def fill(
        self, services: Services, before: C, by: Player, fill: Callable[[C], C]
    ) -> tuple[C, Refusal | None]:
        """A draft, or a new one, as it is filled in; and why it may not be so, if it may not.

        It is kept all the same, and not opened before it was filled in anew. For a new one, what
        its maker made before in that server is forgotten.
        """
        try:
            if before.id:
                return await self.change(services, before.id, by, fill), None
            draft, refusal = self._checked(services, fill(before)), None
        except Refusal as error:
            draft, refusal = fill(before), error
        until = services.now() + DRAFT_DAYS * DAY
        return await self._tables(services).new_draft(replace(draft, due=until)), refusal

    async def of(self, services: Services, number: int, by: Player) -> C:
        """A draft of this person; refused where it is none."""
        draft = await self.of_or_open(services, number, by)
        if draft.status is not Status.DRAFT:
            raise self._none
        return draft

    async def of_or_open(self, services: Services, number: int, by: Player) -> C:
        """A draft of this person, or one of theirs that is open; refused where it is neither."""
        competition = await self._tables(services).one(number)
        if (
            competition is None
            or competition.by != by
            or competition.status not in {Status.DRAFT, Status.OPEN}
        ):
            raise self._none
        return competition

    async def change(
        self, services: Services, number: int, by: Player, change: Callable[[C], C]
    ) -> C:
        """Change a draft as it is at that moment."""

        async def attempt() -> C:
            before = await self.of(services, number, by)
            after = self._checked(services, change(before))
            if after != before:
                await self._tables(services).change(after)
                after = replace(after, version=after.version + 1)
            return after

        return await retrying(attempt)

    async def discard(self, services: Services, number: int, by: Player) -> None:
        """Forget a draft."""
        draft = await self.of(services, number, by)
        await self._tables(services).delete_draft(draft.id)

    async def open(
        self, services: Services, number: int, by: Player, card_in: int, most: int = MOST_OPEN
    ) -> C:
        """Have people join: its card is posted in that channel. Asked twice, it is once.

        `most`: that this person may have there at a time.
        """

        async def attempt() -> C:
            draft, now = await self.of_or_open(services, number, by), services.now()
            if draft.status is Status.OPEN:
                return draft
            after = opened(replace(self._checked(services, draft), card_in=card_in), now)
            also = partial(self._open, after=after, most=most)
            card = self._kind.card_of(after, now)
            limits = unless_barred(by, after.guild, Refusal(No.BARRED))
            await services.commit(Change(posts=(card,), also=also, limits=limits))
            return replace(after, version=after.version + 1)

        return await retrying(attempt)

    def _open(self, db: sqlite3.Connection, _: Committed, *, after: C, most: int) -> None:
        """Have people join it, unless there are as many already as may be."""
        self._kind.clear_void(db, after.guild, after.made)
        self._kind.update(db, after)
        self._refuse_many(db, after.guild, after.by, now=after.made, most=most)

    def _refuse_many(  # noqa: PLR0913  all that is counted
        self,
        db: sqlite3.Connection,
        guild: int,
        by: Player,
        *,
        now: Instant,
        most: int,
        room: int = 0,
    ) -> None:
        """Refuse more than there may be; `room`: so many fewer."""
        self._kind.refuse_many(db, guild, room)
        if self._kind.count_begun(db, guild, by) + room > most:
            raise Refusal(No.TOO_MANY_BEGUN, limit=most)
        if self._kind.count_opened(db, by, now - DAY, now) + room > MOST_OPENED:
            raise Refusal(No.TOO_MANY_TODAY, limit=MOST_OPENED)


def written(kind: Competitions[C, S], after: C, now: Instant, seats: Iterable[S] = ()) -> Change:
    """What writes a competition as it is now, with these seats, and brings its card up to date."""
    also = partial(kind.keep_step, after=after, seats=seats)
    return Change(posts=(kind.card_of(after, now),), also=also)


def leaving(kind: Competitions[C, S], before: C, seat: S, now: Instant) -> Change:
    """What gives up a seat: it is free again before the games begin, and empty after that."""
    if before.status is Status.RUNNING:
        return written(kind, replace(before, due=now), now, [replace(seat, left=now)])
    if before.status is not Status.OPEN:
        raise Refusal(No.CUP_IS_OVER)
    also = partial(kind.give_up_seat, before=before, seat=seat)
    return Change(posts=(kind.card_of(before, now),), also=also)


async def resign_all(services: Services, matches: Iterable[int], player: Player) -> None:
    """Give up these games."""
    for match in matches:
        with suppress(Illegal):  # it has ended meanwhile
            await resign(services, match, player)


async def card_again(
    services: Services, tables: CompetitionTables[C, S], seen: C, card_in: int
) -> None:
    """Post a card anew, which was deleted, in that channel."""
    await tables.card_again(seen, card_in, services.now())


async def card_anew(services: Services, tables: GatheringTables[G, Any, Any], seen: G) -> None:
    """Post a card anew, which was deleted."""
    await tables.card_anew(seen, services.now())


async def card_is_gone(tables: GatheringTables[G, Any, Any], seen: G) -> None:
    """A person has deleted the card: it is not posted again by itself."""
    await tables.card_is_gone(seen)
