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

_ON_PINGS = ("remind", "remind-where", "quiet-from", "quiet-until", "digest", "zone", "place")

PINGS = "pings"  # a page of a person's settings


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


def shows_pings(key: str, value: str) -> bool:
    """Whether a setting is on the page about pings, or the button leads there."""
    return key in _ON_PINGS or (key, value) == ("page", PINGS)


def pings(person: Person, reader: Reader, now: Instant) -> Page:
    """Return the page of settings for when a person is pinged, in their local time."""
    words = reader.words
    quiet = person.quiet_from is not None and person.quiet_until is not None
    start, end = _clock(person.quiet_from or 0), _clock(person.quiet_until or 0)
    digest = "off" if person.digest is None else "on"
    lines = [
        words("settings.pings-title"),
        words(f"settings.digest.{digest}", hour=_clock(person.digest or 0)),
        words(f"settings.quiet.{'on' if quiet else 'off'}", start=start, end=end),
        words("settings.zone.some" if person.zone else "settings.zone.none"),
    ]
    daily, quiet_from = (
        _OFF if hour is None else str(hour) for hour in (person.digest, person.quiet_from)
    )
    return Page(
        blocks=(
            Text("\n".join(lines)),
            *_zones(person, words, now),
            *_hour_menu("quiet-from", quiet_from, words),
            *(_hour_menu("quiet-until", str(person.quiet_until), words) if quiet else ()),
            *_hour_menu("digest", daily, words),
            *_menu("remind", tuple(_VALUES["remind"]), str(person.remind), words),
            *_menu("remind-where", ("here", "dm"), "dm" if person.remind_dm else "here", words),
            Buttons((_page_button("look", words),)),
        ),
        accent=Accent.BOARD,
    )


def _page_button(page: str, words: Words) -> Button:
    return Button(words(f"settings.page-{page}"), ChangeSetting("page", page))


def _clock(hour: int) -> str:
    return f"{hour}:00"


def _hour_menu(key: str, now: str, words: Words) -> tuple[Text, Menu]:
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
    yield Text(f"-# {prompt}")
    yield Menu(ChangeSetting("zone"), prompt, options)
    names = next((names for names in names_by_time.values() if person.zone in names), list[str]())
    if len(names) > 1:
        cities = [(name, _city(name)) for name in names]
        prompt = words("settings.place-prompt")
        yield from menu(ChangeSetting("place"), prompt, cities, person.zone)


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def settings(person: Person, reader: Reader, themes: Sequence[str]) -> Page:
    """Return the page with the current settings."""
    words = reader.words
    switches = (person.confirm, person.named, person.listed)
    confirm, named, listed = ("on" if is_on else "off" for is_on in switches)
    boards = _boards(person)
    lines = [
        words("settings.title"),
        words(f"settings.confirm.{confirm}"),
        words(f"settings.boards.{boards}"),
        words(f"settings.named.{named}"),
        words(f"settings.listed.{listed}"),
        words("settings.text-note"),
    ]
    return Page(
        blocks=(
            Text("\n".join(lines)),
            _switch("confirm", ("on", "off"), confirm, words),
            _switch("boards", tuple(_BOARDS), boards, words),
            _switch("named", ("on", "off"), named, words),
            _switch("listed", ("on", "off"), listed, words),
            *_menu("seat", tuple(_VALUES["seat"]), person.seat, words),
            *(_menu("theme", themes, person.theme or themes[0], words) if themes else ()),
            *_language(person, words),
            Buttons(
                (
                    Button(words("blocks.button"), ShowBlocks()),
                    _page_button(PINGS, words),
                )
            ),
        ),
        accent=Accent.BOARD,
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
