"""Pages and modals as discord.py's components, cut to Discord's limits.

Invariant: views and modals are stopped when made, so that discord.py keeps none of them; all state
is in the custom_ids, which the router reads.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.model.people import NO_PERSONS
from bot.ui.pages.page import (
    IN_ROW,
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
from games.notation import JOINER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from bot.model.people import Player
    from bot.ui.pages.page import Block, Field, Modal, Option, Page, TextField

    Emojis = Mapping[str, discord.PartialEmoji]  # by pieces' letters and calls
    Item = ui.Item[ui.LayoutView]

TEXT, ALT, LABEL, OPTION, PROMPT, TITLE = 4000, 1024, 80, 100, 150, 45
OPTIONS, CHECKS, FIELDS = 25, 10, 5
_FEW = 3  # options of a modal's field that fit a phone's screen
_FOR_ONE = 2**31 - 1  # the highest ID that Discord takes
POSTED_IN = (discord.ChannelType.text, discord.ChannelType.news)  # by the bot itself
_PLAYED_IN = (
    *POSTED_IN,
    discord.ChannelType.voice,
    discord.ChannelType.forum,  # for games in its threads
)
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.news_thread)
_HYPHEN = re.compile("(?<=[0-9])-(?=[a-z][0-9])")  # of a move
_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.GRAVE: discord.ButtonStyle.danger,
}


class _Content(io.BytesIO):
    """The content of a file to send; freed when nothing refers to it any more.

    discord.py replaces methods of its file objects so that it can resend them. That makes a
    reference cycle, which would keep pictures in memory until the next garbage collection,
    thousands of answers later. So this class refuses new attributes.
    """

    def close(self) -> None:
        """Stay open: discord.py may resend the file."""

    def __setattr__(self, name: str, value: object) -> None:
        """Ignore attributes that discord.py sets."""


@dataclass(frozen=True, slots=True)
class Message:
    """A page in Discord's form, to send or to edit."""

    view: ui.LayoutView
    files: Mapping[str, bytes]
    pings: Sequence[Player]
    keeps_files: bool  # whether an edit keeps the old message's files

    def sending(self) -> dict[str, Any]:
        """Return the arguments of discord.py's `send`, `send_message` and `followup.send`."""
        return {**self._arguments(), "files": self._discord_files()}

    def editing(self) -> dict[str, Any]:
        """Return the arguments of discord.py's `edit` and `edit_message`."""
        files = {} if self.keeps_files else {"attachments": self._discord_files()}
        return {**self._arguments(), **files}

    def _arguments(self) -> dict[str, Any]:
        users = [discord.Object(player) for player in self.pings]
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=users
        )
        return {"view": self.view, "allowed_mentions": mentions}

    def _discord_files(self) -> list[discord.File]:
        return [discord.File(_Content(content), name) for name, content in self.files.items()]


def message(
    page: Page,
    images: Mapping[str, bytes],
    kept_files: Collection[str] = (),
    mark: int = 0,
    emojis: Emojis | None = None,
) -> Message:
    """Return a page with its pictures. `kept_files`: names of files in the message being edited.

    A picture in neither is replaced by its text board. A nonzero mark becomes the ID of the first
    component, which identifies the message. `emojis`: by pieces' letters and calls.
    """
    available = {*images, *kept_files}
    pictures = [_or_still(picture, available) for picture in page.pictures]
    painted = {picture.name for picture in pictures if picture.painted}
    files = {name: image for name, image in images.items() if name in painted}
    files |= {file.name: file.content for file in page.files if file.name not in kept_files}
    return Message(
        view=_view(page, available, component_id(mark), emojis or {}),
        files=files,
        pings=[player for player in page.pings if player not in NO_PERSONS],
        keeps_files=bool(kept_files),
    )


def component_id(mark: int) -> int | None:
    """Return a mark's ID for the first component: never 1, Discord's own ID for an unnamed one."""
    return _FOR_ONE if mark == 1 else mark or None


