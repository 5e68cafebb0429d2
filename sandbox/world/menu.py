"""Commands as a client offers them: which are usable where, and whether they are filled in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.raw import Json, forms_in, list_in
from sandbox.rules import commands as kinds
from sandbox.rules.permissions import May
from sandbox.world.model import Channel, ChannelKind
from sandbox.world.world import Impossible, World

BRANCHES = (kinds.SUBCOMMAND, kinds.GROUP)


@dataclass(frozen=True, slots=True)
class Invoker:
    """A person in a channel, and how the app is installed for them there."""

    world: World
    person_id: str
    channel: Channel

    @property
    def context(self) -> int:
        """0 in a guild, 1 in the bot's own direct messages, 2 in those of others."""
        if self.channel.kind is not ChannelKind.DM:
            return 0
        return 1 if self.world.app.bot_id in self.channel.recipients else 2

    @property
    def owners(self) -> dict[str, str]:
        """The installers of the app here: "0" the guild, "1" the person."""
        owners: dict[str, str] = {}
        if self.world.has_app(self.channel.guild_id):
            owners["0"] = str(self.channel.guild_id)
        elif self.context == 1:
            owners["0"] = "0"
        if self.world.people[self.person_id].user_installed:
            owners["1"] = self.person_id
        return owners

    @property
    def may(self) -> May:
        """The person's permissions here."""
        return self.world.permissions(self.person_id, self.channel)


def usable(invoker: Invoker) -> Iterator[Json]:
    """The commands that a client lists for a person in a channel."""
    if not invoker.may & May.USE_APPLICATION_COMMANDS:
        return
    if invoker.world.has_app(invoker.channel.guild_id):
        yield from invoker.world.commands.get(invoker.channel.guild_id, [])
    for command in invoker.world.commands.get(None, []):
        if _fits(command, invoker):
            yield command


def _fits(command: Json, invoker: Invoker) -> bool:
    installs = {str(kind) for kind in command.get("integration_types") or (0,)}
    if not installs & invoker.owners.keys():
        return False
    contexts = command.get("contexts")
    if contexts is not None and invoker.context not in contexts:
        return False
    needed = command.get("default_member_permissions")
    return invoker.context != 0 or needed is None or int(needed) & invoker.may == int(needed)


def command_named(invoker: Invoker, command_id: str) -> Json:
    """The command of that id, if the person can use it there."""
    for command in usable(invoker):
        if command["id"] == command_id:
            return command
    raise Impossible("That command cannot be used here.")


def leaf(command: Json, given: list[Json]) -> tuple[list[Json], list[Json]]:
    """The options of the innermost subcommand: those offered, and those given."""
    offered = forms_in(command, "options")
    while offered and offered[0]["type"] in BRANCHES:
        if len(given) != 1:
            raise Impossible("Choose one of the subcommands.")
        branch = _named(offered, given[0])
        offered, given = forms_in(branch, "options"), forms_in(given[0], "options")
    return offered, given


def _named(offered: list[Json], given: Json) -> Json:
    for option in offered:
        if option["name"] == given.get("name"):
            return option
    raise Impossible(f"There is no option {given.get('name')!r}.")


def check_filled(command: Json, options: list[Json]) -> None:
    """Raise Impossible unless a client would send the command with these options."""
    offered, options = leaf(command, options)
    names = [option["name"] for option in options]
    if len(set(names)) != len(names):
        raise Impossible("An option can be given once.")
    for option in offered:
        if option.get("required") and option["name"] not in names:
            raise Impossible(f"The option {option['name']} is missing.")
    for filled in options:
        _check_value(_named(offered, filled), filled.get("value"))


def _check_value(option: Json, value: Any) -> None:  # noqa: ANN401  (a value of any option type)
    kind = option["type"]
    right: dict[int, tuple[type, ...]] = {
        kinds.INTEGER: (int,),
        kinds.NUMBER: (int, float),
        kinds.BOOLEAN: (bool,),
    }
    if not isinstance(value, right.get(kind, (str,))) or (
        isinstance(value, bool) and kind != kinds.BOOLEAN
    ):
        raise Impossible(f"{value!r} is not valid for the option {option['name']}.")
    allowed = [choice["value"] for choice in forms_in(option, "choices")]
    if allowed and value not in allowed:
        raise Impossible(f"{value!r} is not among the choices of {option['name']}.")
    _check_size(option, value)


def _check_size(option: Json, value: Any) -> None:  # noqa: ANN401  (a value of any option type)
    size = len(value) if isinstance(value, str) else value
    unit = "length" if option["type"] == kinds.STRING else "value"
    least, most = option.get(f"min_{unit}"), option.get(f"max_{unit}")
    if (least is not None and size < least) or (most is not None and size > most):
        raise Impossible(f"{value!r} is too short, long, small or big for {option['name']}.")


def focused(options: list[Json]) -> Json | None:
    """The focused option."""
    for option in options:
        if option.get("focused"):
            return option
        if inner := focused(list_in(option, "options")):
            return inner
    return None


def values(options: list[Json]) -> Iterator[Json]:
    """The options with a value, at any depth."""
    for option in options:
        if "value" in option:
            yield option
        yield from values(list_in(option, "options"))
