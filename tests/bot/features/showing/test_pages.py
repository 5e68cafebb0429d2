"""Pages shown to all: the person is named on top, nobody is pinged, and each fits in a message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.showing import pages
from bot.features.showing.model import Showing
from bot.features.showing.pages import RemoveShown, ShowHere
from bot.model.matches import Outcome, Past, Search, Tally
from bot.model.servers import Place
from bot.service.history import HistoryPage
from bot.ui.pages import history, replay
from bot.ui.pages.page import Button, Buttons, Page, Text
from bot.ui.pages.reader import Reader
from games.core import Reason, Side
from tests.bot.ui.model import ALL, DARK, EN, LIGHT, buttons, check, record, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words

SHOWING = Showing(5, DARK, Place(7, 70), 1000, "k:leaderboard:0:tablut::0")
PAST = Past(7, DARK, LIGHT, "larochelle", 34, 5000, Side.DARK, Reason.KING_TAKEN)


def test_who_shows_it_stands_on_top_and_no_one_is_pinged() -> None:
    page = pages.posted(SHOWING, Page((Text("**Leaderboard**"),), pings=(LIGHT,)), EN)
    check(page)
    assert text(page) == f"-# Shared by <@{DARK}>:\n**Leaderboard**"
    assert page.pings == ()
    assert buttons(page)["Remove"].press == RemoveShown(5)


@pytest.mark.parametrize(("count", "rows"), [(0, [1]), (1, [2]), (4, [5]), (5, [5, 1])])
def test_the_button_to_remove_it_stands_in_the_last_row_where_there_is_room(
    count: int, rows: list[int]
) -> None:
    others = tuple(Button(str(n), RemoveShown(100 + n)) for n in range(count))
    blocks = (Text("It"), *([Buttons(others)] if others else []))
    page = pages.posted(SHOWING, Page(blocks), EN)
    check(page)
    in_rows = [len(block.buttons) for block in page.blocks if isinstance(block, Buttons)]
    assert in_rows == rows


@for_every("words", ALL)
def test_a_position_and_a_history_can_be_sent(words: Words) -> None:
    reader, game = Reader(words), record("larochelle")
    finished = HistoryPage([PAST] * 5, Tally({(Side.DARK, Outcome.WON): 6}), 0, 1)
    search = Search(DARK, LIGHT, guild=7)
    for page in (
        replay.position(game, reader, 0),
        replay.position(game, reader, 99),
        history.of_two(finished, search, LIGHT, reader),
        history.of_two(replace(finished, matches=()), search, LIGHT, reader),
    ):
        check(pages.posted(SHOWING, page, words))
        check(page)
        assert f"<@{LIGHT}>" in text(page)


def test_a_history_of_two_is_told_of_both() -> None:
    games = (
        PAST,
        replace(PAST, id=6, winner=Side.LIGHT, plies=12, reason=Reason.RESIGNED),
        replace(PAST, id=5, winner=None, reason=Reason.AGREED),
        replace(PAST, id=4, winner=None, reason=Reason.STOPPED),
    )
    tally = Tally({(Side.DARK, Outcome.WON): 1, (Side.LIGHT, Outcome.LOST): 1})
    page = history.of_two(HistoryPage(games, tally, 0, 1), Search(DARK, LIGHT), LIGHT, Reader(EN))
    assert text(page).split("\n") == [
        f"Head to head: <@{DARK}> **1** \u2013 **1** <@{LIGHT}>.",
        f"-# <@{DARK}> · Attackers (Tabal: Dark): won 1, drawn 0, lost 0",
        f"-# <@{DARK}> · Defenders (Tabal: Light): won 0, drawn 0, lost 1",
        f"**<@{DARK}>** won · La Rochelle · <t:5000:d>",
        f"**<@{LIGHT}>** won · La Rochelle · <t:5000:d>",
        "a draw · La Rochelle · <t:5000:d>",
        "no result · La Rochelle · <t:5000:d>",
    ]


def test_the_button() -> None:
    (button,) = pages.buttons(RemoveShown(3), EN)
    assert (button.label, button.press) == ("Share here", ShowHere("k:unshow:3"))
