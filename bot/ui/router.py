"""Routes buttons, menus and forms to the handler of their custom_id's verb. Views hold nothing.

discord.py's own views are not used for listening: they are lost on restart, and kept too long.

Law: all that Discord sends may be forged, and is bounded here before any action sees it.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.ui import custom_ids
from bot.ui.answers import answering, reader_of, reply
from bot.ui.pages.page import text_page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from bot.ui.answers import App, Interaction

log = logging.getLogger(__name__)

ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
_VALUES, _VALUE = 25, 100  # values of a menu or field, and characters of one
_FIELDS = 5  # of a form
_TEXT = 6000  # characters of a command's option
_LARGEST = 2**53  # what Discord allows in an option
_ID = re.compile(r"[0-9]{15,}")


@dataclass(frozen=True, slots=True)
class ButtonContext:
    """One press, with what was chosen in its menu and filled into its form."""

    app: App
    interaction: Interaction
    press: custom_ids.Press
    chosen: tuple[str, ...] = ()
    filled: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    @property
    def by(self) -> int:
        """The user who pressed."""
        return self.interaction.user.id


async def route(
    app: App,
    handlers: Mapping[custom_ids.Verb, Callable[[ButtonContext], Awaitable[None]]],
    interaction: Interaction,
) -> None:
    """Handle a button, menu or form; commands belong to the command tree."""
    if interaction.type not in ROUTED:
        return
    data = cast("dict[str, Any]", interaction.data or {})
    press = custom_ids.read(str(data.get("custom_id", "")))
    chosen, filled = tuple(data.get("values", ())), dict(_filled(data.get("components", ())))
    if press and press.verb is custom_ids.Verb.WHICH:
        press, chosen = _chosen_press(chosen), ()
    async with answering(app, interaction):
        if press is None:  # of a version no longer supported
            log.warning("unknown custom_id: %r", _ID.sub("[id]", str(data.get("custom_id"))))
        if press is None or not _are_bounded(chosen, *filled.values()) or len(filled) > _FIELDS:
            await refuse(app, interaction, "fault.gone")
            return
        await handlers[press.verb](ButtonContext(app, interaction, press, chosen, filled))


def _chosen_press(chosen: tuple[str, ...]) -> custom_ids.Press | None:
    """The press that an option of a menu stands for."""
    press = custom_ids.read(str(chosen[0])) if chosen else None
    return press if press and press.verb is not custom_ids.Verb.WHICH else None


async def refuse(app: App, interaction: Interaction, key: str) -> None:
    """Answer with that sentence alone."""
    sentence = (await reader_of(app, interaction)).words(key)
    await reply(app, interaction, text_page(sentence))


def _are_bounded(*fields: tuple[str, ...]) -> bool:
    return all(
        len(values) <= _VALUES and all(len(each) <= _VALUE for each in values) for values in fields
    )


def options_are_bounded(interaction: Interaction) -> bool:
    """Whether a command's options are such as Discord lets a user choose."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    given = dict(iter(interaction.namespace))
    return all(
        _is_bounded(parameter, given[parameter.display_name])
        for parameter in command.parameters
        if parameter.display_name in given
    )


def _is_bounded(parameter: app_commands.Parameter, value: object) -> bool:
    if parameter.choices:
        return value in [each.value for each in parameter.choices]
    if isinstance(value, int):
        least, most = parameter.min_value, parameter.max_value
        low, high = (-_LARGEST if least is None else least), (_LARGEST if most is None else most)
        return low <= value <= high
    return not isinstance(value, str) or len(value) <= _TEXT


def _filled(components: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The values of a form by field. Fields are inside labels or rows."""
    for component in components:
        inner = component.get("component")
        yield from _filled([inner] if inner else component.get("components", ()))
        if "custom_id" in component:
            values = component.get("values", component.get("value"))
            many = cast("list[object]", values) if isinstance(values, list) else [values]
            yield component["custom_id"], tuple(str(each) for each in many if each is not None)
