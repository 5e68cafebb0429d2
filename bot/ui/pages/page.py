"""A page as data: texts, pictures, buttons, menus, files, pings; and the buttons that turn pages.

Invariant: no user's text gets in here as markup, mention or file name. People are `<@id>`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.ui.buttons import Press
    from bot.ui.words import Words
    from render.bracket import Bracket
    from render.card import Card
    from render.curve import Curve
    from render.points import Points
    from render.scene import Reel, Scene
    from render.standings import Standings
    from render.versus import Versus

IN_ROW = 5  # buttons in a row on Discord


class Accent(IntEnum):
    """The colour of a page's edge. It only repeats what the words say."""

    OPEN = 0xE8B55A  # waits for a player
    BOARD = 0x8A5530
    RAICHI = 0xE0802B
    TUICHI = 0xC0392B
    OFFER = 0x3B7DD8
    OVER = 0x2E8B57
    LOST = 0x6E1F1B  # for the reader who lost
    QUIET = 0x7F8C8D  # nothing left to do
    STOP = 0xA3201B  # refused, or can't be undone


class Style(StrEnum):
    """The emphasis of a button."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    GRAVE = "grave"


class Show(StrEnum):
    """The form in which a reader wants boards."""

    PICTURE = "picture"
    TEXT = "text"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Text:
    """One or more paragraphs in Discord's markup, with signs made by `sign`."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to paint, with its description for people who can't see it."""

    name: str
    scene: Scene | Card | Reel | Curve | Standings | Points | Bracket | Versus | bytes = field(
        repr=False
    )  # a reel becomes an animation; bytes are already painted
    alt: str
    board: object = ""  # the text board, by its str(); empty for an animation, which may be missing
    show: Show = Show.PICTURE
    theme: str = ""  # empty: the default
    still: Picture | None = None  # replaces an animation that isn't ready or failed

    @property
    def painted(self) -> bool:
        """Whether the reader wants the picture painted."""
        return self.show is not Show.TEXT


class _Pressed:
    """A component with its press's custom ID."""

    __slots__ = ()
    press: Press

    @property
    def id(self) -> str:
        """The custom ID."""
        return self.press.custom_id


@dataclass(frozen=True, slots=True)
class Button(_Pressed):
    """A button."""

    label: str
    press: Press
    style: Style = Style.PLAIN
    off: bool = False
    man: str = ""  # its letter; shown before the label if the bot has the pieces' emojis
    man_name: str = ""  # written after the label if it has none


@dataclass(frozen=True, slots=True)
class Link:
    """A button in its own row that opens an address in the browser."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Buttons:
    """A row of up to `IN_ROW` buttons."""

    buttons: tuple[Button, ...]


def in_rows(buttons: Sequence[Button]) -> tuple[Buttons, ...]:
    """Return the buttons in as many rows as needed."""
    return tuple(
        Buttons(tuple(buttons[start : start + IN_ROW])) for start in range(0, len(buttons), IN_ROW)
    )


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a menu or a modal."""

    label: str
    value: str
    about: str = ""
    chosen: bool = False
    man: str = ""  # as for a button


@dataclass(frozen=True, slots=True)
class Menu(_Pressed):
    """A menu with one choice."""

    press: Press
    prompt: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ChannelMenu(_Pressed):
    """A menu of the server's channels; choosing none is allowed too."""

    press: Press
    prompt: str
    chosen: tuple[int, ...] = ()
    most: int = 0  # the most channels for the bot's own posts; 0: any number of channels to play in
    threads: bool = False  # their threads too
    forums: bool = False  # only forums


@dataclass(frozen=True, slots=True)
class UserMenu(_Pressed):
    """A menu with Discord's search for one person."""

    press: Press
    prompt: str
    chosen: Player | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button beside it."""

    text: str
    button: Button


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file to download."""

    name: str
    content: bytes = field(repr=False)


Block = Text | Picture | Buttons | Link | Menu | ChannelMenu | UserMenu | Section | Attachment


