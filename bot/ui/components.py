"""Pages as Discord's components, and forms as modals, cut to Discord's limits.

Components are made as the API takes them: discord.py's own objects cost more than making the page.
Law: views and modals are stopped as they are made, so that discord.py keeps none of them;
all state is in the custom_ids, which the router reads.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp
import discord
from discord import ComponentType as Type
from discord import ui

from bot.service.model import ENGINE, FORMER
from bot.ui.pages.page import (
    Attachment,
    Button,
    Buttons,
    ChannelMenu,
    Link,
    Menu,
    Picture,
    Section,
    Show,
    Style,
    Text,
    UserMenu,
    with_signs,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from bot.service.model import Player
    from bot.ui.pages.page import Block, Field, Form, Option, Page

    Emojis = Mapping[str, discord.PartialEmoji]  # by men's letters and calls
    Component = dict[str, Any]

TEXT, ALT, LABEL, OPTION, PROMPT, TITLE = 4000, 1024, 80, 100, 150, 45
OPTIONS, IN_ROW, CHECKS, FIELDS = 25, 5, 10, 5
_AT_ONCE = 2**20  # bytes of a request that are sent in one piece
_FEW = 3  # options of a form: more than these would fill a phone
_FOR_ONE = 2**31 - 1  # the highest id that Discord takes
_POSTED_IN = (discord.ChannelType.text, discord.ChannelType.news)
_PLAYED_IN = (
    *_POSTED_IN,
    discord.ChannelType.voice,
    discord.ChannelType.forum,  # in whose threads one plays
)
_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.GRAVE: discord.ButtonStyle.danger,
}


class _Shown(ui.LayoutView):
    """Components that are made already, for those parts of discord.py that take a view alone."""

    def __init__(self, made: Sequence[Component]) -> None:
        super().__init__(timeout=None)
        self._made = made
        self.stop()

    def has_components_v2(self) -> bool:
        """They all are of the second kind."""
        return True

    def to_components(self) -> list[Component]:
        """As they were made."""
        return [*self._made]


@dataclass(frozen=True, slots=True)
class Message:
    """A page as Discord takes it, to send or to edit."""

    components: Sequence[Component]
    files: Mapping[str, bytes]
    pings: Sequence[Player]
    keeps: bool  # the old message's files stay

    def request(self, *, silent: bool = False, **more: object) -> dict[str, Any]:
        """The arguments of discord.py's `HTTPClient.request`. `more`: fields of the message."""
        flags = discord.MessageFlags(components_v2=True, suppress_notifications=silent)
        files = [{"id": number, "filename": name} for number, name in enumerate(self.files)]
        fields = {
            "components": self.components,
            "flags": flags.value,
            "allowed_mentions": self._mentions().to_dict(),
            **({} if self.keeps else {"attachments": files}),
            **more,
        }
        return {"data": _form(fields, self.files)} if self.files else {"json": fields}

    def sending(self) -> dict[str, Any]:
        """The arguments of discord.py's `send`, `send_message` and `followup.send`."""
        return {**self._arguments(), "files": self._discord_files()}

    def editing(self) -> dict[str, Any]:
        """The arguments of discord.py's `edit` and `edit_message`."""
        files = {} if self.keeps else {"attachments": self._discord_files()}
        return {**self._arguments(), **files}

    def _arguments(self) -> dict[str, Any]:
        return {"view": _Shown(self.components), "allowed_mentions": self._mentions()}

    def _mentions(self) -> discord.AllowedMentions:
        pinged = [discord.Object(player) for player in self.pings]
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=pinged
        )

    def _discord_files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(data), name) for name, data in self.files.items()]


def _form(fields: Mapping[str, object], files: Mapping[str, bytes]) -> aiohttp.Payload:
    """A message and its files as one body: aiohttp sends each part of its own forms apart.

    The names of files are our own, so nothing in them is escaped.
    """
    boundary = uuid4().hex

    def part(name: str, kind: str, content: bytes) -> Sequence[bytes]:
        head = f"--{boundary}\r\nContent-Disposition: form-data; name={name}\r\n"
        return f"{head}Content-Type: {kind}\r\n\r\n".encode(), content, b"\r\n"

    parts = [*part('"payload_json"', "application/json", json.dumps(fields).encode())]
    for number, (name, content) in enumerate(files.items()):
        named = f'"files[{number}]"; filename="{name}"'
        parts += part(named, "application/octet-stream", content)
    body = b"".join((*parts, f"--{boundary}--\r\n".encode()))
    content_type = f"multipart/form-data; boundary={boundary}"
    if len(body) > _AT_ONCE:
        return aiohttp.BytesIOPayload(io.BytesIO(body), content_type=content_type)
    return aiohttp.BytesPayload(body, content_type=content_type)


