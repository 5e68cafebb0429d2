"""A server that plays tournaments, on a store of its own: people by number, a clock that stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.tournaments import cases
from bot.features.tournaments.model import Announcement, Tournament, TournamentResult
from bot.features.tournaments.tables import TournamentTables
from bot.model.joinable import pace_of
from bot.service import due_matches, play
from bot.service.balance import Leans, Measured
from bot.service.services import Services
from bot.service.strengths import Strengths
from games.core import Reason, Side
from games.pace import DAY
from tests.bot.drafts import accepted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.features.tournaments.form import State
    from bot.model.matches import Record
    from bot.store.store import Store

GUILD, ROOM, NEWS = 7, 70, 71  # the games' channel, and the card's
MAKER = 900
HOUR = 3600
FIRST = ("a4", "c4")  # a move of the attackers in ludens


async def _by_number(
    _: int, __: str, players: Collection[int], ___: int | None
) -> Mapping[int, float]:
    """Ratings by which those with lower numbers are stronger."""
    return {player: -float(player) for player in players}


class Hall:
    """People's actions in tournaments."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = 1_893_499_200  # 1 January 2030
        self.gone = set[int]()  # who has left the server
        self.states: Mapping[type, object] = {Strengths: Strengths(_by_number)}
        self.leans: Mapping[str, float] = {}  # Light's shares; the other rules are even

    @property
    def services(self) -> Services:
        """As the use cases want it."""
        return Services(
            *(self.store, lambda: self.time, lambda: Side.DARK),
            counted=Leans(nearest=lambda rules: Measured(self.leans.get(rules, 0.5), 0.03, 60)),
            states=self.states,
            left=self.who_has_left,
        )

    async def who_has_left(self, _: int, players: Collection[int]) -> frozenset[int]:
        """As Discord would say."""
        return frozenset(self.gone.intersection(players))

    @property
    def tables(self) -> TournamentTables:
        """The stored tournaments."""
        return TournamentTables(self.store.database)

    async def draft(self, form: str = "round-robin", by: int = MAKER, **changes: Any) -> Tournament:  # noqa: ANN401  any of its fields
        """A draft; refused where it may not be so."""
        blank = Tournament(
            guild=GUILD,
            channel=ROOM,
            announced_in=0,
            by=by,
            name="Spring Cup",
            form=form,
            rules="ludens",
            pace=pace_of(3),
            made=self.time,
        )
        filled = replace(blank, **changes)
        return await accepted(cases.fill_draft(self.services, blank, by, lambda _: filled))

    async def opened(self, form: str = "round-robin", *players: int, **changes: Any) -> Tournament:  # noqa: ANN401  the same
        """A tournament that people may join, with these in it."""
        draft = await self.draft(form, **changes)
        tournament = await cases.open_draft(self.services, draft.id, draft.by, NEWS)
        for player in players:
            self.time += 1
            await cases.join(self.services, tournament.id, GUILD, player)
        return tournament

    async def teams(self, red: Sequence[int], blue: Sequence[int], size: int = 8) -> None:
        """A team match with these in it, who join in turn."""
        await self.opened("teams", name="Owls", versus="Foxes", size=size)
        for number in range(max(len(red), len(blue))):
            for team, players in ((1, red), (2, blue)):
                for player in players[number : number + 1]:
                    self.time += 1
                    await cases.join(self.services, 1, GUILD, player, team)

    async def begun(self, form: str = "round-robin", *players: int, **changes: Any) -> State:  # noqa: ANN401  the same
        """The same after its sign-up, once it was looked at."""
        tournament = await self.opened(form, *players, **changes)
        await self.passes(8 * DAY)
        if form == "league":  # which waits for its card
            await self.passes(HOUR)
        return await self.state(tournament.id)

    async def state(self, number: int = 1) -> State:
        """The tournament as it is stored."""
        state = await self.tables.state(number)
        assert state
        return state

    async def passes(self, seconds: int) -> None:
        """So much time passes, and the tournaments are looked at."""
        self.time += seconds
        await self.look()

    async def look(self) -> None:
        """Look at the tournaments that are due."""
        await cases.process_due_tournaments(self.services)

    async def games(self, number: int = 1) -> list[Record]:
        """The games of a tournament that are under way."""
        state = await self.state(number)
        running = [game.match for game in state.games if game.reason is None]
        return [await self.services.record(match) for match in sorted(running)]

    async def resign(self, record: Record, loser: int) -> None:
        """A game that this person gives up after two moves of each."""
        self.time += 1
        for _ in range(len(record.match.plies), 4):
            match = (await self.services.record(record.id)).match
            mover = record.dark if match.turn is Side.DARK else record.light
            move = min(match.game.moves(match.position))
            await play.make_move(self.services, record.id, mover, move)
        await play.resign(self.services, record.id, loser)

    async def lose(self, *losers: int, number: int = 1) -> None:
        """Each of these gives up all that they play; then the tournaments are looked at."""
        for record in await self.games(number):
            for player in (record.dark, record.light):
                if player in losers:
                    await self.resign(record, player)
                    break
        await self.look()

    async def played_out(self, number: int = 1, order: Iterable[int] = ()) -> State:
        """It when it is over: of two the one who comes first here wins, else the lower one."""
        ranks = {player: rank for rank, player in enumerate(order)}
        while (state := await self.state(number)).tournament.is_live:
            records = await self.games(number)
            if not records:  # a league waits for the next round
                await self.passes(DAY)
            for record in records:
                weaker = max(
                    (record.dark, record.light), key=lambda player: (ranks.get(player, 999), player)
                )
                await self.resign(record, weaker)
            await self.look()
        return state

    async def cards(self) -> list[Announcement]:
        """The posts that bring cards up to date, in the order in which they are due."""
        posts = [*await self.store.posts.due(self.time + DAY, 99)]
        return [post for post in posts if isinstance(post, Announcement)]

    async def told(self) -> list[TournamentResult]:
        """The posts that tell of the end of a tournament."""
        posts = [*await self.store.posts.due(self.time + DAY, 99)]
        return [post for post in posts if isinstance(post, TournamentResult)]

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
        assert record.due is not None
        state = await self.services.record(record.id)
        days = (state.pace.first_days or 0) + (state.pace.days or 0)
        self.time = max(self.time, state.match.turns[-1].since + days * DAY + 1)
        await due_matches.process_due_match(self.services, record.id, self.time)
        ended = (await self.services.record(record.id)).match.verdict
        assert ended
        assert ended.reason in {Reason.TIME, Reason.NOT_BEGUN}