def _view(
    page: Page, available: Collection[str], first_id: int | None, emojis: Emojis
) -> ui.LayoutView:
    """Return a page's components. `available`: files that they can refer to."""
    view = ui.LayoutView(timeout=None)
    items: list[Item] = [*_items(page, available, emojis)]
    if page.framed:
        items = [ui.Container(*items, accent_colour=int(page.accent))]
    if first_id:
        items[0].id = first_id
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _items(page: Page, available: Collection[str], emojis: Emojis) -> Iterator[Item]:
    """Yield each block's component, with texts cut to what is left of the message's limit."""
    left = TEXT
    for item in (item for block in page.blocks for item in _item(block, available, emojis)):
        texts = _texts(item)
        if texts and not left:
            continue  # Discord refuses an empty text
        for text in texts:
            text.content = cut(_unbroken(with_signs(text.content, emojis)), left)
            left -= len(text.content)
        yield item


def _unbroken(text: str) -> str:
    """Return a text that never breaks at a move's hyphen."""
    return _HYPHEN.sub(f"-{JOINER}", text)


def _texts(item: Item) -> list[ui.TextDisplay[ui.LayoutView]]:
    parts = item.children if isinstance(item, ui.Section) else [item]
    return [part for part in parts if isinstance(part, ui.TextDisplay)]


def _item(block: Block, available: Collection[str], emojis: Emojis) -> Iterator[Item]:
    """Yield a block's component; a picture may have two, or none."""
    match block:
        case Text(text):
            yield ui.TextDisplay(text)
        case Picture():
            yield from _picture(block, available)
        case Buttons(buttons):
            assert len(buttons) <= IN_ROW
            yield ui.ActionRow(*(_button(button, emojis) for button in buttons))
        case Link(label, address):
            yield ui.ActionRow(ui.Button(label=cut(label, LABEL), url=address))
        case Menu():
            yield ui.ActionRow(_menu(block, emojis))
        case ChannelMenu():
            yield ui.ActionRow(_channel_menu(block))
        case UserMenu():
            yield ui.ActionRow(_user_menu(block))
        case Section(text, button):
            yield ui.Section(text, accessory=_button(button, emojis))
        case Attachment(name):
            yield ui.File(_address(name))


def _address(name: str) -> str:
    """Return the address of a file in the same message."""
    return f"attachment://{name}"


def _picture(picture: Picture, available: Collection[str]) -> Iterator[Item]:
    """Yield a picture or its text board, or both, as the reader wants."""
    picture = _or_still(picture, available)
    is_shown = picture.painted and picture.name in available
    if is_shown:
        description = cut(picture.alt, ALT)
        image = discord.MediaGalleryItem(_address(picture.name), description=description)
        yield ui.MediaGallery(image)
    if picture.board and not is_shown:
        yield ui.TextDisplay(f"{picture.alt}\n{_code(picture.board)}")
    elif picture.board and picture.show is Show.BOTH:  # the picture has its own alt text
        yield ui.TextDisplay(_code(picture.board))


def _or_still(picture: Picture, available: Collection[str]) -> Picture:
    """Return a picture, or its replacement if its file is missing."""
    if picture.still is None or picture.name in available:
        return picture
    return _or_still(picture.still, available)


def _code(text: object) -> str:
    return f"```\n{text}\n```"


def _button(button: Button, emojis: Emojis) -> ui.Button[ui.LayoutView]:
    """Return a button; without the piece's emoji, the label names the piece."""
    said = button.man_name if button.man not in emojis else ""
    return ui.Button(
        style=_STYLES[button.style],
        label=cut(f"{button.label} · {said}" if said else button.label, LABEL),
        custom_id=button.id,
        disabled=button.off,
        emoji=emojis.get(button.man),
    )


def _menu(menu: Menu, emojis: Emojis) -> ui.Select[ui.LayoutView]:
    assert 0 < len(menu.options) <= OPTIONS
    return ui.Select(
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        options=[_option(option, emojis) for option in menu.options],
    )