def message(
    page: Page,
    images: Mapping[str, bytes],
    kept: Collection[str] = (),
    mark: int = 0,
    emojis: Emojis | None = None,
) -> Message:
    """The page with its pictures. `kept`: names of files that the edited message already has.

    The text board replaces a picture that is in neither. The mark, where there is one, becomes
    the id of the first component, by which the message is recognised. `emojis`: by men's letters
    and calls.
    """
    named = {picture.name for picture in page.pictures if picture.painted}
    contents = {name: images[name] for name in images if name in named}
    contents |= {file.name: file.content for file in page.files if file.name not in kept}
    return Message(
        components=_parts(page, {*images, *kept}, component_id(mark), emojis or {}),
        files=contents,
        pings=[player for player in page.pings if player not in (FORMER, ENGINE)],
        keeps=bool(kept),
    )


def component_id(mark: int) -> int | None:
    """The id of a first component with that mark: not 1, which Discord gives one that has none."""
    return _FOR_ONE if mark == 1 else mark or None


def _parts(
    page: Page, seen: Collection[str], mark: int | None, emojis: Emojis
) -> Sequence[Component]:
    """The components that stand side by side: one with all in it, or the plain ones."""
    parts = [*_items(page, seen, emojis)]
    if page.framed:
        parts = [_made(Type.container, accent_color=int(page.accent), components=parts)]
    if mark:
        parts[0]["id"] = mark
    return parts


def _items(page: Page, seen: Collection[str], emojis: Emojis) -> Iterator[Component]:
    """Every component, its text cut to what is left of the message's limit."""
    left = TEXT
    for item in (item for block in page.blocks for item in _item(block, seen, emojis)):
        texts = [each for each in (item, *item.get("components", ())) if "content" in each]
        if texts and not left:
            continue  # a text may not be empty
        for text in texts:
            text["content"] = cut(with_signs(text["content"], emojis), left)
            left -= len(text["content"])
        yield item


def _item(block: Block, seen: Collection[str], emojis: Emojis) -> Iterator[Component]:
    match block:
        case Text(text):
            yield _made(Type.text_display, content=text)
        case Picture():
            yield from _picture(block, seen)
        case Buttons(buttons):
            assert len(buttons) <= IN_ROW
            yield _row(*(_button(each, emojis) for each in buttons))
        case Link(label, address):
            link = {"style": discord.ButtonStyle.link.value, "url": address}
            yield _row(_made(Type.button, label=cut(label, LABEL), **link))
        case Menu():
            yield _row(_menu(block, emojis))
        case ChannelMenu():
            yield _row(_channel_menu(block))
        case UserMenu(custom_id, prompt):
            prompt = cut(prompt, PROMPT)
            yield _row(_made(Type.user_select, custom_id=custom_id, placeholder=prompt))
        case Section(text, button):
            said = _made(Type.text_display, content=text)
            yield _made(Type.section, components=[said], accessory=_button(button, emojis))
        case Attachment(name):
            yield _made(Type.file, file=_attached(name))


def _made(kind: Type, **fields: object) -> Component:
    return {"type": kind.value, **fields}


def _row(*components: Component) -> Component:
    return _made(Type.action_row, components=[*components])


def _attached(name: str) -> dict[str, str]:
    """A file of the same message."""
    return {"url": f"attachment://{name}"}


def _picture(picture: Picture, seen: Collection[str]) -> Iterator[Component]:
    painted = picture.painted and picture.name in seen
    if painted:
        item = {"media": _attached(picture.name), "description": cut(picture.alt, ALT)}
        yield _made(Type.media_gallery, items=[item])
    if picture.board and not painted:
        yield _made(Type.text_display, content=f"{picture.alt}\n{_code(picture.board)}")
    elif picture.board and picture.show is Show.BOTH:  # the picture has its own alt text
        yield _made(Type.text_display, content=_code(picture.board))


