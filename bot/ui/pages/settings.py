"""The settings of a person: confirmation, pictures or text, side, look, reminders, language.

And those of a server, on two pages: language, look and limits; and what a challenge proposes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.service.model import Boards
from bot.service.pings import ZONES, zones_by_time
from bot.service.refusals import Challengers
from bot.service.settings import PACES, RESERVES, USUAL
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Menu,
    Option,
    Page,
    Style,
    Text,
)
from bot.ui.words import languages
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.service.limits import Limits
    from bot.service.model import Guild, Instant, Person
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

    Labelled = Iterable[tuple[str, str]]  # each value with what it is called


AUTO = "auto"
CHALLENGERS = "challengers"
_OFF = "off"


def _hours(field: str, *, off: bool) -> Mapping[str, Mapping[str, Any]]:
    """The hours of a day as values of a menu."""
    hours = {str(hour): {field: hour} for hour in range(24)}
    return {_OFF: {field: None}, **hours} if off else hours


_BOARDS = {"picture": (True, False), "text": (False, True), "both": (True, True)}
_REMINDERS = (0, 10, 25, 50)  # percent of a turn's time that are left
_VALUES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {  # by the setting: what a value changes
    "named": {"on": {"named": True}, "off": {"named": False}},
    "listed": {"on": {"listed": True}, "off": {"listed": False}},
    "confirm": {"on": {"confirm": True}, "off": {"confirm": False}},
    "boards": {name: {"picture": shown[0], "text": shown[1]} for name, shown in _BOARDS.items()},
    "seat": {seat: {"seat": seat} for seat in ("own", "mine", "dark", "light")},
    "remind": {str(percent): {"remind": percent} for percent in _REMINDERS},
    "remind-where": {"here": {"remind_dm": False}, "dm": {"remind_dm": True}},
    CHALLENGERS: {each.value: {"challengers": each} for each in Challengers},
    "quiet-from": _hours("quiet_from", off=True),
    "quiet-until": _hours("quiet_until", off=False),
    "digest": _hours("digest", off=True),
    **{key: {name: {"zone": name} for name in ZONES} for key in ("zone", "place")},
}
_MORNING = 8  # quiet hours end then, unless another hour is chosen
_ON_PINGS = ("remind", "remind-where", "quiet-from", "quiet-until", "digest", "zone", "place")
PINGS = "pings"  # a page of a person's settings

LOOK, TERMS = 0, 1  # the pages
_USUAL, _HOST = "usual", "host"
_FEW = (1, 2, 3, 5, 10, 20, 30, 50, 100)
_ON_OFF = {"on": True, "off": False}
_MOST = {_HOST: None, **{str(each): each for each in _FEW}}
_SERVER_VALUES: Mapping[str, Mapping[str, Any]] = {  # by the setting: what each value makes of it
    "rules": {_USUAL: "", **{each: each for each in catalogue.NAMES}},
    "thread": _ON_OFF,
    "weekends": _ON_OFF,
    "rated": _ON_OFF,
    "seasons": _ON_OFF,
    "days": {str(each): each or None for each in PACES},
    "reserve": {str(each): each for each in RESERVES},
    "boards": {each.value: each for each in Boards},
    "max-challenges": _MOST,
    "max-games": _MOST,
}
_ON_TERMS = ("thread", "rules", "days", "reserve", "weekends", "rated", "seasons")


def changed(person: Person, key: str, value: str, themes: Sequence[str]) -> Person:
    """The person with this setting. What is not known changes nothing."""
    if key == "theme":
        return replace(person, theme=value if value in themes else person.theme)
    if key == "language" and value in (AUTO, *languages()):
        return replace(person, locale="" if value == AUTO else value)
    after = replace(person, **_VALUES.get(key, {}).get(value, {}))
    if after.quiet_from is not None and after.quiet_until is None:
        return replace(after, quiet_until=_MORNING)
    return after


def shows_pings(key: str, value: str) -> bool:
    """Whether a setting stands on the page about pings, or the button leads there."""
    return key in _ON_PINGS or (key, value) == ("page", PINGS)


def pings(person: Person, reader: Reader, now: Instant) -> Page:
    """When a person is pinged, by the clock where they live."""
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
        _OFF if each is None else str(each) for each in (person.digest, person.quiet_from)
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
    press = Press(Verb.SET, of="page", code=page)
    return Button(words(f"settings.page-{page}"), custom_ids.write(press))


def _clock(hour: int) -> str:
    return f"{hour}:00"


def _hour_menu(key: str, now: str, words: Words) -> tuple[Text, Menu]:
    labelled = [
        (value, words(f"settings.{key}-{_OFF}") if value == _OFF else _clock(int(value)))
        for value in _VALUES[key]
    ]
    return menu(Verb.SET, key, words(f"settings.{key}-prompt"), labelled, now)


def _zones(person: Person, words: Words, now: Instant) -> Iterator[Block]:
    """What time it is for them; then which of the places where it is as late now.

    Clocks of the same time today may differ in summer.
    """
    found = zones_by_time(now)
    options = tuple(
        Option(time, names[0], ", ".join(map(_city, names)), chosen=person.zone in names)
        for time, names in found.items()
    )
    prompt = words("settings.zone-prompt")
    yield Text(f"-# {prompt}")
    yield Menu(custom_ids.write(Press(Verb.SET, of="zone")), prompt, options)
    names = next((each for each in found.values() if person.zone in each), list[str]())
    if len(names) > 1:
        cities = [(name, _city(name)) for name in names]
        yield from menu(Verb.SET, "place", words("settings.place-prompt"), cities, person.zone)


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def settings(person: Person, reader: Reader, themes: Sequence[str]) -> Page:
    """The page, with everything as it is set now."""
    words = reader.words
    switches = (person.confirm, person.named, person.listed)
    confirm, named, listed = ("on" if each else "off" for each in switches)
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
                    Button(words("blocks.button"), custom_ids.write(Press(Verb.BLOCKS))),
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
    return switch(Verb.SET, key, labelled, now)


def _menu(key: str, values: Sequence[str], now: str, words: Words) -> tuple[Text, Menu]:
    labelled = [(value, _label(key, value, words)) for value in values]
    return menu(Verb.SET, key, words(f"settings.{key}-prompt"), labelled, now)


def _language(person: Person, words: Words) -> tuple[Text, Menu]:
    """Each language by its own name."""
    options = [(AUTO, words("settings.language.auto")), *language_names()]
    prompt = words("settings.language-prompt")
    return menu(Verb.SET, "language", prompt, options, person.locale or AUTO)


def language_names() -> list[tuple[str, str]]:
    """Every language there is, with what it calls itself."""
    return [(each, words("language.name")) for each, words in languages().items()]


def _label(key: str, value: str, words: Words) -> str:
    name = f"settings.{key}.{value}"
    return words(name) if name in words else value.capitalize()


def switch(verb: Verb, key: str, values: Labelled, now: str) -> Buttons:
    """A button for each value."""
    return Buttons(
        tuple(
            Button(
                label,
                custom_ids.write(Press(verb, of=key, code=value)),
                Style.MAIN if value == now else Style.PLAIN,
            )
            for value, label in values
        )
    )


def menu(verb: Verb, key: str, prompt: str, values: Labelled, now: str) -> tuple[Text, Menu]:
    """With what it is about above it: a menu shows its prompt only while nothing is chosen."""
    options = tuple(Option(label, value, chosen=value == now) for value, label in values)
    return Text(f"-# {prompt}"), Menu(custom_ids.write(Press(verb, of=key)), prompt, options)


def page_of(key: str) -> int:
    """On which page a setting stands."""
    return TERMS if key in _ON_TERMS else LOOK


def changed_server(guild: Guild, key: str, values: Sequence[str], themes: Sequence[str]) -> Guild:
    """The server with this setting. What is not known changes nothing."""
    if key == "channels":
        return replace(guild, channels=tuple(int(each) for each in values if each.isdecimal()))
    named = {
        "locale": {AUTO: "", **{each: each for each in languages()}},
        "theme": {_USUAL: "", **{each: each for each in themes}},
    }
    known = {**_SERVER_VALUES, **named}.get(key, {})
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
    locales = [(AUTO, words("server.locale.auto")), *language_names()]
    looks = [(each, words(f"settings.theme.{each}")) for each in themes]
    usual = words("server.theme-usual", theme=looks[0][1])
    boards = [(each, words(f"server.boards.{each}")) for each in Boards]
    channels = custom_ids.write(Press(Verb.SET_SERVER, of="channels"))
    return (
        Text(f"{words('server.title')}\n{words('server.how')}"),
        *_server_menu("locale", locales, guild.locale, words),
        *_server_menu("theme", [(_USUAL, usual), *looks], guild.theme, words),
        *_server_menu("boards", boards, guild.boards, words),
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
    return _server_menu(key, options, "" if now is None else str(now), words)


def _terms(guild: Guild, words: Words) -> tuple[Block, ...]:
    switches = {each: getattr(guild, each) for each in ("thread", "weekends", "rated", "seasons")}
    now = {name: "on" if value else "off" for name, value in switches.items()}
    lines = [
        words("server.terms"),
        words("server.left-out"),
        *(words(f"server.{name}.{value}") for name, value in now.items()),
    ]
    usual = words("server.rules.usual", rules=naming.title(USUAL, words))
    sets = [(each, naming.title(each, words)) for each in catalogue.NAMES]
    days = [(str(each), _days("days", each, words)) for each in PACES]
    reserves = [(str(each), _days("reserve", each, words)) for each in RESERVES]
    return (
        Text("\n".join(lines)),
        *_server_menu("rules", [(_USUAL, usual), *sets], guild.rules, words),
        *_server_menu("days", days, str(guild.days or 0), words),
        *_server_menu("reserve", reserves, str(guild.reserve), words),
        *(_server_switch(name, value, words) for name, value in now.items()),
    )


def _days(key: str, count: int, words: Words) -> str:
    return words(f"server.{key}.some", count=count) if count else words(f"server.{key}.none")


def _server_menu(
    key: str, options: Sequence[tuple[str, str]], now: str, words: Words
) -> tuple[Text, Menu]:
    """Nothing set is the first of its options."""
    prompt, (usual, _) = words(f"server.{key}-prompt"), options[0]
    return menu(Verb.SET_SERVER, key, prompt, options, now or usual)


def _server_switch(key: str, now: str, words: Words) -> Buttons:
    labelled = [(value, words(f"server.{key}-{value}")) for value in _ON_OFF]
    return switch(Verb.SET_SERVER, key, labelled, now)
