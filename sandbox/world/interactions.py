"""Interactions that people send: commands, buttons, menus, modals. Only what a client allows."""

import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from typing import Any

from sandbox.raw import Json, forms_in
from sandbox.rules import commands
from sandbox.rules import components as kinds
from sandbox.rules.arrangement import counts, inside
from sandbox.rules.permissions import May
from sandbox.world import compose
from sandbox.world.events import InteractionChanged, InteractionSent
from sandbox.world.menu import (
    Invoker,
    check_filled,
    command_named,
    focused,
    values,
)
from sandbox.world.model import Interaction, InteractionKind, Message, State, Trigger
from sandbox.world.world import Impossible, World

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0
NAMING = {*kinds.SELECTS, kinds.UPLOAD} - {kinds.STRING_SELECT}


@dataclass(frozen=True, slots=True)
class Invocation:
    """A filled-in command. Attachment options hold the id of an uploaded file."""

    command_id: str
    options: list[Json]
    target: str | None = None


def _new(invoker: Invoker, kind: InteractionKind, data: Json) -> Interaction:
    interaction_id = invoker.world.ids.next()
    secret = f"interaction:{interaction_id}:{secrets.token_urlsafe(48)}"
    return Interaction(
        id=interaction_id,
        token=urlsafe_b64encode(secret.encode()).decode().rstrip("="),
        kind=kind,
        person_id=invoker.person_id,
        channel_id=invoker.channel.id,
        data=data,
        created=invoker.world.clock.seconds(),
        owners=invoker.owners,
    )


def _send(world: World, interaction: Interaction) -> Interaction:
    world.put_interaction(interaction)
    world.publish(InteractionSent(interaction))
    return interaction


def invoke(invoker: Invoker, invocation: Invocation) -> Interaction:
    """Send a command."""
    command = command_named(invoker, invocation.command_id)
    data = _command_data(command, invocation)
    if command["type"] == 1:
        check_filled(command, invocation.options)
    elif invocation.target is None:
        raise Impossible("Choose a person or a message for the command.")
    else:
        data["target_id"] = invocation.target
    new = _new(invoker, InteractionKind.COMMAND, data)
    return _send(invoker.world, replace(new, command=_path(command, invocation.options)))


def autocomplete(invoker: Invoker, invocation: Invocation) -> Interaction:
    """Request suggestions for the focused option."""
    command = command_named(invoker, invocation.command_id)
    if focused(invocation.options) is None:
        raise Impossible("No option is being typed in.")
    new = _new(invoker, InteractionKind.AUTOCOMPLETE, _command_data(command, invocation))
    return _send(invoker.world, replace(new, command=_path(command, invocation.options)))


def _command_data(command: Json, invocation: Invocation) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if command["type"] == 1:
        data["options"] = invocation.options
    return data


def _path(command: Json, options: list[Json]) -> str:
    names = [command["name"]]
    while options and "options" in options[0] and options[0]["type"] in {1, 2}:
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


def press(invoker: Invoker, message: Message, custom_id: str, chosen: list[str]) -> Interaction:
    """Press a button, or choose in a menu."""
    part = _part(message.components, custom_id)
    if part.get("disabled"):
        raise Impossible("That is disabled.")
    if message.owner_id not in {None, invoker.person_id} or not invoker.may & May.VIEW_CHANNEL:
        raise Impossible("That message is not there for them.")
    data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
    if part["type"] in kinds.SELECTS:
        _check_chosen(part, chosen)
        data["values"] = chosen
    elif chosen:
        raise Impossible("There is nothing to choose on a button.")
    owners = message.trigger.owners if message.trigger else invoker.owners
    new = _new(invoker, InteractionKind.COMPONENT, data)
    return _send(invoker.world, replace(new, message_id=message.id, owners=owners))


def _part(components: tuple[Json, ...], custom_id: str) -> Json:
    for _, component in inside(components):
        if component.get("custom_id") == custom_id:
            return component
    raise Impossible("There is no such button or menu.")


def _check_chosen(part: Json, chosen: list[str]) -> None:
    least, most = counts(part)
    if not least <= len(chosen) <= most:
        raise Impossible(f"Choose between {least} and {most}.")
    if part["type"] in {kinds.STRING_SELECT, kinds.CHECKBOX_GROUP, kinds.RADIO_GROUP}:
        offered = {option["value"] for option in part["options"]}
        if unknown := set(chosen) - offered:
            raise Impossible(f"{', '.join(sorted(unknown))} is not among the options.")


