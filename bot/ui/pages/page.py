"""A page as data: texts, pictures, buttons, menus, files, pings; the row that turns pages.

Law: nothing that a user wrote gets in here as markup, mention or file name. People are `<@id>`.
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
    from render.curve import Curve
    from render.points import Points
    from render.scene import Reel, Scene
    from render.standings import Standings
    from render.versus import Versus

IN_ROW = 5  # buttons that Discord lays out beside each other


class Accent(IntEnum):
    """The colour at a page's edge. It only repeats what the words say."""

    OPEN = 0xE8B55A  # waits for a player
    BOARD = 0x8A5530
    RAICHI = 0xE0802B
    TUICHI = 0xC0392B
    OFFER = 0x3B7DD8
    OVER = 0x2E8B57
    LOST = 0x6E1F1B  # to the one who reads it
    QUIET = 0x7F8C8D  # nothing more to be done here
    STOP = 0xA3201B  # it was refused, or is not to be taken back


class Style(StrEnum):
    """How much a button asks to be pressed."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    GRAVE = "grave"


class Show(StrEnum):
    """How a reader wants boards."""

    PICTURE = "picture"
    TEXT = "text"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or a few, in Discord's markup, with the signs that `sign` makes."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Something to be painted, with its description for those who cannot see it."""

    name: str
    scene: Scene | Reel | Curve | Standings | Points | Bracket | Versus | bytes = field(
        repr=False
    )  # a reel: a film; bytes are painted
    alt: str
    board: object = ""  # the same as text, by its str(); empty for a film, which may be missing
    show: Show = Show.PICTURE
    theme: str = ""  # empty: the usual one
    still: Picture | None = None  # what stands in its place where there is no film yet, or none

    @property
    def painted(self) -> bool:
        """Whether the reader wants the picture painted."""
        return self.show is not Show.TEXT


class _Pressed:
    """What has the custom id of its press."""

    __slots__ = ()
    press: Press

    @property
    def id(self) -> str:
        """The custom id."""
        return self.press.custom_id


@dataclass(frozen=True, slots=True)
class Button(_Pressed):
    """Something to press."""

    label: str
    press: Press
    style: Style = Style.PLAIN
    off: bool = False
    man: str = ""  # its letter; shown before the label where the bot has pictures of men
    man_name: str = ""  # said after the label where it has none


@dataclass(frozen=True, slots=True)
class Link:
    """A button in a row of its own that opens an address in the browser."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Buttons:
    """Up to `IN_ROW` in a row."""

    buttons: tuple[Button, ...]


def in_rows(buttons: Sequence[Button]) -> tuple[Buttons, ...]:
    """The buttons in as many rows as they need."""
    return tuple(
        Buttons(tuple(buttons[start : start + IN_ROW])) for start in range(0, len(buttons), IN_ROW)
    )


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a menu or a modal."""

    label: str
    value: str
    about: str = ""
    chosen: bool = False
    man: str = ""  # as for a button


@dataclass(frozen=True, slots=True)
class Menu(_Pressed):
    """One of several, to be chosen."""

    press: Press
    prompt: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ChannelMenu(_Pressed):
    """Any of a server's channels, as Discord lists them; none is an answer too."""

    press: Press
    prompt: str
    chosen: tuple[int, ...] = ()
    most: int = 0  # so many, in which the bot posts by itself; 0: any in which one plays
    threads: bool = False  # also the threads of those
    forums: bool = False  # forums alone


@dataclass(frozen=True, slots=True)
class UserMenu(_Pressed):
    """One person, whom the reader finds among all whom Discord lists."""

    press: Press
    prompt: str


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button beside it."""

    text: str
    button: Button


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file to take away."""

    name: str
    content: bytes = field(repr=False)


Block = Text | Picture | Buttons | Link | Menu | ChannelMenu | UserMenu | Section | Attachment


@dataclass(frozen=True, slots=True)
class Page:
    """One message."""

    blocks: tuple[Block, ...]
    accent: Accent = Accent.BOARD
    pings: tuple[Player, ...] = ()  # mentions of all others do not notify
    pinged_later: tuple[Player, ...] = ()  # those who are not to be pinged now
    framed: bool = True  # False: plain text, such as a line among lines

    def pinging_later(self, players: Iterable[Player | None]) -> Page:
        """The page without a ping for those who hear of it later."""
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
    """What features add to a page of the core, written once its language is known."""

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
    most: int = 0  # how many; 0: all


@dataclass(frozen=True, slots=True)
class TextField:
    """A question of a modal with a free text as the answer."""

    id: str
    label: str
    longest: int
    value: str = ""
    about: str = ""
    several: bool = False  # of several lines; such a one may stay empty


@dataclass(frozen=True, slots=True)
class Modal(_Pressed):
    """Questions asked in a window of their own."""

    press: Press
    title: str
    fields: tuple[Field, ...] = ()
    lines: tuple[TextField, ...] = ()  # asked first


_SIGN = re.compile("\ue000([^\ue001]+)\ue001")  # characters that stand for nothing else
MEN = {Side.DARK: "t", Side.LIGHT: "T"}  # whose pictures stand for the sides


def sign(what: Side | str) -> str:
    """Return the sign that replaces the picture of a side's man, or of raichi or tuichi."""
    return f"\ue000{MEN[what] if isinstance(what, Side) else what}\ue001"


def with_signs(text: str, pictures: Mapping[str, object]) -> str:
    """The text with these pictures, by letter or call; where one is missing, without it."""

    def shown(match: re.Match[str]) -> str:
        picture = pictures.get(match[1])
        return "" if picture is None else f"{picture} "

    return _SIGN.sub(shown, text)


def text_page(text: str, further: tuple[Block, ...] = ()) -> Page:
    """A page of this text, and of what can be done next; a line where that is all."""
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
    """The page, or the nearest there is: a list may have become shorter since."""
    return max(0, min(page, pages - 1))


def turning(
    page: int, pages: int, words: Words, show: Callable[[int], Press]
) -> tuple[Buttons, ...]:
    """The row of buttons that `show` other pages; none for a single page.

    One that leads nowhere is off, and keeps the other in its place under the thumb.
    """
    if pages == 1:
        return ()
    back = Button(words("turn.back"), show(max(0, page - 1)), off=page == 0)
    following = Button(words("turn.next"), show(page + 1), off=page == pages - 1)
    return (Buttons((back, following)),)
