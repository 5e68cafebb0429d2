"""A server's settings on two pages: language, theme, channels; and a challenge's default terms."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bot.model.servers import Boards
from bot.service.settings import PACES, RESERVES, days_of
from bot.service.usual import DEFAULT_RULES
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Menu,
    Page,
    Text,
)
from bot.ui.pages.settings import AUTO, language_names, menu, own_button, switch
from bot.ui.words import languages
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.servers import Server
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

    Labelled = Iterable[tuple[str, str]]  # values with their labels


class ShowServer(Press, verb="server"):
    """Show a page of the server's settings."""

    page: Small = 0


class ChangeServerSetting(Press, verb="set-server"):
    """Change a setting of the server: to the value, or to a menu's choice."""

    setting: str
    value: str = ""


LOOK, TERMS = 0, 1  # the pages
CHANNELS, NEWS, WALL = "channels", "news", "wall"  # settings with a menu of channels

_USUAL = "usual"
NO_TROUBLE: Mapping[str, str] = MappingProxyType({})

_ON_OFF = {"on": True, "off": False}
_SWITCHES = ("thread", "weekends", "rated", "seasons", "tidy")

_SERVER_VALUES: Mapping[str, Mapping[str, Any]] = {  # by setting: each value's meaning
    "rules": {_USUAL: "", **{name: name for name in catalogue.NAMES}},
    **dict.fromkeys(_SWITCHES, _ON_OFF),
    "days": {str(days): days for days in PACES},
    "reserve": {str(days): days for days in RESERVES},
    "boards": {boards.value: boards for boards in Boards},
}

_ON_TERMS = (*_SWITCHES, "rules", "days", "reserve")


def page_of(key: str) -> int:
    """Return the page of a setting."""
    return TERMS if key in _ON_TERMS else LOOK


def changed_server(
    server: Server, key: str, values: Sequence[str], themes: Sequence[str]
) -> Server:
    """Return the server with a changed setting. Unknown values change nothing."""
    if key == CHANNELS:
        return replace(server, channels=tuple(map(int, dict.fromkeys(values))))
    if key in (NEWS, WALL):
        return replace(server, **{key: int(values[0]) if values else None})
    named = {
        "locale": {AUTO: "", **{name: name for name in languages()}},
        "theme": {_USUAL: "", **{name: name for name in themes}},
    }
    known = {**_SERVER_VALUES, **named}.get(key, {})
    if not values or values[0] not in known:
        return server
    return replace(server, **{key: known[values[0]]})


def server(
    server: Server,
    reader: Reader,
    themes: Sequence[str],
    page: int = LOOK,
    trouble: Mapping[str, str] = NO_TROUBLE,
) -> Page:
    """Return a page of a server's settings, out of two.

    `trouble`: why a setting's channel can't be used.
    """
    words = reader.words
    is_terms = page == TERMS
    blocks = _terms(server, words) if is_terms else _look(server, words, themes, trouble)
    other = LOOK if is_terms else TERMS
    name = words("server.page-look" if other == LOOK else "server.page-terms")
    turn = Button(name, ShowServer(other))
    return Page((*blocks, Buttons((turn, own_button(words)))), Accent.BOARD)


def button(reader: Reader) -> Buttons:
    """Return the button that leads here from a player's settings."""
    return Buttons((Button(reader.words("server.button"), ShowServer()),))


def _look(
    server: Server, words: Words, themes: Sequence[str], trouble: Mapping[str, str]
) -> tuple[Block, ...]:
    """Return the page of language, theme, old boards and channels."""
    locales = [(AUTO, words("server.locale.auto")), *language_names()]
    looks = [(theme, words(f"settings.theme.{theme}")) for theme in themes]
    usual = words("server.theme-usual", theme=looks[0][1])
    boards = [(choice, words(f"server.boards.{choice}")) for choice in Boards]
    return (
        Text(f"{words('server.title')}\n{words('server.how')}"),
        *_server_menu("locale", locales, server.locale, words),
        *_server_menu("theme", [(_USUAL, usual), *looks], server.theme, words),
        *_server_menu("boards", boards, server.boards, words),
        Text(f"-# {words('server.channels-prompt')}"),
        ChannelMenu(ChangeServerSetting(CHANNELS), words("server.channels-all"), server.channels),
        *_one_channel(NEWS, server.news, words, trouble),
        *_one_channel(WALL, server.wall, words, trouble),
    )


def _one_channel(
    key: str, channel: int | None, words: Words, trouble: Mapping[str, str]
) -> tuple[Text, ChannelMenu]:
    """Return the menu of the news channel or the wall, and why that can't be used."""
    prompt = f"-# {words(f'server.{key}-prompt')}"
    chosen = () if channel is None else (channel,)
    menu = ChannelMenu(
        ChangeServerSetting(key),
        words(f"server.{key}-nowhere"),
        chosen,
        most=1,
        forums=key == WALL,
    )
    return Text("\n".join([prompt, *([trouble[key]] if key in trouble else [])])), menu


def _terms(server: Server, words: Words) -> tuple[Block, ...]:
    """Return the page of a challenge's default terms."""
    shown = [name for name in _SWITCHES if name != "thread" or server.wall is None]
    switches = {name: getattr(server, name) for name in shown}  # a post on the wall is a thread
    now = {name: "on" if value else "off" for name, value in switches.items()}
    lines = [
        words("server.terms"),
        words("server.left-out"),
        *(words(f"server.{name}.{value}") for name, value in now.items()),
    ]
    if server.seasons and server.news is None:
        lines.append(words("server.seasons-untold"))
    default = naming.title(DEFAULT_RULES, words)
    sets = [(name, naming.title(name, words)) for name in catalogue.NAMES]
    days = [(str(count), _pace(count, words)) for count in PACES]
    reserves = [(str(count), _reserve(count, words)) for count in RESERVES]
    return (
        Text("\n".join(lines)),
        *_server_menu(
            "rules",
            [(_USUAL, words("server.rules.usual", rules=default)), *sets],
            server.rules,
            words,
        ),
        *_server_menu("days", days, str(days_of(server)), words),
        *_server_menu("reserve", reserves, str(server.reserve), words),
        *(_server_switch(name, value, words) for name, value in now.items()),
    )


def _pace(days: int, words: Words) -> str:
    return naming.days_per_move(days, words) if days else words("server.days.none")


def _reserve(days: int, words: Words) -> str:
    return words("server.reserve.some", count=days) if days else words("server.reserve.none")


def _server_menu(
    key: str, options: Sequence[tuple[str, str]], now: str, words: Words
) -> tuple[Text, Menu]:
    """Return a menu whose first option means that nothing is set."""
    prompt, (usual, _) = words(f"server.{key}-prompt"), options[0]
    return menu(ChangeServerSetting(key), prompt, options, now or usual)


def _server_switch(key: str, now: str, words: Words) -> Buttons:
    labelled = [(value, words(f"server.{key}-{value}")) for value in _ON_OFF]
    return switch(partial(ChangeServerSetting, key), labelled, now)
