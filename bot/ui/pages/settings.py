"""A player's settings: confirmation, pictures or text, side, theme, pings, language."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.model.people import Challengers
from bot.service.pings import ZONES, zones_by_time
from bot.ui.buttons import Press, Small
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Style,
    Text,
)
from bot.ui.words import languages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.model.people import Person
    from bot.model.times import Instant
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

    Labelled = Iterable[tuple[str, str]]  # values with their labels


class ChangeSetting(Press, verb="set"):
    """Change the user's setting: to the value, or to a menu's choice; without either, show all."""

    setting: str = ""
    value: str = ""


class ShowBlocks(Press, verb="blocks"):
    """Show who can challenge the user, and a page of people they have blocked."""

    page: Small = 0


AUTO = "auto"

CHALLENGERS = "challengers"

_OFF = "off"


def _hours(field: str, *, off: bool) -> Mapping[str, Mapping[str, Any]]:
    """Return the hours of a day as values of a menu."""
    hours = {str(hour): {field: hour} for hour in range(24)}
    return {_OFF: {field: None}, **hours} if off else hours


_BOARDS = {"picture": (True, False), "text": (False, True), "both": (True, True)}

_REMINDERS = (0, 10, 25, 50)  # percent of a turn's time left

_VALUES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {  # by setting: each value's changes
    "named": {"on": {"named": True}, "off": {"named": False}},
    "listed": {"on": {"listed": True}, "off": {"listed": False}},
    "confirm": {"on": {"confirm": True}, "off": {"confirm": False}},
    "boards": {name: {"picture": shown[0], "text": shown[1]} for name, shown in _BOARDS.items()},
    "seat": {seat: {"seat": seat} for seat in ("own", "mine", "dark", "light")},
    "remind": {str(percent): {"remind": percent} for percent in _REMINDERS},
    "remind-where": {"here": {"remind_dm": False}, "dm": {"remind_dm": True}},
    CHALLENGERS: {choice.value: {"challengers": choice} for choice in Challengers},
    "quiet-from": _hours("quiet_from", off=True),
    "quiet-until": _hours("quiet_until", off=False),
    "digest": _hours("digest", off=True),
    **{key: {name: {"zone": name} for name in ZONES} for key in ("zone", "place")},
}

_MORNING = 8  # the usual end of quiet hours

# The pages of a person's settings, with what is changed there.
_PAGES = {
    "look": ("confirm", "boards", "seat", "theme"),
    "privacy": ("language", "named", "listed"),
    "pings": ("digest", "remind", "remind-where"),
    "quiet": ("zone", "place", "quiet-from", "quiet-until"),
    "blocks": (CHALLENGERS,),  # of bot.ui.pages.blocks
}


def changed(person: Person, key: str, value: str, themes: Sequence[str]) -> Person:
    """Return the person with a changed setting. Unknown values change nothing."""
    if key == "theme":
        return replace(person, theme=value if value in themes else person.theme)
    if key == "language" and value in (AUTO, *languages()):
        return replace(person, locale="" if value == AUTO else value)
    after = replace(person, **_VALUES.get(key, {}).get(value, {}))
    if after.quiet_from is not None and after.quiet_until is None:
        return replace(after, quiet_until=_MORNING)
    return after


def page_of(key: str, value: str) -> str:
    """Return the page that a button leads to, or on which a setting is; else the first."""
    pages = (name for name, keys in _PAGES.items() if key in keys or (key, value) == ("page", name))
    return next(pages, "look")


def settings(
    person: Person, reader: Reader, themes: Sequence[str], page: str, now: Instant
) -> Page:
    """Return a page of a person's settings. Hours are in their local time."""
    words = reader.words
    match page:
        case "privacy":
            blocks = _privacy(person, words)
        case "pings":
            blocks = _pings(person, words)
        case "quiet":
            blocks = _quiet(person, words, now)
        case _:
            blocks = _look(person, words, themes)
    titles = [(name, words(f"settings.page-{name}")) for name in _PAGES]
    pages = tuple(Option(title, name, chosen=name == page) for name, title in titles)
    return Page((*blocks, Menu(ChangeSetting("page"), titles[0][1], pages)), Accent.BOARD)


def _pings(person: Person, words: Words) -> tuple[Block, ...]:
    """Return the blocks about pings and reminders."""
    digest = "off" if person.digest is None else "on"
    lines = [
        words("settings.pings-title"),
        words(f"settings.digest.{digest}", hour=_clock(person.digest or 0)),
    ]
    return (
        Text("\n".join(lines)),
        *_hour_menu("digest", person.digest, words),
        *_menu("remind", tuple(_VALUES["remind"]), str(person.remind), words),
        *_menu("remind-where", ("here", "dm"), "dm" if person.remind_dm else "here", words),
    )


