"""From the words of a test to what a client sends: commands, options, menus and fields by name."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

from sandbox.raw import Json, forms_in
from sandbox.rules import commands as kinds
from sandbox.rules import components
from sandbox.seen import Form, Menu, Seen
from sandbox.world import asking, menu
from sandbox.world.menu import Seat
from sandbox.world.things import Channel, Person, Role
from sandbox.world.world import Impossible


class Playing(Protocol):
    """Somebody who plays along."""

    @property
    def person(self) -> Person:
        """Their account."""
        ...


def command_of(seat: Seat, words: str, kind: int = kinds.CHAT) -> tuple[Json, list[str]]:
    """The command that those words name, and the subcommands after it."""
    for command in menu.usable(seat):
        if command["type"] != kind:
            continue
        if words == command["name"]:
            return command, []
        if kind == kinds.CHAT and words.startswith(f"{command['name']} "):
            return command, words.removeprefix(command["name"]).split()
    offered = ", ".join(sorted(each["name"] for each in menu.usable(seat)))
    raise Impossible(f"There is no command {words!r} here; there are: {offered or 'none'}.")


def options_of(
    seat: Seat,
    command: Json,
    branches: list[str],
    given: Mapping[str, Any],
    typing: str | None = None,
) -> list[Json]:
    """The options in the command's own shape; `typing` names the one being typed in."""
    offered = forms_in(command, "options")
    if branches:
        branch = _option(offered, branches[0])
        inner = options_of(seat, branch, branches[1:], given, typing)
        return [{"name": branch["name"], "type": branch["type"], "options": inner}]
    found: list[Json] = []
    for name, value in given.items():
        option = _option(offered, name)
        filled = {
            "name": option["name"],
            "type": option["type"],
            "value": _value(seat, option, value),
        }
        if typing is not None and option is _option(offered, typing):
            filled["focused"] = True
        found.append(filled)
    return found


def _option(offered: Iterable[Json], name: str) -> Json:
    """By its name; a Python name may have `_` for `-`, and one at its end."""
    wanted = {name, name.removesuffix("_"), name.replace("_", "-")}
    for each in offered:
        if each["name"] in wanted:
            return each
    names = ", ".join(each["name"] for each in offered)
    raise Impossible(f"There is no option {name!r}; there are: {names or 'none'}.")


def _value(seat: Seat, option: Json, value: Any) -> Any:  # noqa: ANN401  (a value of any option type)
    if option["type"] == kinds.ATTACHMENT:
        return asking.put_file(seat.world, seat.channel.id, *value)
    for each in forms_in(option, "choices"):
        if value == each["name"]:
            return each["value"]
    return plain(value)


def plain(value: Any) -> Any:  # noqa: ANN401  (whatever stands for an id, or a value itself)
    """The id of what has one; other values as they are."""
    if hasattr(value, "person"):
        return cast("Playing", value).person.id
    if isinstance(value, Person | Channel | Role | Seen):
        return value.id
    return value


def menu_of(message: Seen, which: str | int) -> Menu:
    """A message's menu by its number, its placeholder or its custom id."""
    menus = message.menus
    if isinstance(which, int) and which < len(menus):
        return menus[which]
    for each in menus:
        if which in {each.placeholder, each.custom_id}:
            return each
    offered = ", ".join(each.placeholder or each.custom_id for each in menus)
    raise Impossible(f"There is no menu {which!r}; there are: {offered or 'none'}.")


def chosen(part: Json, choices: Iterable[Any]) -> list[str]:
    """The values of those options of a menu or group, by label or value."""
    by_label = {each["label"]: each["value"] for each in forms_in(part, "options")}
    return [by_label.get(each, each) for each in map(plain, choices)]


def button_of(message: Seen, which: str) -> str:
    """The custom id of a message's button by its label or itself."""
    for each in message.buttons:
        if which in {each.label, each.custom_id}:
            if each.custom_id is None:
                raise Impossible(f"The button {which!r} is a link.")
            return each.custom_id
    offered = ", ".join(each.label for each in message.buttons)
    raise Impossible(f"There is no button {which!r}; there are: {offered or 'none'}.")


def answers_of(seat: Seat, form: Form, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a modal's fields by custom id, from values by label or custom id."""
    names = dict(form.fields())
    names |= {field["custom_id"]: field for field in names.values()}
    found: dict[str, Any] = {}
    for name, value in given.items():
        field = names.get(name) or names.get(name.replace("_", " "))
        if field is None:
            raise Impossible(f"There is no field {name!r}; there are: {', '.join(form.labels)}.")
        found[field["custom_id"]] = _answer(seat, field, value)
    return found


def _answer(seat: Seat, field: Json, value: Any) -> Any:  # noqa: ANN401  (a value of any field)
    if field["type"] == components.UPLOAD:
        return [asking.put_file(seat.world, seat.channel.id, *each) for each in value]
    if field["type"] in {components.CHECKBOX, components.TEXT_INPUT} or value is None:
        return value
    several = cast("list[Any]", value if isinstance(value, list | tuple | set) else [value])
    values = chosen(field, several)
    return values[0] if field["type"] == components.RADIO_GROUP and values else values
