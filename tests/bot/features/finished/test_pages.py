"""The list of a channel's finished games, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.finished.model import SHOWN
from bot.features.finished.pages import finished_games
from bot.model.people import FORMER
from bot.ui.pages.naming import brief
from bot.ui.pages.page import Menu
from bot.ui.pages.reader import public
from bot.ui.words import languages
from games import catalogue
from games.core import Reason, Side
from tests.bot.features.turn_list.test_pages import DARK, GAME, LIGHT
from tests.bot.ui.model import EN, check, text
from tests.bot.ui.pages.test_result import ended_match
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Listing
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

OVER = replace(GAME, winner=Side.LIGHT, reason=Reason.KING_ESCAPED)
NAMES = {DARK: "Rowan", LIGHT: "Cedar"}


def page(*games: Listing, words: Words = EN) -> Page:
    """The message."""
    return finished_games(games, {}, NAMES, public(words.locale))


def options(shown: Page) -> list[str]:
    """The labels of the menu."""
    return [one.label for block in shown.blocks if isinstance(block, Menu) for one in block.options]


def test_a_line_says_who_beat_whom_and_the_menu_who_played() -> None:
    shown = page(
        replace(OVER, id=4, rules="larochelle+king-four"),
        replace(OVER, winner=None, reason=Reason.AGREED),
    )
    assert text(shown).splitlines() == [
        "**Finished games**",
        "**<@8>** beat <@7> · La Rochelle",
        "<@7> and <@8> drew · La Rochelle",
    ]
    assert options(shown) == [
        f"{number} · Rowan \N{EN DASH} Cedar · {rules} · 1 move"
        for number, rules in ((4, brief("larochelle+king-four", EN)), (3, "La Rochelle"))
    ]
    assert shown.pings == ()


def test_a_game_without_a_move_has_nothing_to_replay() -> None:
    assert options(page(replace(OVER, plies=0))) == []


@for_every("words", languages().values())
def test_the_line_of_a_finished_match_says_who_won_it(words: Words) -> None:
    won = words("pair.won", winner="<@111>", loser="<@222>", score="1½\N{EN DASH}½")
    end = {OVER.id: ended_match(loser=None)}
    line = text(finished_games([OVER], end, NAMES, public(words.locale))).splitlines()[1]
    assert line == f"{won.removesuffix('.')} · {brief('larochelle', words)}"


def test_an_erased_player_has_no_name() -> None:
    shown = page(replace(OVER, dark=FORMER))
    assert "Rowan" not in options(shown)[0]
    assert "<@7>" not in text(shown)


@for_every("words", languages().values())
def test_as_many_games_as_it_shows_fit_into_a_message(words: Words) -> None:
    longest = max(catalogue.NAMES, key=lambda name: len(text(page(replace(OVER, rules=name)))))
    four = {"dark": 2**62, "light": 2**62 + 1, "dark_partner": 2**62, "light_partner": 2**62 + 1}
    game = replace(OVER, rules=longest, **four)
    check(page(*(replace(game, id=number) for number in range(SHOWN)), words=words))
