"""The pages on which a player sets who can challenge them, and sees the people they blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.people import FORMER, Challengers
from bot.service.paging import page_among
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    Menu,
    Page,
    Section,
    Text,
    UserMenu,
    turning,
)
from bot.ui.pages.settings import CHALLENGERS, ChangeSetting, ShowBlocks, menu, own_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model import people
    from bot.model.people import Person
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class BlockPerson(Press, verb="block"):
    """A menu of people: block the chosen one."""


class UnblockPerson(Press, verb="unblock"):
    """Unblock a person, and show the list's page again."""

    block: int
    page: Small = 0


_A_PAGE = 8


def blocks(person: Person, blocked: Sequence[people.Block], reader: Reader, page: int = 0) -> Page:
    """Return the page of the people who can challenge a person, and those they have blocked."""
    words = reader.words
    page, pages = page_among(len(blocked), _A_PAGE, page)
    shown = blocked[page * _A_PAGE : (page + 1) * _A_PAGE]
    return Page(
        blocks=(
            Text(words("blocks.title")),
            *_challengers(person, words),
            Text(words("blocks.how")),
            UserMenu(BlockPerson(), words("blocks.prompt")),
            *(_blocked(block, page, words) for block in shown),
            *turning(page, pages, words, ShowBlocks),
            Buttons((own_button(words),)),
        ),
        accent=Accent.BOARD,
    )


def _challengers(person: Person, words: Words) -> tuple[Text, Menu]:
    names = [(choice, words(f"settings.{CHALLENGERS}.{choice}")) for choice in Challengers]
    prompt = words(f"settings.{CHALLENGERS}-prompt")
    return menu(ChangeSetting(CHALLENGERS), prompt, names, person.challengers)


def _blocked(block: people.Block, page: int, words: Words) -> Section:
    player = naming.person(FORMER if block.player is None else block.player)
    since = words("blocks.since", player=player, day=naming.day(block.at))
    press = UnblockPerson(block.id, page)
    return Section(since, Button(words("blocks.unblock"), press))
