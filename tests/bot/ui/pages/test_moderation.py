"""The persons suspended in a server, and the question before a game is stopped."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

from bot.model.moderation import Act, LogEntry, LogLine
from bot.model.people import FORMER
from bot.model.servers import Bar, Server
from bot.ui import components
from bot.ui.pages import moderation
from bot.ui.pages.page import Page, Text
from bot.ui.pages.reader import Reader
from tests.bot.listing import listing_of
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    DARK,
    EN,
    FR,
    LIGHT,
    buttons,
    check,
    record,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


class Names:
    """One of the two is known by name."""

    def get(self, player: int, unknown: str) -> str:
        """Their name, or what stands for one."""
        return "Birch" if player == DARK else unknown


NAMES = Names()


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
    assert "Nobody is suspended" in text(moderation.barred((), AS_DARK))


def test_the_barred_are_named_while_they_are_known_with_the_day() -> None:
    page = moderation.barred([Bar(5, 7, 90_000), Bar(5, None, 80_000)], AS_DARK)
    assert text(page).splitlines() == [
        "**Can't start games on this server:**",
        "- <@7>, since <t:90000:d>",
        "- A former player, since <t:80000:d>",
        EN("mod.former"),
    ]


@for_every("words", ALL)
def test_a_game_is_stopped_by_a_form_that_names_its_players(words: Words) -> None:
    form = moderation.stopping(record("ludens"), Reader(words, DARK), NAMES)
    assert form.press == moderation.SubmitStop(12)
    players = words("mod.players", dark="Birch", light=words("completion.unknown"))
    assert form.title == words("mod.stop-title", players=players)
    (field,) = components.modal(form).to_dict()["components"]
    written = field["component"]
    assert (written["max_length"], written["required"]) == (200, False)
    for told in (field["label"], field["description"]):
        assert not told.endswith("…")


@for_every("words", ALL)
def test_a_running_game_is_found_by_who_plays_it(words: Words) -> None:
    line = moderation.running_line(listing_of(record("ludens")), NAMES, words)
    assert line.startswith("Birch ")
    assert "12" in line


def settings() -> list[str]:
    """Every setting of a server, and those that features keep, as the log has them."""
    own = [(field.name, field.default) for field in fields(Server) if field.name != "id"]
    told = [f"{name}={json.dumps(value)}" for name, value in own]
    return [
        *told,
        "turn_list=[7]",
        "daily_channels=[]",
    ]


@for_every("words", ALL)
def test_the_log_names_every_setting_and_every_act(words: Words) -> None:
    entries = [LogEntry(1, 5, 90_000, DARK, Act.SETTING, text=told) for told in settings()]
    entries += [LogEntry(1, 5, 90_000, DARK, act, LIGHT) for act in (Act.BAR, Act.UNBAR)]
    entries += [LogEntry(1, 5, 90_000, DARK, act, text="Cup") for act in (Act.OPEN, Act.CALL_OFF)]
    for entry in entries:
        told = text(moderation.log([LogLine(entry)], 0, 1, Reader(words, DARK)))
        assert "<t:90000:f>" in told
        assert f"<@{DARK}>" in told
        assert entry.text.partition("=")[0] not in told.split("`")[1::2]  # what is not known


def test_a_line_of_the_log_says_who_why_and_what_it_is_now() -> None:
    def told(
        act: Act, written: str = "", player: int | None = None, *sides: tuple[int, ...]
    ) -> str:
        number = 12 if act is Act.STOP else None
        dark, light = sides or ((), ())
        line = LogLine(LogEntry(1, 5, 9, DARK, act, player, number, written), dark, light)
        page = moderation.log([line], 0, 1, AS_DARK)
        check(page)
        return text(page).splitlines()[-1].removeprefix(f"- <t:9:f>: <@{DARK}> ")

    played = "game 12 (<@222> \u2013 a former player)"
    assert told(Act.STOP, "", None, (LIGHT,), (FORMER,)) == f"stopped {played}."
    four = "game 12 (<@222> & <@7> \u2013 <@8> & a former player)"
    assert told(Act.STOP, "", None, (LIGHT, 7), (8, FORMER)) == f"stopped {four}."
    assert told(Act.STOP, "no `@everyone` <@5>") == ("stopped game 12. Reason: `no @everyone @5>`")
    assert told(Act.BAR, "", FORMER) == "suspended a former player."
    assert told(Act.CALL_OFF, "Spring").replace("\u2068", "").replace("\u2069", "") == (
        "called off the tournament Spring."
    )
    assert told(Act.OPEN) == "started a tournament."
    assert told(Act.CALL_OFF) == "called off a tournament."
    for written, becomes in (
        ('boards="keep"', f"what happens to old boards to *{EN('server.boards.keep')}*"),
        ('rules="ludens"', "the default rules to *Ludens*"),
        ("channels=[7, 8]", "the channels for challenges to <#7> and <#8>"),
        ("news=7", "the news channel to <#7>"),
        ("news=null", "the news channel to *No news*"),
        ("wall=7", "the forum for games to <#7>"),
        ("wall=null", "the forum for games to *No forum*"),
        ("rated=false", "rated challenges to *off*"),
        ("to-come=[[", "`to-come` to `[[`"),
        ("", "` ` to *the default*"),
    ):
        assert told(Act.SETTING, written) == f"set {becomes}."


def test_the_fullest_page_of_the_log_can_be_sent() -> None:
    entry = LogEntry(1, 5, 9, 2**62, Act.STOP, match=10**9, text="`w" * 100)
    page = moderation.log([LogLine(entry, (2**62,) * 2, (2**62,) * 2)] * 10, 3, 9, AS_DARK)
    check(page)
    assert text(page).count("Reason") == 10
    assert "The log is empty" in text(moderation.log([], 0, 1, AS_DARK))


def test_a_former_player_is_called_so_and_never_pinged() -> None:
    assert EN("result.won", winner="<@0>", loser="<@5>", side="x").startswith("**A former player w")
    assert "against a former player" in EN("result.won", winner="<@5>", loser="<@0>", side="x")
    assert "un compte effacé" in FR("result.won", winner="<@5>", loser="<@0>", side="x")
    message = components.message(Page((Text("x"),), pings=(FORMER, 5)), {})
    assert message.pings == [5]
