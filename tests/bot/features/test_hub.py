"""The hub of a server in which there is as much of everything as there may be: one message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.together import pages as together
from bot.features.together.model import Foursome, Lobby
from bot.features.tournaments.pages import hub as tournaments
from bot.features.vote_games import pages as vote_games
from bot.model.joinable import MOST_OPEN, pace_of
from bot.ui.components import message
from bot.ui.pages.hub import HubPart, hub, rarer
from bot.ui.pages.page import Buttons, Menu
from bot.ui.pages.reader import Reader
from bot.ui.words import languages
from tests.bot.features.tournaments import world
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPONENTS = 40  # of a message
OVER = 10  # of a kind, that are shown


def full(reader: Reader) -> Sequence[HubPart]:
    """Return the additions of all features."""
    running = [
        replace(
            world.new_state("round-robin", 4), tournament=world.tournament("round-robin", id=number)
        )
        for number in range(1, MOST_OPEN + 1)
    ]
    over = [
        replace(
            world.new_state("round-robin", 4),
            tournament=world.tournament("round-robin", id=100 + number),
        )
        for number in range(OVER)
    ]
    shown = tournaments.Hub(
        running, running, over, running={}, may_begin=True, may_join_league=True
    )
    foursomes = [
        Lobby(
            Foursome(
                id=number,
                guild=5,
                channel=50,
                by=101,
                rules="ludens",
                pace=pace_of(3),
                by_lot=True,
                made=0,
                closes=0,
            )
        )
        for number in range(MOST_OPEN)
    ]
    return (
        together.hub(foursomes, reader.words, may_begin=True),
        tournaments.hub(shown, reader),
        vote_games.hub({}, reader.words, 50),
    )


@for_every("language", languages())
def test_it_has_room_and_a_way_to_each_of_all(language: str) -> None:
    reader = Reader(languages()[language], player=101)
    page = hub(full(reader), reader)
    assert message(page, {}).view.total_children_count <= COMPONENTS
    ways = [
        button.id for block in page.blocks if isinstance(block, Buttons) for button in block.buttons
    ]
    menus = [block for block in page.blocks if isinstance(block, Menu)]
    assert len(menus) == 1
    assert ways == ["k:league", "k:tournament-new:knockout", "k:vote-new", "k:hub-more"]
    rare = [
        button.id
        for block in rarer(full(reader), reader).blocks
        if isinstance(block, Buttons)
        for button in block.buttons
    ]
    assert rare == ["k:four-new:", "k:tournament-new:teams", "k:hub"]
    ways += [option.value for menu in menus for option in menu.options]
    for start, count in (("k:tournament:", 15), ("k:four:", 5)):
        assert sum(way.startswith(start) for way in ways) == count
