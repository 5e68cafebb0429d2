"""A person's settings: confirmation, pictures or text, side, look, reminders, language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Style, Text
from bot.ui.words import languages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.service.model import Person
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

    Labelled = Iterable[tuple[str, str]]  # each value with what it is called


AUTO = "auto"
_BOARDS = {"picture": (True, False), "text": (False, True), "both": (True, True)}
_REMINDERS = (0, 10, 25, 50)  # percent of a turn's time that are left
_VALUES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {  # by the setting: what a value changes
    "confirm": {"on": {"confirm": True}, "off": {"confirm": False}},
    "boards": {name: {"picture": shown[0], "text": shown[1]} for name, shown in _BOARDS.items()},
    "seat": {seat: {"seat": seat} for seat in ("own", "mine", "dark", "light")},
    "remind": {str(percent): {"remind": percent} for percent in _REMINDERS},
    "remind-where": {"here": {"remind_dm": False}, "dm": {"remind_dm": True}},
}


def changed(person: Person, key: str, value: str) -> Person:
    """The person with this setting. What is not known changes nothing."""
    if key == "theme":
        return replace(person, theme=value)
    if key == "language" and value in (AUTO, *languages()):
        return replace(person, locale="" if value == AUTO else value)
    return replace(person, **_VALUES.get(key, {}).get(value, {}))


def settings(person: Person, reader: Reader, themes: Sequence[str]) -> Page:
    """The page, with everything as it is set now."""
    words = reader.words
    confirm = "on" if person.confirm else "off"
    boards = _boards(person)
    lines = [
        words("settings.title"),
        words(f"settings.confirm.{confirm}"),
        words(f"settings.boards.{boards}"),
        words("settings.text-note"),
    ]
    return Page(
        blocks=(
            Text("\n".join(lines)),
            _switch("confirm", ("on", "off"), confirm, words),
            _switch("boards", tuple(_BOARDS), boards, words),
            *_menu("seat", tuple(_VALUES["seat"]), person.seat, words),
            *(_menu("theme", themes, person.theme or themes[0], words) if themes else ()),
            *_menu("remind", tuple(_VALUES["remind"]), str(person.remind), words),
            *_menu("remind-where", ("here", "dm"), "dm" if person.remind_dm else "here", words),
            *_language(person, words),
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
