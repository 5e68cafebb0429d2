"""The end of a game: who won, why, how many men were counted; the film, the file, a rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.matches import Outcome, Tally
from bot.ui.films import film_order
from bot.ui.pages import parts, replay, result
from bot.ui.pages.page import Accent, Additions, Button, Style
from bot.ui.pages.reader import Reader
from games import gamefile
from games.core import Reason, Side, Verdict
from games.events import Answered, Flagged, Offer, Offered, Resigned, Stopped
from games.pace import Pace
from render.scene import Call, Reel, Scene
from tests.bot.ui.model import (
    ALL,
    CHANNEL,
    DARK,
    EN,
    FR,
    LIGHT,
    buttons,
    check,
    file,
    pictures,
    record,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.words import Words

TAKEN = "3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0"
EQUAL = "mmm/3/5/5/5/5/5/3/MMM l 0"
AHEAD = "mmm/3/5/5/5/5/5/1M1/MMM l 0"
DAME = "mmm/3/5/5/5/5/5/3/MMQ l 0"


DASH = "\N{EN DASH}"
WON, LOST, DRAWN = Outcome.WON, Outcome.LOST, Outcome.DRAWN


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ({(Side.DARK, WON): 1}, None),  # the first one says nothing that is not above
        ({(Side.DARK, WON): 2, (Side.LIGHT, LOST): 1}, f"2{DASH}1"),
        ({(Side.DARK, WON): 1, (Side.LIGHT, DRAWN): 1}, f"1½{DASH}½"),
    ],
)
def test_the_end_says_how_these_two_stand_against_each_other(
    counts: dict[tuple[Side, Outcome], int], line: str | None
) -> None:
    page = result.result(record("ludens", "h3-c3", start=TAKEN), CHANNEL, tally=Tally(counts))
    if line is None:
        assert "head to head" not in text(page)
    else:
        assert text(page).endswith(f" · head to head {line}")
    check(page)


def test_what_a_feature_starts_comes_before_a_rematch() -> None:
    press = result.Rematch(13)
    more = (Button("Review", press), Button("One more game", press, Style.MAIN))
    page = result.result(
        record("ludens", "h3-c3", start=TAKEN), CHANNEL, Additions(buttons=lambda _: more)
    )
    assert list(buttons(page)) == ["One more game", "Rematch", "Replay", "Review"]
    styles = [button.style for button in buttons(page).values()]
    assert styles.count(Style.MAIN) == 1


def test_a_king_taken_is_said_with_who_won() -> None:
    page = result.result(record("ludens", "h3-c3", start=TAKEN), CHANNEL)
    assert text(page).split("\n") == [
        f"**<@{DARK}> wins** as the attackers against <@{LIGHT}>. The king was captured.",
        "-# Ludens · game 12 · 1 move · from a position",
    ]
    assert page.accent is Accent.OVER
    assert page.pings == (LIGHT,)
    assert buttons(page)["Rematch"].id == "k:rematch:12"
    (picture,) = pictures(page)
    assert picture.name == "replay.gif"
    assert picture.still
    assert picture.still.name == "board.png"
    assert picture.alt == f"The whole game as an animation. {picture.still.alt}"
    check(page)


def test_a_draw_has_no_winner() -> None:
    played = record("larochelle", "d1-d3")
    match = played.match.after(
        Offered(Side.LIGHT, 1, Offer.AGREE), Answered(Side.DARK, 2, accepted=True)
    )
    page = result.result(replace(played, match=match), Reader(FR))
    assert text(page).startswith(f"**Nulle** entre <@{DARK}> et <@{LIGHT}>. Fin d")
    assert page.accent is Accent.QUIET
    assert page.pings == (LIGHT,)


def test_only_the_opponent_is_told_of_a_resignation() -> None:
    played = record("tabal", lot=Side.LIGHT)
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 2)))
    page = result.result(over, CHANNEL)
    assert f"**<@{DARK}> wins** as the dark pieces" in text(page)
    assert f"against <@{LIGHT}>. Won by resignation." in text(page)
    assert page.pings == (DARK,)
    assert [picture.name for picture in pictures(page)] == ["board.png"]  # nothing to animate
    check(page)


def test_both_hear_of_a_loss_on_time() -> None:
    played = record("ludens", pace=Pace(days=1))
    over = replace(played, match=played.match.after(Flagged(99, Side.DARK)))
    page = result.result(over, CHANNEL)
    assert f"against <@{DARK}>. Won on time." in text(page)
    assert set(page.pings) == {DARK, LIGHT}


@pytest.mark.parametrize(
    ("start", "outcome", "counted"),
    [
        (AHEAD, f"**<@{LIGHT}> wins**", "Counted: Dark 3, Light 4."),
        (EQUAL, "**A draw**", "Counted: Dark 3, Light 3. Kings: Dark 0, Light 0."),
        (DAME, f"**<@{LIGHT}> wins**", "Counted: Dark 3, Light 3. Kings: Dark 0, Light 1."),
    ],
)
def test_men_are_counted_and_dames_when_they_are_equal(
    start: str, outcome: str, counted: str
) -> None:
    played = record("tabal", start=start)
    match = played.match.after(
        Offered(Side.LIGHT, 1, Offer.AGREE), Answered(Side.DARK, 2, accepted=True)
    )
    written = text(result.result(replace(played, match=match), CHANNEL))
    assert outcome in written
    assert counted in written


def test_nothing_is_counted_where_counting_does_not_decide() -> None:
    played = record("tabal", lot=Side.LIGHT)
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 2)))
    assert "Counted" not in text(result.result(over, CHANNEL))


ENDS = [
    *(("larochelle", reason) for reason in Reason),
    *(("tabal", reason) for reason in Reason if "king" not in reason),
]


@pytest.mark.slow
@for_every(("rules", "reason"), ENDS)
@for_every("winner", [Side.DARK, Side.LIGHT, None])
def test_every_end_makes_a_page(rules: str, reason: Reason, winner: Side | None) -> None:
    played = record(rules)
    verdict = Verdict(winner, reason)
    over = replace(played, match=replace(played.match, verdict=verdict))
    for words in ALL:
        check(result.result(over, Reader(words)))
        if not verdict.has_result:
            check(result.no_result(over, Reader(words)))


MOVES = ("d1-d3", "e4-c4", "d3-d4", "c5-b5")


def test_the_file_reads_back_to_the_same_game() -> None:
    pace = Pace(days=3, reserve=5, weekends=False)
    played = record("larochelle+king-four", *MOVES[:3], lot=Side.DARK, pace=pace)
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 20_000)))
    content = file(replay.film(over, CHANNEL)).content.decode()
    back = gamefile.read_game_file(content)
    assert back.match == over.match
    assert back.tags == {"Game": "12", "Pace": "days 3, reserve 5, no weekends"}
    told = [line for line in content.splitlines() if line.startswith("#")]
    assert [line[:9] for line in told] == ["# A game ", "# Moves a"]


def test_a_file_tells_no_more_of_a_pace_than_there_is() -> None:
    page = replay.film(record("ludens", pace=Pace(days=1)), CHANNEL)
    assert "\nPace: days 1\n" in file(page).content.decode()
    assert "Pace" not in file(replay.film(record("ludens"), CHANNEL)).content.decode()


def test_the_file_is_named_by_the_number_of_its_game() -> None:
    assert file(replay.film(record("ludens"), CHANNEL)).name == "konakis-12.txt"


def test_a_replay_shows_the_film_and_before_the_first_move_the_board() -> None:
    page = replay.film(record("ludens", "d1-d3"), CHANNEL)
    assert [picture.name for picture in pictures(page)] == ["replay.gif"]
    assert "The game so far." in text(page)
    assert "Winner: not yet" in file(page).content.decode()
    check(page)
    page = replay.film(record("ludens"), CHANNEL)
    assert [picture.name for picture in pictures(page)] == ["board.png"]
    check(page)


def test_the_film_has_a_picture_for_the_start_and_each_move() -> None:
    (film,) = pictures(replay.film(record("ludens", "d1-d3", "e4-c4"), CHANNEL))
    assert isinstance(film.scene, Reel)
    assert len(film.scene.scenes()) == 3


def test_a_reader_of_text_gets_no_film() -> None:
    reader = Reader(EN, DARK, picture=False, text=True)
    page = replay.film(record("ludens", "d1-d3"), reader)
    assert [picture.name for picture in pictures(page)] == ["board.png"]
    assert not pictures(page)[0].painted
    check(page)


def test_the_file_names_the_players_where_both_let_it() -> None:
    played = record("ludens", "d1-d3")
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 2)))
    names = {DARK: "Reindeer", LIGHT: "Birch\nK: x"}
    tags = gamefile.read_game_file(
        file(replay.film(over, CHANNEL, names=names)).content.decode()
    ).tags
    assert (tags["Dark"], tags["Light"]) == ("Reindeer", "Birch K: x")
    content = file(replay.film(over, CHANNEL, names={})).content.decode()
    assert {"Dark", "Light"}.isdisjoint(gamefile.read_game_file(content).tags)
    assert str(DARK) not in content
    assert str(LIGHT) not in content


@pytest.mark.parametrize(("loser", "leader"), [(Side.DARK, LIGHT), (Side.LIGHT, DARK)])
def test_the_second_game_names_who_leads_and_nobody_else(loser: Side, leader: int) -> None:
    """The sides are swapped by then."""
    earlier = record("larochelle").match.after(Resigned(loser, 9))
    begun = record("larochelle")
    second = replace(begun, dark=LIGHT, light=DARK, games=2, first=11, earlier=earlier)
    assert parts.pair_note(second, EN) == f"second of two, <@{leader}> 1{DASH}0"


def ended_match(*, loser: Side | None, first: Side = Side.LIGHT) -> Record:
    """A match of two games: `first` lost the first, and `loser`'s side the second; None: a draw."""
    earlier = record("larochelle").match.after(Resigned(first, 9))
    second = record("larochelle", "d1-d3")
    agreed = Offered(Side.LIGHT, 10, Offer.AGREE), Answered(Side.DARK, 11, accepted=True)
    over = second.match.after(*([Resigned(loser, 10)] if loser else agreed))
    seats = {"dark": LIGHT, "light": DARK}
    return replace(second, match=over, games=2, first=11, earlier=earlier, **seats)


