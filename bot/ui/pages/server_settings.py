"""A server's settings on two pages: language, look and limits; and what a challenge proposes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.service.server_rules import PACES, RESERVES, USUAL
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming, settings
from bot.ui.pages.page import Accent, Button, Buttons, ChannelMenu, Menu, Page, Text
from bot.ui.words import languages
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.service.house import Limits
    from bot.service.model import Guild
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

LOOK, TERMS = 0, 1  # the pages
_AUTO, _USUAL, _HOST = "auto", "usual", "host"
_FEW = (1, 2, 3, 5, 10, 20, 30, 50, 100)
_SWITCH = {"on": True, "off": False}
_MOST = {_HOST: None, **{str(each): each for each in _FEW}}
_VALUES: Mapping[str, Mapping[str, Any]] = {  # by the setting: what each value makes of it
    "rules": {_USUAL: "", **{each: each for each in catalogue.NAMES}},
    "thread": _SWITCH,
    "weekends": _SWITCH,
    "days": {str(each): each or None for each in PACES},
    "reserve": {str(each): each for each in RESERVES},
    "max-challenges": _MOST,
    "max-games": _MOST,
}
_ON_TERMS = ("thread", "rules", "days", "reserve", "weekends")


def page_of(key: str) -> int:
    """On which page a setting stands."""
    return TERMS if key in _ON_TERMS else LOOK


def changed(guild: Guild, key: str, values: Sequence[str], themes: Sequence[str]) -> Guild:
    """The server with this setting. What is not known changes nothing."""
    if key == "channels":
        return replace(guild, channels=tuple(int(each) for each in values if each.isdecimal()))
    named = {
        "locale": {_AUTO: "", **{each: each for each in languages()}},
        "theme": {_USUAL: "", **{each: each for each in themes}},
    }
    known = {**_VALUES, **named}.get(key, {})
    if not values or values[0] not in known:
        return guild
    return replace(guild, **{key.replace("-", "_"): known[values[0]]})


def server(
    guild: Guild, reader: Reader, themes: Sequence[str], limits: Limits, page: int = LOOK
) -> Page:
    """One of the two pages, with everything as it is set now."""
    words = reader.words
    blocks = _terms(guild, words) if page == TERMS else _look(guild, words, themes, limits)
    other = LOOK if page == TERMS else TERMS
    name = words("server.page-look" if other == LOOK else "server.page-terms")
    turn = Button(name, custom_ids.write(Press(Verb.SERVER, page=other)))
    own = Button(words("server.own"), custom_ids.write(Press(Verb.SET)))
    return Page((*blocks, Buttons((turn, own))), Accent.BOARD)


def button(reader: Reader) -> Buttons:
    """The button that leads here from a person's settings."""
    return Buttons((Button(reader.words("server.button"), custom_ids.write(Press(Verb.SERVER))),))


def _look(guild: Guild, words: Words, themes: Sequence[str], limits: Limits) -> tuple[Block, ...]:
    locales = [(_AUTO, words("server.locale.auto")), *settings.language_names()]
    looks = [(each, words(f"settings.theme.{each}")) for each in themes]
    usual = words("server.theme-usual", theme=looks[0][1])
    channels = custom_ids.write(Press(Verb.SET_SERVER, of="channels"))
    return (
        Text(f"{words('server.title')}\n{words('server.how')}"),
        *_menu("locale", locales, guild.locale, words),
        *_menu("theme", [(_USUAL, usual), *looks], guild.theme, words),
        Text(f"-# {words('server.channels-prompt')}"),
        ChannelMenu(channels, words("server.channels-all"), guild.channels),
        *_most("max-challenges", limits.challenges, guild.max_challenges, words),
        *_most("max-games", limits.games, guild.max_games, words),
    )


def _most(key: str, host: int, now: int | None, words: Words) -> tuple[Text, Menu]:
    """The menu of a limit: at most the host's, and the one set now."""
    few = [each for each in _FEW if each < host or each == now]
    some = [(str(each), words("server.max.some", count=each)) for each in few]
    options = [(_HOST, words("server.max.host", count=host)), *some]
    return _menu(key, options, "" if now is None else str(now), words)


def _terms(guild: Guild, words: Words) -> tuple[Block, ...]:
    thread, weekends = ("on" if each else "off" for each in (guild.thread, guild.weekends))
    lines = [
        words("server.terms"),
        words("server.left-out"),
        words(f"server.thread.{thread}"),
        words(f"server.weekends.{weekends}"),
    ]
    usual = words("server.rules.usual", rules=naming.title(USUAL, words))
    sets = [(each, naming.title(each, words)) for each in catalogue.NAMES]
    days = [(str(each), _days("days", each, words)) for each in PACES]
    reserves = [(str(each), _days("reserve", each, words)) for each in RESERVES]
    return (
        Text("\n".join(lines)),
        *_menu("rules", [(_USUAL, usual), *sets], guild.rules, words),
        *_menu("days", days, str(guild.days or 0), words),
        *_menu("reserve", reserves, str(guild.reserve), words),
        _switch("thread", thread, words),
        _switch("weekends", weekends, words),
    )


def _days(key: str, count: int, words: Words) -> str:
    return words(f"server.{key}.some", count=count) if count else words(f"server.{key}.none")


def _menu(
    key: str, options: Sequence[tuple[str, str]], now: str, words: Words
) -> tuple[Text, Menu]:
    """Nothing set is the first of its options."""
    prompt, (usual, _) = words(f"server.{key}-prompt"), options[0]
    return settings.menu(Verb.SET_SERVER, key, prompt, options, now or usual)


def _switch(key: str, now: str, words: Words) -> Buttons:
    labelled = [(value, words(f"server.{key}-{value}")) for value in _SWITCH]
    return settings.switch(Verb.SET_SERVER, key, labelled, now)