@dataclass(frozen=True, slots=True)
class Page:
    """One message."""

    blocks: tuple[Block, ...]
    accent: Accent = Accent.BOARD
    pings: tuple[Player, ...] = ()  # only these mentions notify
    pinged_later: tuple[Player, ...] = ()  # players not to ping now
    framed: bool = True  # False: plain text, such as a line among lines

    def pinging_later(self, players: Iterable[Player | None]) -> Page:
        """Return the page with pings of these players postponed."""
        later = {*players}
        if not later:
            return self
        return replace(
            self,
            pings=tuple(player for player in self.pings if player not in later),
            pinged_later=tuple(player for player in self.pings if player in later),
        )

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures to paint or to write as text."""
        return tuple([block for block in self.blocks if isinstance(block, Picture)])

    @property
    def files(self) -> tuple[Attachment, ...]:
        """The files to download."""
        return tuple([block for block in self.blocks if isinstance(block, Attachment)])


@dataclass(frozen=True, slots=True)
class Additions:
    """Features' additions to a page of the core, written once its language is known."""

    lines: Callable[[Words], Iterable[str]] = lambda _: ()
    buttons: Callable[[Words], Sequence[Button]] = lambda _: ()


NOTHING_MORE = Additions()


@dataclass(frozen=True, slots=True)
class Field:
    """A question of a modal with options: one or, if `many`, several can be chosen."""

    id: str
    label: str
    options: tuple[Option, ...]
    about: str = ""
    many: bool = False
    most: int = 0  # the most that can be chosen; 0: all


@dataclass(frozen=True, slots=True)
class TextField:
    """A question of a modal with a free text as the answer."""

    id: str
    label: str
    longest: int
    value: str = ""
    about: str = ""
    several: bool = False  # several lines; can stay empty


@dataclass(frozen=True, slots=True)
class Modal(_Pressed):
    """Questions in a separate window."""

    press: Press
    title: str
    fields: tuple[Field, ...] = ()
    lines: tuple[TextField, ...] = ()  # asked first


_SIGN = re.compile("\ue000([^\ue001]+)\ue001")  # from Unicode's private area, unused elsewhere
MEN = {Side.DARK: "t", Side.LIGHT: "T"}  # the pieces whose pictures stand for the sides


def sign(what: Side | str) -> str:
    """Return the sign that stands for a picture: of a side's piece, raichi or tuichi."""
    return f"\ue000{MEN[what] if isinstance(what, Side) else what}\ue001"


def with_signs(text: str, pictures: Mapping[str, object]) -> str:
    """Replace signs with their pictures, by letter or call; without a picture, remove the sign."""

    def shown(match: re.Match[str]) -> str:
        picture = pictures.get(match[1])
        return "" if picture is None else f"{picture} "

    return _SIGN.sub(shown, text)


def text_page(text: str, further: tuple[Block, ...] = ()) -> Page:
    """Return a page of this text, with further blocks; a plain line if there are none."""
    return Page((Text(text), *further), Accent.QUIET, framed=bool(further))


def done_page(text: str, buttons: tuple[Button, ...]) -> Page:
    """Say what was done in a few lines, with buttons for the next step."""
    match buttons:
        case ():
            blocks: tuple[Block, ...] = (Text(text),)
        case (one,):
            blocks = (Section(text, one),)
        case _:
            blocks = (Text(text), Buttons(buttons))
    return Page(blocks, Accent.QUIET, framed=False)


def clamped(page: int, pages: int) -> int:
    """Return the page number, or the nearest one left: a list may have become shorter."""
    return max(0, min(page, pages - 1))


def turning(
    page: int, pages: int, words: Words, show: Callable[[int], Press]
) -> tuple[Buttons, ...]:
    """Return the row of buttons that `show` other pages; none for a single page.

    A button that leads nowhere is disabled, so that the other stays in place under the thumb.
    """
    if pages == 1:
        return ()
    back = Button(words("turn.back"), show(max(0, page - 1)), off=page == 0)
    following = Button(words("turn.next"), show(page + 1), off=page == pages - 1)
    return (Buttons((back, following)),)
