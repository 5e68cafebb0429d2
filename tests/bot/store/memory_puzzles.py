"""What a store in memory knows of puzzles. It keeps the contract of the real one."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Kind, Place, Post
from bot.service.puzzles import Attempt, Daily, DailyStore, PuzzleStore
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.service.model import Instant, Player


class MemoryPuzzles(PuzzleStore):
    """Who solved what, and which puzzle a day has."""

    def __init__(self, unlisted: Callable[[Player], bool]) -> None:
        self.tried: dict[tuple[Player, int], Attempt] = {}
        self.days: dict[int, int] = {}
        self._unlisted = unlisted

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
