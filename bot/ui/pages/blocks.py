"""The pages on which a person chooses who may challenge them, and sees the people they blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.model import FORMER
from bot.service.refusals import Challengers
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
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
    clamped,
    turning,
)
from bot.ui.pages.settings import CHALLENGERS, menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service import refusals
    from bot.service.model import Person
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_A_PAGE = 8


def blocks(
    person: Person, blocked: Sequence[refusals.Block], reader: Reader, page: int = 0
) -> Page:
    """Who may challenge this person, and the people whom they have blocked, page by page."""
    words = reader.words
    pages = max(1, -(-len(blocked) // _A_PAGE))
    page = clamped(page, pages)
    shown = blocked[page * _A_PAGE : (page + 1) * _A_PAGE]
    own = Button(words("server.own"), custom_ids.write(Press(Verb.SET)))
    return Page(
        blocks=(
            Text(words("blocks.title")),
            *_challengers(person, words),
            Text(words("blocks.how")),
            UserMenu(custom_ids.write(Press(Verb.BLOCK)), words("blocks.prompt")),
            *(_blocked(each, page, words) for each in shown),
            *turning(page, pages, words, lambda to: Press(Verb.BLOCKS, page=to)),
            Buttons((own,)),
        ),
        accent=Accent.BOARD,
    )


def _challengers(person: Person, words: Words) -> tuple[Text, Menu]:
    names = [(each, words(f"settings.{CHALLENGERS}.{each}")) for each in Challengers]
    prompt = words(f"settings.{CHALLENGERS}-prompt")
    return menu(Verb.SET, CHALLENGERS, prompt, names, person.challengers)


def _blocked(block: refusals.Block, page: int, words: Words) -> Section:
    player = naming.person(FORMER if block.player is None else block.player)
    since = words("blocks.since", player=player, day=naming.day(block.at))
    press = Press(Verb.UNBLOCK, number=block.id, page=page)
    return Section(since, Button(words("blocks.unblock"), custom_ids.write(press)))
