"""People who were just pinged: by news about different things, and those who are nobody."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.features.tournaments.model import TournamentResult
from bot.model.people import NO_PERSONS
from bot.ui.app import RecentPings
from bot.ui.posting.news import awake

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


async def test_news_of_two_tournaments_ping_nobody_twice_but_a_post_again(parlour: Parlour) -> None:
    app = SimpleNamespace(services=parlour.services, pinged=RecentPings())
    posting: Any = SimpleNamespace(app=app)
    first, second = TournamentResult(1), TournamentResult(2)
    assert await awake(posting, first, (7,)) == (7,)
    assert await awake(posting, second, (7, 8)) == (8,)
    assert await awake(posting, first, (7,)) == (7,)  # its sending had failed


async def test_a_channel_that_votes_is_never_pinged_later(parlour: Parlour) -> None:
    pinged, services = RecentPings(), parlour.services
    for nobody in NO_PERSONS:
        assert pinged.ping(services, nobody, "match 1") is None
        assert pinged.ping(services, nobody, "match 2") is None
    assert pinged.ping(services, 7, "match 1") is None
    assert pinged.ping(services, 7, "match 2") is not None
