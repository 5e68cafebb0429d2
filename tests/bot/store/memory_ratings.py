"""The ratings of the store in memory, for tests. They keep the contract of the real ones."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.honours import FRIENDS, Honour, Mark
from bot.service.model import FORMER, Person
from bot.service.ratings import ESTABLISHED, EVERYWHERE, Rating, Ratings, Row, settle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.service.leans import Leans
    from bot.service.model import Instant, Player
    from bot.service.ratings import Family, Game, Learned, Seat, Table


class MemoryRatings(Ratings):
    """Counts games as they end."""

    def __init__(self, persons: Mapping[Player, Person]) -> None:
        self._persons = persons
        self.all: dict[tuple[int, Family, Player], Rating] = {}
        self.biases: dict[str, Learned] = {}
        self.all_seats: list[Seat] = []
        self.honours: list[Honour] = []
        self.counted = 0

    def count(self, game: Game | None) -> None:
        if game is None:
            return
        books = _Books(self)
        settled = settle(game, books)
        self.all |= {(each.guild, each.family, each.player): each for each in settled.ratings}
        self.biases[game.rules] = settled.learned
        self.all_seats += settled.seats
        self.counted += 1
        marks = [*game.feats, *((each, Mark.UPSET) for each in settled.upset)]
        together = [
            each
            for each in self.all_seats
            if (each.player, each.opponent, each.guild) == (game.dark, game.light, EVERYWHERE)
        ]
        if len(together) >= FRIENDS:
            marks += [(game.dark, Mark.FRIENDS), (game.light, Mark.FRIENDS)]
        known = {(each.player, each.mark) for each in self.honours}
        for player, mark in marks:
            if (player, mark) not in known:
                self.honours.append(Honour(player, mark, game.match, game.at))

    def erase(self, player: Player) -> None:
        self.all = {key: each for key, each in self.all.items() if each.player != player}
        self.all_seats = [
            replace(each, opponent=FORMER) if each.opponent == player else each
            for each in self.all_seats
            if each.player != player
        ]
        self.honours = [each for each in self.honours if each.player != player]

    def of(self, player: Player) -> list[Rating]:
        return [each for each in self.all.values() if each.player == player]

    async def rating(self, guild: int, family: Family, player: Player) -> Rating:
        await asyncio.sleep(0)
        return self.all.get((guild, family, player), Rating(guild, family, player))

    async def ratings_of(self, player: Player) -> Sequence[Rating]:
        await asyncio.sleep(0)
        return sorted(self.of(player), key=lambda each: (each.guild, each.family))

    async def learned(self, rules: str) -> Learned | None:
        await asyncio.sleep(0)
        return self.biases.get(rules)

    async def seats(self, match: int) -> Sequence[Seat]:
        await asyncio.sleep(0)
        found = [each for each in self.all_seats if each.match == match]
        return sorted(found, key=lambda each: (each.guild, each.side))

    async def curve(
        self, player: Player, guild: int, family: Family, since: Instant, most: int
    ) -> Sequence[Seat]:
        await asyncio.sleep(0)
        found = [
            each
            for each in self.all_seats
            if (each.player, each.guild, each.family) == (player, guild, family)
            and each.at >= since
        ]
        return sorted(found, key=lambda each: each.at)[-most:]

    async def table(self, table: Table, skip: int, most: int) -> Sequence[Row]:
        await asyncio.sleep(0)
        return self._rows(table)[skip : skip + most]

    def _rows(self, table: Table) -> list[Row]:
        found = [
            each
            for each in self.all.values()
            if (each.guild, each.family) == (table.guild, table.family)
            and each.games >= ESTABLISHED
            and self._persons.get(each.player, Person(each.player)).listed
        ]
        found.sort(key=lambda each: (-each.strength.rating, each.player))
        return [Row(place, each) for place, each in enumerate(found, 1)]

    async def size(self, table: Table) -> int:
        await asyncio.sleep(0)
        return len(self._rows(table))

    async def place(self, table: Table, player: Player) -> int | None:
        await asyncio.sleep(0)
        rows = self._rows(table)
        return next((each.place for each in rows if each.rating.player == player), None)

    async def honours_of(self, player: Player) -> Sequence[Honour]:
        await asyncio.sleep(0)
        found = [each for each in self.honours if each.player == player]
        return sorted(found, key=lambda each: (each.at, each.mark))

    async def honours_in(self, match: int) -> Sequence[Honour]:
        await asyncio.sleep(0)
        return [each for each in self.honours if each.match == match]

    async def renew(self, leans: Leans) -> int | None:  # noqa: ARG002
        await asyncio.sleep(0)
        return None

    async def rebuild(self, leans: Leans) -> int:  # noqa: ARG002
        await asyncio.sleep(0)
        return self.counted


class _Books:
    """The ratings as they stand."""

    def __init__(self, ratings: MemoryRatings) -> None:
        self._ratings = ratings

    def rating(self, guild: int, family: Family, player: Player) -> Rating | None:
        return self._ratings.all.get((guild, family, player))

    def learned(self, rules: str) -> Learned | None:
        return self._ratings.biases.get(rules)