def test_the_end_of_a_match_says_who_won_it_in_words_colour_and_picture() -> None:
    match = ended_match(loser=None)
    page = result.result(match, CHANNEL)
    assert text(page).startswith(
        f"**<@{DARK}> wins the match 1½{DASH}½** against <@{LIGHT}>. Game 2: Both players agreed"
    )
    assert page.accent is Accent.OVER
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Reel)
    *_, last = picture.scene.scenes()
    assert (last.call, last.caption.carved) == (Call.WON, f"VICTORY 1½{DASH}½")
    assert film_order(picture.scene, "").carved == (last.call, last.caption.carved)
    page = result.result(match, Reader(EN, LIGHT))
    assert page.accent is Accent.LOST
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Scene)
    assert (picture.scene.call, picture.scene.caption.carved) == (Call.LOST, f"DEFEAT 1½{DASH}½")
    check(page)


def test_a_level_match_is_decided_by_the_shorter_win_and_drawn_if_there_is_none() -> None:
    level = ended_match(loser=Side.LIGHT, first=Side.LIGHT)  # each won once, the first at once
    assert text(result.result(level, CHANNEL)).startswith(
        f"**<@{DARK}> wins the match 1{DASH}1** against <@{LIGHT}> (the other player forfeited"
    )
    both = ended_match(loser=None)
    drawn = both.match.log[-2:]
    earlier = record("larochelle").match.after(*drawn)
    page = result.result(replace(both, earlier=earlier), CHANNEL)
    assert text(page).startswith(
        f"**The match is drawn 1{DASH}1** between <@{DARK}> and <@{LIGHT}>"
    )
    assert page.accent is Accent.QUIET