def _code(text: object) -> str:
    return f"```\n{text}\n```"


def _button(button: Button, emojis: Emojis) -> Component:
    return _made(
        Type.button,
        style=_STYLES[button.style].value,
        label=cut(button.label, LABEL),
        custom_id=button.id,
        disabled=button.off,
        **_emoji(button.man, emojis),
    )


def _emoji(man: str, emojis: Emojis) -> Mapping[str, object]:
    found = emojis.get(man)
    return {"emoji": found.to_dict()} if found else {}


def _menu(menu: Menu, emojis: Emojis) -> Component:
    assert 0 < len(menu.options) <= OPTIONS
    return _made(
        Type.select,
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        options=[_option(each, emojis) for each in menu.options],
    )


def _option(option: Option, emojis: Emojis) -> Mapping[str, object]:
    about = {"description": cut(option.about, OPTION)} if option.about else {}
    return {
        "label": cut(option.label, OPTION),
        "value": option.value,
        "default": option.chosen,
        **about,
        **_emoji(option.man, emojis),
    }


def _channel_menu(menu: ChannelMenu) -> Component:
    return _made(
        Type.channel_select,
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        min_values=0,
        max_values=1 if menu.single else OPTIONS,
        channel_types=[each.value for each in (_POSTED_IN if menu.single else _PLAYED_IN)],
        default_values=[{"id": str(n), "type": "channel"} for n in menu.chosen[:OPTIONS]],
    )


def modal(form: Form) -> ui.Modal:
    """The form as a modal."""
    assert 0 < len(form.fields) <= FIELDS
    window = ui.Modal(title=cut(form.title, TITLE), custom_id=form.id)
    for field in form.fields:
        window.add_item(
            ui.Label(
                text=cut(field.label, TITLE),
                description=cut(field.about, OPTION) or None,
                component=_group(field),
            )
        )
    window.stop()
    return window


def _group(field: Field) -> ui.Item[ui.LayoutView]:
    """Boxes to tick; of one choice, buttons that are all seen where they are few, else a menu."""
    assert 0 < len(field.options) <= CHECKS
    group: ui.CheckboxGroup[ui.LayoutView] | ui.RadioGroup[ui.LayoutView] | ui.Select[ui.LayoutView]
    if field.many:
        group = ui.CheckboxGroup(custom_id=field.id, required=False, min_values=0)
    elif len(field.options) <= _FEW:
        group = ui.RadioGroup(custom_id=field.id)
    else:
        group = ui.Select(custom_id=field.id)
    for option in field.options:
        group.add_option(
            label=cut(option.label, OPTION),
            value=option.value,
            description=cut(option.about, OPTION) or None,
            default=option.chosen,
        )
    return group


def cut(text: str, longest: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= longest else text[: max(0, longest - 1)] + "…"[: max(0, longest)]


def parts_of(components: Iterable[object]) -> Iterator[object]:
    """The components of a message, at any depth."""
    for part in components:
        yield part
        yield from parts_of(getattr(part, "children", ()))


def shows_board(components: Iterable[object]) -> bool:
    """Whether a message shows a board, as a picture or as a block of text."""
    return any(
        isinstance(each, discord.MediaGalleryComponent)
        or (isinstance(each, discord.TextDisplay) and "```" in each.content)
        for each in parts_of(components)
    )


def pictures_of(components: Iterable[object]) -> list[str]:
    """The names of a message's pictures."""
    return [
        PurePosixPath(urlsplit(item.media.url).path).name
        for each in parts_of(components)
        if isinstance(each, discord.MediaGalleryComponent)
        for item in each.items
    ]


def is_line(components: Sequence[object]) -> bool:
    """Whether a message is the line that is left of a board."""
    first = components[0] if components else None
    return isinstance(first, discord.TextDisplay) and first.content.startswith("-# ")


def ids_of(components: Iterable[object]) -> Iterator[str]:
    """The custom_ids of a message's components, at any depth."""
    return (getattr(each, "custom_id", None) or "" for each in parts_of(components))