def _option(option: Option, emojis: Emojis) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(option.label, OPTION),
        value=option.value,
        description=cut(option.about, OPTION) or None,
        default=option.chosen,
        emoji=emojis.get(option.man),
    )


def _user_menu(menu: UserMenu) -> ui.UserSelect[ui.LayoutView]:
    chosen = [discord.Object(menu.chosen)] if menu.chosen else []
    return ui.UserSelect(
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        default_values=[*map(discord.SelectDefaultValue.from_user, chosen)],
    )


def _channel_menu(menu: ChannelMenu) -> ui.ChannelSelect[ui.LayoutView]:
    offered = [*(POSTED_IN if menu.most else _PLAYED_IN), *_THREADS * menu.threads]
    return ui.ChannelSelect(
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        min_values=0,
        max_values=menu.most or OPTIONS,
        channel_types=[discord.ChannelType.forum] if menu.forums else offered,
        default_values=[
            discord.SelectDefaultValue.from_channel(discord.Object(channel))
            for channel in menu.chosen[:OPTIONS]
        ],
    )


def modal(asked: Modal) -> ui.Modal:
    """Return a modal as discord.py sends it."""
    assert 0 < len(asked.lines) + len(asked.fields) <= FIELDS
    window = ui.Modal(title=cut(asked.title, TITLE), custom_id=asked.id)
    lines = [(line, _line(line)) for line in asked.lines]
    for field, component in (*lines, *((field, _group(field)) for field in asked.fields)):
        window.add_item(
            ui.Label(
                text=cut(field.label, TITLE),
                description=cut(field.about, OPTION) or None,
                component=component,
            )
        )
    window.stop()
    return window


def _line(field: TextField) -> ui.TextInput[ui.LayoutView]:
    return ui.TextInput(
        custom_id=field.id,
        style=discord.TextStyle.paragraph if field.several else discord.TextStyle.short,
        default=field.value or None,
        required=not field.several,
        min_length=None if field.several else 1,
        max_length=field.longest,
    )


def _group(field: Field) -> Item:
    """Return checkboxes for several choices; for one choice, radio buttons if few, else a menu."""
    count = len(field.options)
    assert 0 < count <= OPTIONS
    group: ui.CheckboxGroup[ui.LayoutView] | ui.RadioGroup[ui.LayoutView] | ui.Select[ui.LayoutView]
    if field.many and count > CHECKS:
        group = ui.Select(custom_id=field.id, max_values=field.most or count)
    elif field.many:
        group = ui.CheckboxGroup(custom_id=field.id, required=False, min_values=0)
    elif count <= _FEW:
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
    """Return a text, shortened with an ellipsis if it is too long."""
    return text if len(text) <= longest else text[: max(0, longest - 1)] + "…"[: max(0, longest)]


def parts_of(components: Iterable[object]) -> Iterator[object]:
    """Yield the components of a message, at any depth."""
    for part in components:
        yield part
        yield from parts_of(getattr(part, "children", ()))


def shows_board(components: Iterable[object]) -> bool:
    """Whether a message shows a board, as a picture or as a block of text."""
    return any(
        isinstance(part, discord.MediaGalleryComponent)
        or (isinstance(part, discord.TextDisplay) and "```" in part.content)
        for part in parts_of(components)
    )


def pictures_of(components: Iterable[object]) -> list[str]:
    """Return the names of a message's pictures."""
    return [
        PurePosixPath(urlsplit(item.media.url).path).name
        for part in parts_of(components)
        if isinstance(part, discord.MediaGalleryComponent)
        for item in part.items
    ]


def is_line(components: Sequence[object]) -> bool:
    """Whether a message is the line that replaces an old board."""
    first = components[0] if components else None
    return isinstance(first, discord.TextDisplay) and first.content.startswith("-# ")


def ids_of(components: Iterable[object]) -> Iterator[str]:
    """Return the custom IDs of a message's components, at any depth."""
    return (getattr(part, "custom_id", None) or "" for part in parts_of(components))
