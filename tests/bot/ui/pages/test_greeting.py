"""The greeting of a server: what it says, and its ways in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.composition import FEATURES
from bot.features.lessons import pages as lessons
from bot.ui.pages import practice
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.greeting import greeting
from bot.ui.pages.reader import Reader
from bot.ui.pages.server import ShowServer
from bot.ui.slots import GREETING_BUTTONS
from tests.bot.ui.model import ALL, buttons, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.buttons import Press
    from bot.ui.pages.page import Page
    from bot.ui.words import Words


def presses(page: Page) -> list[Press]:
    """Return the presses of a page's buttons, in their order."""
    return [button.press for button in buttons(page).values()]


@for_every("words", ALL)
def test_the_greeting_has_ways_in_and_those_of_features(words: Words) -> None:
    page = greeting(Reader(words), [practice.play_button(words)])
    check(page)
    assert presses(page) == [practice.OpenPractice(1), AskWhom(), ShowServer()]
    assert len(text(page)) < 330
    learning = greeting(
        Reader(words), [practice.play_button(words)], FEATURES.buttons(GREETING_BUTTONS, words)
    )
    check(learning)
    assert presses(learning) == [
        practice.OpenPractice(1),
        lessons.OpenLessons(),
        AskWhom(),
        ShowServer(),
    ]
    without = greeting(Reader(words), [])
    check(without)
    assert presses(without) == [AskWhom(), ShowServer()]
    assert words("greeting.ask") in text(without)
