"""Discord's limits on components, classic ones and layouts: what is refused, and where."""

from typing import Any

from sandbox.rules import forms
from tests.every import for_every
from tests.sandbox.forms import V2, button, label, menu, refused, row, text

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("bare button", {"components": [button()]}, "components.0: UNION_TYPE_CHOICES"),
    (
        "six rows",
        {"components": [row(button(custom_id=str(n))) for n in range(6)]},
        "components: BASE_TYPE_MAX_LENGTH",
    ),
    (
        "six buttons",
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
        "components.0.components.5: COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        "menu beside button",
        {"components": [row(button(), menu("a"))]},
        "components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    ("empty row", {"components": [row()]}, "components.0.components: BASE_TYPE_MIN_LENGTH"),
    (
        "same custom_id",
        {"components": [row(button()), row(button())]},
        "components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "long custom_id",
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "long label",
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label: BASE_TYPE_MAX_LENGTH",
    ),
    (
        "no label",
        {"components": [row(button(label=""))]},
        "components.0.components.0.label: BASE_TYPE_REQUIRED",
    ),
    (
        "no custom_id",
        {"components": [row(button(custom_id=None))]},
        "components.0.components.0.custom_id: BASE_TYPE_REQUIRED",
    ),
    (
        "link with custom_id",
        {"components": [row(button(style=5, url="https://example.org"))]},
        "components.0.components.0.custom_id: BUTTON_COMPONENT_FIELD_NOT_ALLOWED",
    ),
    (
        "style",
        {"components": [row(button(style=7))]},
        "components.0.components.0.style: BASE_TYPE_CHOICES",
    ),
    (
        "no options",
        {"components": [row(menu())]},
        "components.0.components.0.options: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "26 options",
        {"components": [row(menu(*map(str, range(26))))]},
        "components.0.components.0.options: BASE_TYPE_BAD_LENGTH",
    ),
    (
        "same value",
        {"components": [row(menu("a", "a"))]},
        "components.0.components.0.options.1: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        "most below least",
        {"components": [row(menu("a", "b", min_values=2))]},
        "components.0.components.0.min_values: SELECT_COMPONENT_MIN_VALUES_TOO_BIG",
    ),
    (
        "most above all",
        {"components": [row(menu("a", max_values=2))]},
        "components.0.components.0.max_values: SELECT_COMPONENT_MAX_VALUES_TOO_BIG",
    ),
    ("layout without its flag", {"components": [text("a")]}, "components.0: UNION_TYPE_CHOICES"),
    (
        "content beside a layout",
        {**V2, "content": "a", "components": [text("a")]},
        "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        "embeds beside a layout",
        {**V2, "embeds": [{"title": "a"}], "components": [text("a")]},
        "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        "41 components",
        {**V2, "components": [{"type": 17, "components": [text("a")] * 39}, text("b")]},
        "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        "4001 letters",
        {**V2, "components": [text("x" * 2001), text("x" * 2000)]},
        "components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        "container in container",
        {
            **V2,
            "components": [{"type": 17, "components": [{"type": 17, "components": [text("a")]}]}],
        },
        "components.0.components.0: UNION_TYPE_CHOICES",
    ),
    ("empty text", {**V2, "components": [text(" ")]}, "components.0.content: BASE_TYPE_BAD_LENGTH"),
    (
        "unknown file in a gallery",
        {**V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]},
        "components.0.items.0.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        "a file component shows attachments alone",
        {**V2, "components": [{"type": 13, "file": {"url": "https://example.org/a"}}]},
        "components.0.file.url: URL_TYPE_INVALID_SCHEME",
    ),
    (
        "section without accessory",
        {**V2, "components": [{"type": 9, "components": [text("a")]}]},
        "components.0.accessory: BASE_TYPE_REQUIRED",
    ),
    (
        "same id",
        {**V2, "components": [{**text("a"), "id": 1}, {**text("b"), "id": 1}]},
        "components.1.id: COMPONENT_ID_DUPLICATED",
    ),
    (
        "modal's field in a message",
        {**V2, "components": [label(menu("a"))]},
        "components.0: UNION_TYPE_CHOICES",
    ),
]


@for_every(("form", "fault"), [case[1:] for case in WRONG])
def test_a_wrong_message_is_refused(form: dict[str, Any], fault: str) -> None:
    assert fault in refused(form)


RIGHT: list[tuple[str, dict[str, Any]]] = [
    (
        "all that a message can hold",
        {"content": "x" * 2000, "embeds": [{"description": "x" * 4096}]},
    ),
    (
        "five full rows",
        {"components": [row(*(button(custom_id=f"{a}{b}") for b in range(5))) for a in range(5)]},
    ),
    (
        "25 options of 100 letters",
        {"components": [row(menu(*(f"{n:0100}" for n in range(25)), max_values=25))]},
    ),
    ("40 components", {**V2, "components": [{"type": 17, "components": [text("a")] * 39}]}),
    ("4000 letters", {**V2, "components": [text("x" * 4000)]}),
    (
        "its own file",
        {**V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://own.png"}}]}]},
    ),
    ("nulls", {"content": None, "embeds": None, "components": None, "allowed_mentions": None}),
    ("a number as nonce", {"content": "a", "nonce": 12345}),
]


@for_every("form", [case[1] for case in RIGHT])
def test_a_right_message_is_not(form: dict[str, Any]) -> None:
    v2 = bool(form.get("flags", 0) & 1 << 15)
    checked = forms.check_message(form, v2=v2)
    forms.check_together(checked, {"own.png"}, v2=v2)
    assert checked is form
