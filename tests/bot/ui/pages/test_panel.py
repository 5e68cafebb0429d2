"""The private panel, More, offers and resigning: what can be pressed, and what that asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.people import ENGINE
from bot.model.servers import Place
from bot.service.refusals import No, Refusal
from bot.ui.pages import board, offers, panel
from bot.ui.pages.page import Accent, Buttons, Page, Style
from bot.ui.pages.reader import Reader
from games.core import Side
from games.errors import Fault, Illegal, Unreadable, Why
from games.events import Answered, Offer, Offered, Resigned, Withdrawn
from tests.bot.ui.model import (
    AS_DARK,
    AS_LIGHT,
    CHANNEL,
    DARK,
    EN,
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
FORK = "3/2M/5/4m/2M2/1mm2/5/2m/3 l 0"
EITHER = "3/3/5/5/1mM2/1M1m1/5/3/3 l 0"
TAKEN = "3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0"


@pytest.mark.parametrize(("line", "move"), TANGLES)
def test_a_panel_never_lists_all_moves(line: str, move: tuple[str, ...]) -> None:
    tangle = record("tabal", "-".join(move), start=line)
    (dame,) = tangle.match.game.choices(tangle.match.position)
    for path in ((), (dame,), panel.forced(tangle, (dame,))):
        assert calls(lambda path=path: panel.panel(tangle, AS_DARK, path)) < 30_000


ASKING = replace(AS_DARK, confirm=True)  # a player who wants to see a move before it is played
AT_ONCE = (
    "-# Your move is played as soon as you pick a square. `/tablut settings` can make me ask first."
)


def test_first_the_man_is_chosen_the_king_before_the_others() -> None:
    page = panel.panel(record("larochelle", lot=Side.LIGHT), AS_LIGHT)
    assert text(page) == "**Your move.** Which piece?"
    assert menus(page) == []
    assert list(buttons(page)) == ["c5", "d5", "e3", "e4", "e6", "e7", "f5", "g5"]
    assert buttons(page)["c5"].id == "k:to:12:1:c5"
    check(page)
    page = panel.panel(record("larochelle", "e4-d4", "d1-c1", lot=Side.LIGHT), AS_LIGHT)
    king = next(iter(buttons(page).values()))  # who has one place to go
    assert (king.label, king.man, king.man_name) == ("e5", "K", "king")
    assert king.id == "k:to:12:3:e5-e4"
    assert {button.style for button in buttons(page).values()} == {Style.PLAIN}
    assert text(page) == "**Your move.** Which piece?"
    page = panel.panel(record("larochelle", "e4-d4", "d1-c1", lot=Side.LIGHT), AS_LIGHT, ("e5",))
    assert text(page) == "**e5-e4**. Play it?"
    pressed = {label: button.id for label, button in buttons(page).items()}
    assert pressed == {"Play e5-e4": "k:play:12:3:e5-e4", "Back": "k:back:12:3:"}
    check(page)


def test_rows_fill_the_lines_of_an_iphone_which_are_four_points_or_two_moves_wide() -> None:
    def rows(page: Page) -> list[int]:
        check(page)
        return [len(block.buttons) for block in page.blocks if isinstance(block, Buttons)]

    begun = record("larochelle")
    assert rows(panel.panel(begun, AS_DARK)) == [4, 4, 4]
    assert rows(panel.panel(begun, AS_DARK, ("e2",))) == [4, 5]  # the last one leads back
    assert rows(panel.panel(begun, AS_DARK, ("d1",))) == [4, 3]
    assert rows(panel.panel(begun, ASKING, ("d1",))) == [4, 3]


def test_each_of_24_men_and_20_places_is_a_button() -> None:
    row = "t1t1t1t1t1t"
    spread = f"11/{row}/11/{row}/11/5K5/11/{row}/11/{row}/11 d 0"
    for reader in (AS_DARK, ASKING, replace(ASKING, text=True)):
        page = panel.panel(record("copenhagen", start=spread), reader)
        men = ["a10", "c2", "k10"]
        assert [man for man in men if man in buttons(page)] == men
        assert len(buttons(page)) == 24
        check(page)
    wide = "11/11/11/11/11/2t8/11/11/11/8K2/11 d 0"
    for reader in (AS_DARK, ASKING, replace(ASKING, text=True)):
        lone = record("copenhagen", start=wide)
        page = panel.panel(lone, reader, ("c6",))
        places = [label for label in buttons(page) if label != "Back"]
        assert places[:3] == ["a6", "b6", "c1"]
        assert len(places) == 19  # not the throne
        check(page)


def test_then_the_place_is_chosen_which_plays_the_move() -> None:
    page = panel.panel(record("larochelle"), AS_DARK, ("d1",))
    assert text(page) == f"The attacker on **d1**. Where to?\n{AT_ONCE}"
    places = {label: button for label, button in buttons(page).items() if label != "Back"}
    assert list(places) == ["a1", "b1", "c1", "d2", "d3", "d4"]
    assert places["d3"].id == "k:play:12:1:d1-d3"
    assert {button.style for button in places.values()} == {Style.GOOD}
    assert buttons(page)["Back"].id == "k:back:12:1:"
    check(page)


def test_who_wants_to_be_asked_sees_the_move_first_and_can_choose_another() -> None:
    page = panel.panel(record("larochelle"), ASKING, ("d1",))
    assert text(page) == "The attacker on **d1**. Where to?"
    assert buttons(page)["d3"].id == "k:to:12:1:d1-d3"
    page = panel.panel(record("larochelle"), ASKING, ("d1", "d3"))
    assert text(page) == "**d1-d3**. Play it?"
    assert next(iter(buttons(page))) == "Play d1-d3"
    assert buttons(page)["Play d1-d3"].id == "k:play:12:1:d1-d3"
    assert buttons(page)["d4"].id == "k:to:12:1:d1-d4"
    assert "d3" not in buttons(page)
    assert buttons(page)["Back"].id == "k:back:12:1:"
    check(page)


def test_a_whole_move_is_shown_with_what_it_takes() -> None:
    page = panel.panel(record("ludens", start=TAKEN), AS_DARK)
    assert buttons(page)["h3"].id == "k:to:12:1:h3-c3"  # it has one place to go
    page = panel.panel(record("ludens", start=TAKEN), ASKING, ("h3", "c3"))
    assert text(page) == "**h3-c3xc4** captures the king. Play it?"
    check(page)


def test_a_forced_move_is_one_tap() -> None:
    for reader in (AS_LIGHT, replace(AS_LIGHT, confirm=True)):
        page = panel.panel(record("tabal", start=CHAIN), reader)
        assert text(page) == "**a3-c5-e7** captures b4 and d6. Play it?"
        assert {label: button.id for label, button in buttons(page).items()} == {
            "Play a3-c5-e7": "k:play:12:1:a3-c5-e7"
        }
        check(page)


def test_a_capture_that_must_be_made_is_one_tap_for_each_man_who_has_one_way() -> None:
    page = panel.panel(record("tabal", start=EITHER), AS_LIGHT)
    pressed = {label: (button.id, button.style) for label, button in buttons(page).items()}
    assert pressed == {
        "b4-b6 \N{MULTIPLICATION SIGN}1": ("k:play:12:1:b4-b6", Style.GOOD),
        "c5": ("k:to:12:1:c5", Style.PLAIN),  # who has two ways
    }
    check(page)
    asked = panel.panel(record("tabal", start=EITHER), replace(AS_LIGHT, confirm=True))
    assert {button.style for button in buttons(asked).values()} == {Style.PLAIN}


def test_a_square_that_wins_has_a_star_on_its_button_too() -> None:
    start = "t8/9/9/4t4/3tK3t/9/9/9/t7T l 0"
    page = panel.panel(record("seabattle", start=start), AS_LIGHT, ("e5",))
    starred = [label for label in buttons(page) if "★" in label]
    assert starred == ["e1 ★"]


def test_a_capture_that_must_be_made_is_said_at_every_step() -> None:
    two = panel.panel(record("tabal", start=EITHER), AS_LIGHT)
    assert text(two).split("\n")[0] == "**Your move.** You have to capture. With which piece?"
    fork = record("tabal", start=FORK)
    page = panel.panel(fork, AS_LIGHT)
    assert text(page) == f"The piece on **c5** captures. Where to?\n{AT_ONCE}"
    assert list(buttons(page)) == ["a3 \N{MULTIPLICATION SIGN}1", "c3"]
    assert buttons(page)["c3"].id == "k:to:12:1:c5-c3"
    page = panel.panel(fork, AS_LIGHT, ("c5", "c3"))
    assert text(page) == f"**c5-c3**: keep jumping. Where to?\n{AT_ONCE}"
    assert buttons(page)["e1 \N{MULTIPLICATION SIGN}2"].id == "k:play:12:1:c5-c3-e1"
    assert buttons(page)["Back"].id == "k:back:12:1:c5"
    check(page)


def test_what_leaves_no_choice_is_touched_along() -> None:
    chain = record("tabal", start=CHAIN)
    assert panel.forced(chain) == ("a3", "c5", "e7")
    assert panel.forced(chain, ("a3", "c5")) == ("a3", "c5", "e7")
    assert panel.forced(record("larochelle")) == ()
    assert panel.forced(record("larochelle"), ("d1", "d9")) == ("d1", "d9")


def test_a_chain_is_told_with_what_it_took_however_it_was_played() -> None:
    chain = record("tabal", "a3-c5-e7", start=CHAIN)
    assert "**a3xc5xe7**" in panel.played(chain, AS_LIGHT.words)
    assert "**a3xc5xe7**" in panel.played(chain, FR)


def test_a_path_that_leads_nowhere_begins_anew() -> None:
    for path in (("e5",), ("d1", "d9"), ("z9",)):
        page = panel.panel(record("larochelle"), AS_DARK, path)
        assert text(page) == "**Your move.** Which piece?"


def test_what_was_wrong_is_said_first_and_one_may_choose_anew() -> None:
    played = record("larochelle")
    error = Illegal(Why.IN_THE_WAY, "d9")
    page = panel.refused(played, Reader(FR, DARK), error, "d1d9")
    assert text(page) == (
        "La pièce en d9 barre le chemin.\n**À toi de jouer.** Quelle pièce\u00a0?"
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
    assert list(buttons(fresh)) == ["Flip the board", "Rules", "Replay", "Offer a draw", "Resign"]
    assert buttons(fresh)["Replay"].off
    played = offers.more(record("larochelle", "d1-d3"), AS_DARK)
    assert "Take back" in buttons(played)
    assert not buttons(played)["Replay"].off
    assert "Take back" not in buttons(offers.more(record("larochelle", "d1-d3"), AS_LIGHT))
    assert "Offer a draw" not in buttons(offers.more(record("fortresses"), AS_DARK))
    assert "Stop and count" in buttons(offers.more(record("tabal"), AS_DARK))
    onlooker = offers.more(record("larochelle", "d1-d3"), LOOKING_ON)
    assert list(buttons(onlooker)) == ["Flip the board", "Rules", "Replay"]
    for page in (fresh, played, onlooker):
        check(page)


def test_more_knows_the_offer_that_stands_and_the_one_that_was_refused() -> None:
    played = record("larochelle", "d1-d3")
    offered = played.match.after(Offered(Side.DARK, 1, Offer.AGREE))
    asker = offers.more(replace(played, match=offered), AS_DARK)
    assert list(buttons(asker))[3:] == ["Cancel offer", "Resign"]
    assert buttons(asker)["Cancel offer"].id == "k:unask:12:3"
    asked = offers.more(replace(played, match=offered), AS_LIGHT)
    assert list(buttons(asked))[3:] == ["Accept", "Decline", "Resign"]
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
    assert text(page) == f"Resign game 12? <@{DARK}> wins, and you can't undo it."
    assert buttons(page)["Yes, I resign"].id == "k:resign-yes:12:2"
    assert buttons(page)["No, play on"].id == "k:board:12"
    assert page.pings == ()
    check(page)


def test_resigning_alone_is_not_called_final_where_it_can_be_undone() -> None:
    begun = record("larochelle+attackers-first")
    alone = replace(begun, place=Place(None, 0), message=None, level=1, dark=ENGINE)
    moved = replace(alone, match=record("larochelle+attackers-first", "d1-c1", "e4-d4").match)
    said = "Resign game 12? Konakis wins, but *Undo* brings the game back."
    assert text(offers.resigning(moved, AS_LIGHT)) == said
    before = text(offers.resigning(alone, AS_LIGHT))  # there is no move to undo
    assert before == "Resign game 12? Konakis wins, and you can't undo it."


def test_an_offer_pings_the_player_asked_and_its_refusal_the_one_who_asked() -> None:
    played = record("larochelle", "d1-d3")
    offered = played.match.after(Offered(Side.DARK, 1, Offer.AGREE))
    page = offers.notice(replace(played, match=offered), CHANNEL)
    assert text(page).startswith(f"<@{LIGHT}>, <@{DARK}> offers a **draw**.")
    assert page.pings == (LIGHT,)
    assert buttons(page)["Accept"].id == "k:yes:12:3"
    assert buttons(page)["Decline"].id == "k:no:12:3"
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
        (Side.DARK, Offer.AGREE, f"It stays open if <@{DARK}> plays a move"),
        (Side.DARK, Offer.TAKEBACK, f"It's cancelled if <@{DARK}> plays a move"),
        (Side.LIGHT, Offer.AGREE, "Playing a move also declines it"),
        (Side.LIGHT, Offer.TAKEBACK, "Playing a move also declines it"),
    ],
)
def test_an_offer_says_what_a_move_does_to_it(by: Side, what: Offer, says: str) -> None:
    played = record("larochelle", "d1-d3", "e4-d4")
    match = played.match.after(Offered(by, 1, what))
    assert says in text(offers.notice(replace(played, match=match), CHANNEL))


@pytest.mark.parametrize(
    ("by", "moves"), [(Side.DARK, "**d1-d3** and **e4-d4**"), (Side.LIGHT, "**e4-d4**")]
)
def test_a_takeback_names_every_move_that_would_go(by: Side, moves: str) -> None:
    played = record("larochelle", "d1-d3", "e4-d4")
    asked = replace(played, match=played.match.after(Offered(by, 1, Offer.TAKEBACK)))
    asker, other = asked.player(by), asked.player(by.other)
    says = f"would like to take back {moves}."
    assert f"<@{other}>, <@{asker}> {says}" in text(offers.notice(asked, CHANNEL))
    assert says in text(board.board(asked, CHANNEL))
    assert says in text(offers.more(asked, Reader(EN, other)))
    taken = replace(asked, match=asked.match.after(Answered(by.other, 2, accepted=True)))
    assert says in text(offers.answered(taken, CHANNEL, accepted=True))


def test_an_offer_can_be_withdrawn_where_it_stands() -> None:
    played = record("larochelle", "d1-d3")
    asked = replace(played, match=played.match.after(Offered(Side.DARK, 1, Offer.AGREE)))
    for page in (offers.notice(asked, CHANNEL), board.board(asked, CHANNEL)):
        assert buttons(page)["Cancel offer"].id == "k:unask:12:3"
    assert "Cancel offer" in buttons(board.again(asked, AS_DARK))
    assert "Cancel offer" not in buttons(board.again(asked, AS_LIGHT))
    assert list(buttons(offers.standing(asked, AS_DARK))) == ["Cancel offer"]
    assert list(buttons(offers.standing(asked, AS_LIGHT))) == ["Accept", "Decline"]
    assert text(offers.standing(asked, AS_DARK)).startswith(
        f"Your offer is still waiting for <@{LIGHT}>."
    )


@pytest.mark.parametrize(("accepted", "says"), [(True, "Accepted."), (False, "Declined.")])
def test_an_answered_offer_says_so_and_leaves_nothing_to_press(
    *, accepted: bool, says: str
) -> None:
    played = record("larochelle", "d1-d3")
    match = played.match.after(Offered(Side.DARK, 1, Offer.TAKEBACK))
    match = match.after(Answered(Side.LIGHT, 2, accepted=accepted))
    page = offers.answered(replace(played, match=match), CHANNEL, accepted=accepted)
    assert text(page).split("\n") == [
        f"<@{LIGHT}>, <@{DARK}> would like to take back **d1-d3**.",
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