@pytest.mark.parametrize("words", ALL)
def test_a_match_whose_second_game_has_no_result_says_how_it_ended(words: Words) -> None:
    match = ended_match(loser=None)
    stopped = record("larochelle", "d1-d3").match.after(Stopped(11))
    page = result.no_result(replace(match, match=stopped), Reader(words))
    ends = words("pair.ends", one=f"<@{DARK}>", other=f"<@{LIGHT}>", score=f"1{DASH}0")
    assert ends in text(page)
    single = replace(match, match=stopped, games=1, first=None, earlier=None)
    assert ends not in text(result.no_result(single, Reader(words)))


@pytest.mark.parametrize("words", ALL)
def test_after_the_first_of_two_games_a_button_starts_the_second(words: Words) -> None:
    over = record("larochelle").match.after(Resigned(Side.DARK, 9))
    waits = replace(record("larochelle"), match=over, games=2, due=3609)
    page = result.result(waits, Reader(words))
    assert buttons(page)[words("pair.start")].id == "k:game-two:12"
    assert words("pair.halfway", time="<t:3609:R>") in text(page)
    check(page)
    page = result.result(replace(waits, due=None), Reader(words))  # it has started
    assert words("pair.start") not in buttons(page)
    assert words("result.rematch") not in buttons(page)


def test_a_game_that_was_never_played_has_neither_picture_nor_buttons() -> None:
    played = record("ludens", pace=Pace(days=1))
    over = replace(played, match=played.match.after(Flagged(99, Side.DARK, void=True)))
    page = result.result(over, CHANNEL, told=lambda _: "**Light wins by forfeit**")
    assert text(page).startswith("**Light wins by forfeit**\n-# Ludens")
    assert (pictures(page), buttons(page)) == ([], {})
