"""What a store in memory knows of puzzles. It keeps the contract of the real one."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Kind, Place, Post
from bot.service.puzzles import FOUND, Attempt, Daily, DailyStore, Puzzle, PuzzleStore
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.service.model import Instant, Player
    from bot.service.ports import Change


class MemoryPuzzles(PuzzleStore):
    """Who solved what, and which puzzle a day has."""

    def __init__(self, unlisted: Callable[[Player], bool]) -> None:
        self.tried: dict[tuple[Player, int], Attempt] = {}
        self.days: dict[int, int] = {}
        self._unlisted = unlisted
        self.waiting = set[int]()  # matches
        self.kept: dict[int, Puzzle] = {}

    async def attempts(self, player: Player) -> Sequence[Attempt]:
        await asyncio.sleep(0)
        return [each for key, each in sorted(self.tried.items()) if key[0] == player]

    async def change_attempt(
        self, player: Player, puzzle: int, change: Callable[[Attempt], Attempt]
    ) -> Attempt:
        await asyncio.sleep(0)
        before = self.tried.get((player, puzzle), Attempt(player, puzzle))
        after = change(before)
        if after != before:
            self.tried[player, puzzle] = after
        return after

    async def chosen(self, day: int) -> int | None:
        await asyncio.sleep(0)
        return self.days.get(day)

    async def choose(self, day: int, puzzle: int) -> int:
        await asyncio.sleep(0)
        return self.days.setdefault(day, puzzle)

    async def solved_in(self, guild: int, since: Instant) -> Sequence[Attempt]:
        await asyncio.sleep(0)
        there = (each for each in self.tried.values() if each.guild == guild)
        found = [each for each in there if each.solved is not None and each.solved >= since]
        listed = [each for each in found if not self._unlisted(each.player)]
        return sorted(listed, key=lambda each: each.solved or 0, reverse=True)

    def note(self, change: Change) -> None:
        """A match ended by which a puzzle is to be looked for."""
        if change.search and change.record:
            self.waiting.add(change.record.id)

    async def unsearched(self, most: int) -> Sequence[int]:
        await asyncio.sleep(0)
        return sorted(self.waiting)[:most]

    async def keep_found(self, match: int, puzzle: Puzzle | None) -> None:
        await asyncio.sleep(0)
        known = {(each.text, each.rules) for each in self.kept.values()}
        if match in self.waiting and puzzle and (puzzle.text, puzzle.rules) not in known:
            number = max(self.kept, default=FOUND) + 1
            self.kept[number] = replace(puzzle, number=number)
        self.waiting.discard(match)

    async def found(self, number: int) -> Puzzle | None:
        await asyncio.sleep(0)
        return self.kept.get(number)

    async def next_found(self, player: Player, but: int, grade: int | None) -> Puzzle | None:
        mine = [each for each in await self.attempts(player) if each.solved or each.shown]
        done = {but, *(each.puzzle for each in mine)}
        found = [each for number, each in self.kept.items() if number not in done]
        graded = [each for each in found if grade in (None, each.grade)]
        return max(graded, key=lambda each: each.number, default=None)


class MemoryDaily(DailyStore):
    """What servers have posted. `add` adds a post."""

    def __init__(self, add: Callable[[Post], object]) -> None:
        self.servers: dict[int, Daily] = {}
        self._add = add

    async def of(self, guild: int) -> Daily:
        await asyncio.sleep(0)
        return self.servers.get(guild, Daily(guild))

    async def due(self, now: Instant, most: int) -> Sequence[Daily]:
        await asyncio.sleep(0)
        timed = sorted((each.due, each.guild) for each in self.servers.values() if each.due)
        due = [guild for at, guild in timed if at <= now][:most]
        ahead = [guild for at, guild in timed if at > now + DAY][:most]
        return [self.servers[guild] for guild in (*due, *ahead)]

    async def change(
        self, guild: int, change: Callable[[Daily], tuple[Daily, Post | None]]
    ) -> Daily:
        await asyncio.sleep(0)
        before = self.servers.get(guild, Daily(guild))
        after, post = change(before)
        if after != before:
            self.servers[guild] = after
        if post:
            self._add(post)
        return after

    def posted(self, post: Post, message: int | None) -> None:
        """Note the message of a day's post, as `post_done` does."""
        known = self.servers.get(post.place.guild or 0)
        if post.kind is not Kind.PUZZLE or known is None or message in (None, known.message):
            return
        if known.message:
            place = Place(known.guild, known.sent_in or 0)
            past = Post(Kind.PUZZLE_PAST, number=known.posted or 0, place=place)
            self._add(replace(past, message=known.message))
        now = replace(known, message=message, sent_in=post.place.channel, posted=post.number)
        self.servers[known.guild] = now
