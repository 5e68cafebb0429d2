"""A server's server."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.servers import Boards, Server
from bot.ui.pages import server
from bot.ui.pages.page import ChannelMenu, Page, Text
from bot.ui.pages.reader import Reader
from render.themes import THEMES
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    check,
    menus,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


LOOKS = tuple(THEMES)

LIKED = replace(
    Server(5, "fr", "slate", True, "tabal", 3, 7, False, (11, 12), Boards.KEEP),  # noqa: FBT003  all of it
    news=13,
    wall=14,
)


def chosen(page: Page) -> list[str]:
    """Return each menu's present choice."""
    return [option.label for menu in menus(page) for option in menu.options if option.chosen]


@for_every("words", ALL)
def test_a_servers_settings_show_how_it_likes_it(words: Words) -> None:
    for guild in (Server(5), LIKED):
        for number in (server.LOOK, server.TERMS):
            check(server.server(guild, Reader(words, DARK), LOOKS, number))


def test_what_was_never_set_is_as_the_program_has_it() -> None:
    look, terms = (server.server(Server(5), AS_DARK, LOOKS, number) for number in (0, 1))
    assert chosen(look) == [
        "Same as Discord",
        "Default (Horn and leather)",
        "The latest board; in threads, moves too",
    ]
    assert chosen(terms) == ["Default (Saami Tablut)", "3 days per move", "No extra days"]


def test_what_was_set_is_shown() -> None:
    look, terms = (server.server(LIKED, AS_DARK, LOOKS, number) for number in (0, 1))
    assert chosen(look) == [
        "Français",
        "Slate",
        "Every board",
    ]
    assert chosen(terms) == ["Permainan Tabal", "3 days per move", "7 extra days"]
    assert "gets its own thread" not in text(terms)  # each has a post on the wall
    without = server.server(replace(LIKED, wall=None), AS_DARK, LOOKS, server.TERMS)
    assert "gets its own thread" in text(without)
    assert "stop at weekends" in text(terms)
    channels, news, wall = [block for block in look.blocks if isinstance(block, ChannelMenu)]
    assert channels.chosen == (11, 12)
    assert (news.chosen, news.most, news.forums) == ((13,), 1, False)
    assert (wall.chosen, wall.most, wall.forums) == ((14,), 1, True)


def test_a_setting_changes_what_it_names_and_nothing_else() -> None:
    guild = Server(5, days=0)
    for key, values in {
        "locale": ("fr",),
        "theme": ("slate",),
        "thread": ("on",),
        "rules": ("tabal",),
        "days": ("3",),
        "reserve": ("7",),
        "weekends": ("off",),
        "channels": ("11", "12"),
        "boards": ("keep",),
        "news": ("13",),
        "wall": ("14",),
    }.items():
        changed = server.changed_server(guild, key, values, LOOKS)
        assert changed != guild
        guild = changed
    assert guild == LIKED
    for key in ("locale", "theme", "rules"):
        guild = server.changed_server(guild, key, ("auto" if key == "locale" else "usual",), LOOKS)
    for key, value in (
        ("thread", "off"),
        ("weekends", "on"),
        ("days", "0"),
        ("reserve", "0"),
        ("boards", "one"),
    ):
        guild = server.changed_server(guild, key, (value,), LOOKS)
    guild = server.changed_server(guild, "channels", (), LOOKS)
    guild = server.changed_server(guild, "wall", (), LOOKS)
    assert server.changed_server(guild, "news", (), LOOKS) == Server(5, days=0)


@for_every("words", ALL)
def test_seasons_that_are_told_nowhere_are_said_to_be(words: Words) -> None:
    untold = words("server.seasons-untold")
    for guild, said in (
        (Server(5, seasons=True), True),
        (Server(5, seasons=True, news=13), False),
        (Server(5), False),
    ):
        page = server.server(guild, Reader(words, DARK), LOOKS, server.TERMS)
        assert (untold in text(page)) is said


@for_every("words", ALL)
@for_every("key", [server.NEWS, server.WALL])
def test_what_is_wrong_with_a_channel_stands_above_its_menu(words: Words, key: str) -> None:
    trouble = words(f"server.{key}-gone")
    page = server.server(Server(5), Reader(words, DARK), LOOKS, server.LOOK, {key: trouble})
    check(page)
    (said,) = [block for block in page.blocks if isinstance(block, Text) and trouble in block.text]
    assert isinstance(page.blocks[page.blocks.index(said) + 1], ChannelMenu)


@for_every(
    ("key", "value"),
    [
        ("locale", "xx"),
        ("theme", "../x"),
        ("rules", "no"),
        ("days", "4"),
        ("", ""),
    ],
)
def test_what_is_no_setting_changes_nothing(key: str, value: str) -> None:
    assert server.changed_server(LIKED, key, (value,), LOOKS) == LIKED
