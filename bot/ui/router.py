"""Routes buttons, menus and forms to the handler of their custom_id's verb. Views hold nothing.

discord.py's own views are not used for listening: they are lost on restart, and kept too long.
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
    if press is None:  # of a version no longer supported
        log.warning("unknown custom_id: %r", data.get("custom_id"))
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
    """The values of a form by field. Fields are inside labels or rows."""
    for component in components:
        inner = component.get("component")
        yield from _filled([inner] if inner else component.get("components", ()))
        if "custom_id" in component:
            values = component.get("values", component.get("value"))
            many = cast("list[object]", values) if isinstance(values, list) else [values]
            yield component["custom_id"], tuple(str(each) for each in many if each is not None)
