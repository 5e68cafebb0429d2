"""A server's settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.servers import Boards, Server
from bot.ui.pages import server
from bot.ui.pages.page import ChannelMenu, Page, Style, Text
from bot.ui.pages.reader import Reader
from render.themes import THEMES
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    buttons,
    check,
    menus,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


LOOKS = tuple(THEMES)

LIKED = replace(
    Server(5, "fr", "slate", True, "tabal", 3, False, (11, 12), Boards.KEEP),  # noqa: FBT003  all of it
    news=13,
    wall=14,
)


def chosen(page: Page) -> list[str]:
    """Return each menu's present choice."""
    return [option.label for menu in menus(page) for option in menu.options if option.chosen]


def pages(guild: Server, reader: Reader) -> tuple[Page, Page, Page]:
    """The pages of more settings."""
    boards = server.boards(guild, reader, LOOKS)
    return server.channels(guild, reader), server.games(guild, reader), boards


@for_every("words", ALL)
def test_a_servers_settings_show_how_it_likes_it(words: Words) -> None:
    reader = Reader(words, DARK)
    for guild in (Server(5), LIKED):
        for page in (server.front(guild, reader, lambda _: (), 7), *pages(guild, reader)):
            check(page)


def test_what_was_never_set_is_as_the_program_has_it() -> None:
    channels, games, boards = pages(Server(5), AS_DARK)
    assert chosen(channels) == ["Same as Discord"]
    assert chosen(games) == ["Default (Saami Tablut)", "3 days per move"]
    assert chosen(boards) == [
        "Default (Horn and leather)",
        "The latest board; in threads, moves too",
    ]


def test_what_was_set_is_shown() -> None:
    places, games, boards = pages(LIKED, AS_DARK)
    assert chosen(places) == ["Français"]
    assert chosen(games) == ["Tabal", "3 days per move"]
    assert chosen(boards) == ["Slate", "Every board"]
    channels, news, wall = [block for block in places.blocks if isinstance(block, ChannelMenu)]
    assert channels.chosen == (11, 12)
    assert (news.chosen, news.most, news.forums) == ((13,), 1, False)
    assert (wall.chosen, wall.most, wall.forums) == ((14,), 1, True)


def test_a_button_says_what_is_on_and_changes_it() -> None:
    for guild, shown in (
        (Server(5), {"In threads": "on", "✓ Rated": "off", "Weekends off": "off"}),
        (
            Server(5, thread=True, rated=False, weekends=False),
            {"✓ In threads": "off", "Rated": "on", "✓ Weekends off": "on"},
        ),
        (LIKED, {"✓ Rated": "off", "✓ Weekends off": "on"}),  # a post on the wall is a thread
    ):
        switches = {
            label: button.press.value
            for page in pages(guild, AS_DARK)
            for label, button in buttons(page).items()
            if isinstance(button.press, server.ChangeServerSetting)
        }
        others = {"Anyone can start tournaments": "on", "Delete typed moves": "on"}
        assert switches == {**shown, **others}


def test_what_deleting_needs_is_said_where_it_is_missing() -> None:
    for guild, may_delete, said in (
        (Server(5), False, False),
        (Server(5, tidy=True), True, False),
        (Server(5, tidy=True), False, True),
    ):
        page = server.boards(guild, AS_DARK, LOOKS, may_delete=may_delete)
        assert ("*Manage Messages*" in text(page)) is said


@for_every("words", ALL)
def test_one_channel_for_everything_is_offered_until_this_is_it(words: Words) -> None:
    here = words("server.set-up-here")
    for guild, channel, offered in (
        (Server(5), 7, True),
        (Server(5), None, False),  # a thread
        (Server(5, news=8), 7, True),
        (Server(5, news=7), 7, False),
    ):
        page = server.front(guild, Reader(words), lambda _: ("what features add",), channel)
        check(page)
        assert (here in buttons(page)) is offered
        if offered:  # the main step until it was done somewhere
            assert (buttons(page)[here].style is Style.MAIN) is (guild.news is None)
        assert (words("server.intro") in text(page)) is (guild.news is None)
        assert "what features add" in text(page)
        (menu,) = [block for block in page.blocks if isinstance(block, ChannelMenu)]
        assert (menu.press, menu.chosen, menu.most) == (server.SetUp(), (), 1)


def test_a_setting_changes_what_it_names_and_nothing_else() -> None:
    guild = Server(5, days=0)
    for key, values in {
        "locale": ("fr",),
        "theme": ("slate",),
        "thread": ("on",),
        "rules": ("tabal",),
        "days": ("3",),
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
        ("boards", "one"),
    ):
        guild = server.changed_server(guild, key, (value,), LOOKS)
    guild = server.changed_server(guild, "channels", (), LOOKS)
    guild = server.changed_server(guild, "wall", (), LOOKS)
    assert server.changed_server(guild, "news", (), LOOKS) == Server(5, days=0)


@for_every("words", ALL)
@for_every("key", [server.NEWS, server.WALL])
def test_what_is_wrong_with_a_channel_stands_above_its_menu(words: Words, key: str) -> None:
    trouble = words(f"server.{key}-gone")
    page = server.channels(Server(5), Reader(words, DARK), (), {key: trouble})
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
