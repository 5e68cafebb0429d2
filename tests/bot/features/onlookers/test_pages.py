"""Pages for followers of games: in every language, however much news there is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.onlookers import pages
from bot.features.onlookers.pages import Follow, GameNews, Unfollow
from bot.model.servers import Place
from bot.ui.pages.games import digest
from bot.ui.pages.page import Menu
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Resigned
from tests.bot.features.onlookers.test_cases import MOVES, QUICK
from tests.bot.ui.model import ALL, EN, LOOKING_ON, buttons, check, record, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.words import Words

GAME = record(QUICK, *MOVES)
BOARD = "https://discord.com/channels/5/6/99"


def news(game: Record, *events: int) -> GameNews:
    return GameNews(game, tuple(map(game.match.as_of, events)))


def over() -> Record:
    match = GAME.match.after(Resigned(Side.DARK, 90_000))
    return replace(GAME, match=match)


def test_it_says_who_plays_what_was_called_and_where() -> None:
    page = pages.told([news(GAME, 5, 7)], LOOKING_ON)
    check(page)
    assert page.pings == ()
    called = "4. e5-d5 \ue000raichi\ue001**Raichi!** · 6. d5-d8 \ue000tuichi\ue001**Tuichi!**"
    assert text(page) == f"<@111> \N{EN DASH} <@222> ([game 12]({BOARD})): {called}"
    assert buttons(page)["Unfollow"].press == Unfollow(12)


def test_of_a_game_that_is_over_it_says_who_won_and_nothing_is_left_to_unfollow() -> None:
    page = pages.told([news(over(), 7, 8)], LOOKING_ON)
    check(page)
    assert text(page) == (
        "6. d5-d8 \ue000tuichi\ue001**Tuichi!** · **<@222> wins** as the defenders "
        f"against <@111>. Won by resignation. ([game 12]({BOARD}))"
    )
    assert buttons(page) == {}


@for_every("words", ALL)
def test_of_many_games_each_has_a_line_and_a_menu_ends_them(words: Words) -> None:
    many = [news(replace(GAME, id=number, message=None), *[5, 7] * 3) for number in range(1, 26)]
    page = pages.told(many, Reader(words, 333))
    check(page)
    assert text(page).count("<@111>") == 10
    assert "15" in text(page).splitlines()[-1]
    (menu,) = [block for block in page.blocks if isinstance(block, Menu)]
    assert [option.value for option in menu.options][:2] == ["k:unfollow:1", "k:unfollow:2"]


@for_every("words", ALL)
def test_in_a_digest_it_stands_below_what_waits_or_alone(words: Words) -> None:
    reader = Reader(words, 333)
    more = pages.in_digest([news(GAME, 5)], reader)
    page = digest([], [], reader, more=more)
    check(page)
    assert text(page).startswith(words("onlookers.title"))
    assert pages.in_digest([], reader) == ()


@for_every("words", ALL)
def test_what_answers_a_press_can_be_sent(words: Words) -> None:
    reader = Reader(words, 333)
    check(pages.followed(12, reader))
    check(pages.unfollowed(12, reader))


def test_only_a_game_that_others_see_can_be_followed() -> None:
    (button,) = pages.buttons(GAME, EN)
    assert button.press == Follow(12)
    for hidden in (replace(GAME, level=2), replace(GAME, place=Place(None, 6))):
        assert pages.buttons(hidden, EN) == ()
