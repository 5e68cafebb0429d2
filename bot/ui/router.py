"""Buttons, menus and forms: a custom_id -> the handler of its verb. Views hold nothing.

discord.py's own views are not used for listening: they forget on restart, and remember too long.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import discord

from bot.ui import custom_ids
from bot.ui.answers import answering, reader_of, reply
from bot.ui.pages import errors

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from bot.ui.answers import App, Interaction

log = logging.getLogger(__name__)

ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


@dataclass(frozen=True, slots=True)
class ButtonContext:
    """One press: what it means, what was chosen in the menu, what was filled into the form."""

    app: App
    interaction: Interaction
    press: custom_ids.Press
    chosen: tuple[str, ...] = ()
    filled: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    @property
    def by(self) -> int:
        """Who pressed."""
        return self.interaction.user.id


async def route(
    app: App,
    handlers: Mapping[custom_ids.Verb, Callable[[ButtonContext], Awaitable[None]]],
    interaction: Interaction,
) -> None:
    """Handle what is pressed and filled in; commands are the tree's."""
    if interaction.type not in ROUTED:
        return
    data = cast("dict[str, Any]", interaction.data or {})
    press = custom_ids.read(str(data.get("custom_id", "")))
    if press is None:  # of a version long gone
        log.warning("a component that nobody knows: %r", data.get("custom_id"))
        async with answering(app, interaction):
            gone = (await reader_of(app, interaction)).words("fault.gone")
            await reply(app, interaction, errors.page(gone))
        return
    context = ButtonContext(
        app,
        interaction,
        press,
        tuple(data.get("values", ())),
        dict(_filled(data.get("components", ()))),
    )
    async with answering(app, interaction):
        await handlers[press.verb](context)


def _filled(components: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a form holds, by its fields' names. Fields stand under labels or in rows."""
    for component in components:
        inner = component.get("component")
        yield from _filled([inner] if inner else component.get("components", ()))
        if "custom_id" in component:
            values = component.get("values", component.get("value"))
            many = cast("list[object]", values) if isinstance(values, list) else [values]
            yield component["custom_id"], tuple(str(each) for each in many if each is not None)
