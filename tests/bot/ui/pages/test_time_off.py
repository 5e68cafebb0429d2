"""Being away, a day that is given, and the days that the option offers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.model.times import Vacation
from bot.service.limits import Limits
from bot.service.services import Services
from bot.service.vacations import ShortStop, VacationStatus
from bot.ui.actions.time_off import complete_until
from bot.ui.pages import offers, time_off
from bot.ui.pages.page import Style
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Given
from games.pace import Pace
from tests.bot.store.model import keep_vacation
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    CHANNEL,
    DARK,
    EN,
    FR,
    LIGHT,
    LOOKING_ON,
    buttons,
    check,
    record,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.store.store import Store
    from bot.ui.app import App

TODAY = date(2026, 11, 21)
NOW = 1_795_273_200  # three o'clock on that day
MIDNIGHT = 1_796_342_400  # at the end of 3 December
HOUR, DAY = 3600, 86_400


def test_a_player_on_vacation_reads_until_when_and_can_come_back() -> None:
    page = time_off.vacation(VacationStatus(TODAY, MIDNIGHT, 17, date(2026, 12, 20)), AS_DARK)
    noon = MIDNIGHT - DAY // 2
    assert text(page).split("\n") == [
        f"**You're away** until <t:{noon}:D>.",
        "Your clocks are stopped, and your opponents can see why. You can still play.",
        "You have 17 days of vacation left this year.",
    ]
    assert buttons(page)["I'm back"].id == "k:return"
    check(page)


@for_every("words", ALL)
def test_who_is_away_reads_which_games_are_lost_meanwhile(words: Any) -> None:  # noqa: ANN401  Words
    leave, reader = VacationStatus(TODAY, MIDNIGHT, 17, date(2026, 12, 20)), Reader(words, DARK)
    games = {number: NOW + (30 - number) * HOUR for number in range(20)}
    page = time_off.vacation(leave, reader, ShortStop(7, games))
    check(page)
    last = f"{words('hub.game', number=0)} (<t:{NOW + 30 * HOUR}:d>)"
    assert words("away.at-most", count=7) in text(page)
    assert last in text(page).split("\n")[3]
    none = text(time_off.vacation(leave, reader, ShortStop(7, {})))
    assert none == text(page).replace(text(page).split("\n")[3] + "\n", "")


@for_every("words", ALL)
def test_who_is_away_reads_where_the_clock_runs_all_the_same(words: Any) -> None:  # noqa: ANN401  Words
    leave, reader = VacationStatus(TODAY, MIDNIGHT, 17, date(2026, 12, 20)), Reader(words, DARK)
    page = time_off.vacation(leave, reader, ShortStop(7, {3: NOW}, (3, 5)))
    check(page)
    games = words.join([words("hub.game", number=number) for number in (3, 5)])
    assert text(page).split("\n")[1] == words("away.still-except", games=games)
    assert words("away.still") not in text(page)


def test_a_player_who_is_here_reads_how_to_go_on_vacation() -> None:
    leave = VacationStatus(TODAY, None, 1, TODAY)
    page = time_off.vacation(leave, AS_DARK)
    assert text(page).startswith("**You're not away.**\nYou have 1 day of vacation left")
    weeks = VacationStatus(TODAY, None, 9, TODAY + timedelta(days=6))
    assert [*buttons(time_off.vacation(weeks, AS_DARK))] == ["3 days"]
    weeks = replace(weeks, last=TODAY + timedelta(days=7))
    assert [*buttons(time_off.vacation(weeks, AS_DARK))] == ["3 days", "7 days"]
    assert "`/tablut vacation`" in text(page)
    assert buttons(page) == {}
    back = text(time_off.vacation(leave, Reader(FR, DARK), returned=True))
    assert back.startswith("**Bon retour\u00a0!** Tes pendules tournent")
    assert "Il te reste 1 jour de vacances" in back


def test_a_day_can_be_given_where_a_clock_runs_and_by_its_players_alone() -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3))
    page = offers.more(timed, AS_DARK)
    button = buttons(page)["Give a day"]
    assert (button.id, button.style) == ("k:give:12:2", Style.PLAIN)
    check(page)
    assert list(buttons(page))[-2:] == ["Give a day", "Resign"]  # the gravest is last
    assert "Give a day" not in buttons(offers.more(timed, LOOKING_ON))
    assert "Give a day" not in buttons(offers.more(record("ludens"), AS_DARK))


def test_a_given_day_is_told_without_the_time_that_the_board_shows_and_pings_no_player() -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3))
    given = replace(timed, match=timed.match.after(Given(Side.DARK, 9)))
    page = offers.notice(given, CHANNEL)
    assert text(page).split("\n") == [
        f"<@{DARK}> gave <@{LIGHT}> an extra day.",
        "-# Ludens · game 12",
    ]
    assert page.pings == ()
    assert buttons(page) == {}
    check(page)
    back = replace(timed, match=timed.match.after(Given(Side.LIGHT, 9)))
    page = offers.notice(back, Reader(FR))
    assert text(page).startswith(
        f"<@{LIGHT}> offre un jour de plus à <@{DARK}>, dès le prochain tour."
    )


async def offered(
    store: Store, typed: str, limit: int = 30, locale: str = "en-GB"
) -> dict[str, str]:
    """The value of each choice by its name; five of his days were had in May."""
    await keep_vacation(store, Vacation(0, DARK, NOW - 200 * DAY, NOW - 195 * DAY), NOW)
    services = Services(store, lambda: NOW, lambda: Side.DARK, Limits(vacation=limit))
    asked = SimpleNamespace(locale=locale, user=SimpleNamespace(id=DARK))
    complete = complete_until(cast("App", SimpleNamespace(services=services)))
    return {choice.name: choice.value for choice in await complete(cast("Any", asked), typed)}


async def test_the_days_offered_are_written_out_and_as_many_as_are_left(store: Store) -> None:
    assert await offered(store, "") == {
        "Tomorrow, Sunday 22 November 2026": "2026-11-22",
        "3 days, until Tuesday 24 November 2026": "2026-11-24",
        "7 days, until Saturday 28 November 2026": "2026-11-28",
        "14 days, until Saturday 5 December 2026": "2026-12-05",
        "21 days, until Saturday 12 December 2026": "2026-12-12",
        "As long as possible, until Wednesday 16 December 2026": "2026-12-16",
    }


@pytest.mark.parametrize(("typed", "locale"), [("24.12.", "en-US"), ("24 déc", "fr")])
async def test_what_is_typed_comes_back_as_it_is_understood(
    store: Store, typed: str, locale: str
) -> None:
    words = FR if locale == "fr" else EN
    name = "jeudi 24 décembre 2026" if words is FR else "Thursday 24 December 2026"
    assert await offered(store, typed, locale=locale) == {name: "2026-12-24"}


async def test_no_day_is_offered_for_what_is_none(store: Store) -> None:
    assert await offered(store, "banana") == {}
    assert list(await offered(store, "tomo")) == ["Tomorrow, Sunday 22 November 2026"]


async def test_without_days_nothing_is_offered(store: Store) -> None:
    assert await offered(store, "", limit=0) == {}
    assert await offered(store, "someday", limit=0) == {}
