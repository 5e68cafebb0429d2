"""The board's message: few lines, one ping, and everything that a player must not overlook."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.model.people import ENGINE, Person
from bot.ui.pages import board, offers, result
from bot.ui.pages.differences import differences
from bot.ui.pages.page import Accent, Additions, Show, sign
from bot.ui.pages.reader import Reader, private, public
from games.core import Side
from games.events import Answered, Moved, Offer, Offered, Resigned
from games.pace import Pace
from tests.bot.ui.model import (
    ALL,
    AS_DARK,
    AS_LIGHT,
    CHANNEL,
    DARK,
    DAY,
    EN,
    FR,
    LIGHT,
    LOOKING_ON,
    UNSERVED,
    buttons,
    check,
    clock_state,
    pictures,
    record,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.words import Words

RAICHI = "4tt3/2T1t4/1tKt5/2T1T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"
TUICHI = "4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0"
MONDAY = 345_600
TO_AND_FRO = ("d1-c1", "e3-d3", "c1-d1", "d3-e3")


def test_the_first_board_says_who_begins_with_which_side() -> None:
    page = board.board(record("ludens"), CHANNEL)
    assert text(page).split("\n") == [
        f"<@{DARK}>, you go first as the attackers.",
        *(f"-# {line}" for line in differences("ludens", EN)),
        f"-# Defenders <@{LIGHT}> · Ludens · game 12",
    ]
    check(page)


def test_how_rules_differ_is_said_on_both_players_first_boards_and_on_none_later() -> None:
    (line,) = differences("ludens", EN)
    played = [record("ludens", *TO_AND_FRO[:count]) for count in range(3)]
    assert [line in text(board.board(game, CHANNEL)) for game in played] == [True, True, False]
    assert line not in text(board.again(played[2], AS_DARK))
    assert line in text(offers.more(played[2], AS_DARK))
    assert "Different" not in text(board.again(record("saami"), AS_DARK))


def test_a_turn_names_the_move_and_pings_the_one_who_is_to_move_alone() -> None:
    page = board.board(record("ludens", "d1-d3"), CHANNEL)
    assert text(page).startswith(f"<@{LIGHT}>, your turn! <@{DARK}> played **d1-d3**.\n-# ")
    assert page.pings == (LIGHT,)
    assert [button.id for button in buttons(page).values()] == ["k:move:12:2", "k:more:12:2"]


def test_a_note_under_the_board_starts_with_a_capital() -> None:
    more = Additions(lines=lambda _: ["partners are silent"])
    page = board.board(record("ludens", "d1-d3"), CHANNEL, additions=more)
    assert "\n-# Partners are silent · " in text(page)


def test_french_speaks_french() -> None:
    page = board.board(record("ludens", "d1-d3"), Reader(FR))
    assert text(page).startswith(f"<@{LIGHT}>, à toi\u00a0! <@{DARK}> a joué **d1-d3**.")
    assert list(buttons(page)) == ["Jouer", "Plus"]
    check(page)


LINK = "https://discord.com/channels/5/6/99"
SEATS = f"-# <@{DARK}> \N{EN DASH} <@{LIGHT}> "


def said(record: Record, words: Words = EN, *, longer: bool = False) -> str:
    """The line that is left of its board."""
    return text(board.line(board.old_board_line(record, words), LINK, longer=longer))


def test_an_old_board_leaves_a_line_of_who_played_what_that_leads_on() -> None:
    begun = record("ludens", "d1-d3")
    assert said(begun) == f'{SEATS}[1. d1-d3]({LINK} "game 12")'
    assert said(record("tabal"), FR) == f'{SEATS}[Début de la partie]({LINK} "partie 12")'
    unlinked = text(board.line(board.old_board_line(begun, EN)))
    assert unlinked == f"{SEATS}1. d1-d3 · game 12"
    for words in ALL:
        page = board.line(board.old_board_line(begun, words), LINK)
        assert "\n" not in text(page)
        assert (page.pings, page.pictures, buttons(page)) == ((), (), {})
        (only,) = check(page)
        assert only["type"] == 10  # plain text, in no frame


def test_two_moves_share_a_line() -> None:
    start = "4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 l 0"
    one = record("ludens", "c5-c7", start=start)
    assert said(one, longer=True) == said(one) == f'{SEATS}[1. c5-c7xd7]({LINK} "game 12")'
    two = record("ludens", "c5-c7", "e9-d9", start=start)
    assert said(two) == f'{SEATS}[2. e9-d9]({LINK} "game 12")'
    assert said(two, longer=True) == f'{SEATS}[1. c5-c7xd7]({LINK} "game 12") · 2. e9-d9'


def test_what_was_called_stands_behind_its_move() -> None:
    raichi = record("larochelle", "c8-b8", start=RAICHI)
    assert said(raichi).endswith(f" · {sign('raichi')}**Raichi!**")
    tuichi = record("larochelle", "c6-c7", start=TUICHI)
    assert said(tuichi, FR).endswith(f" · {sign('tuichi')}**Tuichi\u00a0!**")
    later = record("larochelle", "c6-c7", "e9-d9", start=TUICHI)
    assert f"{sign('tuichi')}**Tuichi!** · 2. e9-d9" in said(later, longer=True)


@pytest.mark.parametrize(
    ("moves", "alone", "longer"),
    [((), True, True), (("d1-c1",), True, True), (("d1-c1", "e3-d3"), True, False)],
)
def test_a_line_has_room_for_two_moves(
    moves: tuple[str, ...], *, alone: bool, longer: bool
) -> None:
    told = board.old_board_line(record("ludens", *moves), EN)
    assert (told.has_room(longer=False), told.has_room(longer=True)) == (alone, longer)


def test_an_answer_that_was_prepared_and_one_of_the_engine_fill_a_line() -> None:
    begun = record("ludens", "d1-c1")
    answered = begun.match.after(Moved(Side.LIGHT, 9, ("e3", "d3"), prepared=True))
    prepared = replace(begun, match=answered)
    engines = replace(record("ludens", "d1-c1", "e3-d3"), light=ENGINE, level=3)
    for game in (prepared, engines):
        assert said(game).endswith(f'[1. d1-c1]({LINK} "game 12") · 2. e3-d3')
        told = board.old_board_line(game, EN)
        assert not told.has_room(longer=False)
    first = replace(record("ludens", "d1-c1"), dark=ENGINE, level=3)  # the engine began
    assert board.old_board_line(first, EN).has_room(longer=False)


def test_a_move_taken_back_has_a_line_of_its_own() -> None:
    begun = record("ludens", "d1-d3")
    back = begun.match.after(Offered(Side.DARK, 9, Offer.TAKEBACK))
    back = back.after(Answered(Side.LIGHT, 9, accepted=True))
    told = board.old_board_line(replace(begun, match=back), EN)
    assert told.closed
    assert not told.has_room(longer=False)
    assert told.own == ("A move was taken back", "Start of the game")


def test_what_happened_since_the_move_changes_nothing_of_its_line() -> None:
    begun = record("ludens", "d1-c1")
    refused = begun.match.after(Offered(Side.DARK, 9, Offer.AGREE))
    refused = refused.after(Answered(Side.LIGHT, 9, accepted=False))
    assert board.old_board_line(replace(begun, match=refused), EN) == board.old_board_line(
        begun, EN
    )


def test_a_line_is_read_for_its_game_and_its_last_move() -> None:
    two = record("ludens", "d1-c1", "e3-d3")
    for words in ALL:
        assert board.read_line(said(two, words, longer=True)) == (12, 2)
        assert board.read_line(said(two, words)) == (12, 2)
        assert board.read_line(said(record("ludens"), words)) == (12, None)
        assert board.read_line(f"-# {words('line.game', number=7)}") == (7, None)


def test_what_pings_later_leads_to_the_board() -> None:
    for words in ALL:
        page = board.ping(record("ludens", "d1-d3"), Reader(words), LIGHT)
        assert page.pings == (LIGHT,)
        assert "**d1-d3**" in text(page)
        assert "https://discord.com/channels/5/6/99" in text(page)
        assert list(buttons(page)) == [words("board.move")]
        assert page.pictures == ()
        check(page)
        begun = record("ludens", "d1-d3").match
        offered = replace(record("ludens"), match=begun.after(Offered(Side.LIGHT, 9, Offer.AGREE)))
        page = board.ping(offered, Reader(words), DARK)
        assert page.pings == (DARK,)
        assert text(page).startswith(f"<@{DARK}>\n")  # only a mention pings
        assert buttons(page) == {}
        over = replace(offered, match=offered.match.after(Resigned(Side.LIGHT, 9)))
        page = board.ping(over, Reader(words), LIGHT)
        assert (page.pings, buttons(page)) == ((LIGHT,), {})
        check(page)


def test_men_taken_are_counted_for_the_side_that_took_them() -> None:
    start = "4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 l 0"
    page = board.board(record("ludens", "c5-c7", start=start), CHANNEL)
    assert "played **c5-c7xd7**" in text(page)
    assert text(page).endswith("\n-# Ludens · game 12 · from a position")  # the picture counts
    page = board.board(record("ludens", "c5-c7", start=start), Reader(EN, picture=False, text=True))
    assert "\n-# Attackers to move · Defenders (captured 1) · Ludens · game 12" in text(page)


def test_a_board_names_each_player_once() -> None:
    begun = record("ludens", "d1-d3")
    asked = begun.match.after(Offered(Side.DARK, 9, Offer.TAKEBACK))
    back = replace(begun, match=asked.after(Answered(Side.LIGHT, 9, accepted=True)))
    for shown in (record("ludens"), begun, back, record("tabal")):
        for words in ALL:
            for page in (board.board(shown, Reader(words)), board.again(shown, Reader(words, 7))):
                named = text(page)
                assert [named.count(f"<@{player}>") for player in (DARK, LIGHT)] == [1, 1]


def test_raichi_and_tuichi_stand_in_words_and_colour() -> None:
    page = board.board(record("larochelle", "c8-b8", start=RAICHI), CHANNEL)
    assert "**Raichi!** The king has a way out." in text(page)
    assert page.accent is Accent.RAICHI
    page = board.board(record("larochelle", "c6-c7", start=TUICHI), CHANNEL)
    assert "**Tuichi!** The king has 2 ways out." in text(page)
    assert page.accent is Accent.TUICHI
    assert "ichi!" not in text(board.board(record("larochelle"), CHANNEL))


@pytest.mark.parametrize(
    ("rules", "then"),
    [
        ("larochelle", "The third time, the game is a draw."),
        ("fortresses", "The third time, the attackers win."),
        ("saami", "The fourth time, the attackers win."),
    ],
)
def test_a_position_that_stands_again_is_counted(rules: str, then: str) -> None:
    assert "second time" not in text(board.board(record(rules, *TO_AND_FRO[:3]), CHANNEL))
    page = board.board(record(rules, *TO_AND_FRO), CHANNEL)
    assert "This position has come up for the **second** time." in text(page)
    assert then in text(page)


def test_the_last_quiet_plies_are_counted_down() -> None:
    start = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d"
    quiet = board.board(record("fortresses", start=f"{start} 79"), CHANNEL)
    assert "without a capture" not in text(quiet)
    soon = board.board(record("fortresses", start=f"{start} 80"), CHANNEL)
    assert "20 more moves without a capture, and the attackers win." in text(soon)
    last = board.board(record("fortresses", start=f"{start} 99"), CHANNEL)
    assert "1 more move without a capture, and the attackers win." in text(last)


def test_a_compulsory_capture_is_said_in_tabal_alone() -> None:
    page = board.board(record("tabal", "c4-c5", lot=Side.LIGHT), CHANNEL)
    assert "You can capture, so you must." in text(page)
    free = board.board(record("tabal", lot=Side.LIGHT), CHANNEL)
    assert "compulsory" not in text(free)


@pytest.mark.parametrize(
    ("rules", "legend"),
    [
        ("bga", "A attacker, D defender, K king, # corner"),
        ("larochelle", "A attacker, D defender, K king"),
        ("tabal", "x dark piece, o light piece"),
    ],
)
def test_a_text_board_tells_the_sides_by_more_than_case_and_says_how(
    rules: str, legend: str
) -> None:
    (picture,) = pictures(board.board(record(rules), CHANNEL))
    *rows, files, signs = str(picture.board).split("\n")
    assert set(files.split()) <= set("abcdefghi")
    assert signs == legend
    men = {sign for row in rows for sign in row if sign.isalpha()}
    assert men == {entry.split()[0] for entry in legend.split(", ")} - {"#"}


def test_a_new_dame_is_announced() -> None:
    page = board.board(record("tabal", "b8-a9", start="3/M2/m4/5/3m1/5/4M/3/1M1 l 0"), CHANNEL)
    assert "New king on **a9**!" in text(page)


def test_time_is_shown_where_there_is_a_clock() -> None:
    assert "<t:" not in text(board.board(record("ludens", "d1-d3"), CHANNEL))
    timed = record("ludens", "d1-d3", pace=Pace(3, 7, weekends=False))
    for page in (
        board.board(timed, CHANNEL, clock=clock_state(reserve=6 * DAY)),
        board.again(timed, AS_DARK, clock=clock_state(reserve=6 * DAY)),
    ):
        line = "\nTime runs out <t:900000:R>. That includes 6 extra days.\n"
        assert line in text(page)
        assert text(page).endswith("Ludens · game 12 · 3 days per move, 7 extra, weekends off")
        check(page)


@for_every(
    ("days", "left", "drawn", "said"),
    [
        (3, 2 * DAY - 1, False, " That includes 1 extra day."),
        (3, DAY - 1, False, " That includes 24 extra hours."),
        (0, DAY - 1, False, ""),  # a day given, in part used
        (0, DAY - 1, True, ""),
        (3, DAY, True, " Now on extra time."),
        (3, 0, False, " No extra time left."),
        (0, 0, False, ""),
    ],
)
def test_what_is_left_of_the_reserve_is_told(
    *, days: int, left: int, drawn: bool, said: str
) -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3, days))
    page = text(board.board(timed, CHANNEL, clock=clock_state(reserve=left, drawn=drawn)))
    assert f"\nTime runs out <t:900000:R>.{said}\n" in page


@pytest.mark.parametrize(
    "changes",
    [
        {"hurry": True},
        {"drawn": True, "reserve": DAY},
        {"goes_on": MONDAY},
        {"away": {Side.LIGHT: MONDAY}},
    ],
)
def test_after_the_first_moves_the_clock_is_news_only_when_something_changes(
    changes: dict[str, Any],
) -> None:
    timed = record("ludens", "d1-d3", "e4-d4", "e8-d8", pace=Pace(3, 7))
    usual = board.board(timed, CHANNEL, clock=clock_state(reserve=7 * DAY))
    assert "Time runs out" not in text(usual)
    assert text(usual).endswith("Ludens · game 12 · \N{STOPWATCH} <t:900000:R>")
    assert "Time runs out" in text(board.board(timed, CHANNEL, clock=clock_state(**changes)))
    private = board.again(timed, AS_DARK, clock=clock_state(reserve=7 * DAY))
    assert "Time runs out" in text(private)
    check(usual)


def test_a_clock_that_stands_still_says_why_and_until_when() -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3, weekends=False))
    weekend = text(board.board(timed, CHANNEL, clock=clock_state(goes_on=MONDAY)))
    assert "\nThe clock stops at weekends. Time runs out <t:900000:R>." in weekend
    away = text(
        board.board(timed, CHANNEL, clock=clock_state(away={Side.LIGHT: MONDAY}, goes_on=MONDAY))
    )
    # the last day is named by its noon, which is the same day nearly everywhere
    assert f"\n<@{LIGHT}> is away until <t:302400:D>; the clock is stopped." in away
    assert "Time runs out <t:900000:R>." in away
    earlier = clock_state(away={Side.LIGHT: MONDAY}, goes_on=MONDAY - DAY)
    assert (
        f"\n<@{LIGHT}> is away until <t:302400:D>; the clock is stopped and resumes <t:259200:R>. "
        "Time runs out <t:900000:R>."
    ) in text(board.board(timed, CHANNEL, clock=earlier))


def test_who_is_away_while_the_other_is_to_move_is_told_beside_the_time() -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3))
    page = text(board.board(timed, CHANNEL, clock=clock_state(away={Side.DARK: MONDAY})))
    assert f"\nTime runs out <t:900000:R>.\n<@{DARK}> is away until <t:302400:D>.\n" in page


def test_who_is_away_while_their_clock_runs_is_told_beside_the_time() -> None:
    timed = record("ludens", "d1-d3", pace=Pace(3))
    page = text(board.board(timed, CHANNEL, clock=clock_state(away={Side.LIGHT: MONDAY})))
    assert f"\nTime runs out <t:900000:R>.\n<@{LIGHT}> is away until <t:302400:D>.\n" in page


def test_a_standing_offer_is_said_and_can_be_answered_on_the_board() -> None:
    played = record("larochelle")
    offered = played.match.after(Offered(Side.DARK, 1, Offer.AGREE))
    page = board.board(replace(played, match=offered), CHANNEL)
    assert f"<@{DARK}> offers a draw." in text(page)
    assert buttons(page)["Accept"].id == "k:yes:12:2"
    assert buttons(page)["Decline"].id == "k:no:12:2"


def test_a_move_taken_back_is_said() -> None:
    played = record("larochelle", "d1-d3")
    match = played.match.after(
        Offered(Side.DARK, 1, Offer.TAKEBACK), Answered(Side.LIGHT, 2, accepted=True)
    )
    page = board.board(replace(played, match=match), CHANNEL)
    assert text(page).startswith(f"<@{DARK}>, your turn again: a move was taken back.")
    assert page.pings == (DARK,)


def test_an_old_board_pings_no_player_and_has_nothing_to_press() -> None:
    page = board.board(record("ludens", "d1-d3"), CHANNEL, live=False)
    assert page.pings == ()
    assert buttons(page) == {}
    assert page.accent is Accent.QUIET
    check(page)


def test_a_player_who_opens_a_game_sees_what_can_be_done() -> None:
    played = record("ludens", "d1-d3")
    light, dark, other = (board.again(played, who) for who in (AS_LIGHT, AS_DARK, LOOKING_ON))
    assert list(buttons(light)) == ["Move", "More", "Flip the board"]
    assert list(buttons(dark)) == ["More", "Flip the board"]
    assert list(buttons(other)) == ["Flip the board", "Rules", "Replay"]
    assert text(light).startswith(f"<@{LIGHT}>, your turn!")
    assert text(dark).startswith(f"Waiting for <@{LIGHT}>. <@{DARK}> played **d1-d3**.")
    assert text(other).startswith(f"Waiting for <@{LIGHT}>.")
    for page in (light, dark, other):
        assert page.pings == ()
        check(page)


def test_a_tablut_board_is_turned_only_for_those_who_want_it() -> None:
    played = record("ludens", "d1-d3")
    mine, theirs = Reader(EN, LIGHT, seat="mine"), Reader(EN, DARK, seat="light")
    for reader in (AS_DARK, AS_LIGHT, CHANNEL, LOOKING_ON, Reader(EN, LIGHT, seat="dark")):
        assert reader.near(played) is Side.DARK
    for reader in (mine, theirs, replace(LOOKING_ON, seat="light")):
        assert reader.near(played) is Side.LIGHT
    assert buttons(board.again(played, AS_LIGHT))["Flip the board"].id == "k:flip:12:l"
    assert buttons(board.again(played, mine))["Flip the board"].id == "k:flip:12:d"
    assert pictures(board.again(played, AS_LIGHT))[0].scene != (
        pictures(board.again(played, mine))[0].scene
    )


def test_a_tabal_board_faces_the_player_to_move() -> None:
    first = record("tabal", lot=Side.DARK)
    second = record("tabal", "a6-a5", lot=Side.DARK)
    for played, turn in ((first, Side.DARK), (second, Side.LIGHT)):
        assert played.match.turn is turn
        assert CHANNEL.near(played) is turn
        assert LOOKING_ON.near(played) is turn
        assert AS_DARK.near(played) is Side.DARK
        assert AS_LIGHT.near(played) is Side.LIGHT
    over = replace(first, match=first.match.after(Resigned(Side.DARK, 5)))
    assert CHANNEL.near(over) is Side.LIGHT


def test_only_the_player_who_is_asked_can_answer_privately() -> None:
    played = record("larochelle")
    offered = replace(played, match=played.match.after(Offered(Side.DARK, 1, Offer.AGREE)))
    assert "Accept" in buttons(board.again(offered, AS_LIGHT))
    assert "Accept" not in buttons(board.again(offered, AS_DARK))
    assert "Accept" not in buttons(board.again(offered, LOOKING_ON))


def test_after_the_end_both_ways_show_the_result() -> None:
    played = record("ludens")
    over = replace(played, match=played.match.after(Resigned(Side.DARK, 5)))
    assert board.board(over, CHANNEL) == result.result(over, CHANNEL)
    assert text(board.again(over, AS_DARK)) == text(result.result(over, AS_DARK))
    assert board.again(over, AS_DARK).pings == ()


def test_boards_come_as_their_reader_wants_them() -> None:
    plain, blind, both = Person(1), Person(2, text=True, picture=False), Person(3, text=True)
    assert private(plain, "en").show is Show.PICTURE
    assert private(blind, "en").show is Show.TEXT
    assert private(both, "en").show is Show.BOTH
    assert private(Person(4, picture=False), "en").show is Show.TEXT
    assert public("en", plain, plain).show is Show.PICTURE
    assert public("en", plain, blind).show is Show.BOTH
    assert public("en", blind, plain).show is Show.BOTH
    assert public("en", blind, blind).show is Show.TEXT
    assert public("en").show is Show.PICTURE


def test_a_reader_speaks_his_own_language_first() -> None:
    assert private(Person(1, locale="fr"), "en-US").words is FR
    assert private(Person(1), "fr").words is FR
    assert private(Person(1), UNSERVED.value).words is EN
    assert public("fr").words is FR


def test_a_channel_sees_its_servers_theme_and_no_player_turns_its_board() -> None:
    players = Person(1, seat="dark", theme="slate"), Person(2, theme="wood")
    assert public("en", *players).theme == ""
    reader = public("en", *players, theme="print")
    assert (reader.seat, reader.theme) == ("own", "print")
    page = board.board(record("ludens", "d1-d3"), reader)
    assert pictures(page)[0].theme == "print"
