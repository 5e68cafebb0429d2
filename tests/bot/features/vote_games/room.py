"""A channel that plays by vote, on a store of its own: people by number, a clock that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.vote_games import cases
from bot.model.people import CHANNEL
from bot.model.servers import Place
from bot.service.begin import Beginning, begins, new_match
from bot.service.schedule import with_schedule
from bot.service.services import Services
from games.core import Side
from games.pace import Pace

if TYPE_CHECKING:
    from bot.features.vote_games.tables import Ballot
    from bot.model.matches import Record
    from bot.store.store import Store
    from games.core import Move

GUILD, ROOM, OPPONENT = 7, 70, 900
FIRST: tuple[Move, ...] = (("e2", "d2"), ("e2", "c2"), ("a4", "a3"))  # of the attackers in bga

_NO_CLOCK = Pace()


class Room:
    """People's actions in a room."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = 1_893_499_200  # 1 January 2030

    @property
    def services(self) -> Services:
        """As the use cases want it."""
        return Services(self.store, lambda: self.time, lambda: Side.DARK)

    async def begin(self, channel: int = ROOM, pace: Pace = _NO_CLOCK) -> int:
        """A game against a person, whom the channel has the attackers against; its number."""
        beginning = Beginning(
            place=Place(GUILD, channel),
            dark=CHANNEL,
            light=OPPONENT,
            rules="bga",
            pace=pace,
            rated=False,
        )
        record = await with_schedule(self.services, None, new_match(beginning, self.time))
        committed = await self.services.commit(begins(record))
        assert committed.match is not None
        return committed.match

    async def vote(self, match: int, who: int, path: Move, seen_round: int = 1) -> Ballot:
        """A vote."""
        _, ballot = await cases.vote(self.services, match, who, ROOM, seen_round, path)
        return ballot

    async def ballot(self, match: int) -> Ballot:
        """The votes as they stand."""
        ballot = await cases.tables(self.services).ballot(match)
        assert ballot
        return ballot

    async def record(self, match: int) -> Record:
        """The game."""
        return await self.services.record(match)

    async def passes(self, seconds: int) -> None:
        """So much time passes, and the votes are counted."""
        self.time += seconds
        await self.services.keep_note("alive", str(self.time))
        await cases.close_rounds(self.services)
