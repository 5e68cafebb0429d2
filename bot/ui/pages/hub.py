"""The hub of a server: group play."""

from __future__ import annotations

from dataclasses import dataclass
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

_WAYS = 3  # buttons in the hub


class ShowHub(Press, verb="hub"):
    """Show the hub privately."""


class ShowRarer(Press, verb="hub-more"):
    """Show what is started more rarely."""


@dataclass(frozen=True, slots=True)
class HubPart:
    """A feature's part of the hub."""

    mine: Sequence[str] = ()  # the reader's games in it
    here: Sequence[str] = ()  # what is in progress in the server
    over: Sequence[str] = ()
    ways: Sequence[tuple[str, Press]] = ()  # to all these, by name
    start: Sequence[Button] = ()  # what can be started
    rarer: Sequence[Button] = ()  # the same, behind *More*
    leads: bool = False  # before the others


def hub(parts: Sequence[HubPart], reader: Reader) -> Page:
    """Return the hub's private page: what is in progress, the ways to it, what can be started."""
    words = reader.words
    mine = [line for part in parts for line in part.mine]
    here = [line for part in parts for line in part.here]
    over = [line for part in parts for line in part.over]
    lines = [
        words("hub.title"),
        *([words("hub.mine"), *mine] if mine else ()),
        *([words("hub.here"), *here] if here else [words("hub.none")]),
        *over,
    ]
    more = [Button(words("hub.more"), ShowRarer())] if any(part.rarer for part in parts) else []
    start = [button for part in parts for button in part.start]
    named = [way for part in parts for way in part.ways]
    return Page(
        (Text("\n".join(lines)), *_ways(named, words), *in_rows((*start, *more))), Accent.BOARD
    )


def rarer(parts: Sequence[HubPart], reader: Reader) -> Page:
    """Return the page with what is started more rarely."""
    words = reader.words
    back = Button(words("hub.button"), ShowHub())
    buttons = (*(button for part in parts for button in part.rarer), back)
    return Page((Text(words("hub.title")), *in_rows(buttons)), Accent.BOARD)


def _ways(named: Sequence[tuple[str, Press]], words: Words) -> Iterator[Block]:
    """Yield ways to several things by name: buttons or, if there are many, a menu."""
    if len(named) <= _WAYS:
        yield from in_rows([Button(cut(name, LABEL), press) for name, press in named])
        return
    options = (Option(name, press.custom_id) for name, press in named[:OPTIONS])
    yield Menu(ChosenPress("hub"), words("hub.which"), tuple(options))


# Shared by pages of features:


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
