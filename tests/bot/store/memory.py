"""A store in memory, for tests. It keeps the contract of the real one."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, cast

from bot.service.lookup import listing_of, urgency
from bot.service.model import (
    FORMER,
    Guild,
    Kind,
    Listing,
    Outcome,
    Past,
    Person,
    Post,
    Standing,
    Tally,
)
from bot.service.my_data import Dossier, Filed
from bot.service.ports import Change, Committed, Counted, Stale, Store
from bot.service.refusals import Bar, Challengers
from bot.service.review import ReviewStore
from bot.store.jobs import verify
from games.core import Side
from games.events import Created
from games.match import fold
from tests.bot.store.memory_puzzles import MemoryDaily, MemoryPuzzles
from tests.bot.store.memory_ratings import MemoryRatings, MemoryStandings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from bot.service.model import Challenge, Instant, Kept, Player, Record, Search, Vacation
    from bot.service.ports import Limit
    from bot.service.refusals import Block
    from bot.service.review import Review
    from bot.service.turn_list import TurnLists


_NOTED = (Kind.BOARD, Kind.NOTICE, Kind.REMINDER, Kind.CALL)


class MemoryReviews(ReviewStore):
    """Those that were kept."""

    def __init__(self) -> None:
        self.kept: dict[int, Review] = {}

    async def find(self, match: int) -> Review | None:
        await asyncio.sleep(0)
        return self.kept.get(match)

    async def keep(self, match: int, review: Review) -> None:
        await asyncio.sleep(0)
        self.kept[match] = review


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
        self.bars: dict[tuple[int, Player], Bar] = {}  # by the person, also where they were erased
        self.blocks: dict[tuple[Player, Player], Block] = {}
        self.departed: dict[int, Instant] = {}
        self.wanted: dict[Player, str] = {}
        self.gone: dict[Player, tuple[Instant, str]] = {}
        self._puzzles = MemoryPuzzles(lambda who: not self.persons.get(who, Person(who)).listed)
        self._daily = MemoryDaily(lambda post: self._add(post, Committed()))
        self._newest_post = 0
        self.rated = MemoryRatings(self.persons, self.guilds, self._tell)
        self.turn_lists = cast("TurnLists", None)  # what uses them is tested on the real store

    @property
    def ratings(self) -> MemoryRatings:
        return self.rated

    @property
    def standings(self) -> MemoryStandings:
        return MemoryStandings(self.rated, self.persons)

    def _tell(self, post: Post) -> None:
        self._add(post, Committed())

    @property
    def puzzles(self) -> MemoryPuzzles:
        return self._puzzles

    @property
    def daily(self) -> MemoryDaily:
        return self._daily

    async def commit(self, change: Change, *more: Change) -> Committed:
        changes = (change, *more)
        for each in changes:
            verify(each)
        await asyncio.sleep(0)
        for each in changes:
            self._refuse_outdated(each)
        kept = (self.challenges, self.records, self.posts, self.bars, self.blocks)
        before = [each.copy() for each in kept]
        first, *_ = [self._write(each) for each in changes]
        for limit in (limit for each in changes for limit in each.limits):
            if self._count(limit) > limit.most:
                for each, was in zip(kept, before, strict=True):
                    each.clear()
                    each.update(was)  # type: ignore[arg-type]
                raise limit.refusal
        return first

    def _count(self, limit: Limit) -> int:
        match limit.counted:
            case Counted.BARS:
                return (limit.guild, limit.player) in self.bars
            case Counted.BLOCKS:
                return (limit.other, limit.player) in self.blocks
            case Counted.BLOCKED:
                return sum(by == limit.player for by, _ in self.blocks)
            case Counted.UNWELCOME:
                return self._is_unwelcome(limit.player, limit.other or 0)
            case Counted.CLOSED:
                closed = (Standing.WITHDRAWN, Standing.DECLINED)
                found = [
                    each.place
                    for each in self.challenges.values()
                    if (each.by, each.opponent) == (limit.player, limit.other)
                    and each.standing in closed
                    and each.until > limit.since
                    and each.message is not None
                ]
            case Counted.GAMES:
                playing = (each for each in self._running() if not each.match.shelved)
                shared = (each for each in playing if not each.level)
                found = [each.place for each in shared if each.side(limit.player)]
            case Counted.PRACTICE | Counted.ENGINE_GAMES | Counted.ENGINE_LATELY:
                return self._count_engine_games(limit)
            case counted:
                standing = Standing.OPEN if counted is Counted.CHALLENGES else Standing.DRAFT
                own = (each for each in self.challenges.values() if each.by == limit.player)
                found = [
                    each.place
                    for each in own
                    if each.standing is standing and limit.other in (None, each.opponent)
                ]
        return sum(limit.guild in (None, place.guild) for place in found)

    def _count_engine_games(self, limit: Limit) -> int:
        games = [each for each in self.records.values() if each.level and each.side(limit.player)]
        running = [each for each in games if each.match.verdict is None]
        match limit.counted:
            case Counted.PRACTICE:
                return sum(each.alone for each in running)
            case Counted.ENGINE_GAMES:
                return sum(not each.alone and not each.match.shelved for each in running)
            case _:
                here = [each for each in games if each.alone is (limit.guild == 0)]
                over = [each for each in here if each.match.verdict]
                return sum(each.match.log[-1].at > limit.since for each in over)

    def _is_unwelcome(self, player: Player, to: Player) -> bool:
        wanted = self.persons.get(to, Person(to)).challengers
        played = any(each.side(player) and each.side(to) for each in self.records.values())
        return wanted is Challengers.NONE or (wanted is Challengers.PLAYED and not played)

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
            self._settle_reminder(record.id, change.before)
        if bar := change.bar:
            assert bar.player is not None
            known = self.bars.get((bar.guild, bar.player), bar)
            self.bars[bar.guild, bar.player] = replace(known, player=bar.player)
        if block := change.block:
            assert block.player is not None
            new = replace(block, id=len(self.blocks) + 1)
            known = self.blocks.get((block.by, block.player), new)
            self.blocks[block.by, block.player] = replace(known, player=block.player)
        self.rated.count(change.rated)
        self._puzzles.note(change)
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
            return replace(challenge, id=max(self.challenges, default=0) + 1)
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
            listing_of(each)
            for each in self.records.values()
            if each.side(player) and not each.match.verdict
        ]
        return sorted(found, key=lambda each: urgency(each, player))

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        await asyncio.sleep(0)
        found = [each for each in self._running() if each.place.guild == guild]
        return [listing_of(each) for each in found][::-1][:most]

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
        return [listing_of(self.records[number]) for at, number in sorted(due) if at <= now][:most]

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
            number = each.id or max(self.holidays, default=0) + 1
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

    async def stored_guilds(self) -> Sequence[int]:
        await asyncio.sleep(0)
        return sorted({*self.guilds, *self.daily.servers, *(guild for guild, _ in self.bars)})

    async def barred(self, guild: int) -> Sequence[Bar]:
        await asyncio.sleep(0)
        found = [each for each in self.bars.values() if each.guild == guild]
        return sorted(found, key=lambda each: -each.at)

    async def unbar(self, guild: int, player: Player) -> bool:
        await asyncio.sleep(0)
        return self.bars.pop((guild, player), None) is not None

    async def blocked(self, player: Player) -> Sequence[Block]:
        await asyncio.sleep(0)
        found = [each for each in self.blocks.values() if each.by == player]
        return sorted(found, key=lambda each: -each.id)

    async def unblock(self, by: Player, number: int) -> bool:
        await asyncio.sleep(0)
        found = [key for key, each in self.blocks.items() if (each.by, each.id) == (by, number)]
        return any(self.blocks.pop(each) for each in found)

    async def note_guilds(
        self, joined: Collection[int], left: Collection[int], now: Instant
    ) -> None:
        await asyncio.sleep(0)
        self.departed = {**dict.fromkeys(left, now), **self.departed}
        for each in joined:
            self.departed.pop(each, None)

    async def clear(self, kept: Kept, most: int) -> bool:
        await asyncio.sleep(0)
        kept_for_good = (Standing.OPEN, Standing.DRAFT, Standing.ACCEPTED)
        awaited = {each.challenge for each in self.posts.values()}
        old = [
            number
            for number, each in self.challenges.items()
            if each.standing not in kept_for_good
            and each.made < kept.challenges
            and number not in awaited
        ][:most]
        for number in old:
            del self.challenges[number]
        for number, each in self.challenges.items():
            if each.counter_of in old:
                self.challenges[number] = replace(each, counter_of=None)
        holidays = [
            number
            for number, each in self.holidays.items()
            if each.end < kept.vacations
            and not any(
                one.side(each.player) and one.match.log[0].at < each.end for one in self._running()
            )
        ][:most]
        for number in holidays:
            del self.holidays[number]
        self.gone = {who: each for who, each in self.gone.items() if each[0] >= kept.erased}
        left = [guild for guild, at in self.departed.items() if at < kept.servers][:1]
        for guild in left:
            self.guilds.pop(guild, None)
            self.daily.servers.pop(guild, None)
            self.departed.pop(guild)
            self.bars = {key: each for key, each in self.bars.items() if each.guild != guild}
        return most in (len(old), len(holidays)) or bool(left)

    async def erasures(self) -> Sequence[tuple[Player, str]]:
        await asyncio.sleep(0)
        return [*self.wanted.items()]

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
            blocked=tuple(each for each in self.blocks.values() if each.by == player),
            erased=self.gone.get(player, (None, ""))[0],
            ratings=tuple(self.rated.of(player)),
            results=tuple(each for each in self.rated.all_seats if each.player == player),
            honours=tuple(each for each in self.rated.honours if each.player == player),
            titles=tuple(each for each in self.rated.titles if each.player == player),
            puzzles=tuple(await self.puzzles.attempts(player)),
        )

    async def erase(self, player: Player, now: Instant, asked_by: str = "") -> None:
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
            hook = self.challenges.get(each.challenge or 0)
            if each.side(player) and hook and hook.message == each.place.channel and not each.first:
                self._add(Post(Kind.THREAD, match=each.id, due=now), Committed())
        self.rated.erase(player)
        self.persons.pop(player, None)
        tried = self.puzzles.tried.items()
        self.puzzles.tried = {key: each for key, each in tried if key[0] != player}
        self.posts = {n: each for n, each in self.posts.items() if each.player != player}
        self.holidays = {n: each for n, each in self.holidays.items() if each.player != player}
        self._forget_refused(player)
        self.gone[player] = (now, asked_by)
        self.wanted.pop(player, None)

    def _forget_refused(self, player: Player) -> None:
        """Who barred or blocked them goes on doing so, without their number."""
        self.blocks = {key: each for key, each in self.blocks.items() if each.by != player}
        for (guild, barred), bar in self.bars.items():
            if barred == player:
                self.bars[guild, barred] = replace(bar, player=None)
        for (by, blocked), block in self.blocks.items():
            if blocked == player:
                self.blocks[by, blocked] = replace(block, player=None)

    async def person(self, player: Player) -> Person:
        await asyncio.sleep(0)
        return self.persons.get(player, Person(player))

    async def change_person(
        self, player: Player, change: Callable[[Person], Person], now: Instant
    ) -> Person:
        await asyncio.sleep(0)
        before = self.persons.get(player, Person(player))
        self.persons[player] = after = change(before)
        hours = [(e.remind, e.zone, e.quiet_from, e.quiet_until, e.digest) for e in (before, after)]
        if hours[0] != hours[1]:
            self.mark_due(player, now)
            for each in [*self.posts.values()]:
                if each.player == player:
                    self.posts[each.id] = replace(each, due=min(each.due, now))
        return after

    async def keep_person(self, person: Person) -> None:
        """Have these settings from the start."""
        self.persons[person.id] = person

    async def bar(self, guild: int, player: Player) -> None:
        """Bar a person in a server."""
        await self.commit(Change(bar=Bar(guild, player, 0)))

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
        later: Sequence[Post] = (),
    ) -> None:
        await asyncio.sleep(0)
        self.daily.posted(post, message)
        if self.posts.pop(post.id, None):
            for each in later:
                if each.player is None or self._concerns(each, each.player):
                    self._add(each, Committed())
        if message is not None and post.kind is Kind.DIGEST:
            told = [e for e in self.posts.values() if e.lane == post.lane and e.due <= post.due]
            for each in told:
                del self.posts[each.id]
        if message is not None and post.kind is Kind.CHALLENGE and post.challenge:
            self.challenges[post.challenge] = replace(
                self.challenges[post.challenge], message=message
            )
        if message is not None and post.match and post.kind in _NOTED:
            self._note(post, post.match, message, ping)
        if channel is not None and post.match:
            self._move(post.match, channel)

    def _concerns(self, post: Post, player: Player) -> bool:
        if post.match:
            record = self.records[post.match]
            return player in (record.dark, record.light)
        found = self.challenges[post.challenge or 0]
        return player in (found.by, found.opponent)

    def _move(self, match: int, channel: int) -> None:
        for each in [*self.records.values()]:
            if match in (each.id, each.first):
                if each.id == match and each.thread and FORMER in (each.dark, each.light):
                    self._add(Post(Kind.THREAD, match=match), Committed())
                moved = replace(each.place, channel=channel)
                self.records[each.id] = replace(each, place=moved, thread=False)

    def _keep_reminder(self, match: int, number: int, message: int) -> None:
        self.records[match] = replace(self.records[match], reminder=message)
        self._settle_reminder(match, number)

    def _settle_reminder(self, match: int, number: int) -> None:
        old = self.records[match]
        if old.reminder and not old.reminded:
            self._add(Post(Kind.REMINDED, None, match, number, old.reminder), Committed())
            self.records[match] = replace(old, reminder=None)

    def _note(self, post: Post, match: int, message: int, ping: int | None) -> None:
        old = self.records[match]
        if post.kind is Kind.REMINDER:
            self._keep_reminder(match, post.number, message)
        elif post.kind is Kind.BOARD:
            own = (ping,) if ping else ()
            self.records[match] = replace(old, message=message, passing=own)
            if old.message not in (None, message):
                self._add(Post(Kind.STRIP, None, match, post.number - 1, old.message), Committed())
            for each in old.passing:
                if each not in own:
                    self._add(Post(Kind.CLEAR, None, match, post.number, each), Committed())
        else:
            passing = tuple(dict.fromkeys((*old.passing, message)))[-100:]
            self.records[match] = replace(old, passing=passing)

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
