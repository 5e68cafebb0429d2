"""REST routes: registration of global and guild commands."""

from typing import cast

from sandbox.raw import Json, form_in, forms_in
from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Pace, Route, as_form, own_application
from sandbox.rules import commands as rules
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.world import events

WRITES = Pace(20, 20.0)


def _scope(call: Call) -> str | None:
    own_application(call)
    return access.guild(call).id if "guild_id" in call.args else None


def _registered(call: Call) -> list[Json]:
    return call.world.commands.get(_scope(call), [])


def listing(call: Call) -> Answer:
    """All commands, with or without their translations."""
    commands = _registered(call)
    if call.has_flag("with_localizations"):
        return Answer(200, commands)
    return Answer(200, [_plain(command) for command in commands])


def _plain(command: Json) -> Json:
    return {name: value for name, value in command.items() if not name.endswith("_localizations")}


def overwrite(call: Call) -> Answer:
    """Replace all commands."""
    listed = cast("list[object]", call.body)
    if not isinstance(call.body, list):
        sentence = "Only iterables may be used in a ListType"
        raise wrong_form([Fault((), "LIST_TYPE_CONVERT", sentence)])
    known = _registered(call)
    written = [as_form(command) for command in listed]
    rules.check(written, listed=True)
    commands = [_stored(call, command, known) for command in written]
    return Answer(200, _register(call, commands))


def create(call: Call) -> Answer:
    """Add a command, or replace the one of the same name."""
    known = _registered(call)
    rules.check([call.form], listed=False)
    command = _stored(call, call.form, known)
    others = [other for other in known if other["id"] != command["id"]]
    rules.check([*others, command], listed=False)
    _register(call, [*others, command])
    return Answer(200 if len(others) < len(known) else 201, command)


def _one(call: Call) -> Json:
    for command in _registered(call):
        if command["id"] == call.args["commandid"]:
            return command
    raise refuse(10063)


def get(call: Call) -> Answer:
    """One command."""
    return Answer(200, _one(call))


def change(call: Call) -> Answer:
    """Change some of a command's fields."""
    old = _one(call)
    changed = {**old, **call.form}
    rules.check([changed], listed=False)
    new = {**_stored(call, changed, []), "id": old["id"]}
    _register(call, [new if command is old else command for command in _registered(call)])
    return Answer(200, new)


def delete(call: Call) -> Answer:
    """Delete a command."""
    old = _one(call)
    _register(call, [command for command in _registered(call) if command is not old])
    return DONE


def _register(call: Call, commands: list[Json]) -> list[Json]:
    call.world.commands[_scope(call)] = commands
    call.world.publish(events.CommandsChanged())
    return commands


def _stored(call: Call, command: Json, known: list[Json]) -> Json:
    """The command as stored; one of the same name and type keeps its id."""
    kind = command.get("type") or rules.CHAT
    same = [other for other in known if (other["type"], other["name"]) == (kind, command["name"])]
    permissions = command.get("default_member_permissions")
    stored: Json = {
        "id": same[0]["id"] if same else call.world.ids.next(),
        "application_id": call.world.app.id,
        "version": call.world.ids.next(),
        "default_member_permissions": None if permissions is None else str(permissions),
        "type": kind,
        "name": command["name"],
        "name_localizations": form_in(command, "name_localizations") or None,
        "description": command.get("description") or "",
        "description_localizations": form_in(command, "description_localizations") or None,
        "dm_permission": command.get("dm_permission") is not False,
        "nsfw": bool(command.get("nsfw")),
        "options": _cleaned(forms_in(command, "options")),
    }
    if scope := _scope(call):
        return {**stored, "guild_id": scope}
    installs = command.get("integration_types") or [0, 1]
    return {**stored, "contexts": command.get("contexts"), "integration_types": installs}


def _cleaned(options: list[Json]) -> list[Json]:
    """Options without the fields that are null."""
    cleaned = [{name: value for name, value in one.items() if value is not None} for one in options]
    for one in cleaned:
        if "options" in one:
            one["options"] = _cleaned(one["options"])
    return cleaned


def _routes(base: str) -> tuple[Route, ...]:
    one = f"{base}/{{commandid}}"
    return (
        Route("GET", base, listing),
        Route("PUT", base, overwrite, WRITES),
        Route("POST", base, create, WRITES),
        Route("GET", one, get),
        Route("PATCH", one, change, WRITES),
        Route("DELETE", one, delete, WRITES),
    )


ROUTES = (
    *_routes("/applications/{application_id}/commands"),
    *_routes("/applications/{application_id}/guilds/{guild_id}/commands"),
)
