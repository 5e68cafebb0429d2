"""A store in memory, for tests. It keeps the contract of the real one."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import asdict, replace
from itertools import product
from typing import TYPE_CHECKING

from bot.service.lookup import urgency
from bot.service.model import (
    FORMER,
    Dossier,
    Filed,
    Guild,
    Kind,
    Listing,
    Outcome,
    Past,
    Person,
    Post,
    Snapshot,
    Standing,
    Tally,
)
from bot.service.ports import Committed, Counted, Stale, Store
from bot.store.jobs import verify
from games.core import Side
from games.events import Created
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from bot.service.model import Challenge, Instant, Player, Record, Search, Vacation
    from bot.service.ports import Change, Limit


class MemoryStore(Store):
    """Every call lets others run first, as a real one would."""

    def __init__(self) -> None:
        self.challenges: dict[int, Challenge] = {}
        self.records: dict[int, Record] = {}
        self.posts: dict[int, Post] = {}
        self.persons: dict[Player, Person] = {}
        self.notes: dict[str, str] = {}
        self.holidays: dict[int, Vacation] = {}
        self.downs: list[tuple[Instant, Instant]] = []
        self.guilds: dict[int, Guild] = {}
        self.bars: set[tuple[int, Player]] = set()
        self._newest_post = 0

    async def commit(self, change: Change, *more: Change) -> Committed:
        changes = (change, *more)
        for each in changes:
            verify(each)
        await asyncio.sleep(0)
        for each in changes:
            self._refuse_outdated(each)
        before = (self.challenges.copy(), self.records.copy(), self.posts.copy(), self.bars.copy())
        first, *_ = [self._write(each) for each in changes]
        for limit in (limit for each in changes for limit in each.limits):
            if self._count(limit) > limit.most:
                self.challenges, self.records, self.posts, self.bars = before
                raise limit.refusal
        return first

    def _count(self, limit: Limit) -> int:
        match limit.counted:
            case Counted.BARS:
                return (limit.guild, limit.player) in self.bars
            case Counted.CLOSED:
                closed = (Standing.WITHDRAWN, Standing.DECLINED)
                found = [
                    each.place
                    for each in self.challenges.values()
                    if (each.by, each.opponent) == (limit.player, limit.other)
                    and each.standing in closed
                    and each.made > limit.since
                    and each.message is not None
                ]
            case Counted.GAMES:
                playing = (each for each in self._running() if not each.match.shelved)
                shared = (each for each in playing if not each.level)
                found = [each.place for each in shared if each.side(limit.player)]
            case Counted.PRACTICE | Counted.ENGINE_GAMES as counted:
                practice = [each for each in self._running() if each.level]
                own = [each for each in practice if each.side(limit.player)]
                found = [
                    each.place
                    for each in own
                    if (each.alone if counted is Counted.PRACTICE else not each.alone)
                    and (each.alone or not each.match.shelved)
                ]
            case counted:
                standing = Standing.OPEN if counted is Counted.CHALLENGES else Standing.DRAFT
                own = (each for each in self.challenges.values() if each.by == limit.player)
                found = [each.place for each in own if each.standing is standing]
        return sum(limit.guild in (None, place.guild) for place in found)

    def _write(self, change: Change) -> Committed:
        challenge, record = change.challenge, change.record
        if challenge:
            challenge = self._changed_challenge(challenge)
        if record and record.id == 0:
            record = replace(record, id=len(self.records) + 1)
            if challenge:
                record = replace(record, challenge=challenge.id)
                challenge = replace(challenge, match=record.id)
        elif record:
            record = replace(
                self.records[record.id],
                match=record.match,
                clock=record.clock,
                due=record.due,
                reminded=record.reminded,
            )
            if change.events:
                record = replace(record, plan=change.record.plan if change.record else "")
        if challenge:
            self.challenges[challenge.id] = challenge
        if record:
            self.records[record.id] = record
        if change.bar:
            self.bars.add(change.bar)
        numbers = Committed(challenge and challenge.id, record and record.id)
        return replace(numbers, posts=tuple(self._add(each, numbers) for each in change.posts))

    def _refuse_outdated(self, change: Change) -> None:
        challenge, record = change.challenge, change.record
        if challenge and challenge.id:
            known = self.challenges.get(challenge.id)
            if known is None or known.version != challenge.version - 1:
                raise Stale
        if challenge and challenge.rematch_of and challenge.standing is Standing.OPEN:
            for each in self._open():
                if each.rematch_of == challenge.rematch_of and each.id != challenge.id:
                    raise Stale
        seconds = {each.first for each in self.records.values() if each.first}
        if record and record.id == 0 and record.first in seconds:
            raise Stale
        if record and record.id:
            stored = self.records.get(record.id)
            if stored is None or len(stored.match.log) != change.before:
                raise Stale
            if change.events and stored.plan != change.planned:
                raise Stale

    async def keep_plan(self, record: Record, planned: str) -> None:
        await asyncio.sleep(0)
        stored = self.records[record.id]
        if (stored.plan, len(stored.match.log)) != (planned, len(record.match.log)):
            raise Stale
        self.records[record.id] = replace(stored, plan=record.plan)

    def _changed_challenge(self, challenge: Challenge) -> Challenge:
        if challenge.id == 0:
            return replace(challenge, id=len(self.challenges) + 1)
        known = self.challenges[challenge.id]
        return replace(challenge, place=known.place, message=known.message)

    def _add(self, post: Post, numbers: Committed) -> int:
        self._newest_post += 1
        added = replace(
            post,
            id=self._newest_post,
            challenge=numbers.challenge if post.challenge == 0 else post.challenge,
            match=numbers.match if post.match == 0 else post.match,
        )
        about = self.records.get(added.match or 0) or self.challenges.get(added.challenge or 0)
        place = about.place if about else added.place
        self.posts[self._newest_post] = replace(added, place=place)
        return self._newest_post

    async def challenge(self, number: int) -> Challenge | None:
        await asyncio.sleep(0)
        return self.challenges.get(number)

    async def record(self, number: int) -> Record | None:
        await asyncio.sleep(0)
        found = self.records.get(number)
        if found is None:
            return None
        earlier = self.records[found.first].match if found.first else None
        return replace(found, match=fold(found.match.log), earlier=earlier)

    async def newest_in(self, channel: int) -> Record | None:
        await asyncio.sleep(0)
        found = [each for each in self.records.values() if each.place.channel == channel]
        return found[-1] if found else None

    async def record_at(self, message: int) -> Record | None:
        await asyncio.sleep(0)
        return next((each for each in self.records.values() if each.message == message), None)

    async def open_challenges(self, player: Player) -> Sequence[Challenge]:
        await asyncio.sleep(0)
        return [each for each in self._open() if player in (each.by, each.opponent)][::-1]

    async def drafts(self, player: Player) -> Sequence[Challenge]:
        await asyncio.sleep(0)
        found = [each for each in self.challenges.values() if each.standing is Standing.DRAFT]
        return [each for each in found if each.by == player]

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        await asyncio.sleep(0)
        pending = (Standing.OPEN, Standing.DRAFT)
        found = [each for each in self.challenges.values() if each.standing in pending]
        return sorted((each for each in found if each.until <= now), key=lambda each: each.until)

    def _open(self) -> Iterator[Challenge]:
        return (each for each in self.challenges.values() if each.standing is Standing.OPEN)

    async def running(self, player: Player) -> Sequence[Listing]:
        await asyncio.sleep(0)
        found = [
            _listing(each)
            for each in self.records.values()
            if each.side(player) and not each.match.verdict
        ]
        return sorted(found, key=lambda each: urgency(each, player))

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        await asyncio.sleep(0)
        found = [each for each in self._running() if each.place.guild == guild]
        return [_listing(each) for each in found][::-1][:most]

    def _running(self) -> list[Record]:
        return [each for each in self.records.values() if not each.match.verdict]

    async def finished(self, search: Search, skip: int, most: int) -> Sequence[Past]:
        await asyncio.sleep(0)
        found = [
            each
            for each in self._past(search)
            if search.outcome in (None, each.outcome(search.player))
        ]
        found.sort(key=lambda each: (each.ended, each.id), reverse=True)
        return found[skip : skip + most]

    async def tally(self, search: Search) -> Tally:
        await asyncio.sleep(0)
        counts, unrated = dict.fromkeys(product(Side, Outcome), 0), dict.fromkeys(Outcome, 0)
        for each in self._past(search):
            how = each.outcome(search.player)
            if each.placed or each.level:
                unrated[how] += 1
            else:
                counts[each.side(search.player), how] += 1
        return Tally(counts, unrated)

    def _past(self, search: Search) -> Iterator[Past]:
        for each in map(_past, self.records.values()):
            if each is None or search.player not in (each.dark, each.light):
                continue
            other = each.light if each.side(search.player) is Side.DARK else each.dark
            named = ("", each.rules, each.rules.partition("+")[0])
            if search.rules in named and search.opponent in (None, other):
                yield each

    async def due_matches(self, now: Instant, most: int) -> Sequence[Listing]:
        await asyncio.sleep(0)
        due = [(each.due, each.id) for each in self.records.values() if each.due is not None]
        return [_listing(self.records[number]) for at, number in sorted(due) if at <= now][:most]

    async def next_deadline(self) -> Instant | None:
        await asyncio.sleep(0)
        due = [each.due for each in self.records.values() if each.due is not None]
        return min(due, default=None)

    async def engine_to_move(self) -> Sequence[int]:
        await asyncio.sleep(0)
        return [each.id for each in self._running() if each.engine_to_move]

    def mark_due(self, player: Player, now: Instant) -> None:
        for each in self._running():
            if each.side(player) and each.due is not None and each.due > now:
                self.records[each.id] = replace(each, due=now)

    async def vacations(self, players: Sequence[Player], since: Instant) -> Sequence[Vacation]:
        await asyncio.sleep(0)
        found = self.holidays.values()
        return [each for each in found if each.player in players and each.end > since]

    async def vacations_of(self, player: Player) -> Sequence[Vacation]:
        await asyncio.sleep(0)
        return self._vacations_of(player)

    def _vacations_of(self, player: Player) -> list[Vacation]:
        found = [each for each in self.holidays.values() if each.player == player]
        return sorted(found, key=lambda each: -each.end)

    async def change_vacations(
        self,
        player: Player,
        change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
        now: Instant,
    ) -> Sequence[Vacation]:
        await asyncio.sleep(0)
        changed = change(self._vacations_of(player))
        for each in changed:
            number = each.id or len(self.holidays) + 1
            self.holidays[number] = replace(each, id=number)
        if changed:
            self.mark_due(player, now)
        return self._vacations_of(player)

    async def outages(self, since: Instant) -> Sequence[tuple[Instant, Instant]]:
        await asyncio.sleep(0)
        return [each for each in self.downs if each[1] > since]

    async def keep_outage(self, start: Instant, end: Instant) -> None:
        await asyncio.sleep(0)
        self.downs.append((start, end))

    async def clock_set_back(self, now: Instant) -> None:
        await asyncio.sleep(0)
        self.downs = [(min(start, now), min(end, now)) for start, end in self.downs]
        for each in self._running():
            if each.due is not None and each.due > now:
                self.records[each.id] = replace(each, due=now)
        for number, post in self.posts.items():
            self.posts[number] = replace(post, due=min(post.due, now))

    async def guild(self, number: int) -> Guild:
        await asyncio.sleep(0)
        return self.guilds.get(number, Guild(number))

    async def change_guild(self, number: int, change: Callable[[Guild], Guild]) -> Guild:
        await asyncio.sleep(0)
        self.guilds[number] = change(self.guilds.get(number, Guild(number)))
        return self.guilds[number]

    async def barred(self, guild: int) -> Sequence[Player]:
        await asyncio.sleep(0)
        return [player for there, player in sorted(self.bars) if there == guild]

    async def bar(self, guild: int, player: Player, *, barred: bool) -> bool:
        await asyncio.sleep(0)
        changes = ((guild, player) in self.bars) is not barred
        (self.bars.add if barred else self.bars.discard)((guild, player))
        return changes

    async def dossier(self, player: Player, *, logs: bool = True) -> Dossier:
        await asyncio.sleep(0)
        mine = [each for each in self.records.values() if each.side(player)]
        asked = [
            each
            for each in self.challenges.values()
            if each.by == player
            or (each.opponent == player and (each.message or each.standing not in _UNSEEN))
        ]
        holidays = [each for each in self.holidays.values() if each.player == player]
        return Dossier(
            person=self.persons.get(player, Person(player)),
            vacations=tuple(holidays),
            challenges=tuple(asked),
            matches=tuple(_filed(each, logs=logs) for each in mine),
            barred=tuple(sorted(guild for guild, barred in self.bars if barred == player)),
        )

    async def erase(self, player: Player) -> None:
        await asyncio.sleep(0)
        if any(each.side(player) for each in self._running()):
            raise Stale
        if any(player in (each.by, each.opponent) for each in self._open()):
            raise Stale
        for each in list(self.challenges.values()):
            if player in (each.by, each.opponent) and each.standing is Standing.DRAFT:
                del self.challenges[each.id]
                continue
            by = FORMER if each.by == player else each.by
            opponent = FORMER if each.opponent == player else each.opponent
            self.challenges[each.id] = replace(each, by=by, opponent=opponent)
        for each in self.records.values():
            dark = FORMER if each.dark == player else each.dark
            light = FORMER if each.light == player else each.light
            self.records[each.id] = replace(each, dark=dark, light=light)
        self.persons.pop(player, None)
        self.holidays = {n: each for n, each in self.holidays.items() if each.player != player}
        self.bars = {(guild, barred) for guild, barred in self.bars if barred != player}

    async def person(self, player: Player) -> Person:
        await asyncio.sleep(0)
        return self.persons.get(player, Person(player))

    async def change_person(
        self, player: Player, change: Callable[[Person], Person], now: Instant
    ) -> Person:
        await asyncio.sleep(0)
        before = self.persons.get(player, Person(player))
        self.persons[player] = after = change(before)
        if after.remind != before.remind:
            self.mark_due(player, now)
        return after

    async def keep_person(self, person: Person) -> None:
        """Have these settings from the start."""
        self.persons[person.id] = person

    async def keep_vacation(self, vacation: Vacation, now: Instant) -> int:
        """Have a person be away then; the vacation's number."""
        kept = await self.change_vacations(vacation.player, lambda _: [vacation], now)
        return vacation.id or max(each.id for each in kept)

    async def keep_guild(self, guild: Guild) -> None:
        """Have these settings from the start."""
        self.guilds[guild.id] = guild

    async def note(self, name: str) -> str | None:
        await asyncio.sleep(0)
        return self.notes.get(name)

    async def keep_note(self, name: str, text: str) -> None:
        await asyncio.sleep(0)
        self.notes[name] = text

    async def due_posts(
        self, now: Instant, each: int, busy: Collection[int] = (), full: Collection[int] = ()
    ) -> Sequence[Post]:
        await asyncio.sleep(0)
        heads = [post for post in self._heads() if post.due <= now and post.id not in busy]
        heads.sort(key=lambda post: (post.due, post.id))
        found, taken = list[Post](), Counter[int]()
        for post in heads:
            taken[post.queue] += 1
            if post.queue not in full and taken[post.queue] <= each:
                found.append(post)
        return found

    def _heads(self) -> list[Post]:
        """Of each lane its oldest."""
        return list({each.lane: each for each in reversed(self.posts.values())}.values())[::-1]

    async def newest_post(self) -> int:
        await asyncio.sleep(0)
        return self._newest_post

    async def post_done(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        ping: int | None = None,
    ) -> None:
        await asyncio.sleep(0)
        self.posts.pop(post.id, None)
        if message is not None and post.kind is Kind.CHALLENGE and post.challenge:
            self.challenges[post.challenge] = replace(
                self.challenges[post.challenge], message=message
            )
        if message is not None and post.kind is Kind.BOARD and post.match:
            old = self.records[post.match]
            self.records[post.match] = replace(old, message=message)
            if old.message not in (None, message):
                strip = Post(Kind.STRIP, None, old.id, post.number - 1, old.message)
                self._add(strip, Committed())
            own = (ping,) if ping else ()
            for each in old.passing:
                if each not in own:
                    self._add(Post(Kind.CLEAR, None, old.id, post.number, each), Committed())
            self.records[post.match] = replace(self.records[post.match], passing=own)
        if message is not None and post.kind in (Kind.NOTICE, Kind.REMINDER) and post.match:
            old = self.records[post.match]
            passing = tuple(dict.fromkeys((*old.passing, message)))
            self.records[post.match] = replace(old, passing=passing)
        if channel is not None and post.match:
            for each in [*self.records.values()]:
                if post.match in (each.id, each.first):
                    moved = replace(each.place, channel=channel)
                    self.records[each.id] = replace(each, place=moved, thread=False)

    async def retry_post(self, post: int, due: Instant) -> None:
        await asyncio.sleep(0)
        if post in self.posts:
            old = self.posts[post]
            self.posts[post] = replace(old, due=due, tries=old.tries + 1)

    async def drop_post(self, post: int) -> None:
        await asyncio.sleep(0)
        self.posts.pop(post, None)


