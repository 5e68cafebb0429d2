"""Messages that come as time passes: a reminder, and a paused game."""

from __future__ import annotations

from dataclasses import replace

from bot.service.clocks import ClockState
from bot.ui.pages import board, paused, reminders
from games.core import Side
from games.events import Resumed, Shelved
from games.pace import Pace
from tests.bot.ui.model import CHANNEL, DARK, DAY, EN, FR, LIGHT, buttons, check, record, text

RECORD = record("ludens", "a4-a3", pace=Pace(3))
CLOCK_STATE = ClockState(Side.LIGHT, 3 * DAY, {})
JUMP = "https://discord.com/channels/5/6/99"


def test_a_reminder_calls_the_mover_alone_and_says_how_long_he_has() -> None:
    page = reminders.reminder(RECORD, CLOCK_STATE, EN)
    check(page)
    assert page.pings == (LIGHT,)
    assert text(page).splitlines() == [
        "<@222>, it's your turn against <@111>. Your time runs out <t:259200:R>.",
        f"[Go to board]({JUMP})",
        "-# Ludens · game 12",
    ]
    assert buttons(page)["Move"].id == "k:move:12:2"


def test_a_reminder_in_french() -> None:
    page = reminders.reminder(RECORD, CLOCK_STATE, FR)
    assert text(page).splitlines()[0] == (
        "<@222>, c\u2019est à toi de jouer contre <@111>. Ton temps expire <t:259200:R>."
    )
    assert list(buttons(page)) == ["Jouer"]


def test_without_a_board_there_is_no_way_to_it() -> None:
    assert JUMP not in text(reminders.reminder(replace(RECORD, message=None), CLOCK_STATE, EN))


def test_both_are_told_that_a_game_is_put_aside_and_either_may_go_on() -> None:
    shelved = replace(RECORD, match=RECORD.match.after(Shelved(99 * DAY)))
    page = paused.paused(shelved, EN)
    check(page)
    assert page.pings == (DARK, LIGHT)
    assert "60 days" in text(page)
    assert "**paused**. Nobody loses." in text(page)
    assert JUMP in text(page)
    assert buttons(page)["Resume"].id == "k:take-up:12"
    assert "**en pause**" in text(paused.paused(shelved, FR))
    gone_on = paused.resumed(shelved, EN)
    assert (gone_on.pings, buttons(gone_on)) == ((), {})
    assert "Resumed." in text(gone_on)


def test_the_board_of_a_game_taken_up_again_says_so() -> None:
    match = RECORD.match.after(Shelved(99 * DAY), Resumed(Side.DARK, 99 * DAY))
    page = board.board(replace(RECORD, match=match), CHANNEL)
    assert text(page).startswith("<@222>, your turn! The game is back on.")
    assert page.pings == (LIGHT,)
