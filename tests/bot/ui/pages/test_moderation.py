"""The persons barred in a server, and the question before a game is stopped."""

from __future__ import annotations

from bot.model.people import FORMER
from bot.model.servers import Bar
from bot.ui import components
from bot.ui.pages import moderation
from bot.ui.pages.page import Page, Text
from tests.bot.ui.model import (
    AS_DARK,
    EN,
    FR,
    buttons,
    check,
    record,
    text,
)


def test_a_long_list_of_the_barred_has_pages() -> None:
    bars = [Bar(5, player, 0) for player in range(1, 121)]
    first = moderation.barred(bars, AS_DARK)
    last = moderation.barred(bars, AS_DARK, 9)
    for page in (first, last):
        check(page)
    assert "<@50>" in text(first)
    assert "<@51>" not in text(first)
    assert text(last).count("<@") == 20
    assert buttons(last)[EN("turn.next")].off
    assert "Nobody is barred" in text(moderation.barred((), AS_DARK))


def test_the_barred_are_named_while_they_are_known_with_the_day() -> None:
    page = moderation.barred([Bar(5, 7, 90_000), Bar(5, None, 80_000), Bar(5, 8, 0)], AS_DARK)
    assert text(page).splitlines() == [
        "**Barred from starting games in this server:**",
        "- <@7>, since <t:90000:d>",
        "- A former player, since <t:80000:d>",
        "- <@8>",
        EN("mod.former"),
    ]


def test_a_game_is_stopped_by_its_number_after_a_question() -> None:
    page = moderation.stopping(record("ludens"), AS_DARK)
    check(page)
    assert buttons(page)["Yes, stop it"].press == moderation.StopGame(12)


def test_a_former_player_is_called_so_and_never_pinged() -> None:
    assert EN("result.won", winner="<@0>", loser="<@5>", side="x").startswith("**A former player w")
    assert "against a former player" in EN("result.won", winner="<@5>", loser="<@0>", side="x")
    assert "un compte effacé" in FR("result.won", winner="<@5>", loser="<@0>", side="x")
    message = components.message(Page((Text("x"),), pings=(FORMER, 5)), {})
    assert message.pings == [5]
