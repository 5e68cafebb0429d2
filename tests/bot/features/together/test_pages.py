"""Pages of two against two, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.together import pages
from bot.features.together.model import Foursome, Lobby, Seat, Status
from bot.features.together.pages import AskForFour, ChangeFoursome, Setting
from bot.model.joinable import pace_of
from bot.model.matches import Past, Record, Search, Tally
from bot.model.people import FORMER
from bot.model.servers import Place
from bot.service.history import HistoryPage
from bot.ui.components import LABEL
from bot.ui.pages import board, history, offers, result
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


def record(*moves: tuple[str, str], resigned: Side | None = None) -> Record:
    """Anna and Carl have the attackers against Ben and Dora."""
    match = fold((Created(0, game("ludens").data),))
    for move in moves:
        match = match.after(Moved(match.turn, 1, move))
    if resigned:
        match = match.after(Resigned(resigned, 2))
    return Record(
        id=12,
        place=Place(1, 2),
        dark=ANNA,
        light=BEN,
        match=match,
        pace=Pace(3),
        dark_partner=CARL,
        light_partner=DORA,
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
    ],
)
def test_a_menu_changes_one_thing_and_what_none_offers_changes_nothing(
    setting: Setting, value: str, asked: AskForFour
) -> None:
    assert pages.changed(ChangeFoursome("ludens", 3, D, setting), value) == asked


@for_every("words", ALL)
def test_the_form_has_three_menus(words: Words) -> None:
    page = pages.new(AskForFour("ludens", 3, D), Reader(words))
    menus = [block for block in page.blocks if isinstance(block, Menu)]
    assert [sum(option.chosen for option in menu.options) for menu in menus] == [1, 1, 1]
    assert labels(page) == [words("together.ask")]


@for_every("words", ALL)
def test_a_line_elsewhere_leads_to_the_card(words: Words) -> None:
    lobby = Lobby(replace(OPEN, message=77), (seat(1, D, ANNA),))
    assert "](https://discord.com/channels/1/2/77)" in pages.line(lobby, words, link=True)
    assert "discord.com" not in pages.line(lobby, words)