def _filed(record: Record, *, logs: bool) -> Filed:
    verdict = record.match.verdict
    return Filed(
        id=record.id,
        place=record.place,
        dark=record.dark,
        light=record.light,
        pace=record.pace,
        challenge=record.challenge,
        games=record.games,
        first=record.first,
        level=record.level,
        winner=verdict and verdict.winner,
        reason=verdict and verdict.reason,
        turn=record.match.turn,
        plan=record.plan,
        log=record.match.log if logs else (),
    )


def _past(record: Record) -> Past | None:
    verdict, log = record.match.verdict, record.match.log
    if verdict is None:
        return None
    assert isinstance(log[0], Created)
    return Past(
        id=record.id,
        dark=record.dark,
        light=record.light,
        rules=record.match.game.name,
        plies=len(record.match.plies),
        ended=log[-1].at,
        winner=verdict.winner,
        reason=verdict.reason,
        placed=log[0].start is not None,
        games=record.games,
        first=record.first,
        level=record.level,
    )


_UNSEEN = (Standing.DRAFT, Standing.WITHDRAWN, Standing.EXPIRED)  # if there is no message


def _listing(record: Record) -> Listing:
    return Listing(
        id=record.id,
        place=record.place,
        dark=record.dark,
        light=record.light,
        message=record.message,
        clock=record.clock,
        level=record.level,
        **asdict(Snapshot.of(record.match)),
    )
