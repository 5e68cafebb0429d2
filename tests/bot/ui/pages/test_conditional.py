"""Conditional moves on the private panel: what can be pressed, and what that asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.conditional import MAX_ANSWERS
from bot.ui.pages import board, conditional, offers, panel
from bot.ui.pages.page import Buttons, Page, Style
from bot.ui.pages.reader import Reader
from games.events import Moved, Resigned
from render.scene import Scene
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    AS_LIGHT,
    CHANNEL,
    DARK,
    LIGHT,
    LOOKING_ON,
    buttons,
    check,
    menus,
    pictures,
    record,
    text,
)
from tests.every import for_every

WAITING = record("larochelle", "e2-f2")  # the attackers have moved
if TYPE_CHECKING:
    from bot.ui.words import Words

LINE = (("e4", "f4"), ("f2", "g2"))
CHAIN = "1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0"  # light has one move, of two jumps


def signs_of(page: Page, label: str) -> str:
    press = buttons(page)[label].press
    assert isinstance(press, conditional.ChooseAhead)
    return press.line


def test_four_men_are_a_line_of_a_phone() -> None:
    page = conditional.conditional(record("larochelle"), AS_LIGHT)
    rows = [len(block.buttons) for block in page.blocks if isinstance(block, Buttons)]
    assert rows == [4, 4, 4]
    check(page)


def test_first_a_move_of_the_opponent_is_chosen_then_the_answer() -> None:
    page = conditional.conditional(WAITING, AS_DARK)
    assert text(page).startswith(f"**If…** Pick a move <@{LIGHT}> might play")
    assert text(page).endswith("Which piece might they move?")
    assert list(buttons(page)) == ["c5", "d5", "e3", "e4", "e6", "e7", "f5", "g5"]
    check(page)
    page = conditional.conditional(WAITING, AS_DARK, signs_of(page, "e4"))
    assert text(page) == "Their piece on **e4**. Where to?"
    assert "e4-f4" in buttons(page)
    assert {button.style for button in buttons(page).values()} == {Style.PLAIN}
    page = conditional.conditional(WAITING, AS_DARK, signs_of(page, "e4-f4"))
    assert text(page) == "if **e4-f4**\nWhich piece replies?"
    assert "f2" in buttons(page)
    page = conditional.conditional(WAITING, AS_DARK, signs_of(page, "f2"))
    assert text(page) == "if **e4-f4**\nYour piece on **f2**. Where to?"
    button = buttons(page)["Reply f2-g2"]
    assert button.style is Style.GOOD
    press = button.press
    assert isinstance(press, conditional.PrepareAnswer)
    assert (press.match, press.seen_events) == (12, 2)
    assert conditional.read_ahead(WAITING, press.line).moves == LINE
    check(page)


def test_back_leads_one_choice_back_and_done_to_the_board() -> None:
    steps = [((), ()), ((), ("e4",)), (LINE[:1], ()), (LINE[:1], ("f2",)), (LINE, ())]
    before = [None, steps[0], steps[0], steps[2], steps[0]]
    for (line, path), back in zip(steps, before, strict=True):
        page = conditional.conditional(
            WAITING, AS_DARK, conditional.write_ahead(WAITING, line, path)
        )
        assert ("Back" in buttons(page)) is (back is not None)
        if back:
            assert signs_of(page, "Back") == conditional.write_ahead(WAITING, *back)
            assert buttons(page)["Back to the board"].id == "k:board:12"


def test_once_prepared_it_is_said_and_one_may_go_on() -> None:
    signs = conditional.write_ahead(WAITING, LINE)
    page = conditional.conditional(WAITING, AS_DARK, signs, saved=True)
    assert text(page).startswith(
        "Saved: if **e4-f4**, then **f2-g2**. If they play it, I'll reply right away"
    )
    assert text(page).endswith("Want to plan further? Which piece might they move next?")
    page = conditional.conditional(WAITING, AS_DARK, signs_of(page, "f4"))
    assert text(page).startswith("if **e4-f4**, then **f2-g2**\nTheir piece on **f4**")


def test_as_deep_as_can_be_there_is_nothing_more_to_choose() -> None:
    there_and_back = (("e4", "d4"), ("f2", "g2"), ("d4", "e4"), ("g2", "f2"))
    line = (*there_and_back, ("e4", "f4"), ("f2", "g2"), ("f4", "e4"), ("g2", "h2"))
    assert len(line) == 2 * MAX_ANSWERS
    page = conditional.conditional(
        WAITING, AS_DARK, conditional.write_ahead(WAITING, line), saved=True
    )
    assert text(page).endswith("That's as far ahead as you can plan.")
    assert list(buttons(page)) == ["Back", "Back to the board"]


def test_a_single_move_is_touched_along() -> None:
    waiting = record("tabal", start=CHAIN)
    page = conditional.conditional(waiting, AS_DARK)
    assert text(page).startswith("if **a3-c5-e7**\n")
    assert "Back" in buttons(page)
    check(page)


def test_what_is_prepared_is_listed_and_can_be_forgotten() -> None:
    longer = "e4-f4 f2-g2 f4-g4 g2-h2;e3-d3 f2-g2"
    planned = replace(WAITING, plan=longer)
    page = conditional.conditional(planned, AS_DARK)
    assert "- if **e4-f4**, then **f2-g2**; if **f4-g4**, then **g2-h2**" in text(page)
    (menu,) = menus(page)
    assert menu.id == "k:forget:12:2"
    assert [option.value for option in menu.options] == longer.split(";")
    assert [option.label for option in menu.options][1] == "if e3-d3, then f2-g2"
    assert conditional.chosen(planned, ("e3-d3 f2-g2",)) == [(("e3", "d3"), ("f2", "g2"))]
    assert conditional.chosen(planned, ("e3-d3",)) == []


@pytest.mark.parametrize("signs", ["zz", "0zz", "00000000000z", "0" * 48])
def test_forged_signs_begin_anew(signs: str) -> None:
    check(conditional.conditional(WAITING, AS_DARK, signs))


def test_only_the_player_who_waits_sees_the_button() -> None:
    label = "If…"
    assert label in buttons(board.again(WAITING, AS_DARK))
    assert label not in buttons(board.again(WAITING, AS_LIGHT))
    assert label not in buttons(board.again(WAITING, LOOKING_ON))
    assert conditional.button(WAITING, CHANNEL) == ()
    over = replace(WAITING, match=WAITING.match.after(Resigned(WAITING.match.turn, 9000)))
    assert conditional.button(over, AS_DARK) == ()


def test_more_has_it_while_they_wait() -> None:
    assert "If…" in buttons(offers.more(WAITING, AS_DARK))
    assert "If…" not in buttons(offers.more(WAITING, AS_LIGHT))
    assert "If…" not in buttons(offers.more(WAITING, LOOKING_ON))
    planned = replace(WAITING, plan="e4-f4 f2-g2")
    rows = offers.more(planned, AS_DARK, may_nudge=True).blocks
    assert ["If… (1)", "Nudge"] in [
        [button.label for button in row.buttons] for row in rows if isinstance(row, Buttons)
    ]


def test_who_wants_to_move_and_has_to_wait_is_offered_it() -> None:
    page = conditional.not_your_turn(WAITING, AS_DARK)
    assert text(page) == "It's your opponent's turn. I'll let you know when it's yours."
    assert list(buttons(page)) == ["If…"]
    assert not buttons(conditional.not_your_turn(replace(WAITING, level=3), AS_DARK))


def test_what_is_prepared_is_on_no_page_of_anyone_else() -> None:
    planned = replace(WAITING, plan="e4-f4 f2-g2")
    assert "If… (1)" in buttons(board.again(planned, AS_DARK))
    for page, plain in (
        (board.board(planned, CHANNEL), board.board(WAITING, CHANNEL)),
        (board.again(planned, AS_LIGHT), board.again(WAITING, AS_LIGHT)),
        (board.again(planned, LOOKING_ON), board.again(WAITING, LOOKING_ON)),
        (offers.more(planned, AS_LIGHT), offers.more(WAITING, AS_LIGHT)),
        (panel.explained("", planned, AS_DARK), panel.explained("", WAITING, AS_DARK)),
        (panel.panel(planned, AS_LIGHT), panel.panel(WAITING, AS_LIGHT)),
    ):
        assert page == plain


@for_every("words", ALL)
def test_the_board_tells_both_moves(words: Words) -> None:
    match = WAITING.match
    match = match.after(Moved(match.turn, 7200, ("e4", "f4")))
    match = match.after(Moved(match.turn, 7200, ("f2", "g2"), prepared=True))
    answered = replace(WAITING, match=match)
    page = board.board(answered, replace(CHANNEL, words=words))
    first, *_ = text(page).splitlines()
    assert "**e4-f4**" in first
    assert "**f2-g2**" in first
    assert page.pings == (LIGHT,)
    left = text(board.line(board.old_board_line(answered, words)))
    assert "e4-f4" in left
    assert "f2-g2" in left
    assert "e2-f2" not in left
    reader = Reader(words, DARK)
    assert "**e4-f4**" in text(board.again(answered, reader))
    told = panel.played(answered, words)
    assert "**e4-f4**" in told
    assert "**f2-g2**" in told


def test_it_is_shown_on_the_board_as_it_will_be() -> None:
    page = conditional.conditional(WAITING, AS_DARK, conditional.write_ahead(WAITING, LINE[:1]))
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Scene)
    assert "f4" in dict(picture.scene.men)
    assert "e4" not in dict(picture.scene.men)
