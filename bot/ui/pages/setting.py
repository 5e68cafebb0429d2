"""One setting on a page, as buttons or as a menu; what is set now is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press
from bot.ui.pages.page import Button, Buttons, Menu, Option, Style, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ui.custom_ids import Verb

    Labelled = Iterable[tuple[str, str]]  # each value with what it is called


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
