"""The hub of a server: group play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import ChosenPress, Press
from bot.ui.components import LABEL, OPTIONS, cut
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Menu,
    Option,
    Page,
    Text,
    done_page,
    in_rows,
    text_page,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.joinable import Joinable
    from bot.model.matches import Listing
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

ON, OFF = "on", "off"
_WAYS = 3  # buttons of a kind in the hub: a message has room for 40 parts


class ShowHub(Press, verb="hub"):
    """Show the hub privately."""


def hub(blocks: Sequence[Block], reader: Reader) -> Page:
    """Return the hub's private page with the features' blocks."""
    return Page((Text(reader.words("hub.title")), *blocks), Accent.BOARD)


# Shared by pages of features:


def ways(named: Sequence[tuple[str, Press]], among: str, words: Words) -> Iterator[Block]:
    """Yield ways to several things by name: buttons or, if there are many, a menu.

    `among`: the menu's subject, since the hub has several menus.
    """
    if len(named) <= _WAYS:
        yield from in_rows([Button(cut(name, LABEL), press) for name, press in named])
        return
    options = (Option(name, press.custom_id) for name, press in named[:OPTIONS])
    yield Menu(ChosenPress(among), words("hub.which"), tuple(options))


def linked_game(number: int, listing: Listing | None, words: Words) -> str:
    """Return a game's name, as a link to its board if that is known."""
    text = words("hub.game", number=number)
    if listing is None or listing.message is None:
        return text
    return f"[{text}]({naming.link(listing.place, listing.message)})"


def announcement_link(joinable: Joinable) -> str:
    """Return a joinable's link to its announcement; empty if it has none."""
    return naming.link(joinable.announcement_place, joinable.message) if joinable.message else ""


def linked_to_announcement(joinable: Joinable, text: str) -> str:
    """Return a text as a link to a joinable's announcement, if it has one."""
    link = announcement_link(joinable)
    return f"[{text}]({link})" if link else text


def announcement_is_there(joinable: Joinable, words: Words) -> Page:
    """Say where an announcement is that a user wants to repost."""
    return text_page(words("hub.card-there", link=announcement_link(joinable)))


def announced_again(title: str, button: Button, words: Words) -> Page:
    """Say that an announcement was reposted."""
    return done_page(words("hub.posted", title=title), (button,))
