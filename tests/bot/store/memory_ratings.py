"""Ratings and standings of the store in memory, for tests, by the contract of the real ones."""

# ruff: noqa: D102  the protocol says what each of these does

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.honours import FRIENDS, Honour, Mark
from bot.service.model import FORMER, Kind, Outcome, Person, Post
from bot.service.ratings import (
    ESTABLISHED,
    EVERYWHERE,
    FORM,
    Family,
    Rating,
    Ratings,
    settle,
)
from bot.service.standings import Result, Row, Standing, Standings, Title, season_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.service.leans import Leans
    from bot.service.model import Guild, Instant, Player
    from bot.service.ratings import Game, Learned, Seat
    from bot.service.standings import Table

_WON, _DRAWN, _LOST = Outcome.WON, Outcome.DRAWN, Outcome.LOST


class MemoryRatings(Ratings):
    """Counts games as they end."""

    def __init__(
        self,
        persons: Mapping[Player, Person],
        guilds: Mapping[int, Guild],
        tell: Callable[[Post], None],
    ) -> None:
        self._persons = persons
        self._guilds = guilds
        self._tell = tell
        self.titles: list[Title] = []
        self.all: dict[tuple[int, Family, Player], Rating] = {}
        self.biases: dict[str, Learned] = {}
        self.all_seats: list[Seat] = []
        self.honours: list[Honour] = []
        self.counted = 0
        self.ended: set[tuple[int, int]] = set()

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
        self.titles = [each for each in self.titles if each.player != player]

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

    async def season_guilds(self) -> Sequence[int]:
        await asyncio.sleep(0)
        return sorted(each.id for each in self._guilds.values() if each.seasons)

    async def end_season(self, guild: int, season: int) -> bool:
        await asyncio.sleep(0)
        if (guild, season) in self.ended:
            return False
        self.ended.add((guild, season))
        titles = [each for family in Family for each in self._best(guild, season, family)]
        self.titles += titles
        if titles:
            own = [e for e in self.all_seats if (e.player, e.guild) == (titles[0].player, guild)]
            own = [each for each in own if each.family == titles[0].family]
            newest = max(own, key=lambda each: each.at)
            self._tell(Post(Kind.SEASON, match=newest.match, number=season))
        return True

    def _best(self, guild: int, season: int, family: Family) -> list[Title]:
        games = Counter(
            each.player
            for each in self.all_seats
            if (each.guild, each.family, season_of(each.at)) == (guild, family, season)
        )
        found = [
            self.all[guild, family, player]
            for player, count in games.items()
            if count >= ESTABLISHED and self._persons.get(player, Person(player)).listed
        ]
        found.sort(key=lambda each: (-each.strength.rating, each.player))
        return [
            Title(
                *(guild, season, family, place, each.player, each.strength.rating),
                games=games[each.player],
            )
            for place, each in enumerate(found[:3], 1)
        ]

    async def titles_of(self, player: Player) -> Sequence[Title]:
        await asyncio.sleep(0)
        found = [each for each in self.titles if each.player == player]
        return sorted(found, key=lambda each: (-each.season, each.guild, each.family))

    async def titles_in(self, guild: int, season: int) -> Sequence[Title]:
        await asyncio.sleep(0)
        return [each for each in self.titles if (each.guild, each.season) == (guild, season)]

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


class MemoryStandings(Standings):
    """Tables of the same, and what profiles look back on."""

    def __init__(self, ratings: MemoryRatings, persons: Mapping[Player, Person]) -> None:
        self._ratings = ratings
        self._persons = persons

    async def season_guilds(self) -> Sequence[int]:
        return await self._ratings.season_guilds()

    async def end_season(self, guild: int, season: int) -> bool:
        return await self._ratings.end_season(guild, season)

    async def titles_of(self, player: Player) -> Sequence[Title]:
        return await self._ratings.titles_of(player)

    async def titles_in(self, guild: int, season: int) -> Sequence[Title]:
        return await self._ratings.titles_in(guild, season)

    async def standing(self, table: Table, player: Player, page: int | None, most: int) -> Standing:
        await asyncio.sleep(0)
        rows = self._rows(table)
        own = next((each for each in rows if each.rating.player == player), None)
        pages = max(1, -(-len(rows) // most))
        at = (own.place - 1) // most if own and page is None else page or 0
        at = min(pages - 1, at)
        return Standing(rows[at * most : (at + 1) * most], at, pages, len(rows), own)

    def _rows(self, table: Table) -> list[Row]:
        found = [
            (each, self._counted(table, each))
            for each in self._ratings.all.values()
            if (each.guild, each.family) == (table.guild, table.family)
            and self._persons.get(each.player, Person(each.player)).listed
        ]
        found.sort(key=lambda pair: (-pair[0].strength.rating, pair[0].player))
        shown = [pair for pair in found if len(pair[1]) >= ESTABLISHED]
        return [
            Row(
                *(place, each, *(counted.count(how) for how in (_WON, _DRAWN, _LOST))),
                form="".join(how[0] for how in counted[-FORM:]),
            )
            for place, (each, counted) in enumerate(shown, 1)
        ]

    def _counted(self, table: Table, rating: Rating) -> list[Outcome]:
        return [
            each.outcome
            for each in self._ratings.all_seats
            if (each.guild, each.family, each.player)
            == (rating.guild, rating.family, rating.player)
            and table.season in (0, season_of(each.at))
            and table.rules in ("", each.rules)
        ]

    async def results(
        self, player: Player, guild: int, family: Family, most: int
    ) -> Sequence[Result]:
        found = await self._ratings.curve(player, guild, family, 0, most)
        return [
            Result(each.match, each.rules, each.side, each.outcome, each.opponent, self._met(each))
            for each in found[::-1]
        ]

    def _met(self, seat: Seat) -> float | None:
        key = seat.match, seat.guild, seat.side.other
        seats = self._ratings.all_seats
        return next((e.before for e in seats if (e.match, e.guild, e.side) == key), None)


class _Books:
    """The ratings as they stand."""

    def __init__(self, ratings: MemoryRatings) -> None:
        self._ratings = ratings

    def rating(self, guild: int, family: Family, player: Player) -> Rating | None:
        return self._ratings.all.get((guild, family, player))

    def learned(self, rules: str) -> Learned | None:
        return self._ratings.biases.get(rules)

    def played(self, rules: str, player: Player) -> int:
        key = EVERYWHERE, rules, player
        return sum((e.guild, e.rules, e.player) == key for e in self._ratings.all_seats)
