"""A server that plays team matches, on a store of its own: people by number, a standing clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.teams import cases
from bot.features.teams.model import Team, TeamCard, TeamMatch
from bot.features.teams.tables import TeamTables
from bot.model.club import pace_of
from bot.service import due_matches, play
from bot.service.services import Services
from bot.service.strengths import Strengths
from games.core import Side
from games.pace import DAY
from tests.bot.drafts import accepted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.features.teams.course import Course
    from bot.model.matches import Record
    from bot.store.store import Store

GUILD, ROOM, NEWS = 7, 70, 71  # the games' channel, and the card's
MAKER = 900
FIRST = ("a4", "c4")  # a move of the attackers in ludens


class Arena:
    """What people do in team matches there."""

    def __init__(self, store: Store, ratings: Mapping[int, float] | None = None) -> None:
        self.store = store
        self.time = 1_893_499_200  # 1 January 2030
        self.ratings = ratings or {}

    @property
    def services(self) -> Services:
        """As the use cases want it."""

        async def of(_guild: int, _rules: str, _players: object) -> Mapping[int, float]:
            return self.ratings

        states = {Strengths: Strengths(of)}
        return Services(self.store, lambda: self.time, lambda: Side.DARK, states=states)

    @property
    def tables(self) -> TeamTables:
        """What is stored of team matches."""
        return TeamTables(self.store.database)

    async def draft(self, by: int = MAKER, **changes: Any) -> TeamMatch:  # noqa: ANN401  any of its fields
        """A draft; refused where it may not be so."""
        blank = TeamMatch(
            guild=GUILD,
            channel=ROOM,
            card_in=0,
            by=by,
            red="Red",
            blue="Blue",
            boards=3,
            rules="ludens",
            pace=pace_of(3),
            made=self.time,
        )
        filled = replace(blank, **changes)
        return await accepted(cases.fill_draft(self.services, blank, by, lambda _: filled))

    async def opened(self, red: str = "", blue: str = "", **changes: Any) -> TeamMatch:  # noqa: ANN401  the same
        """One that people may join, with these in it, by the digits of their numbers above 100."""
        draft = await self.draft(**changes)
        contest = await cases.open_draft(self.services, draft.id, draft.by, NEWS)
        for team, player in in_turn(red, blue):
            self.time += 1
            await cases.join_team(self.services, contest.id, contest.guild, player, team)
        return contest

    async def begun(self, red: str = "123", blue: str = "456", **changes: Any) -> Course:  # noqa: ANN401  the same
        """The same, once its sign-up is over and it was looked at."""
        contest = await self.opened(red, blue, **changes)
        await self.passes(4 * DAY)
        return await self.course(contest.id)

    async def course(self, number: int = 1) -> Course:
        """The team match as it is stored."""
        course = await self.tables.course(number)
        assert course
        return course

    async def passes(self, seconds: int) -> None:
        """So much time passes, and those that are due are looked at."""
        self.time += seconds
        await self.look()

    async def look(self) -> None:
        """Look at those that are due."""
        await cases.look_at_contests(self.services)

    async def games(self, number: int = 1) -> list[Record]:
        """The games that are under way."""
        course = await self.course(number)
        running = [game.match for game in course.games if game.reason is None]
        return [await self.services.record(match) for match in sorted(running)]

    async def lose(self, *losers: int) -> None:
        """Each of these gives up all that they play; then it is looked at."""
        for record in await self.games():
            for player in (record.dark, record.light):
                if player in losers:
                    self.time += 1
                    await play.resign(self.services, record.id, player)
                    break
        await self.look()

    async def absent(self, player: int) -> None:
        """A person never moves in what they play, and loses that on time."""
        for record in await self.games():
            if player == record.light:
                await play.make_move(self.services, record.id, record.dark, FIRST)
            if player in {record.dark, record.light}:
                await self.time_out(record)
        await self.look()

    async def time_out(self, record: Record) -> None:
        """The time of whoever is to move runs out."""
        state = await self.services.record(record.id)
        days = (state.pace.first_days or 0) + (state.pace.days or 0)
        self.time = max(self.time, state.match.turns[-1].since + days * DAY + 1)
        await due_matches.process_due_match(self.services, record.id, self.time)

    async def cards(self) -> list[TeamCard]:
        """The posts that bring cards up to date."""
        posts = [*await self.store.posts.due(self.time + DAY, 99)]
        return [post for post in posts if isinstance(post, TeamCard)]


def in_turn(red: str, blue: str) -> Iterator[tuple[Team, int]]:
    """Who joins which team, one after the other: by digits of their numbers above 100."""
    for place in range(max(len(red), len(blue))):
        for team, digits in ((Team.RED, red), (Team.BLUE, blue)):
            if place < len(digits):
                yield team, 100 + int(digits[place])
