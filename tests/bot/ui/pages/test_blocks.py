"""The people who can challenge a person, and the people whom they have blocked."""

from __future__ import annotations

from bot.model.people import Block, Challengers, Person
from bot.ui.pages import blocks, settings
from bot.ui.pages.page import Section
from bot.ui.pages.reader import Reader
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    EN,
    LIGHT,
    buttons,
    check,
    menus,
    text,
)


def test_who_may_challenge_a_person_and_whom_they_blocked() -> None:
    person = settings.changed(Person(DARK), "challengers", "played", ("horn", "slate"))
    assert person == Person(DARK, challengers=Challengers.PLAYED)
    blocked = [Block(DARK, LIGHT, 90_000, 3), Block(DARK, None, 80_000, 2)]
    for words in ALL:
        page = blocks.blocks(person, blocked, Reader(words, DARK))
        check(page)
        assert [o.value for o in menus(page)[0].options if o.chosen] == ["played"]
        (former, _) = (block.text for block in page.blocks[::-1] if isinstance(block, Section))
        assert "<@" not in former
        assert "<t:80000:d>" in former
        short = blocks.blocks(Person(DARK), (), Reader(words, DARK))
        assert len(text(short).splitlines()) == 3


def test_a_long_list_of_the_blocked_has_pages() -> None:
    blocked = [Block(DARK, 1000 + number, 90_000, number) for number in range(100, 0, -1)]
    shown = blocks.blocks(Person(DARK), blocked, AS_DARK, 99)
    check(shown)
    assert sum(isinstance(block, Section) for block in shown.blocks) == 4
    assert buttons(shown)[EN("turn.next")].off
