"""A person's settings: what they show and change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.people import Person
from bot.ui.pages import settings
from bot.ui.pages.page import Option, Style
from bot.ui.pages.reader import Reader
from bot.ui.words import languages
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    EN,
    FR,
    buttons,
    check,
    menus,
    text,
)

THEMES = ("horn", "wood", "slate")


def test_settings_show_and_change_everything() -> None:
    person = Person(DARK)
    page = settings.settings(person, AS_DARK, THEMES)
    assert buttons(page)["Play at once"].id == "k:set:confirm:off"
    assert buttons(page)["Play at once"].style is Style.MAIN
    assert [menu.id for menu in menus(page)] == [
        "k:set:seat:",
        "k:set:theme:",
        "k:set:language:",
    ]
    chosen = [[o.value for o in menu.options if o.chosen] for menu in menus(page)]
    assert chosen == [["own"], ["horn"], ["auto"]]
    assert all(f"-# {menu.prompt}" in text(page) for menu in menus(page))
    check(page)

    for press in [button.press for button in buttons(page).values()]:
        if isinstance(press, settings.ChangeSetting):
            person = settings.changed(person, press.setting, press.value, THEMES)
    for menu in menus(page):
        assert isinstance(menu.press, settings.ChangeSetting)
        person = settings.changed(person, menu.press.setting, menu.options[-1].value, THEMES)
    assert person == Person(
        DARK,
        confirm=False,
        text=True,
        picture=True,
        seat="light",
        theme="slate",
        locale=list(languages())[-1],
        named=False,
        listed=False,
    )
    check(settings.settings(person, Reader(FR, DARK), THEMES))


@pytest.mark.parametrize("boards", ["picture", "text", "both"])
def test_how_boards_are_shown_is_said_and_its_button_stands_out(boards: str) -> None:
    person = settings.changed(Person(DARK), "boards", boards, THEMES)
    page = settings.settings(person, AS_DARK, THEMES)
    assert EN(f"settings.boards.{boards}") in text(page)
    names = {EN(f"settings.boards-{name}"): name for name in ("picture", "text", "both")}
    shown = [names[label] for label in buttons(page) if label in names]
    assert shown == ["picture", "text", "both"]
    for label, name in names.items():
        assert (buttons(page)[label].style is Style.MAIN) is (name == boards)


JANUARY = 1_768_478_400  # 15 January 2026, noon in UTC


def test_a_page_says_when_to_ping_and_changes_it() -> None:
    person = Person(DARK)
    page = settings.pings(person, AS_DARK, JANUARY)
    assert "You have no quiet hours." in text(page)
    assert "Times are in UTC" in text(page)
    assert [menu.id for menu in menus(page)] == [
        "k:set:zone:",
        "k:set:quiet-from:",
        "k:set:digest:",
        "k:set:remind:",
        "k:set:remind-where:",
    ]
    assert Option("13:00", "Africa/Lagos", "Lagos, Paris") in menus(page)[0].options
    check(page)
    for key, value in (("zone", "Africa/Lagos"), ("quiet-from", "22")):
        person = settings.changed(person, key, value, THEMES)
    assert person == Person(DARK, zone="Africa/Lagos", quiet_from=22, quiet_until=8)
    for words in ALL:
        check(settings.pings(person, Reader(words, DARK), JANUARY))
    page = settings.pings(person, AS_DARK, JANUARY)
    assert "No pings from 22:00 to 8:00" in text(page)
    chosen = [[o.value for o in menu.options if o.chosen] for menu in menus(page)]
    assert chosen == [["Africa/Lagos"], ["Africa/Lagos"], ["22"], ["8"], ["off"], ["25"], ["here"]]
    for menu in menus(page):
        assert isinstance(menu.press, settings.ChangeSetting)
        assert settings.shows_pings(menu.press.setting, "")
        person = settings.changed(person, menu.press.setting, menu.options[-1].value, THEMES)
    assert person == Person(
        DARK,
        remind=50,
        remind_dm=True,
        zone="Europe/Paris",
        quiet_from=23,
        quiet_until=23,
        digest=23,
    )
    assert "one message a day, at 23:00" in text(settings.pings(person, AS_DARK, JANUARY))
    person = settings.changed(person, "quiet-from", "off", THEMES)
    person = settings.changed(person, "digest", "off", THEMES)
    assert (person.quiet_from, person.digest) == (None, None)
    for key, value in (("zone", "Mars"), ("quiet-from", "24"), ("digest", "-1"), ("place", "")):
        assert settings.changed(person, key, value, THEMES) == person
    assert settings.shows_pings("page", "pings")
    assert not settings.shows_pings("page", "look")
    assert not settings.shows_pings("theme", "pings")


def test_a_setting_that_is_unknown_changes_nothing() -> None:
    person = Person(DARK, locale="fr", theme="wood")
    for key, value in (
        ("seat", "roof"),
        ("boards", "none"),
        ("pets", "cat"),
        ("theme", "no such theme"),
        ("challengers", "cats"),
        ("remind", "99"),
        ("confirm", ""),
    ):
        assert settings.changed(person, key, value, THEMES) == person
    assert settings.changed(person, "language", "auto", THEMES) == replace(person, locale="")
    assert settings.changed(person, "language", "xx", THEMES) == person