def submit(world: World, opened: Interaction, answers: dict[str, Any]) -> Interaction:
    """Send the modal that an interaction opened, with a value for each of its fields."""
    if opened.modal is None:
        raise Impossible("There is no modal open.")
    fields = [
        component for _, component in inside(opened.modal["components"]) if "custom_id" in component
    ]
    if unknown := answers.keys() - {field["custom_id"] for field in fields}:
        raise Impossible(f"The modal has no field {', '.join(sorted(unknown))}.")
    parts = [_filled(component, answers) for component in opened.modal["components"]]
    data: Json = {"custom_id": opened.modal["custom_id"], "components": parts}
    invoker = Invoker(world, opened.person_id, world.channel(opened.channel_id))
    world.put_interaction(replace(opened, modal=None))
    new = replace(
        _new(invoker, InteractionKind.MODAL, data),
        command=opened.command,
        message_id=opened.message_id,
        owners=opened.owners,
        cause=trigger_of(opened),
    )
    return _send(world, new)


def _filled(part: Json, answers: dict[str, Any]) -> Json:
    filled: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == kinds.ROW:
        filled["components"] = [_filled(component, answers) for component in part["components"]]
    elif part["type"] == kinds.LABEL:
        filled["component"] = _filled(part["component"], answers)
    elif "custom_id" in part:
        filled["custom_id"] = part["custom_id"]
        filled |= _answer(part, answers.get(part["custom_id"]))
    return filled


def _answer(part: Json, given: Any) -> Json:  # noqa: ANN401  (text, list, truth or nothing)
    kind = part["type"]
    if kind == kinds.CHECKBOX:
        return {"value": bool(part.get("default") if given is None else given)}
    if kind == kinds.TEXT_INPUT:
        return {"value": _typed(part, given)}
    if given is None:
        given = [option["value"] for option in forms_in(part, "options") if option.get("default")]
    chosen = [given] if isinstance(given, str) else list(given)
    if chosen or part.get("required") is not False:
        _check_chosen(part, chosen)
    if kind == kinds.RADIO_GROUP:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}


def _typed(part: Json, given: Any) -> str:  # noqa: ANN401  (text or nothing)
    text = str(part.get("value") or "" if given is None else given)
    least = part.get("min_length") or (0 if part.get("required") is False else 1)
    if (text or part.get("required") is not False) and not (
        least <= len(text) <= (part.get("max_length") or 4000)
    ):
        raise Impossible(f"The text for {part['custom_id']} is too short or too long.")
    return text


def trigger_of(interaction: Interaction) -> Trigger:
    """The interaction as a message refers to it."""
    return Trigger(
        interaction_id=interaction.id,
        kind=interaction.kind,
        person_id=interaction.person_id,
        owners=interaction.owners,
        command=interaction.command,
        message_id=interaction.message_id,
        cause=interaction.cause,
    )


def expire(world: World, interaction_id: str) -> None:
    """Fail an interaction that has no answer after three seconds."""
    interaction = world.interactions[interaction_id]
    if interaction.state is State.SENT:
        world.publish(
            InteractionChanged(world.put_interaction(replace(interaction, state=State.FAILED)))
        )


def upload_file(world: World, channel_id: str, filename: str, data: bytes) -> str:
    """Upload a file for an option or a field; the value to send is its id."""
    into = compose.Destination(world, channel_id, ephemeral=True)
    form: Json = {}
    file = compose.attachments(into, form, [compose.Upload(0, filename, data)], (), ())[0]
    world.files[file.id] = file
    return file.id


def ids_in(interaction: Interaction) -> list[str]:
    """The ids of people, roles, channels and files in an interaction's options and menus."""
    data = interaction.data
    options = values(forms_in(data, "options"))
    ids = [option["value"] for option in options if option["type"] in commands.NAMING]
    parts = [data] if data.get("component_type") in NAMING else []
    parts += [
        component
        for _, component in inside(forms_in(data, "components"))
        if component["type"] in NAMING
    ]
    for part in parts:
        ids += part["values"]
    ids.append(data.get("target_id"))
    return [id_ for id_ in ids if isinstance(id_, str)]
