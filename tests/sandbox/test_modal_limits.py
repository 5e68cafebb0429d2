"""Discord's limits on modals and suggestions: what is refused, and where."""

from typing import Any

import pytest

from sandbox.rules import forms
from sandbox.rules.refusal import Refusal
from tests.every import for_every
from tests.sandbox.forms import button, flat, label, menu, row

FIELD = {"type": 4, "custom_id": "field", "style": 1}
MODALS: list[tuple[str, dict[str, Any], str]] = [
    ("no title", {"title": None}, "title: BASE_TYPE_REQUIRED"),
    ("long title", {"title": "x" * 46}, "title: BASE_TYPE_BAD_LENGTH"),
    ("nothing in it", {"components": []}, "components: BASE_TYPE_BAD_LENGTH"),
    (
        "six fields",
        {"components": [label({**FIELD, "custom_id": str(n)}) for n in range(6)]},
        "components: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "same custom_id",
        {"components": [label(FIELD), label(FIELD)]},
        "components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "long label",
        {"components": [label(FIELD, label="x" * 46)]},
        "components.0.label: BASE_TYPE_BAD_LENGTH",
    ),
    ("button", {"components": [label(button())]}, "components.0.component: UNION_TYPE_CHOICES"),
    (
        "one radio button",
        {"components": [label({**menu("a"), "type": 21})]},
        "components.0.component.options: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "11 boxes",
        {"components": [label({**menu(*map(str, range(11))), "type": 22})]},
        "components.0.component.options: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "long value",
        {"components": [label({**FIELD, "value": "x" * 4001})]},
        "components.0.component.value: BASE_TYPE_MAX_LENGTH",
    ),
    (
        "two in a row",
        {"components": [row(FIELD, {**FIELD, "custom_id": "b"})]},
        "components.0.components: BASE_TYPE_BAD_LENGTH",
    ),
]


@for_every(("change", "fault"), [case[1:] for case in MODALS])
def test_a_wrong_modal_is_refused(change: dict[str, Any], fault: str) -> None:
    modal = {"custom_id": "modal", "title": "Title", "components": [label(FIELD)], **change}
    with pytest.raises(Refusal) as caught:
        forms.check_modal(modal, ())
    assert fault in flat(caught.value.body["errors"])


def test_a_modal_with_every_kind_of_field() -> None:
    ticks = menu("a", "b")
    forms.check_modal(
        {
            "custom_id": "modal",
            "title": "Title",
            "components": [
                {"type": 10, "content": "Read this"},
                label(FIELD, description="one line"),
                label({**ticks, "type": 21, "custom_id": "radio"}),
                label({**ticks, "type": 22, "custom_id": "boxes", "max_values": 2}),
                label({"type": 23, "custom_id": "box"}),
            ],
        },
        (),
    )


@pytest.mark.parametrize(
    ("kind", "choice", "fault"),
    [
        (3, {"name": "a", "value": "x" * 101}, "choices.0.value: BASE_TYPE_BAD_LENGTH"),
        (3, {"name": "a", "value": 1}, "choices.0.value: STRING_TYPE_CONVERT"),
        (4, {"name": "a", "value": "1"}, "choices.0.value: NUMBER_TYPE_COERCE"),
        (3, {"name": "", "value": "a"}, "choices.0.name: BASE_TYPE_BAD_LENGTH"),
    ],
)
def test_a_wrong_suggestion_is_refused(kind: int, choice: dict[str, Any], fault: str) -> None:
    with pytest.raises(Refusal) as caught:
        forms.check(forms.choices(kind), {"choices": [choice]})
    assert flat(caught.value.body["errors"]) == {fault}


def test_26_suggestions_are_too_many() -> None:
    many = [{"name": str(index), "value": str(index)} for index in range(26)]
    with pytest.raises(Refusal) as caught:
        forms.check(forms.choices(3), {"choices": many})
    assert flat(caught.value.body["errors"]) == {"choices: BASE_TYPE_MAX_LENGTH"}
