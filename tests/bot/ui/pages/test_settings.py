"""A person's settings: what they show and change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.people import Person
from bot.ui.pages import settings
from bot.ui.pages.page import Menu, Option, Page, Style
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


JANUARY = 1_768_478_400  # 15 January 2026, noon in UTC


def shown(person: Person, name: str = "look", reader: Reader = AS_DARK) -> Page:
    page = settings.settings(person, reader, THEMES, name, JANUARY)
    check(page)
    return page


def asked(page: Page) -> list[Menu]:
    """Its menus, without the last, which leads to the other pages."""
    return menus(page)[:-1]


def test_settings_show_and_change_everything() -> None:
    person = Person(DARK)
    first, second = shown(person), shown(person, "privacy")
    assert buttons(first)["Play at once"].id == "k:set:confirm:off"
    assert buttons(first)["Play at once"].style is Style.MAIN
    changing = [*asked(first), *asked(second)]
    assert [menu.id for menu in changing] == ["k:set:seat:", "k:set:theme:", "k:set:language:"]
    chosen = [[o.value for o in menu.options if o.chosen] for menu in changing]
    assert chosen == [["own"], ["horn"], ["auto"]]
    both = text(first) + text(second)
    assert all(f"-# {menu.prompt}" in both for menu in changing)

    for press in [button.press for page in (first, second) for button in buttons(page).values()]:
        if isinstance(press, settings.ChangeSetting):
            person = settings.changed(person, press.setting, press.value, THEMES)
    for menu in changing:
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
    shown(person, reader=Reader(FR, DARK))


@pytest.mark.parametrize("boards", ["picture", "text", "both"])
def test_how_boards_are_shown_is_said_and_its_button_stands_out(boards: str) -> None:
    person = settings.changed(Person(DARK), "boards", boards, THEMES)
    page = shown(person)
    assert EN(f"settings.boards.{boards}") in text(page)
    names = {EN(f"settings.boards-{name}"): name for name in ("picture", "text", "both")}
    offered = [names[label] for label in buttons(page) if label in names]
    assert offered == ["picture", "text", "both"]
    for label, name in names.items():
        assert (buttons(page)[label].style is Style.MAIN) is (name == boards)


def test_pages_say_when_to_ping_and_change_it() -> None:
    person = Person(DARK)
    quiet = shown(person, "quiet")
    assert "You have no quiet hours." in text(quiet)
    assert "Times are in UTC" in text(quiet)
    pings = [*asked(quiet), *asked(shown(person, "pings"))]
    assert [menu.id for menu in pings] == [
        "k:set:zone:",
        "k:set:quiet-from:",
        "k:set:digest:",
        "k:set:remind:",
        "k:set:remind-where:",
    ]
    assert Option("13:00", "Africa/Lagos", "Lagos, Paris") in pings[0].options
    for key, value in (("zone", "Africa/Lagos"), ("quiet-from", "22")):
        person = settings.changed(person, key, value, THEMES)
    assert person == Person(DARK, zone="Africa/Lagos", quiet_from=22, quiet_until=8)
    for words in ALL:
        shown(person, "quiet", Reader(words, DARK))
        shown(person, "pings", Reader(words, DARK))
    quiet = shown(person, "quiet")
    assert "No pings from 22:00 to 8:00" in text(quiet)
    pings = [*asked(quiet), *asked(shown(person, "pings"))]
    chosen = [[o.value for o in menu.options if o.chosen] for menu in pings]
    assert chosen == [["Africa/Lagos"], ["Africa/Lagos"], ["22"], ["8"], ["off"], ["25"], ["here"]]
    for menu in pings:
        assert isinstance(menu.press, settings.ChangeSetting)
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
    assert "one message a day, at 23:00" in text(shown(person, "pings"))
    person = settings.changed(person, "quiet-from", "off", THEMES)
    person = settings.changed(person, "digest", "off", THEMES)
    assert (person.quiet_from, person.digest) == (None, None)
    for key, value in (("zone", "Mars"), ("quiet-from", "24"), ("digest", "-1"), ("place", "")):
        assert settings.changed(person, key, value, THEMES) == person


def test_a_change_shows_its_page_again_and_the_last_menu_leads_to_all_pages() -> None:
    pages = menus(shown(Person(DARK), "quiet"))[-1]
    names = [option.value for option in pages.options]
    assert names == ["look", "privacy", "pings", "quiet", "blocks"]
    assert [option.value for option in pages.options if option.chosen] == ["quiet"]
    assert [settings.page_of("page", name) for name in names] == names
    for name in names[:-1]:
        for menu in asked(shown(Person(DARK), name)):
            assert isinstance(menu.press, settings.ChangeSetting)
            assert settings.page_of(menu.press.setting, "") == name
    assert settings.page_of("page", "") == settings.page_of("", "pings") == "look"


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
