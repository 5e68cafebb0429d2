"""The registration of commands, global and of one guild."""

from typing import cast

from sandbox.raw import Json, form_in, forms_in
from sandbox.rest import guard
from sandbox.rest.table import DONE, Answer, Ask, Pace, Route, as_form, own_application
from sandbox.rules import commands as rules
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.world import events

WRITES = Pace(20, 20.0)


def _scope(ask: Ask) -> str | None:
    own_application(ask)
    return guard.guild(ask).id if "guild_id" in ask.args else None


def _registered(ask: Ask) -> list[Json]:
    return ask.world.commands.get(_scope(ask), [])


def listing(ask: Ask) -> Answer:
    """All commands, with or without their translations."""
    found = _registered(ask)
    if ask.asks_for("with_localizations"):
        return Answer(200, found)
    return Answer(200, [_plain(each) for each in found])


def _plain(command: Json) -> Json:
    return {name: each for name, each in command.items() if not name.endswith("_localizations")}


def overwrite(ask: Ask) -> Answer:
    """Replace all commands by these."""
    listed = cast("list[object]", ask.body)
    if not isinstance(ask.body, list):
        sentence = "Only iterables may be used in a ListType"
        raise wrong_form([Fault((), "LIST_TYPE_CONVERT", sentence)])
    known = _registered(ask)
    written = [as_form(each) for each in listed]
    rules.check(written, listed=True)
    made = [_made(ask, each, known) for each in written]
    return Answer(200, _register(ask, made))


def create(ask: Ask) -> Answer:
    """Add a command, or replace the one of the same name."""
    known = _registered(ask)
    rules.check([ask.form], listed=False)
    made = _made(ask, ask.form, known)
    others = [each for each in known if each["id"] != made["id"]]
    rules.check([*others, made], listed=False)
    _register(ask, [*others, made])
    return Answer(200 if len(others) < len(known) else 201, made)


def _one(ask: Ask) -> Json:
    for each in _registered(ask):
        if each["id"] == ask.args["command_id"]:
            return each
    raise refuse(10063)


def get(ask: Ask) -> Answer:
    """One command."""
    return Answer(200, _one(ask))


def change(ask: Ask) -> Answer:
    """Change some of a command's fields."""
    old = _one(ask)
    changed = {**old, **ask.form}
    rules.check([changed], listed=False)
    made = {**_made(ask, changed, []), "id": old["id"]}
    _register(ask, [made if each is old else each for each in _registered(ask)])
    return Answer(200, made)


def delete(ask: Ask) -> Answer:
    """Take a command away."""
    old = _one(ask)
    _register(ask, [each for each in _registered(ask) if each is not old])
    return DONE


def _register(ask: Ask, commands: list[Json]) -> list[Json]:
    ask.world.commands[_scope(ask)] = commands
    ask.world.tell(events.Registered())
    return commands


def _made(ask: Ask, command: Json, known: list[Json]) -> Json:
    """The command as it is kept; one of the same name and type keeps its id."""
    kind = command.get("type") or rules.CHAT
    same = [each for each in known if (each["type"], each["name"]) == (kind, command["name"])]
    permissions = command.get("default_member_permissions")
    made: Json = {
        "id": same[0]["id"] if same else ask.world.ids.next(),
        "application_id": ask.world.app.id,
        "version": ask.world.ids.next(),
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
    if scope := _scope(ask):
        return {**made, "guild_id": scope}
    installs = command.get("integration_types") or [0, 1]
    return {**made, "contexts": command.get("contexts"), "integration_types": installs}


def _cleaned(options: list[Json]) -> list[Json]:
    """Options without the fields that are null."""
    kept = [{name: each for name, each in one.items() if each is not None} for one in options]
    for one in kept:
        if "options" in one:
            one["options"] = _cleaned(one["options"])
    return kept


def _routes(base: str) -> tuple[Route, ...]:
    one = f"{base}/{{command_id}}"
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
