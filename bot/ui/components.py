"""Pages as discord.py components and modals, cut to Discord's limits.

Law: views and modals are stopped as they are made, so that discord.py keeps none of them; all
state is in the custom_ids, which the router reads.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import discord
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

    from bot.ui.pages.page import Block, Field, Form, Page

    Emojis = Mapping[str, discord.PartialEmoji]  # by men's letters and calls

TEXT, ALT, LABEL, OPTION, PROMPT, TITLE = 4000, 1024, 80, 100, 150, 45
OPTIONS, IN_ROW, CHECKS, FIELDS = 25, 5, 10, 5
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


@dataclass(frozen=True, slots=True)
class Message:
    """A page as discord.py takes it, to send or to edit."""

    view: ui.LayoutView
    files: tuple[discord.File, ...]
    allowed_mentions: discord.AllowedMentions
    keeps: bool  # the old message's files stay

    def sending(self) -> dict[str, Any]:
        """The arguments of `send`, `send_message` and `followup.send`."""
        return {
            "view": self.view,
            "files": list(self.files),
            "allowed_mentions": self.allowed_mentions,
        }

    def editing(self) -> dict[str, Any]:
        """The arguments of `edit` and `edit_message`."""
        files = {} if self.keeps else {"attachments": list(self.files)}
        return {"view": self.view, "allowed_mentions": self.allowed_mentions, **files}


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
    view = ui.LayoutView(timeout=None)
    for part in _parts(page, {*images, *kept}, component_id(mark), emojis or {}):
        view.add_item(part)
    view.stop()
    named = {picture.name for picture in page.pictures if picture.painted}
    contents = {name: images[name] for name in images if name in named}
    contents |= {file.name: file.content for file in page.files if file.name not in kept}
    return Message(
        view=view,
        files=tuple(discord.File(io.BytesIO(data), name) for name, data in contents.items()),
        allowed_mentions=discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[
                discord.Object(player) for player in page.pings if player not in (FORMER, ENGINE)
            ],
        ),
        keeps=bool(kept),
    )


def component_id(mark: int) -> int | None:
    """The id of a first component with that mark: not 1, which Discord gives one that has none."""
    return _FOR_ONE if mark == 1 else mark or None


def _parts(
    page: Page, seen: Collection[str], mark: int | None, emojis: Emojis
) -> Iterator[ui.Item[ui.LayoutView]]:
    """The components that stand side by side: one with all in it, or the plain ones."""
    items = _items(page, seen, emojis)
    if not page.framed:
        first, *others = items
        first.id = mark
        yield from (first, *others)
        return
    container = ui.Container[ui.LayoutView](accent_colour=int(page.accent), id=mark)
    for item in items:
        container.add_item(item)
    yield container


def _items(page: Page, seen: Collection[str], emojis: Emojis) -> Iterator[ui.Item[ui.LayoutView]]:
    """Every component, its text cut to what is left of the message's limit."""
    left = TEXT
    for item in (item for block in page.blocks for item in _item(block, seen, emojis)):
        texts = [each for each in _with_parts(item) if isinstance(each, ui.TextDisplay)]
        if texts and not left:
            continue  # a text may not be empty
        for text in texts:
            text.content = cut(with_signs(text.content, emojis), left)
            left -= len(text.content)
        yield item


def _with_parts(item: ui.Item[ui.LayoutView]) -> Iterator[ui.Item[ui.LayoutView]]:
    yield item
    if isinstance(item, ui.Section):
        yield from item.walk_children()


def _item(block: Block, seen: Collection[str], emojis: Emojis) -> Iterator[ui.Item[ui.LayoutView]]:
    match block:
        case Text(text):
            yield ui.TextDisplay(text)
        case Picture():
            yield from _picture(block, seen)
        case Buttons(buttons):
            assert len(buttons) <= IN_ROW
            yield ui.ActionRow(*(_button(each, emojis) for each in buttons))
        case Link(label, address):
            yield ui.ActionRow(ui.Button[ui.LayoutView](label=cut(label, LABEL), url=address))
        case Menu():
            yield ui.ActionRow(_menu(block, emojis))
        case ChannelMenu():
            yield ui.ActionRow(_channel_menu(block))
        case UserMenu(custom_id, prompt):
            select = ui.UserSelect[ui.LayoutView](
                custom_id=custom_id, placeholder=cut(prompt, PROMPT)
            )
            yield ui.ActionRow(select)
        case Section(text, button):
            yield ui.Section(text, accessory=_button(button, emojis))
        case Attachment(name):
            yield ui.File(f"attachment://{name}")


def _picture(picture: Picture, seen: Collection[str]) -> Iterator[ui.Item[ui.LayoutView]]:
    painted = picture.painted and picture.name in seen
    if painted:
        address = f"attachment://{picture.name}"
        yield ui.MediaGallery(discord.MediaGalleryItem(address, description=cut(picture.alt, ALT)))
    if picture.board and not painted:
        yield ui.TextDisplay(f"{picture.alt}\n{_code(picture.board)}")
    elif picture.board and picture.show is Show.BOTH:  # the picture has its own alt text
        yield ui.TextDisplay(_code(picture.board))


def _code(text: object) -> str:
    return f"```\n{text}\n```"


def _button(button: Button, emojis: Emojis) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        style=_STYLES[button.style],
        label=cut(button.label, LABEL),
        custom_id=button.id,
        disabled=button.off,
        emoji=emojis.get(button.man),
    )


def _menu(menu: Menu, emojis: Emojis) -> ui.Select[ui.LayoutView]:
    assert 0 < len(menu.options) <= OPTIONS
    select = ui.Select[ui.LayoutView](custom_id=menu.id, placeholder=cut(menu.prompt, PROMPT))
    for option in menu.options:
        select.add_option(
            label=cut(option.label, OPTION),
            value=option.value,
            description=cut(option.about, OPTION) or None,
            default=option.chosen,
            emoji=emojis.get(option.man),
        )
    return select


def _channel_menu(menu: ChannelMenu) -> ui.ChannelSelect[ui.LayoutView]:
    chosen = menu.chosen[:OPTIONS]
    return ui.ChannelSelect(
        custom_id=menu.id,
        placeholder=cut(menu.prompt, PROMPT),
        min_values=0,
        max_values=1 if menu.single else OPTIONS,
        channel_types=list(_POSTED_IN if menu.single else _PLAYED_IN),
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(n)) for n in chosen],
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
