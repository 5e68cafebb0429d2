"""A server's settings: the choice of one channel for everything, and three pages with all else."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bot.model.servers import Boards
from bot.service.settings import PACES, days_of
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
    Style,
    Text,
    in_rows,
)
from bot.ui.pages.settings import AUTO, language_names, menu, own_button
from bot.ui.words import languages
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.model.servers import Server
    from bot.ui.app import Lines
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class ShowServer(Press, verb="server"):
    """Show a page of the server's settings."""

    page: Small = 0


class SetUp(Press, verb="set-up"):
    """Have everything in one channel: this one, or a menu's choice."""

    channel: int = 0


class ChangeServerSetting(Press, verb="set-server"):
    """Change a setting of the server: to the value, or to a menu's choice."""

    setting: str
    value: str = ""


FRONT, CHANNELS, GAMES, BOARDS = range(4)  # the pages
PLACES, NEWS, WALL = "channels", "news", "wall"  # settings with a menu of channels

_USUAL = "usual"
NO_TROUBLE: Mapping[str, str] = MappingProxyType({})

_ON, _OFF = "on", "off"
_LABELS = {"rated": "rated-on", "weekends": "weekends-off"}
_TICK = "\N{CHECK MARK}"
_STYLES = {True: Style.MAIN, False: Style.PLAIN}
_OF_GAMES = ("rated", "weekends", "tournaments-for-all")
_OF_BOARDS = ("thread", "tidy")

_SERVER_VALUES: Mapping[str, Mapping[str, Any]] = {  # by setting: each value's meaning
    "rules": {_USUAL: "", **{name: name for name in catalogue.NAMES}},
    **{key: {_ON: True, _OFF: False} for key in (*_OF_GAMES, *_OF_BOARDS)},
    "days": {str(days): days for days in PACES},
    "boards": {boards.value: boards for boards in Boards},
}


def page_of(key: str) -> int:
    """Return the page of a setting."""
    if key in ("locale", PLACES, NEWS, WALL):
        return CHANNELS
    return BOARDS if key in ("theme", "boards", *_OF_BOARDS) else GAMES


def changed_server(
    server: Server, key: str, values: Sequence[str], themes: Sequence[str]
) -> Server:
    """Return the server with a changed setting. Unknown values change nothing."""
    if key == PLACES:
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
    return replace(server, **{key.replace("-", "_"): known[values[0]]})


def front(
    server: Server,
    reader: Reader,
    lines: Lines,
    here: int | None = None,
    trouble: Mapping[str, str] = NO_TROUBLE,
) -> Page:
    """Return the first page: what is in which channel, and the choice of one for everything.

    `here`: the reader's channel, if that can be chosen. `trouble`: why a setting's channel can't
    be used.
    """
    words = reader.words
    told = [words("server.title")]
    if NEWS in trouble:
        told.append(trouble[NEWS])
    elif server.news is None:
        told.append(words("server.intro"))
    else:
        told.append(words("server.news", channel=naming.channel(server.news)))
    told += lines(words)
    is_new = here is not None and here != server.news
    style = _STYLES[server.news is None]
    this = (Button(words("server.set-up-here"), SetUp(here or 0), style),) if is_new else ()
    more = Button(words("server.more"), ShowServer(CHANNELS))
    return Page(
        (
            Text("\n".join(told)),
            ChannelMenu(SetUp(), words("server.set-up-prompt"), most=1),
            Buttons((*this, more, own_button(words))),
        ),
        Accent.BOARD,
    )


def channels(
    server: Server,
    reader: Reader,
    more: Sequence[Block] = (),
    trouble: Mapping[str, str] = NO_TROUBLE,
) -> Page:
    """Return the page of language and channels. `more`: the features' own."""
    words = reader.words
    locales = [(AUTO, words("server.locale.auto")), *language_names()]
    return Page(
        (
            _title(CHANNELS, words),
            *_server_menu("locale", locales, server.locale, words),
            Text(f"-# {words('server.channels-prompt')}"),
            ChannelMenu(ChangeServerSetting(PLACES), words("server.channels-all"), server.channels),
            *_one_channel(NEWS, server.news, words, trouble),
            *more,
            *_one_channel(WALL, server.wall, words, trouble),
            _ways(CHANNELS, words),
        )
    )


