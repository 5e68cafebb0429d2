"""Limits of application commands as data, and rules that span a command's options."""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from sandbox.raw import Json, form_in, forms_in, text_in
from sandbox.rules.refusal import Fault, Path, wrong_form
from sandbox.rules.spec import (
    Choice,
    Flag,
    Id,
    Kinds,
    Many,
    Number,
    Pattern,
    Shape,
    Spec,
    Text,
    Whole,
    required,
)

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE = 1, 2, 3, 4, 5, 6, 7, 8
MENTIONABLE, NUMBER, ATTACHMENT = 9, 10, 11
NAMING = (USER_OPTION, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT)
MOST_SIZE = 8000
MOST_COMMANDS: Mapping[int, int] = {CHAT: 100, USER: 15, MESSAGE: 15}
LOCALES = frozenset(
    {"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he"}
    | {"hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru"}
    | {"sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"}
)

# Letters and digits of every script, the combining signs of Devanagari and Thai, - _ and '.
_NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
_MIXED = "Sub-command and sub-command group option types are mutually exclusive to all other types"
_NAME_CODE = "APPLICATION_COMMAND_INVALID_NAME"


class Name:
    """A chat command's or option's name: Discord's own pattern, and in lower case."""

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults of something that is not a valid name."""
        yield from Pattern(_NAME, _NAME_CODE, "Command name is invalid").faults(value, path)
        if isinstance(value, str) and value != value.lower():
            yield Fault(path, _NAME_CODE, "Command name is invalid: it must be in lower case")


class Localized:
    """Texts by locale, each matching a spec."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a dictionary, an unknown locale, or a wrong text."""
        if not isinstance(value, dict):
            sentence = "Only dictionaries may be used in a DictType"
            yield Fault(path, "DICT_TYPE_CONVERT", sentence)
            return
        for locale, text in cast("dict[str, object]", value).items():
            yield from Choice(tuple(sorted(LOCALES))).faults(locale, (*path, locale))
            yield from self._spec.faults(text, (*path, locale))


_NAMED: Mapping[str, Spec] = {"name": Name(), "description": Text(100, 1)}
_TRANSLATED: Mapping[str, Spec] = {
    "name_localizations": Localized(Name()),
    "description_localizations": Localized(Text(100, 1)),
    "required": Flag(),
}
_CHOICE_NAMES: Mapping[str, Spec] = {"name_localizations": Localized(Text(100, 1))}


def _choices(value: Spec) -> Mapping[str, Spec]:
    return {
        "choices": Many(Shape({"name": Text(100, 1), "value": value}, _CHOICE_NAMES), 25),
        "autocomplete": Flag(),
    }


def _option(may: Mapping[str, Spec] | None = None) -> Shape:
    return Shape(_NAMED, {**_TRANSLATED, **(may or {})})


_RANGE: Mapping[str, Spec] = {"min_value": Number(), "max_value": Number()}
_VALUES: Mapping[int, Spec] = {
    STRING: _option(
        {**_choices(Text(100, 1)), "min_length": Whole(0, 6000), "max_length": Whole(1, 6000)}
    ),
    INTEGER: _option({**_choices(Whole()), "min_value": Whole(), "max_value": Whole()}),
    BOOLEAN: _option(),
    USER_OPTION: _option(),
    CHANNEL: _option({"channel_types": Many(Whole(0))}),
    ROLE: _option(),
    MENTIONABLE: _option(),
    NUMBER: _option({**_choices(Number()), **_RANGE}),
    ATTACHMENT: _option(),
}
_SUBCOMMAND = _option({"options": Many(Kinds(_VALUES), 25)})
_GROUP = _option({"options": Many(Kinds({SUBCOMMAND: _SUBCOMMAND}), 25)})
_COMMON: Mapping[str, Spec] = {
    "type": Choice((CHAT, USER, MESSAGE)),
    "default_member_permissions": Whole(0),
    "dm_permission": Flag(),
    "nsfw": Flag(),
    "contexts": Many(Choice((0, 1, 2)), None, 1),
    "integration_types": Many(Choice((0, 1)), None, 1),
    "id": Id(),
}
_OPTIONS = Many(Kinds({SUBCOMMAND: _SUBCOMMAND, GROUP: _GROUP, **_VALUES}), 25)
_CHAT = Shape(
    _NAMED,
    {
        **_COMMON,
        "name_localizations": Localized(Name()),
        "description_localizations": Localized(Text(100, 1)),
        "options": _OPTIONS,
    },
)
_MENU = Shape({"name": Text(32, 1)}, {**_COMMON, "name_localizations": Localized(Text(32, 1))})


def check(commands: list[Json], *, listed: bool) -> None:
    """Refuse these commands unless all are valid; `listed`: faults name their positions."""
    faults: list[Fault] = []
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        path: Path = (index,) if listed else ()
        faults += _faults(command, path)
        key = (command.get("type") or CHAT, str(command.get("name")))
        if key in seen:
            sentence = "Application command names must be unique"
            faults.append(Fault((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence))
        seen.add(key)
    faults += _too_many(commands)
    if faults:
        raise wrong_form(faults)


def _too_many(commands: list[Json]) -> Iterator[Fault]:
    for kind, most in MOST_COMMANDS.items():
        if sum((command.get("type") or CHAT) == kind for command in commands) > most:
            sentence = f"Maximum number of application commands reached ({most})."
            yield Fault((), "APPLICATION_COMMANDS_MAX", sentence)


def _faults(command: Json, path: Path) -> Iterator[Fault]:
    chat = (command.get("type") or CHAT) == CHAT
    wrong = list((_CHAT if chat else _MENU).faults(command, path))
    yield from wrong
    if wrong:
        return
    yield from _options(forms_in(command, "options"), (*path, "options"))
    if (size := sum(map(_size, _everything(command)))) > MOST_SIZE:
        sentence = f"Command exceeds maximum size ({MOST_SIZE}): {size}"
        yield Fault(path, "APPLICATION_COMMAND_TOO_LARGE", sentence)


def _options(options: list[Json], path: Path) -> Iterator[Fault]:
    names: set[str] = set()
    optional = False
    branching = {option["type"] in {SUBCOMMAND, GROUP} for option in options}
    for index, option in enumerate(options):
        here = (*path, index)
        if option["name"] in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            yield Fault((*here, "name"), code, "Option name already exists")
        names.add(option["name"])
        if optional and option.get("required"):
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            yield Fault(here, code, "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        if len(branching) > 1 and option["type"] not in {SUBCOMMAND, GROUP}:
            yield Fault((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", _MIXED)
        yield from _option_alone(option, here)


def _option_alone(option: Json, path: Path) -> Iterator[Fault]:
    if option["type"] == GROUP and not option.get("options"):
        yield required((*path, "options"))
    if option.get("autocomplete") and option.get("choices"):
        code = "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES"
        yield Fault(path, code, "An option with autocomplete cannot have choices")
    yield from _options(forms_in(option, "options"), (*path, "options"))


def _everything(thing: Json) -> Iterator[Json]:
    yield thing
    for name in ("options", "choices"):
        for inner in forms_in(thing, name):
            yield from _everything(inner)


def _size(thing: Json) -> int:
    """Its name and its description, each in the language in which it is longest, and its value."""
    total = len(str(thing["value"])) if "value" in thing else 0
    for name in ("name", "description"):
        translated = map(str, form_in(thing, f"{name}_localizations").values())
        total += max(map(len, (text_in(thing, name), *translated)))
    return total
