"""Limits of single components in messages and modals, as data.

What holds between several of them is arrangement's.
"""

from collections.abc import Mapping

from sandbox.rules.spec import (
    Choice,
    Flag,
    Id,
    Kinds,
    Many,
    Shape,
    Spec,
    Text,
    Url,
    Whole,
)

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6
MOST_COMPONENTS, MOST_ROWS, ROW_WIDTH, MOST_TEXT = 40, 5, 5, 4000

_ID: Mapping[str, Spec] = {"id": Whole(0)}
_CUSTOM_ID = Text(100, 1)
_EMOJI = Shape(may={"id": Id(), "name": Text(32), "animated": Flag()})
_MEDIA = Shape({"url": Url(("http", "https", "attachment"))})
_OPTION_TEXT: Mapping[str, Spec] = {"label": Text(100, 1), "value": Text(100, 1)}
_OPTION = Shape(_OPTION_TEXT, {"description": Text(100), "emoji": _EMOJI, "default": Flag()})
_TICK = Shape(_OPTION_TEXT, {"description": Text(100), "default": Flag()})
_DEFAULT = Shape({"id": Id(), "type": Choice(("user", "role", "channel"))})


def _select(need: Mapping[str, Spec] | None = None, may: Mapping[str, Spec] | None = None) -> Shape:
    common: Mapping[str, Spec] = {
        "placeholder": Text(150),
        "min_values": Whole(0, 25),
        "max_values": Whole(1, 25),
        "disabled": Flag(),
        "required": Flag(),
    }
    return Shape({"custom_id": _CUSTOM_ID, **(need or {})}, {**_ID, **common, **(may or {})})


_DEFAULTS: Mapping[str, Spec] = {"default_values": Many(_DEFAULT, 25)}
_SELECTS: Mapping[int, Spec] = {
    STRING_SELECT: _select({"options": Many(_OPTION, 25, 1)}),
    USER_SELECT: _select(may=_DEFAULTS),
    ROLE_SELECT: _select(may=_DEFAULTS),
    MENTIONABLE_SELECT: _select(may=_DEFAULTS),
    CHANNEL_SELECT: _select(may={**_DEFAULTS, "channel_types": Many(Whole(0))}),
}
_BUTTON = Shape(
    {"style": Choice((1, 2, 3, 4, 5, 6))},
    {
        **_ID,
        "custom_id": _CUSTOM_ID,
        "label": Text(80),
        "emoji": _EMOJI,
        "url": Url(("http", "https", "discord"), 512),
        "disabled": Flag(),
        "sku_id": Id(),
    },
)
_ROW = Shape({"components": Many(Kinds({BUTTON: _BUTTON, **_SELECTS}), None, 1)}, _ID)
_TEXT = Shape({"content": Text(MOST_TEXT, 1)}, _ID)
_PICTURE: Mapping[str, Spec] = {"description": Text(1024, 1), "spoiler": Flag()}
_THUMBNAIL = Shape({"media": _MEDIA}, {**_ID, **_PICTURE})
_SECTION = Shape(
    {
        "components": Many(Kinds({TEXT: _TEXT}), 3, 1),
        "accessory": Kinds({BUTTON: _BUTTON, THUMBNAIL: _THUMBNAIL}),
    },
    _ID,
)
_GALLERY = Shape({"items": Many(Shape({"media": _MEDIA}, _PICTURE), 10, 1)}, _ID)
_FILE = Shape({"file": Shape({"url": Url(("attachment",))})}, {**_ID, "spoiler": Flag()})
_SEPARATOR = Shape(may={**_ID, "divider": Flag(), "spacing": Choice((1, 2))})
_BLOCKS: Mapping[int, Spec] = {
    ROW: _ROW,
    SECTION: _SECTION,
    TEXT: _TEXT,
    GALLERY: _GALLERY,
    FILE: _FILE,
    SEPARATOR: _SEPARATOR,
}
_CONTAINER = Shape(
    {"components": Many(Kinds(_BLOCKS), MOST_COMPONENTS, 1)},
    {**_ID, "accent_color": Whole(0, 0xFFFFFF), "spoiler": Flag()},
)
CLASSIC = Many(Kinds({ROW: _ROW}), MOST_ROWS)
LAYOUT = Many(Kinds({**_BLOCKS, CONTAINER: _CONTAINER}), MOST_COMPONENTS)

_INPUT_MAY: Mapping[str, Spec] = {
    **_ID,
    "label": Text(45, 1),
    "value": Text(4000),
    "placeholder": Text(100),
    "required": Flag(),
    "min_length": Whole(0, 4000),
    "max_length": Whole(1, 4000),
}
_INPUT = Shape({"custom_id": _CUSTOM_ID, "style": Choice((1, 2))}, _INPUT_MAY)
_GROUP_MAY: Mapping[str, Spec] = {**_ID, "required": Flag()}
_COUNTS: Mapping[str, Spec] = {"min_values": Whole(0, 10), "max_values": Whole(1, 10)}
_FIELDS: Mapping[int, Spec] = {
    TEXT_INPUT: _INPUT,
    **_SELECTS,
    UPLOAD: Shape({"custom_id": _CUSTOM_ID}, {**_GROUP_MAY, **_COUNTS}),
    RADIO_GROUP: Shape({"custom_id": _CUSTOM_ID, "options": Many(_TICK, 10, 2)}, _GROUP_MAY),
    CHECKBOX_GROUP: Shape(
        {"custom_id": _CUSTOM_ID, "options": Many(_TICK, 10, 1)}, {**_GROUP_MAY, **_COUNTS}
    ),
    CHECKBOX: Shape({"custom_id": _CUSTOM_ID}, {**_ID, "default": Flag()}),
}
_LABEL = Shape(
    {"label": Text(45, 1), "component": Kinds(_FIELDS)}, {**_ID, "description": Text(100)}
)
_OLD_ROW = Shape({"components": Many(Kinds({TEXT_INPUT: _INPUT}), 1, 1)}, _ID)
MODAL = Shape(
    {
        "custom_id": _CUSTOM_ID,
        "title": Text(45, 1),
        "components": Many(Kinds({ROW: _OLD_ROW, TEXT: _TEXT, LABEL: _LABEL}), 5, 1),
    }
)