def games(server: Server, reader: Reader) -> Page:
    """Return the page of a challenge's default terms."""
    words = reader.words
    default = naming.title(DEFAULT_RULES, words)
    usual = words("server.rules.usual", rules=default)
    sets = [(_USUAL, usual), *((name, naming.title(name, words)) for name in catalogue.NAMES)]
    days = [(str(count), _pace(count, words)) for count in PACES]
    return Page(
        (
            _title(GAMES, words),
            *_server_menu("rules", sets, server.rules, words),
            *_server_menu("days", days, str(days_of(server)), words),
            *_switches(_OF_GAMES, server, words),
            _ways(GAMES, words),
        )
    )


def boards(
    server: Server, reader: Reader, themes: Sequence[str], *, may_delete: bool = True
) -> Page:
    """Return the page of boards: how they look, what stays of them, where they are.

    `may_delete`: we can delete replies in the reader's channel.
    """
    words = reader.words
    lacks = server.tidy and not may_delete
    needs = (Text(f"-# {words('server.tidy-needs')}"),) if lacks else ()
    looks = [(theme, words(f"settings.theme.{theme}")) for theme in themes]
    look = words("server.theme-usual", theme=looks[0][1])
    stays = [(choice, words(f"server.boards.{choice}")) for choice in Boards]
    return Page(
        (
            _title(BOARDS, words),
            *_server_menu("theme", [(_USUAL, look), *looks], server.theme, words),
            *_server_menu("boards", stays, server.boards, words),
            *needs,
            *_switches(_OF_BOARDS, server, words),
            _ways(BOARDS, words),
        )
    )


def button(reader: Reader) -> Buttons:
    """Return the button that leads here from a player's settings."""
    return Buttons((Button(reader.words("server.button"), ShowServer()),))


def set_up_button(words: Words) -> Button:
    """Return the button that leads here from the greeting."""
    return Button(words("server.set-up"), ShowServer())


def _title(page: int, words: Words) -> Text:
    return Text(f"**{words('server.more')}** · {words(f'server.page.{page}')}")


def _ways(page: int, words: Words) -> Buttons:
    """Return the buttons from a page to the others, and back to the first."""
    others = (other for other in (CHANNELS, GAMES, BOARDS) if other != page)
    ways = (Button(words(f"server.page.{other}"), ShowServer(other)) for other in others)
    return Buttons((*ways, Button(words("panel.back"), ShowServer())))


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


def _pace(days: int, words: Words) -> str:
    return naming.days_per_move(days, words) if days else words("server.days.none")


def _server_menu(
    key: str, options: Sequence[tuple[str, str]], now: str, words: Words
) -> tuple[Text, Menu]:
    """Return a menu whose first option means that nothing is set."""
    prompt, (usual, _) = words(f"server.{key}-prompt"), options[0]
    return menu(ChangeServerSetting(key), prompt, options, now or usual)


def _switches(names: Sequence[str], server: Server, words: Words) -> tuple[Buttons, ...]:
    """Return a button for each of these settings, on or off, which changes it."""
    shown = [name for name in names if name != "thread" or server.wall is None]

    def button(name: str) -> Button:
        value, label = (
            getattr(server, name.replace("-", "_")),
            words(f"server.{_LABELS.get(name, name)}"),
        )
        ticked = value is not (name == "weekends")  # which says that they are free
        press = ChangeServerSetting(name, _OFF if value else _ON)
        return Button(f"{_TICK} {label}" if ticked else label, press, _STYLES[ticked])

    return in_rows([button(name) for name in shown])  # a post on the wall is a thread
