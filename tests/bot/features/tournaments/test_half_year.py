"""Half a year of a server with a hundred members and tournaments: nobody needs to mind it.

Everyone has a life of their own: some play at once, some slowly, some never begin, some leave. The
figures of a whole year are taken by `python -m tests.bench year`.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bot.features.tournaments import cases
from bot.features.tournaments.forms import FORMS, form_of
from bot.features.tournaments.model import Award, Status
from bot.model.posts import BoardPost
from bot.service import due_matches, play
from bot.service.refusals import Refusal
from bot.store.changes import Stale
from bot.store.check import check
from bot.store.store import open_store
from games.pace import DAY
from tests.bot.features.tournaments.hall import FIRST, GUILD, Hall
from tests.bot.features.tournaments.world import SINGLE
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from bot.features.tournaments.model import Pairing
    from bot.service.services import Services

pytestmark = pytest.mark.nightly

MEMBERS = range(101, 201)
JOINING = 18  # of them, in each tournament
START = 1_893_456_000  # 1 January 2030


class HalfYear:
    """Half a year of events."""

    def __init__(self, hall: Hall, seed: int) -> None:
        self.hall = hall
        self.lot = random.Random(seed)
        self.pings = 0  # first boards: of what follows, each move pings the other
        # How often each acts on a day on which it is their turn.
        self.habits = {member: self.lot.choice([0.9, 0.5, 0.3, 0.0]) for member in MEMBERS}

    async def passes(self, days: int) -> None:
        """Let days pass; on each, people act and the clock does its work."""
        for _ in range(days):
            await self._sign_up()
            await self._play()
            await self._leave_or_return()
            await self.hall.passes(DAY)
            await self._clear_posts()

    async def _sign_up(self) -> None:
        for tournament in await self.hall.tables.live_in(GUILD):
            state = await self.hall.state(tournament.id)
            present = [entry for entry in state.entries if not state.is_out(entry.seat)]
            if form_of(tournament).takes_in(tournament) and len(present) < JOINING:
                for member in self.lot.sample(
                    MEMBERS, 4 if tournament.status is Status.OPEN else 1
                ):
                    await self._quietly(cases.join, tournament.id, member)

    async def _play(self) -> None:
        """Whoever is to move does so, or gives up; or their time runs out."""
        services, time = self.hall.services, self.hall.time
        for number in await self.hall.store.matches.due(time, 999):
            try:
                await due_matches.process_due_match(services, number, time)
            except Stale:
                continue
        for tournament in await self.hall.tables.live_in(GUILD):
            if tournament.status is not Status.RUNNING:
                continue
            for record in await self.hall.games(tournament.id):
                mover = record.player(record.match.turn)
                if self.lot.random() < self.habits[mover]:
                    if not record.match.plies:
                        await play.make_move(services, record.id, mover, FIRST)
                    elif len(record.match.plies) >= 4 and self.lot.random() < 0.5:
                        await play.resign(services, record.id, mover)
                    else:
                        moves = record.match.game.moves(record.match.position)
                        await play.make_move(services, record.id, mover, self.lot.choice(moves))

    async def _leave_or_return(self) -> None:
        for tournament in await self.hall.tables.live_in(GUILD):
            state = await self.hall.state(tournament.id)
            for entry in state.entries:
                if state.tournament.status is Status.RUNNING and state.rests(entry.seat):
                    if self.lot.random() < 0.1:
                        await self._quietly(cases.come_back, tournament.id, entry.player)
                elif self.lot.random() < 0.003:
                    await self._quietly(cases.leave, tournament.id, entry.player)

    async def _quietly(
        self,
        what: Callable[[Services, int, int, int], Awaitable[object]],
        tournament: int,
        player: int,
    ) -> None:
        with suppress(Refusal):
            await what(self.hall.services, tournament, GUILD, player)

    async def _clear_posts(self) -> None:
        while posts := await self.hall.store.posts.due(self.hall.time, 999):
            self.pings += sum(isinstance(post, BoardPost) and post.events == 1 for post in posts)
            for post in posts:
                await self.hall.store.posts.drop(post.id)


@pytest.mark.parametrize("form", SINGLE)
async def test_a_tournament_a_month_goes_by_itself_for_half_a_year(path: Path, form: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        hall = Hall(store)
        hall.time = START
        half = HalfYear(hall, [*FORMS].index(form))
        for _ in range(3):  # a league goes on by itself
            if not await hall.tables.live_in(GUILD):
                await hall.opened(form, size=32, round_days=7)
            await half.passes(61)
        over = await hall.tables.over_in(GUILD, 99)
        live = await hall.tables.live_in(GUILD)
        assert len(over) >= {"swiss": 2, "knockout": 2}.get(form, 1)
        assert len(live) <= 1  # one after the other
        for tournament in over:
            state = await hall.state(tournament.id)
            assert len(state.seeds) >= min(12, tournament.size)
            assert state.winners
            running = {pairing.key for pairing in state.pairings} - state.decided.keys()
            assert not running or form == "league"  # it ends with the season
            if form != "league":  # in which a season is longer than that
                _met_once(state.pairings)
        # The news have two messages for each; a person has a ping for each game they begin.
        assert len(over) + len(live) <= 7
        (games,) = await store.database.rows("SELECT count(*) AS count FROM tournament_game")
        assert half.pings == games["count"]
        (stuck,) = await store.database.rows(
            'SELECT count(*) AS count FROM "match" WHERE reason IS NULL AND due IS NULL'
        )
        assert stuck["count"] == 0
    assert [*check(path, EXTENSIONS)] == []


def _met_once(pairings: Sequence[Pairing]) -> None:
    """Nobody meets twice in a group, nor in a knock-out."""
    met = [(pairing.pool, pairing.seats) for pairing in pairings if pairing.award is Award.BY_GAMES]
    assert len(met) == len({*met})
