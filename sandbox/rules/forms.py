"""Limits of messages, modals, answers, threads and channels as data, and their checks."""

from collections.abc import Collection, Iterator
from typing import cast

from sandbox.raw import Json, form_in, forms_in, list_in, text_in
from sandbox.rules import arrangement, components
from sandbox.rules.refusal import Fault, Path, refuse, wrong_form
from sandbox.rules.spec import (
    Choice,
    Flag,
    Id,
    Many,
    Number,
    Shape,
    Spec,
    Text,
    Url,
    Whole,
)

EPHEMERAL, LOADING, V2, SILENT, NO_EMBEDS = 1 << 6, 1 << 7, 1 << 15, 1 << 12, 1 << 2
FILE_LIMIT = 10 * 1024 * 1024
MOST_EMBED_TEXT = 6000

_WEB = Url(("http", "https", "attachment"))
_ICON = {"url": Url(), "icon_url": _WEB}
EMBED = Shape(
    may={
        "title": Text(256),
        "description": Text(4096),
        "url": Url(),
        "timestamp": Text(),
        "color": Whole(0, 0xFFFFFF),
        "footer": Shape(may={"text": Text(2048), **_ICON}),
        "author": Shape(may={"name": Text(256), **_ICON}),
        "image": Shape(may={"url": _WEB}),
        "thumbnail": Shape(may={"url": _WEB}),
        "fields": Many(
            Shape({"name": Text(256, 1), "value": Text(1024, 1)}, {"inline": Flag()}), 25
        ),
    }
)
_PARSE = Choice(("roles", "users", "everyone"))
MENTIONS = Shape(
    may={
        "parse": Many(_PARSE),
        "users": Many(Id(), 100),
        "roles": Many(Id(), 100),
        "replied_user": Flag(),
    }
)
_ATTACHMENT = Shape({"id": Id()}, {"filename": Text(1024, 1), "description": Text(1024)})
_REFERENCE = Shape(
    may={"message_id": Id(), "channel_id": Id(), "guild_id": Id(), "fail_if_not_exists": Flag()}
)


def _message(most: int, parts: Spec) -> Shape:
    return Shape(
        may={
            "content": Text(most),
            "embeds": Many(EMBED, 10),
            "components": parts,
            "attachments": Many(_ATTACHMENT, 10),
            "allowed_mentions": MENTIONS,
            "flags": Whole(0),
            "tts": Flag(),
            "nonce": Text(25),
            "enforce_nonce": Flag(),
            "message_reference": _REFERENCE,
        }
    )


CLASSIC, LAYOUT = _message(2000, components.CLASSIC), _message(2000, components.LAYOUT)
_ARCHIVE = Choice((60, 1440, 4320, 10080))
THREAD = Shape(
    {"name": Text(100, 1)},
    {"auto_archive_duration": _ARCHIVE, "type": Choice((10, 11, 12)), "invitable": Flag()},
)
MOST_TAGS, MOST_APPLIED = 20, 5
_APPLIED = Many(Id(), MOST_APPLIED)
FORUM_POST = Shape(
    {"name": Text(100, 1), "message": Shape()},
    {"auto_archive_duration": _ARCHIVE, "applied_tags": _APPLIED},
)
THREAD_CHANGE = Shape(
    may={
        "applied_tags": _APPLIED,
        "name": Text(100, 1),
        "archived": Flag(),
        "locked": Flag(),
        "auto_archive_duration": _ARCHIVE,
    }
)
CHANNEL_CHANGE = Shape(may={"name": Text(100, 1), "topic": Text(1024), "position": Whole(0)})
TAG = Shape(
    {"name": Text(20, 1)},
    {"id": Id(), "moderated": Flag(), "emoji_id": Id(), "emoji_name": Text(100)},
)
FORUM_CHANGE = Shape(
    may={**CHANNEL_CHANGE.may, "available_tags": Many(TAG, MOST_TAGS), "flags": Whole(0)}
)
REPLYING = Shape(may={"message_reference": _REFERENCE})
DIRECT = Shape({"recipient_id": Id()})
CALLBACK = Shape({"type": Choice((1, 4, 5, 6, 7, 8, 9))}, {"data": Shape()})


def check(spec: Spec, form: object, path: Path = ()) -> None:
    """Refuse a form that does not match the spec."""
    if faults := list(spec.faults(form, path)):
        raise wrong_form(faults)


def choices(kind: int) -> Spec:
    """The form of an autocompletion's answer for an option of that type."""
    value: Spec = Text(100, 1) if kind == 3 else Number()  # noqa: PLR2004  (3: a text option)
    return Shape(may={"choices": Many(Shape({"name": Text(100, 1), "value": value}), 25)})


def check_modal(form: object, path: Path) -> None:
    """Refuse a modal that Discord would not open."""
    check(components.MODAL, form, path)
    parts = cast("Json", form)["components"]
    if faults := list(arrangement.faults(parts, (*path, "components"), ())):
        raise wrong_form(faults)


def check_message(form: object, path: Path = (), *, v2: bool) -> Json:
    """The form of a message, or a refusal if a part of it is not valid."""
    written = cast("Json", form)
    if isinstance(form, dict) and isinstance(written.get("nonce"), int):
        written["nonce"] = str(written["nonce"])
    check(LAYOUT if v2 else CLASSIC, written, path)
    return written


def check_together(form: Json, files: Collection[str], path: Path = (), *, v2: bool) -> None:
    """Refuse a message whose parts do not fit together; `files` are the names of its files."""
    parts = forms_in(form, "components")
    faults = list(arrangement.faults(parts, (*path, "components"), files))
    faults += _embeds(forms_in(form, "embeds"), (*path, "embeds"), files)
    faults += _mentions(form_in(form, "allowed_mentions"), (*path, "allowed_mentions"))
    if v2:
        faults += _legacy(form, path)
    if faults:
        raise wrong_form(faults)


def check_not_empty(form: Json, *, files: bool) -> None:
    """Refuse a new message that shows nothing."""
    if files or any(form.get(name) for name in ("embeds", "components", "sticker_ids", "poll")):
        return
    if not str(form.get("content") or "").strip():
        raise refuse(50006)


def _legacy(form: Json, path: Path) -> Iterator[Fault]:
    for name in ("content", "embeds", "sticker_ids", "poll"):
        if form.get(name):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Fault((*path, name), code, sentence)


def _embeds(embeds: list[Json], path: Path, files: Collection[str]) -> Iterator[Fault]:
    if sum(map(_letters, embeds)) > MOST_EMBED_TEXT:
        sentence = f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        yield Fault(path, "MAX_EMBED_SIZE_EXCEEDED", sentence)
    for index, embed in enumerate(embeds):
        for part, name in (
            ("image", "url"),
            ("thumbnail", "url"),
            ("author", "icon_url"),
            ("footer", "icon_url"),
        ):
            url = text_in(form_in(embed, part), name)
            yield from arrangement.unknown_file(url, (*path, index, part, name), files)


def _letters(embed: Json) -> int:
    texts = [text_in(embed, "title"), text_in(embed, "description")]
    texts += [text_in(form_in(embed, "footer"), "text"), text_in(form_in(embed, "author"), "name")]
    for field in forms_in(embed, "fields"):
        texts += [field["name"], field["value"]]
    return sum(map(len, texts))


def _mentions(form: Json, path: Path) -> Iterator[Fault]:
    for name in ("users", "roles"):
        if name in list_in(form, "parse") and form.get(name):
            sentence = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            yield Fault((*path, "parse"), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)
