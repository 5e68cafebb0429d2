"""How one likes to play: confirmation, pictures or text, side of the board, look, language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui import ids
from bot.ui.ids import Press, Verb
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Style, Text
from bot.ui.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.values import Person
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_BOARDS = {"picture": (True, False), "text": (False, True), "both": (True, True)}
_SEATS = ("own", "dark", "light")
AUTO = "auto"


def changed(person: Person, key: str, value: str) -> Person:
    """The person with this setting. What is not known changes nothing."""
    match key, value:
        case "confirm", "on" | "off":
            return replace(person, confirm=value == "on")
        case "boards", _ if value in _BOARDS:
            picture, text = _BOARDS[value]
            return replace(person, picture=picture, text=text)
        case "seat", _ if value in _SEATS:
            return replace(person, seat=value)
        case "theme", _:
            return replace(person, theme=value)
        case "language", _ if value in (AUTO, *LANGUAGES):
            return replace(person, locale="" if value == AUTO else value)
        case _:
            return person


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
            *_menu("seat", _SEATS, person.seat, words),
            *(_menu("theme", themes, person.theme or themes[0], words) if themes else ()),
            *_menu("language", (AUTO, *LANGUAGES), person.locale or AUTO, words),
        ),
        accent=Accent.BOARD,
    )


def _boards(person: Person) -> str:
    wanted = (person.picture, person.text)
    return next((name for name, shown in _BOARDS.items() if shown == wanted), "text")


def _switch(key: str, values: Sequence[str], now: str, words: Words) -> Buttons:
    return Buttons(
        tuple(
            Button(
                words(f"settings.{key}-{value}"),
                ids.write(Press(Verb.SET, of=key, code=value)),
                Style.MAIN if value == now else Style.PLAIN,
            )
            for value in values
        )
    )


def _menu(key: str, values: Sequence[str], now: str, words: Words) -> tuple[Text, Menu]:
    """With what it is about above it: a menu shows its prompt only while nothing is chosen."""
    prompt = words(f"settings.{key}-prompt")
    options = tuple(
        Option(_label(key, value, words), value, chosen=value == now) for value in values
    )
    return Text(f"-# {prompt}"), Menu(ids.write(Press(Verb.SET, of=key)), prompt, options)


def _label(key: str, value: str, words: Words) -> str:
    name = f"settings.{key}.{value}"
    return words(name) if name in words else value.capitalize()
