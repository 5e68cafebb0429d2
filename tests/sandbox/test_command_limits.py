"""Discord's limits on commands: names in every language, options, choices, sizes."""

from typing import Any

import pytest

from sandbox.rules import commands
from sandbox.rules.refusal import Refusal
from tests.every import for_every
from tests.sandbox.forms import flat


def command(*options: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"name": "board", "description": "Shows it", "options": list(options), **more}


def option(**more: object) -> dict[str, Any]:
    return {"type": 3, "name": "where", "description": "Which one", **more}


def choices(number: int) -> list[dict[str, Any]]:
    return [{"name": str(index), "value": str(index)} for index in range(number)]


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("capitals", command(name="Board"), "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    ("blanks", command(name="the board"), "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    ("long name", command(name="x" * 33), "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    ("no name", command(name=None), "0.name: BASE_TYPE_REQUIRED"),
    ("no description", command(description=None), "0.description: BASE_TYPE_REQUIRED"),
    ("long description", command(description="x" * 101), "0.description: BASE_TYPE_BAD_LENGTH"),
    (
        "capitals in French",
        command(name_localizations={"fr": "Échec"}),
        "0.name_localizations.fr: APPLICATION_COMMAND_INVALID_NAME",
    ),
    (
        "blanks in French",
        command(name_localizations={"fr": "le roi"}),
        "0.name_localizations.fr: APPLICATION_COMMAND_INVALID_NAME",
    ),
    (
        "no such language",
        command(name_localizations={"xx": "roi"}),
        "0.name_localizations.xx: BASE_TYPE_CHOICES",
    ),
    (
        "long in French",
        command(description_localizations={"fr": "x" * 101}),
        "0.description_localizations.fr: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "26 options",
        command(*(option(name=f"a{n}") for n in range(26))),
        "0.options: BASE_TYPE_MAX_LENGTH",
    ),
    (
        "26 choices",
        command(option(choices=choices(26))),
        "0.options.0.choices: BASE_TYPE_MAX_LENGTH",
    ),
    (
        "same option",
        command(option(), option()),
        "0.options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    (
        "required last",
        command(option(), option(name="b", required=True)),
        "0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        "mixed",
        command({"type": 1, "name": "sub", "description": "a"}, option()),
        "0.options.1.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    ("unknown option", command(option(type=12)), "0.options.0: UNION_TYPE_CHOICES"),
    (
        "group in group",
        command(
            {
                "type": 2,
                "name": "a",
                "description": "a",
                "options": [{"type": 2, "name": "b", "description": "b"}],
            }
        ),
        "0.options.0.options.0: UNION_TYPE_CHOICES",
    ),
    (
        "empty group",
        command({"type": 2, "name": "a", "description": "a"}),
        "0.options.0.options: BASE_TYPE_REQUIRED",
    ),
    (
        "both",
        command(option(autocomplete=True, choices=choices(1))),
        "0.options.0: APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
    ),
    ("contexts", command(contexts=[3]), "0.contexts.0: BASE_TYPE_CHOICES"),
    (
        "too large",
        command(
            *(
                option(
                    name=f"a{n}",
                    description="x" * 100,
                    choices=[{"name": f"{c:0100}", "value": f"{c:0100}"} for c in range(4)],
                )
                for n in range(9)
            )
        ),
        "0: APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@for_every(("wrong", "fault"), [case[1:] for case in WRONG])
def test_a_wrong_command_is_refused(wrong: dict[str, Any], fault: str) -> None:
    with pytest.raises(Refusal) as caught:
        commands.check([wrong], listed=True)
    assert fault in flat(caught.value.body["errors"])


@for_every("name", ["défi", "王手", "шахматы", "खेल", "กระดาน", "o'board", "a-b_c", "βoard"])
def test_names_of_every_script(name: str) -> None:
    right = command(name_localizations={"fr": name})
    commands.check([right], listed=True)
    assert right["name_localizations"] == {"fr": name}


def test_menu_commands_may_have_capitals_and_blanks() -> None:
    commands.check([{"type": 2, "name": "Challenge to a Game"}], listed=True)
    with pytest.raises(Refusal):
        commands.check(
            [{"type": 1, "name": "Challenge to a Game", "description": "a"}], listed=True
        )


def test_names_are_unique_for_each_type() -> None:
    commands.check([command(), {"type": 2, "name": "board"}], listed=True)
    with pytest.raises(Refusal) as caught:
        commands.check([command(), command()], listed=True)
    assert flat(caught.value.body["errors"]) == {"1.name: APPLICATION_COMMANDS_DUPLICATE_NAME"}


def test_101_commands_are_too_many() -> None:
    with pytest.raises(Refusal) as caught:
        commands.check([command(name=f"a{index}") for index in range(101)], listed=True)
    assert flat(caught.value.body["errors"]) == {": APPLICATION_COMMANDS_MAX"}


def test_each_text_counts_as_long_as_it_is_in_its_longest_language() -> None:
    """Also where these are different languages."""
    texts = [{"fr": "x" * 100}, {"de": "x" * 100}]
    many = [
        option(name=f"a{n}", description="short", description_localizations=texts[n % 2])
        for n in range(25)
    ]
    branch = [{"type": 1, "name": f"s{n}", "description": "a", "options": many} for n in range(3)]
    commands.check([command(*branch)], listed=True)
    branch += [{**branch[0], "name": "s4"}]
    with pytest.raises(Refusal) as caught:
        commands.check([command(*branch)], listed=True)
    assert flat(caught.value.body["errors"]) == {"0: APPLICATION_COMMAND_TOO_LARGE"}
