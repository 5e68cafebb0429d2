"""The turn list of a channel, in every language: games, what is worth watching, the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.turn_list.model import SHOWN, WATCHED, Standing, Watched, Why
from bot.features.turn_list.pages import chosen, turn_list
from bot.model.matches import Listing
from bot.model.servers import Place
from bot.service.clocks import ClockState
from bot.ui.pages.page import ChannelMenu, Text, sign
from bot.ui.pages.reader import public
from bot.ui.words import languages
from games.core import Side
from tests.bot.ui.model import EN
from tests.bot.ui.phone import VISIBLE, phone
from tests.every import for_every
from tests.sandbox.page.sample import CEDAR, ROWAN

if TYPE_CHECKING:
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

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
BOARD = "https://discord.com/channels/5/6/9"
PLAYERS = "<@7> \N{EN DASH} <@8>"
SOON = 1_767_528_600  # two days after what the page of the phone test takes for now
LINES = (f"[Puzzle of the day 3]({BOARD}) · easy", f"The season ends <t:{SOON}:R>")


def page(  # noqa: PLR0913  all that can stand in it
    *games: Listing,
    more: int = 0,
    language: str = "en",
    clock: ClockState | None = None,
    watched: tuple[Watched, ...] = (),
    lines: tuple[str, ...] = (),
    at_hand: bool = True,
) -> Page:
    """The message."""
    clocks = {} if clock is None else {game.id: clock for game in games}
    standing = Standing(games, more, watched, clocks)
    return turn_list(standing, lambda _: lines, public(language), at_hand=at_hand)


def said(*games: Listing, **more: object) -> str:
    """Return the list's text; it pings no one."""
    shown = page(*games, **more)  # type: ignore[arg-type]
    assert (shown.pings, shown.pinged_later) == ((), ())
    texts = [block.text for block in shown.blocks if isinstance(block, Text)]
    assert len(texts) == len(shown.blocks)
    return "\n".join(texts)


def test_a_game_in_two_lines() -> None:
    clock = ClockState(Side.LIGHT, 5000, {})
    title, mover, about = said(GAME, clock=clock).splitlines()
    assert title == "**Whose turn is it?**"
    assert mover == f"{sign(Side.LIGHT)}**<@8>** against <@7>"
    assert about == f"-# [La Rochelle]({BOARD}) · ⏱ <t:5000:R>"
    hurried = said(GAME, clock=replace(clock, hurry=True))
    assert hurried.endswith("· ⚠ <t:5000:R>")
    weekend = said(GAME, clock=replace(clock, hurry=True, goes_on=4000))
    assert weekend.endswith("· ⏱ <t:5000:R>")
    away = said(GAME, clock=replace(clock, goes_on=4000, away={Side.LIGHT: 90_000}))
    assert "<@8> is away until <t:46800:D>" in away


def test_without_a_clock_it_says_how_long_the_game_has_waited() -> None:
    assert said(GAME).endswith(f"-# [La Rochelle]({BOARD}) · last move <t:1000:R>")


def test_one_who_is_asked_is_to_answer() -> None:
    offered = said(replace(GAME, offer_by=Side.LIGHT))
    assert "**<@7>** to answer <@8>'s offer" in offered
    offered = said(replace(GAME, offer_by=Side.DARK))
    assert "**<@8>** to answer <@7>'s offer" in offered


def test_a_game_whose_board_is_not_posted_yet_has_no_link() -> None:
    assert said(replace(GAME, message=None, plies=0)).endswith(
        "-# La Rochelle · started <t:1000:R>"
    )


def test_what_is_worth_watching_leads_to_its_board() -> None:
    watched = (
        Watched(GAME, Why.TUICHI),
        Watched(replace(GAME, message=None), Why.STRONG),
        Watched(replace(GAME, plies=52), Why.LONG),
    )
    _, title, *lines = said(GAME, watched=watched, more=0).split("\n-# ")[1].splitlines()
    assert title == "**Worth watching**"
    assert lines == [
        f"{sign('tuichi')}[Tuichi!]({BOARD}) · {PLAYERS}",
        f"Top players · {PLAYERS}",
        f"[52 moves long]({BOARD}) · {PLAYERS}",
    ]


def test_what_features_say_comes_last_and_has_an_end() -> None:
    assert said(GAME, lines=LINES).splitlines()[-2:] == [f"-# {line}" for line in LINES]
    many = tuple(map(str, range(20)))
    assert said(GAME, lines=many).splitlines()[-1] == "-# 7"


def test_where_it_is_not_pinned_it_says_how_and_names_the_games_by_number() -> None:
    shown = said(GAME, at_hand=False)
    assert f"[La Rochelle · game 3]({BOARD})" in shown
    assert "*Pin Messages*" in shown.splitlines()[-1]
    assert "*Pin Messages*" not in said(GAME)


def full(language: str, number: int, dark: int, light: int) -> Page:
    """Everything that can be in it: 30 games, two tournaments."""
    clock = ClockState(Side.LIGHT, SOON, {}, hurry=True)
    game = replace(
        GAME,
        place=Place(number, number),
        message=number,
        dark=dark,
        light=light,
        rules="larochelle+king-four+attackers-first",
        plies=100,
    )
    games = [replace(game, id=1000 + count) for count in range(SHOWN)]
    watched = tuple(Watched(game, why) for why in list(Why)[:WATCHED])
    tournaments = (f"**[Spring Cup]({BOARD})**: 12 of 16, begins <t:{SOON}:R>",)
    return page(
        *games,
        more=30 - SHOWN,
        language=language,
        clock=clock,
        watched=watched,
        lines=(*LINES, *tournaments * 2),
        at_hand=False,
    )


@for_every("language", languages())
def test_in_every_language_it_fits_names_all_and_tells_of_the_rest(language: str) -> None:
    large = 2**62
    shown = full(language, large, large, large + 1)
    texts = [block.text for block in shown.blocks if isinstance(block, Text)]
    assert texts[0].count(f"<@{large + 1}>") == SHOWN
    assert str(30 - SHOWN) in texts[0].splitlines()[-1]
    assert len("\n".join(texts)) < 4000
    assert "<@" not in said(language=language)
    assert "/tablut " in said(language=language)


@pytest.mark.slow
async def test_with_thirty_games_it_fits_a_phone_in_every_language() -> None:
    pages = [full(language, 2**62, int(ROWAN), int(CEDAR)) for language in languages()]
    async with phone() as shown:
        heights = [seen.parts for seen in await shown.look(pages)]
    assert max(heights) <= VISIBLE, dict(zip(languages(), heights, strict=True))


def test_its_channels_are_chosen_in_a_menu() -> None:
    text, menu = chosen((6, 7), EN)
    assert isinstance(text, Text)
    assert isinstance(menu, ChannelMenu)
    assert (menu.chosen, menu.most, menu.threads) == ((6, 7), 10, True)


def in_a_cup(_: Words) -> list[str]:
    """The tournament of a game."""
    return ["Winter Cup, round 2"]


def test_a_game_of_a_tournament_names_it() -> None:
    standing, notes = Standing((GAME,), 0, (), {}), {GAME.id: in_a_cup}
    shown = turn_list(standing, lambda _: (), public("en"), at_hand=True, notes=notes)
    (block,) = shown.blocks
    assert isinstance(block, Text)
    assert f"[La Rochelle]({BOARD}) · Winter Cup, round 2 · last move" in block.text
