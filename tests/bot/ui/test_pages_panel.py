"""The private panel, More, offers and resigning: what can be pressed, and what that asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service.refusals import No, Refusal
from bot.ui.pages import offers, panel
from bot.ui.pages.page import Accent
from bot.ui.pages.reader import Reader
from games.core import Side
from games.errors import Fault, Illegal, Unreadable, Why
from games.events import Answered, Offer, Offered, Resigned, Withdrawn
from tests.bot.ui.model import (
    AS_DARK,
    AS_LIGHT,
    CHANNEL,
    DARK,
    FR,
    LIGHT,
    LOOKING_ON,
    buttons,
    check,
    menus,
    pictures,
    record,
    text,
)
from tests.games.test_bounded import TANGLES, calls

CHAIN = "1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0"
TAKEN = "3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0"


@pytest.mark.parametrize(("line", "move"), TANGLES)
def test_a_panel_never_lists_all_moves(line: str, move: tuple[str, ...]) -> None:
    tangle = record("tabal", "-".join(move), start=line)
    (dame,) = tangle.match.game.choices(tangle.match.position)
    for path in ((), (dame,), panel.forced(tangle, (dame,))):
        assert calls(lambda path=path: panel.panel(tangle, AS_DARK, path)) < 30_000


def test_first_the_man_is_chosen_the_king_before_the_others() -> None:
    page = panel.panel(record("larochelle", lot=Side.LIGHT), AS_LIGHT)
    assert text(page) == "**Your move.** Which man?"
    (menu,) = menus(page)
    assert menu.id == "k:man:12:1"
    assert menu.options[0].label == "c5 · defender"
    assert menu.options[0].about == "8 places to go"
    assert buttons(page) == {}
    check(page)
    (menu,) = menus(panel.panel(record("larochelle", "e4-d4", "d1-c1", lot=Side.LIGHT), AS_LIGHT))
    assert menu.options[0].label == "e5 · king"
    assert menu.options[0].about == "1 place to go"


def test_then_the_place_and_one_can_go_back() -> None:
    page = panel.panel(record("larochelle"), AS_DARK, ("d1",))
    assert text(page) == "The attacker on **d1**. Where to?"
    (menu,) = menus(page)
    assert menu.id == "k:to:12:1:d1"
    assert [option.label for option in menu.options] == ["a1", "b1", "c1", "d2", "d3", "d4"]
    assert buttons(page)["Back"].id == "k:back:12:1:"
    check(page)


def test_a_whole_move_is_asked_about_with_what_it_takes() -> None:
    page = panel.panel(record("larochelle"), AS_DARK, ("d1", "d3"))
    assert text(page) == "**d1-d3**. Play it?"
    assert buttons(page)["Play"].id == "k:play:12:1:d1-d3"
    assert buttons(page)["Back"].id == "k:back:12:1:d1"
    assert menus(page) == []
    check(page)
    page = panel.panel(record("ludens", start=TAKEN), AS_DARK, ("h3", "c3"))
    assert text(page) == "**h3-c3xc4** takes the king. Play it?"
    page = panel.panel(record("tabal", start=CHAIN), AS_LIGHT, ("a3", "c5", "e7"))
    assert text(page) == "**a3-c5-e7** takes b4 and d6. Play it?"


def test_a_capture_that_must_be_made_is_said_at_every_step() -> None:
    chain = record("tabal", start=CHAIN)
    page = panel.panel(chain, AS_LIGHT)
    assert text(page) == "**Your move.** You must capture. With which man?"
    (menu,) = menus(page)
    assert [(option.label, option.about) for option in menu.options] == [("a3 · man", "captures")]
    page = panel.panel(chain, AS_LIGHT, ("a3",))
    assert text(page) == "The man on **a3** captures. Where to?"
    page = panel.panel(chain, AS_LIGHT, ("a3", "c5"))
    assert text(page) == "**a3-c5**: the chain goes on. Where to?"
    assert menus(page)[0].id == "k:to:12:1:a3-c5"
    assert buttons(page)["Back"].id == "k:back:12:1:a3"
    check(page)


def test_a_chain_is_followed_where_there_is_only_one_way_on() -> None:
    chain = record("tabal", start=CHAIN)
    assert panel.forced(chain, ("a3",)) == ("a3",)
    assert panel.forced(chain, ("a3", "c5")) == ("a3", "c5", "e7")
    assert panel.complete(chain, ("a3", "c5", "e7"))
    assert not panel.complete(chain, ("a3", "c5"))
    assert panel.forced(record("larochelle"), ("d1", "d9")) == ("d1", "d9")


def test_a_chain_is_told_with_what_it_took_however_it_was_played() -> None:
    chain = record("tabal", "a3-c5-e7", start=CHAIN)
    assert "**a3xc5xe7**" in panel.played(chain, AS_LIGHT.words)
    assert "**a3xc5xe7**" in panel.played(chain, FR)


def test_a_path_that_leads_nowhere_begins_anew() -> None:
    for path in (("e5",), ("d1", "d9"), ("z9",)):
        page = panel.panel(record("larochelle"), AS_DARK, path)
        assert text(page) == "**Your move.** Which man?"


def test_what_was_wrong_is_said_first_and_one_may_choose_anew() -> None:
    played = record("larochelle")
    error = Illegal(Why.IN_THE_WAY, "d9")
    page = panel.refused(played, Reader(FR, DARK), error, "d1d9")
    assert text(page) == (
        "Une pièce barre le chemin\u00a0: d9.\n**À toi de jouer.** Quelle pièce\u00a0?"
    )
    assert page.accent is Accent.STOP
    assert menus(page) == menus(panel.panel(played, Reader(FR, DARK)))
    check(page)


def test_the_picture_is_marked_where_a_move_can_be_read() -> None:
    played = record("larochelle")
    plain = pictures(panel.panel(played, AS_DARK))
    error = Illegal(Why.IN_THE_WAY, "e2")
    marked = pictures(panel.refused(played, AS_DARK, error, ("e1", "e3")))
    assert marked != plain
    assert pictures(panel.refused(played, AS_DARK, error, "E1 - e3")) == marked
    for page in (
        panel.refused(played, AS_DARK, error, "nothing"),
        panel.refused(played, AS_DARK, Unreadable(Fault.MOVE, "nothing"), "nothing"),
        panel.refused(played, AS_DARK, Refusal(No.MOVED_ON), ("e1", "e3")),
    ):
        assert pictures(page) == plain
        check(page)


def test_more_offers_what_is_possible_and_nothing_else() -> None:
    fresh = offers.more(record("larochelle"), AS_DARK)
    assert list(buttons(fresh)) == ["Turn the board", "Rules", "Replay", "Offer a draw", "Resign"]
    assert buttons(fresh)["Replay"].off
    played = offers.more(record("larochelle", "d1-d3"), AS_DARK)
    assert "Take back" in buttons(played)
    assert not buttons(played)["Replay"].off
    assert "Take back" not in buttons(offers.more(record("larochelle", "d1-d3"), AS_LIGHT))
    assert "Offer a draw" not in buttons(offers.more(record("fortresses"), AS_DARK))
    assert "Offer to stop and count" in buttons(offers.more(record("tabal"), AS_DARK))
    onlooker = offers.more(record("larochelle", "d1-d3"), LOOKING_ON)
    assert list(buttons(onlooker)) == ["Turn the board", "Rules", "Replay"]
    for page in (fresh, played, onlooker):
        check(page)


def test_more_knows_the_offer_that_stands_and_the_one_that_was_refused() -> None:
    played = record("larochelle", "d1-d3")
    offered = played.match.after(Offered(Side.DARK, 1, Offer.AGREE))
    asker = offers.more(replace(played, match=offered), AS_DARK)
    assert list(buttons(asker))[3:] == ["Withdraw my offer", "Resign"]
    assert buttons(asker)["Withdraw my offer"].id == "k:unask:12:3"
    asked = offers.more(replace(played, match=offered), AS_LIGHT)
    assert list(buttons(asked))[3:] == ["Accept", "Refuse", "Resign"]
    assert f"<@{DARK}> offers a draw." in text(asked)
    refused = replace(played, match=offered.after(Answered(Side.LIGHT, 2, accepted=False)))
    assert "Offer a draw" not in buttons(offers.more(refused, AS_DARK))
    assert "Offer a draw" in buttons(offers.more(refused, AS_LIGHT))
    withdrawn = replace(played, match=offered.after(Withdrawn(Side.DARK, 2)))
    assert "Offer a draw" in buttons(offers.more(withdrawn, AS_DARK))
    check(asked)


def test_after_the_end_there_is_only_looking_back_and_a_rematch() -> None:
    played = record("larochelle", "d1-d3")
    over = replace(played, match=played.match.after(Resigned(Side.DARK, 5)))
    assert list(buttons(offers.more(over, AS_DARK)))[3:] == ["Rematch"]
    assert list(buttons(offers.more(over, LOOKING_ON)))[3:] == []
    halfway = replace(over, games=2)  # the second game is there already
    assert list(buttons(offers.more(halfway, AS_DARK)))[3:] == []


def test_resigning_is_asked_about_once_more() -> None:
    page = offers.resigning(record("larochelle", "d1-d3"), AS_LIGHT)
    assert text(page) == f"Give game 12 up? <@{DARK}> wins, and that is final."
    assert buttons(page)["Yes, I resign"].id == "k:resign-yes:12:2"
    assert buttons(page)["No, play on"].id == "k:board:12"
    assert page.pings == ()
    check(page)


def test_an_offer_pings_whoever_is_asked_and_its_refusal_whoever_asked() -> None:
    played = record("larochelle", "d1-d3")
    offered = played.match.after(Offered(Side.DARK, 1, Offer.AGREE))
    page = offers.notice(replace(played, match=offered), CHANNEL)
    assert text(page).startswith(f"<@{LIGHT}>, <@{DARK}> offers a **draw**.")
    assert page.pings == (LIGHT,)
    assert buttons(page)["Accept"].id == "k:yes:12:3"
    assert buttons(page)["Refuse"].id == "k:no:12:3"
    check(page)
    refused = offered.after(Answered(Side.LIGHT, 2, accepted=False))
    page = offers.notice(replace(played, match=refused), CHANNEL)
    assert text(page).startswith(f"<@{DARK}>, <@{LIGHT}> would rather play on: no draw")
    assert page.pings == (DARK,)
    assert buttons(page) == {}
    check(page)


@pytest.mark.parametrize(
    ("by", "what", "says"),
    [
        (Side.DARK, Offer.AGREE, f"It waits while <@{DARK}> plays a move"),
        (Side.DARK, Offer.TAKEBACK, f"It is over when <@{DARK}> plays a move instead"),
        (Side.LIGHT, Offer.AGREE, "Playing a move refuses it too"),
        (Side.LIGHT, Offer.TAKEBACK, "Playing a move refuses it too"),
    ],
)
def test_an_offer_says_what_a_move_of_whoever_is_to_move_does_to_it(
    by: Side, what: Offer, says: str
) -> None:
    played = record("larochelle", "d1-d3", "e4-d4")
    match = played.match.after(Offered(by, 1, what))
    assert says in text(offers.notice(replace(played, match=match), CHANNEL))


@pytest.mark.parametrize(("accepted", "says"), [(True, "Accepted."), (False, "Refused.")])
def test_an_answered_offer_says_so_and_leaves_nothing_to_press(
    *, accepted: bool, says: str
) -> None:
    played = record("larochelle", "d1-d3")
    match = played.match.after(Offered(Side.DARK, 1, Offer.TAKEBACK))
    match = match.after(Answered(Side.LIGHT, 2, accepted=accepted))
    page = offers.answered(replace(played, match=match), CHANNEL, accepted=accepted)
    assert text(page).split("\n") == [
        f"<@{LIGHT}>, <@{DARK}> asks to take their **last move back**.",
        f"-# {says}",
        "-# La Rochelle · game 12",
    ]
    assert page.pings == ()
    assert buttons(page) == {}
    check(page)


def test_every_offer_has_its_own_words() -> None:
    said: set[str] = set()
    for rules, what in (
        ("larochelle", Offer.AGREE),
        ("tabal", Offer.AGREE),
        ("larochelle", Offer.TAKEBACK),
    ):
        played = record(rules, *(["d1-d3"] if rules == "larochelle" else []))
        offered = played.match.after(Offered(Side.DARK, 1, what))
        refused = offered.after(Answered(Side.LIGHT, 2, accepted=False))
        for match in (offered, refused):
            page = offers.notice(replace(played, match=match), Reader(FR))
            check(page)
            said.add(text(page).split("\n")[0])
    assert len(said) == 6
