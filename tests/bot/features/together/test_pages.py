"""Pages of games with partners, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.together import pages
from bot.features.together.model import Foursome, Lobby, Seat, Status
from bot.features.together.pages import AskForFour, ChangeFoursome, Setting
from bot.model.joinable import pace_of
from bot.model.matches import Past, Record, Search, Tally
from bot.model.people import ENGINE, FORMER
from bot.model.servers import Place
from bot.service.history import HistoryPage
from bot.ui.components import LABEL
from bot.ui.pages import board, history, naming, offers, result
from bot.ui.pages.page import Buttons, Menu, Section, Text
from bot.ui.pages.reader import Reader
from bot.ui.words import languages
from games.catalogue import game
from games.core import Reason, Side
from games.events import Created, Moved, Resigned
from games.match import fold
from games.pace import Pace
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

ANNA, BEN, CARL, DORA = 101, 102, 103, 104
D, L = Side.DARK, Side.LIGHT
ALL = list(languages().values())
OPEN = Foursome(
    id=3,
    guild=1,
    channel=2,
    by=ANNA,
    rules="ludens",
    pace=pace_of(3),
    by_lot=False,
    made=0,
    closes=9,
)


def seat(number: int, side: Side | None, player: int, joined: int | None = 0) -> Seat:
    return Seat(foursome=3, number=number, side=side, player=player, joined=joined)


def text(page: Page) -> str:
    return "\n".join(block.text for block in page.blocks if isinstance(block, Text))


def labels(page: Page) -> list[str]:
    rows = [block for block in page.blocks if isinstance(block, Buttons)]
    return [button.label for row in rows for button in row.buttons]


def record(*moves: tuple[str, str], resigned: Side | None = None, engine: bool = False) -> Record:
    """Anna and Carl have the attackers against Ben and Dora, or against the engine."""
    match = fold((Created(0, game("ludens").data),))
    for move in moves:
        match = match.after(Moved(match.turn, 1, move))
    if resigned:
        match = match.after(Resigned(resigned, 2))
    return Record(
        id=12,
        place=Place(1, 2),
        dark=ANNA,
        light=ENGINE if engine else BEN,
        match=match,
        pace=Pace(3),
        dark_partner=CARL,
        light_partner=None if engine else DORA,
        level=3 if engine else 0,
    )


@for_every("words", ALL)
def test_its_card_names_who_has_which_seat(words: Words) -> None:
    reader = Reader(words)
    lobby = Lobby(OPEN, (seat(1, D, ANNA), seat(2, L, BEN), seat(3, L, DORA, None)))
    page = pages.announcement(lobby, reader)
    free = words("together.free")
    attackers, defenders = (words(f"side.tablut.{side}.name") for side in Side)
    assert f"**{attackers}" in text(page)
    assert f"<@{ANNA}>, {free}" in text(page)
    assert f"<@{BEN}>, {words('together.kept', player=f'<@{DORA}>')}" in text(page)
    assert page.pings == (DORA,)
    again = replace(lobby, asked_before=frozenset({ANNA}))  # who has called Dora already
    assert pages.announcement(again, reader).pings == ()
    assert len(labels(page)) == 3
    assert attackers in labels(page)[0]
    assert defenders in labels(page)[1]
    assert max(map(len, labels(page))) <= LABEL
    begun = replace(OPEN, status=Status.BEGUN, match=12)
    page = pages.announcement(Lobby(begun, lobby.seats), reader)
    assert (len(labels(page)), page.pings) == (1, ())
    assert "12" in labels(page)[0]
    assert words("together.begun") in text(page)
    ended = pages.announcement(Lobby(begun, lobby.seats), reader, record(("a4", "c4"), resigned=L))
    assert result.headline(record(("a4", "c4"), resigned=L), words) in text(ended)
    assert words("together.begun") not in text(ended)
    assert (len(labels(ended)), ended.pings) == (1, ())
    for status in (Status.CLOSED, Status.WITHDRAWN):
        page = pages.announcement(Lobby(replace(OPEN, status=status)), reader)
        assert words(f"together.{status}") in text(page)
        assert labels(page) == []


@for_every("words", ALL)
def test_by_lot_there_is_one_button_and_no_side(words: Words) -> None:
    lot = Lobby(replace(OPEN, by_lot=True), (seat(1, None, ANNA), seat(2, None, FORMER)))
    page = pages.announcement(lot, Reader(words))
    assert text(page).count(words("together.free")) == 2
    assert labels(page) == [words("together.join-any"), words("hub.leave")]
    assert words("person.former") in words.named(text(page))


@for_every("words", ALL)
def test_a_board_names_all_four_and_calls_one(words: Words) -> None:
    moved = record(("a4", "c4"))
    page = board.board(moved, Reader(words))
    assert page.pings == (BEN,)
    said = text(page)
    assert said.splitlines()[0].count("<@") == 2  # who is on turn, and who has moved
    assert f"<@{BEN}> & <@{DORA}>" in said
    assert f"<@{ANNA}> & <@{CARL}>" in said
    ended = result.result(record(("a4", "c4"), ("e3", "c3"), resigned=L), Reader(words))
    assert f"<@{ANNA}> & <@{CARL}>" in text(ended)
    assert f"<@{BEN}> & <@{DORA}>" in text(ended)
    assert set(ended.pings) == {ANNA, CARL, DORA}
    assert words("result.rematch") not in labels(ended)  # of two: the feature adds its own


@for_every("words", ALL)
def test_who_waits_reads_who_acts_and_who_resigns_reads_for_whom(words: Words) -> None:
    moved = record(("a4", "c4"))  # Ben is on turn, Anna has moved last
    waiting = offers.more(moved, Reader(words, DORA))
    assert words("no.PARTNER_ACTS", player=f"<@{BEN}>") in text(waiting)
    assert words("more.resign") not in labels(waiting)
    assert words("more.resign") in labels(offers.more(moved, Reader(words, ANNA)))
    sure = offers.resigning(moved, Reader(words, ANNA))
    assert f"<@{BEN}> & <@{DORA}>" in text(sure)


@for_every("words", ALL)
def test_against_the_engine_the_card_has_two_seats_and_its_side(words: Words) -> None:
    attackers, defenders = (words(f"side.tablut.{side}.name") for side in Side)
    for side, seats in ((D, (seat(1, D, ANNA),)), (L, ())):  # everybody has left
        two = Lobby(replace(OPEN, level=3, side=side), seats)
        page = pages.announcement(two, Reader(words))
        assert labels(page) == [words("together.join-any"), words("hub.leave")]
        mine, others = (attackers, defenders) if side is D else (defenders, attackers)
        assert words("together.team", side=others, people=f"<@{ENGINE}>") in text(page)
        assert words("together.team", side=mine, people=f"<@{ENGINE}>") not in text(page)
        assert text(page).count(words("together.free")) == 2 - len(seats)
        assert words("practice.level", level=3) in text(page)
        assert words("together.about.two") in text(page)
    lot = Lobby(replace(OPEN, level=3, by_lot=True), (seat(1, None, ANNA),))
    page = pages.announcement(lot, Reader(words))
    assert words("together.by-lot.two") in text(page)
    assert text(page).count(words("together.free")) == 1


@for_every("words", ALL)
def test_a_board_against_the_engine_calls_the_partner_on_turn(words: Words) -> None:
    reader = Reader(words)
    page = board.board(record(("a4", "c4"), ("e3", "c3"), engine=True), reader)
    assert page.pings == (CARL,)
    first, *_ = text(page).splitlines()
    assert words.named(first).count(words("person.engine")) == 1
    assert f"<@{ANNA}>" in first  # whose move was answered: not the reader's own
    assert f"<@{CARL}>" in first
    lost = result.result(record(("a4", "c4"), resigned=D, engine=True), reader)
    assert set(lost.pings) == {CARL}  # Anna has resigned
    side = naming.the_side(naming.family("ludens"), L, words)
    values = {"winner": f"<@{ENGINE}>", "loser": f"<@{ANNA}> & <@{CARL}>", "side": side}
    assert words("result.won", **values) in text(lost)  # one winner: not as of two
    sure = offers.resigning(record(("a4", "c4"), engine=True), Reader(words, ANNA))
    assert words("more.resigning-together", number=12, other=f"<@{ENGINE}>") in text(sure)


@for_every("words", ALL)
def test_who_waits_for_their_partner_can_take_back_against_the_engine(words: Words) -> None:
    moved = record(("a4", "c4"), ("e3", "c3"), engine=True)  # Carl is on turn
    waiting = offers.more(moved, Reader(words, ANNA))
    assert words("no.PARTNER_ACTS", player=f"<@{CARL}>") in text(waiting)
    assert words("more.takeback") in labels(waiting)
    assert words("more.resign") not in labels(waiting)
    thinking = offers.more(record(("a4", "c4"), engine=True), Reader(words, CARL))
    assert words("no.ENGINE_MOVES") in text(thinking)
    acting = labels(offers.more(moved, Reader(words, CARL)))
    assert {words("more.takeback"), words("practice.hint"), words("more.resign")} <= {*acting}
    assert words("give.button") not in acting  # the engine has no clock
    unmoved = offers.more(record(engine=True), Reader(words, CARL))
    assert words("more.takeback") not in labels(unmoved)


@for_every("words", ALL)
def test_a_line_of_the_history_says_against_and_with_whom(words: Words) -> None:
    past = Past(
        *(12, ANNA, BEN, "ludens", 2, 0, D, Reason.RESIGNED), dark_partner=CARL, light_partner=DORA
    )
    finished = HistoryPage((past,), Tally(), 0, 1)
    page = history.history(finished, Search(CARL), Reader(words, CARL))
    (line,) = [block.text for block in page.blocks if isinstance(block, Section)]
    assert f"<@{BEN}> & <@{DORA}>" in line
    assert words("history.partner", player=f"<@{ANNA}>") in line


@for_every(
    ("setting", "value", "asked"),
    [
        (Setting.RULES, "bga", AskForFour("bga", 3, D)),
        (Setting.PACE, "7", AskForFour("ludens", 7, D)),
        (Setting.SIDE, "lot", AskForFour("ludens", 3)),
        (Setting.SIDE, "l", AskForFour("ludens", 3, L)),
        (Setting.SIDE, "x", AskForFour("ludens", 3, D)),
        (Setting.PACE, "400", AskForFour("ludens", 3, D)),
        (Setting.RULES, "chess", AskForFour("ludens", 3, D)),
        (Setting.AGAINST, "8", AskForFour("ludens", 3, D, 8)),
        (Setting.AGAINST, "9", AskForFour("ludens", 3, D)),
    ],
)
def test_a_menu_changes_one_thing_and_what_none_offers_changes_nothing(
    setting: Setting, value: str, asked: AskForFour
) -> None:
    assert pages.changed(ChangeFoursome("ludens", 3, D, setting=setting), value) == asked


@for_every("words", ALL)
@pytest.mark.parametrize(
    ("asked", "kind", "button"),
    [
        (AskForFour("ludens", 3, D), "four", "players"),
        (AskForFour("ludens", 3, D, 0, BEN), "four", "players"),
        (AskForFour("ludens", 3, None, 3), "two", "partner"),
        (AskForFour("ludens", 3, D, 3, BEN), "two", "them"),
    ],
)
def test_each_menu_of_the_form_says_what_is_chosen(
    words: Words, asked: AskForFour, kind: str, button: str
) -> None:
    for plays in (True, False):  # with an engine, a menu more
        page = pages.new(asked, Reader(words), plays=plays)
        menus = [block for block in page.blocks if isinstance(block, Menu)]
        chosen = [sum(option.chosen for option in menu.options) for menu in menus]
        assert chosen == [1] * (3 + plays)
        assert labels(page) == [words(f"together.ask.{button}")]
        assert words(f"together.how.{kind}") in text(page)
        assert (f"<@{BEN}>" in text(page)) is (asked.invited is not None)


@for_every("words", ALL)
def test_a_line_elsewhere_leads_to_the_card(words: Words) -> None:
    lobby = Lobby(replace(OPEN, message=77), (seat(1, D, ANNA),))
    assert "](https://discord.com/channels/1/2/77)" in pages.line(lobby, words, link=True)
    assert "discord.com" not in pages.line(lobby, words)
