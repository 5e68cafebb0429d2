"""Commands with their names and descriptions from the catalogues, in every language there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from discord import app_commands

from bot.ui.translator import localised

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    Callback = Callable[..., Awaitable[None]]


def command(name: str, *options: str) -> Callable[[Callback], app_commands.Command[Any, ..., Any]]:
    """Make a command of a function whose parameters, after the interaction, are these options."""

    def make(callback: Callback) -> app_commands.Command[Any, ..., Any]:
        if options:
            callback = app_commands.rename(
                **{each: localised(f"option.{name}.{each}.name") for each in options}
            )(callback)
            callback = app_commands.describe(
                **{each: localised(f"option.{name}.{each}.description") for each in options}
            )(callback)
        return app_commands.Command(
            name=localised(f"command.{name}.name"),
            description=localised(f"command.{name}.description"),
            callback=cast("Any", callback),  # its parameters are known at run time
        )

    return make


def choices(kind: str, values: Sequence[str | int]) -> list[app_commands.Choice[Any]]:
    """The fixed answers to an option."""
    return [
        app_commands.Choice(name=localised(f"choice.{kind}.{value}"), value=value)
        for value in values
    ]
