"""Routes presses of buttons, menus and modals to their handlers. Views hold no state.

    @handles(PlayMove)
    async def play(context: ButtonContext, press: PlayMove) -> None: ...

discord.py's own views aren't used for listening: they are lost on restart, and kept too long.
Invariant: everything Discord sends may be forged, and is bounded here before any action sees it.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import discord
from discord import app_commands

from bot.ui.answers import answering, reader_of, reply
from bot.ui.app import ButtonContext
from bot.ui.buttons import ChosenPress, Press, read_press
from bot.ui.pages.page import text_page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
    from types import ModuleType

    from bot.ui.app import App, Interaction

P = TypeVar("P", bound=Press)

log = logging.getLogger(__name__)

ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
_VALUES, _VALUE = 25, 100  # values of a menu or field, and characters of a value
_WRITTEN = 200  # characters typed into a field
_FIELDS = 5  # of a modal
_TEXT = 6000  # characters of a command's option
_LARGEST = 2**53  # Discord's limit for an option
_ID = re.compile(r"[0-9]{15,}")


@dataclass(frozen=True, slots=True)
class Handler(Generic[P]):
    """The function that handles presses of some kinds."""

    kinds: tuple[type[P], ...]
    handle: Callable[[ButtonContext, P], Awaitable[None]]

    async def __call__(self, context: ButtonContext, press: P) -> None:
        """Handle a press."""
        await self.handle(context, press)


Handlers = dict[type[Press], Handler[Any]]


def handles(
    *kinds: type[P],
) -> Callable[[Callable[[ButtonContext, P], Awaitable[None]]], Handler[P]]:
    """Declare that the function below handles presses of these kinds."""
    return lambda handle: Handler(kinds, handle)


def press_handlers(*modules: ModuleType) -> Handlers:
    """Return the handlers of these modules; TypeError if a kind of press has two."""
    handlers: Handlers = {}
    for kind, handler in _declared(modules):
        if kind in handlers:
            names = " and ".join(_name(handler) for handler in (handlers[kind], handler))
            raise TypeError(f"{kind.__name__} is handled by {names}")
        handlers[kind] = handler
    return handlers


def _declared(modules: Iterable[ModuleType]) -> Iterator[tuple[type[Press], Handler[Any]]]:
    """Yield each kind of press with its handler, from the module that declares the handler."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Handler):
                handler = cast("Handler[Any]", value)
                if handler.handle.__module__ == module.__name__:
                    yield from ((kind, handler) for kind in handler.kinds)


def _name(handler: Handler[Any]) -> str:
    return f"{handler.handle.__module__}.{handler.handle.__qualname__}"


async def route(app: App, handlers: Handlers, interaction: Interaction) -> None:
    """Handle a button, menu or modal; commands belong to the command tree."""
    if interaction.type not in ROUTED:
        return
    data = cast("dict[str, Any]", interaction.data or {})
    press = read_press(str(data.get("custom_id", "")))
    chosen, filled = tuple(data.get("values", ())), dict(_filled(data.get("components", ())))
    if isinstance(press, ChosenPress):
        press, chosen = _chosen_press(chosen), ()
    async with answering(app, interaction):
        handler = handlers.get(type(press)) if press else None
        if press is None or handler is None:  # of a version no longer supported
            log.warning("unknown custom_id: %r", _ID.sub("[id]", str(data.get("custom_id"))))
            await refuse(app, interaction, "fault.gone")
        elif not _are_bounded(_VALUE, chosen) or not _is_filled_modal(filled):
            await refuse(app, interaction, "fault.gone")
        else:
            await handler(ButtonContext(app, interaction, chosen, filled), press)


def _chosen_press(chosen: tuple[str, ...]) -> Press | None:
    """Return the press behind a menu's chosen option."""
    press = read_press(str(chosen[0])) if chosen else None
    return None if isinstance(press, ChosenPress) else press


async def refuse(app: App, interaction: Interaction, key: str) -> None:
    """Answer with only a sentence."""
    sentence = (await reader_of(app, interaction)).words(key)
    await reply(app, interaction, text_page(sentence))


def _is_filled_modal(filled: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a modal's answers are within Discord's limits."""
    return len(filled) <= _FIELDS and _are_bounded(_WRITTEN, *filled.values())


def _are_bounded(longest: int, *fields: tuple[str, ...]) -> bool:
    return all(
        len(values) <= _VALUES and all(len(value) <= longest for value in values)
        for values in fields
    )


def options_are_bounded(interaction: Interaction) -> bool:
    """Whether options exist in the command and are within the limits of Discord's own forms."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    parameters = {parameter.display_name: parameter for parameter in command.parameters}
    return all(
        name in parameters and _is_bounded(parameters[name], value)
        for name, value in interaction.namespace
    )


def _is_bounded(parameter: app_commands.Parameter, value: object) -> bool:
    """Whether an option's value is one that Discord lets a user enter."""
    if parameter.choices:
        return value in [choice.value for choice in parameter.choices]
    if isinstance(value, int):
        least, most = parameter.min_value, parameter.max_value
        low, high = (-_LARGEST if least is None else least), (_LARGEST if most is None else most)
        return low <= value <= high
    return not isinstance(value, str) or len(value) <= _TEXT


def _filled(components: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return a modal's values by field. Fields are inside labels or rows."""
    for component in components:
        inner = component.get("component")
        yield from _filled([inner] if inner else component.get("components", ()))
        if "custom_id" in component:
            values = component.get("values", component.get("value"))
            many = cast("list[object]", values) if isinstance(values, list) else [values]
            yield component["custom_id"], tuple(str(value) for value in many if value is not None)
