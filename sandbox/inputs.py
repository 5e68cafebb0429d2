"""A client's requests, from the names that a test gives: commands, options, menus, fields."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

from sandbox.message_view import Form, Menu, MessageView
from sandbox.raw import Json, forms_in
from sandbox.rules import commands as kinds
from sandbox.rules import components
from sandbox.world import interactions, menu
from sandbox.world.menu import Invoker
from sandbox.world.model import Channel, Person, Role
from sandbox.world.world import Impossible


class Playing(Protocol):
    """A person who takes part."""

    @property
    def person(self) -> Person:
        """Their account."""
        ...


def command_of(invoker: Invoker, words: str, kind: int = kinds.CHAT) -> tuple[Json, list[str]]:
    """The command of those words, and the subcommands after it."""
    for command in menu.usable(invoker):
        if command["type"] != kind:
            continue
        if words == command["name"]:
            return command, []
        if kind == kinds.CHAT and words.startswith(f"{command['name']} "):
            return command, words.removeprefix(command["name"]).split()
    offered = ", ".join(sorted(command["name"] for command in menu.usable(invoker)))
    raise Impossible(f"There is no command {words!r} here; there are: {offered or 'none'}.")


def options_of(
    invoker: Invoker,
    command: Json,
    branches: list[str],
    given: Mapping[str, Any],
    typing: str | None = None,
) -> list[Json]:
    """The options as the command nests them; `typing` names the focused one."""
    offered = forms_in(command, "options")
    if branches:
        branch = _option(offered, branches[0])
        inner = options_of(invoker, branch, branches[1:], given, typing)
        return [{"name": branch["name"], "type": branch["type"], "options": inner}]
    filled_options: list[Json] = []
    for name, value in given.items():
        option = _option(offered, name)
        filled = {
            "name": option["name"],
            "type": option["type"],
            "value": _value(invoker, option, value),
        }
        if typing is not None and option is _option(offered, typing):
            filled["focused"] = True
        filled_options.append(filled)
    return filled_options


def _option(offered: Iterable[Json], name: str) -> Json:
    """The option of a name; a Python name may have `_` for `-`, and one at its end."""
    wanted = {name, name.removesuffix("_"), name.replace("_", "-")}
    for named in offered:
        if named["name"] in wanted:
            return named
    names = ", ".join(named["name"] for named in offered)
    raise Impossible(f"There is no option {name!r}; there are: {names or 'none'}.")


def _value(invoker: Invoker, option: Json, value: Any) -> Any:  # noqa: ANN401  (a value of any option type)
    if option["type"] == kinds.ATTACHMENT:
        return interactions.upload_file(invoker.world, invoker.channel.id, *value)
    for choice in forms_in(option, "choices"):
        if value == choice["name"]:
            return choice["value"]
    return plain(value)


def plain(value: Any) -> Any:  # noqa: ANN401  (anything with an id, or a plain value)
    """The id of a person, channel, role or message; other values as they are."""
    if hasattr(value, "person"):
        return cast("Playing", value).person.id
    if isinstance(value, Person | Channel | Role | MessageView):
        return value.id
    return value


def menu_of(message: MessageView, which: str | int) -> Menu:
    """A message's menu by its number, its placeholder or its custom id."""
    menus = message.menus
    if isinstance(which, int) and which < len(menus):
        return menus[which]
    for shown in menus:
        if which in {shown.placeholder, shown.custom_id}:
            return shown
    offered = ", ".join(shown.placeholder or shown.custom_id for shown in menus)
    raise Impossible(f"There is no menu {which!r}; there are: {offered or 'none'}.")


def chosen(part: Json, choices: Iterable[Any]) -> list[str]:
    """The values of those options of a menu or group, by label or value."""
    by_label = {option["label"]: option["value"] for option in forms_in(part, "options")}
    return [by_label.get(choice, choice) for choice in map(plain, choices)]


def button_of(message: MessageView, which: str) -> str:
    """The custom id of a message's button, by its label or custom id."""
    for button in message.buttons:
        if which in {button.label, button.custom_id}:
            if button.custom_id is None:
                raise Impossible(f"The button {which!r} is a link.")
            return button.custom_id
    offered = ", ".join(button.label for button in message.buttons)
    raise Impossible(f"There is no button {which!r}; there are: {offered or 'none'}.")


def answers_of(invoker: Invoker, form: Form, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a modal's fields by custom id, from values by label or custom id."""
    names = dict(form.fields())
    names |= {field["custom_id"]: field for field in names.values()}
    answers: dict[str, Any] = {}
    for name, value in given.items():
        field = names.get(name) or names.get(name.replace("_", " "))
        if field is None:
            raise Impossible(f"There is no field {name!r}; there are: {', '.join(form.labels)}.")
        answers[field["custom_id"]] = _answer(invoker, field, value)
    return answers


def _answer(invoker: Invoker, field: Json, value: Any) -> Any:  # noqa: ANN401  (a value of any field)
    if field["type"] == components.UPLOAD:
        return [
            interactions.upload_file(invoker.world, invoker.channel.id, *file) for file in value
        ]
    if field["type"] in {components.CHECKBOX, components.TEXT_INPUT} or value is None:
        return value
    several = cast("list[Any]", value if isinstance(value, list | tuple | set) else [value])
    values = chosen(field, several)
    return values[0] if field["type"] == components.RADIO_GROUP and values else values