def _quiet(person: Person, words: Words, now: Instant) -> tuple[Block, ...]:
    """Return the blocks about quiet hours and the time zone."""
    quiet = person.quiet_from is not None and person.quiet_until is not None
    start, end = _clock(person.quiet_from or 0), _clock(person.quiet_until or 0)
    lines = [
        f"**{words('settings.page-quiet')}**",
        words(f"settings.quiet.{'on' if quiet else 'off'}", start=start, end=end),
        words("settings.zone.some" if person.zone else "settings.zone.none"),
    ]
    return (
        Text("\n".join(lines)),
        *_zones(person, words, now),
        *_hour_menu("quiet-from", person.quiet_from, words),
        *(_hour_menu("quiet-until", person.quiet_until, words) if quiet else ()),
    )


def _clock(hour: int) -> str:
    return f"{hour}:00"


def _hour_menu(key: str, hour: int | None, words: Words) -> tuple[Text, Menu]:
    now = _OFF if hour is None else str(hour)
    labelled = [
        (value, words(f"settings.{key}-{_OFF}") if value == _OFF else _clock(int(value)))
        for value in _VALUES[key]
    ]
    return menu(ChangeSetting(key), words(f"settings.{key}-prompt"), labelled, now)


def _zones(person: Person, words: Words, now: Instant) -> Iterator[Block]:
    """Yield the menus of the time zone: the local time, then a place with that time.

    Places with the same time today may differ in summer.
    """
    names_by_time = zones_by_time(now)
    options = tuple(
        Option(time, names[0], ", ".join(map(_city, names)), chosen=person.zone in names)
        for time, names in names_by_time.items()
    )
    prompt = words("settings.zone-prompt")
    if any(option.chosen for option in options):  # otherwise the menu shows its prompt
        yield Text(f"-# {prompt}")
    yield Menu(ChangeSetting("zone"), prompt, options)
    names = next((names for names in names_by_time.values() if person.zone in names), list[str]())
    if len(names) > 1:
        cities = [(name, _city(name)) for name in names]
        prompt = words("settings.place-prompt")
        yield from menu(ChangeSetting("place"), prompt, cities, person.zone)


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def _look(person: Person, words: Words, themes: Sequence[str]) -> tuple[Block, ...]:
    """Return the blocks about boards and moves."""
    confirm, boards = "on" if person.confirm else "off", _boards(person)
    lines = [
        words("settings.title"),
        words(f"settings.confirm.{confirm}"),
        words(f"settings.boards.{boards}"),
    ]
    return (
        Text("\n".join(lines)),
        _switch("confirm", ("on", "off"), confirm, words),
        _switch("boards", tuple(_BOARDS), boards, words),
        *_menu("seat", tuple(_VALUES["seat"]), person.seat, words),
        *(_menu("theme", themes, person.theme or themes[0], words) if themes else ()),
    )


def _privacy(person: Person, words: Words) -> tuple[Block, ...]:
    """Return the blocks about the language, and what others see and may do."""
    named, listed = ("on" if is_on else "off" for is_on in (person.named, person.listed))
    lines = [
        f"**{words('settings.page-privacy')}**",
        words(f"settings.named.{named}"),
        words(f"settings.listed.{listed}"),
    ]
    return (
        Text("\n".join(lines)),
        _switch("named", ("on", "off"), named, words),
        _switch("listed", ("on", "off"), listed, words),
        *_language(person, words),
    )


def _boards(person: Person) -> str:
    wanted = (person.picture, person.text)
    return next((name for name, shown in _BOARDS.items() if shown == wanted), "text")


def _switch(key: str, values: Sequence[str], now: str, words: Words) -> Buttons:
    labelled = [(value, words(f"settings.{key}-{value}")) for value in values]
    return switch(partial(ChangeSetting, key), labelled, now)


def _menu(key: str, values: Sequence[str], now: str, words: Words) -> tuple[Text, Menu]:
    labelled = [(value, _label(key, value, words)) for value in values]
    return menu(ChangeSetting(key), words(f"settings.{key}-prompt"), labelled, now)


def _language(person: Person, words: Words) -> tuple[Text, Menu]:
    """Return the menu of languages, each by its own name."""
    options = [(AUTO, words("settings.language.auto")), *language_names()]
    prompt = words("settings.language-prompt")
    return menu(ChangeSetting("language"), prompt, options, person.locale or AUTO)


def language_names() -> list[tuple[str, str]]:
    """Return every language's folder and its own name."""
    return [(locale, words("language.name")) for locale, words in languages().items()]


def _label(key: str, value: str, words: Words) -> str:
    name = f"settings.{key}.{value}"
    return words(name) if name in words else value.capitalize()


def switch(change: Callable[[str], Press], values: Labelled, now: str) -> Buttons:
    """Return a button for each value of a setting."""
    return Buttons(
        tuple(
            Button(label, change(value), Style.MAIN if value == now else Style.PLAIN)
            for value, label in values
        )
    )


def menu(press: Press, prompt: str, values: Labelled, now: str) -> tuple[Text, Menu]:
    """Return a menu below its prompt, which Discord hides once something is chosen."""
    options = tuple(Option(label, value, chosen=value == now) for value, label in values)
    return Text(f"-# {prompt}"), Menu(press, prompt, options)


def own_button(words: Words) -> Button:
    """Return the button to a player's own settings."""
    return Button(words("server.own"), ChangeSetting())
