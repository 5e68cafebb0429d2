"""Make the parts of a message from a form: files, embeds and components.

The form has been checked already, except for the attachments, which are checked here.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast
from urllib.parse import unquote

from sandbox.pictures import kind_of, size_of
from sandbox.raw import Json, form_in, forms_in
from sandbox.rules import components as kinds
from sandbox.rules.arrangement import inside, media_of
from sandbox.rules.forms import FILE_LIMIT
from sandbox.rules.refusal import Fault, Path, refuse, wrong_form
from sandbox.world.model import Attachment
from sandbox.world.world import World

MOST_FILES = 10
_OWN = re.compile(r"https?://[^/]+/attachments/\d+/(\d+)/")
_PICTURE_DEFAULTS: Json = {"description": None, "spoiler": False}
_DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in kinds.SELECTS},
    kinds.CONTAINER: {"accent_color": None, "spoiler": False},
    kinds.SEPARATOR: {"divider": True, "spacing": 1},
    kinds.THUMBNAIL: _PICTURE_DEFAULTS,
    kinds.FILE: {"spoiler": False},
}


class Upload(NamedTuple):
    """A file sent with a form; `number` is that of its field."""

    number: int
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Destination:
    """The channel of the message, and whether it is private."""

    world: World
    channel_id: str
    ephemeral: bool = False


def safe_name(name: str) -> str:
    """A file's name as Discord stores it: no paths, no blanks, no special characters."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return re.sub(r"[^\w.\-]", "", re.sub(r"\s", "_", last)).lstrip(".") or "unknown"


def attachments(
    into: Destination,
    form: Json,
    uploads: Iterable[Upload],
    old_files: Iterable[Attachment],
    path: Path,
) -> tuple[Attachment, ...]:
    """The message's files: those kept of the old ones, then the new ones."""
    new = {str(upload.number): upload for upload in uploads}
    old = {file.id: file for file in old_files}
    if any(len(upload.data) > FILE_LIMIT for upload in new.values()):
        raise refuse(40005)
    if form.get("attachments") is None:
        files = [*old.values(), *(_stored(into, upload) for upload in new.values())]
    else:
        files = list(_listed(into, forms_in(form, "attachments"), new, old, path))
    if len(files) > MOST_FILES:
        sentence = f"Must be {MOST_FILES} or fewer in length."
        raise wrong_form([Fault((*path, "attachments"), "BASE_TYPE_MAX_LENGTH", sentence)])
    return tuple(files)


def _listed(
    into: Destination,
    listed: list[Json],
    new: dict[str, Upload],
    old: dict[str, Attachment],
    path: Path,
) -> Iterator[Attachment]:
    rest = dict(new)
    for index, entry in enumerate(listed):
        number = str(entry["id"])
        if upload := rest.pop(number, None):
            name = entry.get("filename") or upload.filename
            stored = _stored(into, upload._replace(filename=name))
            yield replace(stored, description=entry.get("description"))
        elif number in old:
            description = entry.get("description", old[number].description)
            yield replace(old[number], description=description)
        else:
            fault = Fault((*path, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Not found")
            raise wrong_form([fault])
    for upload in rest.values():
        yield _stored(into, upload)


def _stored(into: Destination, upload: Upload) -> Attachment:
    name = safe_name(upload.filename)
    return Attachment(
        id=into.world.ids.next(),
        channel_id=into.channel_id,
        filename=name,
        content_type=kind_of(name, upload.data),
        data=upload.data,
        size=size_of(upload.data),
        ephemeral=into.ephemeral,
    )


def embeds(form: Json, files: tuple[Attachment, ...]) -> tuple[tuple[Json, ...], set[str]]:
    """The embeds as stored, and the ids of the files that they show."""
    used: set[str] = set()
    stored: list[Json] = []
    for given in forms_in(form, "embeds"):
        embed: Json = {**_clean(given), "type": "rich"}
        embed["fields"] = [{"inline": False, **field} for field in forms_in(embed, "fields")]
        for part, name in (
            ("image", "url"),
            ("thumbnail", "url"),
            ("author", "icon_url"),
            ("footer", "icon_url"),
        ):
            if url := form_in(embed, part).get(name):
                used |= _own_file(embed[part], str(url), name, files)
        stored.append({key: value for key, value in embed.items() if value not in ([], {})})
    return tuple(stored), used


def components(form: Json, files: tuple[Attachment, ...], world: World) -> tuple[Json, ...]:
    """The components as they are kept: numbered, complete, their pictures tied to the files."""
    stored: list[Json] = [_clean(component) for component in forms_in(form, "components")]
    placed = list(inside(stored))
    numbered = [component for _, component in placed]
    taken = {component["id"] for component in numbered if component.get("id")}
    number = 0
    for path, part in placed:
        if not part.get("id"):
            number = next(n for n in range(number + 1, 1000) if n not in taken)
            part["id"] = number
        for name, value in _DEFAULTS.get(part["type"], {}).items():
            part.setdefault(name, value)
        _check_emojis(part, path, world)
        for default in forms_in(part, "default_values"):
            default["id"] = str(default["id"])
        for item in forms_in(part, "items"):
            item.update({**_PICTURE_DEFAULTS, **item})
        for _, media in media_of(part):
            _own_file(media, str(media["url"]), "url", files)
            media["id"] = world.ids.next()
    return tuple(stored)


def _check_emojis(component: Json, path: Path, world: World) -> None:
    """Custom emojis are the application's own; their numbers are kept as text."""
    options = enumerate(forms_in(component, "options"))
    bearers = [(component, path), *((option, (*path, "options", n)) for n, option in options)]
    for bearer, here in bearers:
        emoji = form_in(bearer, "emoji")
        if not emoji.get("id"):
            continue
        emoji["id"] = str(emoji["id"])
        if emoji["id"] not in world.emojis:
            fault = Fault((*here, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            raise wrong_form([fault])


def _own_file(media: Json, url: str, name: str, files: tuple[Attachment, ...]) -> set[str]:
    """Tie a picture to the message's own file, when it is one; the address goes."""
    if url.startswith("attachment://"):
        wanted = unquote(url.removeprefix("attachment://"))
        ids = [file.id for file in files if file.filename == wanted]
    else:
        match = _OWN.match(url)
        ids = [file.id for file in files if match and file.id == match[1]]
    if not ids:
        return set()
    del media[name]
    media["attachment_id"] = ids[-1]
    return {ids[-1]}


def _clean(value: Any) -> Any:  # noqa: ANN401  (raw JSON in, raw JSON out)
    """A deep copy without the fields that are null."""
    if isinstance(value, dict):
        form = cast("Json", value)
        return {key: _clean(field) for key, field in form.items() if field is not None}
    if isinstance(value, list):
        return [_clean(item) for item in cast("list[Any]", value)]
    return value
