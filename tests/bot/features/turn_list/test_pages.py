"""The turn list of a channel, in every language there is: each game, how many more, or none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.turn_list.model import SHOWN
from bot.features.turn_list.pages import turn_list
from bot.model.matches import Listing
from bot.model.servers import Place
from bot.service.clocks import ClockState
from bot.ui.pages.page import Text, sign
from bot.ui.pages.reader import public
from bot.ui.words import languages
from games.core import Side

DARK, LIGHT = 7, 8
GAME = Listing(
    id=3,
    place=Place(5, 6),
    dark=DARK,
    light=LIGHT,
    message=9,
    version=2,
    rules="larochelle",
    turn=Side.LIGHT,
    plies=1,
    since=1000,
)
BOARD = "[La Rochelle](https://discord.com/channels/5/6/9)"


def said(
    *games: Listing, more: int = 0, language: str = "en", clock: ClockState | None = None
) -> str:
    """What the message says."""
    clocks = {} if clock is None else {game.id: clock for game in games}
    page = turn_list(games, more, public(language), clocks)
    (text,) = page.blocks
    assert isinstance(text, Text)
    assert (page.pings, page.pinged_later) == ((), ())
    return text.text


def test_a_game_in_two_lines() -> None:
    clock = ClockState(Side.LIGHT, 5000, {})
    title, mover, about = said(GAME, clock=clock).splitlines()
    assert title == "**Whose turn it is here**"
    assert mover == f"{sign(Side.LIGHT)}**<@8>** to move against <@7>"
    assert about == f"-# {BOARD} · last move <t:1000:R> · time runs out <t:5000:R>"
    hurried = said(GAME, clock=replace(clock, hurry=True))
    assert hurried.endswith("⚠ time runs out <t:5000:R>")
    stopped = said(GAME, clock=replace(clock, hurry=True, goes_on=4000))
    assert stopped.endswith("⏸ weekend; the clock goes on <t:4000:R>")
    away = said(GAME, clock=replace(clock, goes_on=4000, away={Side.LIGHT: 90_000}))
    assert "<@8> is away until <t:46800:D>" in away


def test_one_who_is_asked_is_to_answer() -> None:
    offered = said(replace(GAME, offer_by=Side.LIGHT))
    assert "**<@7>** to answer an offer from <@8>" in offered
    offered = said(replace(GAME, offer_by=Side.DARK))
    assert "**<@8>** to answer an offer from <@7>" in offered


def test_a_game_whose_board_is_not_posted_yet_has_no_link() -> None:
    assert said(replace(GAME, message=None, plies=0)).endswith(
        "-# La Rochelle · started <t:1000:R>"
    )


@pytest.mark.parametrize("language", languages())
def test_in_every_language_it_fits_names_all_and_tells_of_the_rest(language: str) -> None:
    clock = ClockState(Side.LIGHT, 2_000_000_000, {Side.DARK: 1}, hurry=True)
    large = 2**62
    game = replace(
        GAME,
        place=Place(large, large),
        message=large,
        dark=large,
        light=large + 1,
        rules="larochelle+king-four+attackers-first",
    )
    games = [replace(game, id=number) for number in range(SHOWN)]
    full = said(*games, more=12, language=language, clock=clock)
    assert full.count(f"<@{large + 1}>") == SHOWN
    assert "12" in full.splitlines()[-1]
    assert len(full) < 4000
    assert "<@" not in said(language=language)
    assert "/tablut " in said(language=language)
