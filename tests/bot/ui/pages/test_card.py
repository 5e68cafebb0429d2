"""Cards of finished games: who won, with what result, in a picture and in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.people import ENGINE, FORMER
from bot.ui.pages import card, naming, result
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.reader import Reader
from games.core import Reason, Side, Verdict
from games.events import Answered, Flagged, Offer, Offered, Resigned
from render.card import Card
from render.layout import Figure
from render.scene import Call
from tests.bot.ui.model import ALL, DARK, EN, LIGHT, buttons, check, pictures, record, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

D, L = Side.DARK, Side.LIGHT
NAMES = DrawnNames({DARK: "Birch", LIGHT: "Deer"}, {DARK: "birch_7"})
MOVES = ("d1-d3", "e4-c4", "d3-d2", "c4-e4")


def ended(rules: str = "ludens", *moves: str, loser: Side = D) -> Record:
    played = record(rules, *moves)
    match = played.match.after(Resigned(loser, 1_795_900_000))  # 28 November 2026
    return replace(played, match=match)


def shown(page: Page) -> Card:
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Card)
    return picture.scene


def alt(page: Page) -> str:
    (picture,) = pictures(page)
    return picture.alt


@for_every("words", ALL)
def test_the_winner_is_first_and_the_words_say_the_same(words: Words) -> None:
    for loser in Side:
        match = ended("ludens", *MOVES, loser=loser)
        page = card.of_game(match, Reader(words), NAMES, {DARK: "1640", LIGHT: "1588"})
        check(page)
        drawn = shown(page)
        first, second = drawn.seats
        assert drawn.score == ("1", "0")
        assert (first.is_bright, second.is_bright) == (True, False)
        order = [("Birch", "birch_7", "1640"), ("Deer", "", "1588")]
        named = [(*seat.names[0], seat.note) for seat in drawn.seats]
        assert named == (order if loser is L else order[::-1])
        king = first if loser is D else second
        assert king.figure is Figure.KING
        assert drawn.scene.call is Call.WON
        for part in ("1 \N{EN DASH} 0", "Birch (1640)", "Deer (1588)", "2026", *drawn.facts):
            assert part in alt(page)
        assert result.headline(match, words) in text(page)
        assert all(fact in text(page) for fact in drawn.facts)
        assert list(buttons(page)) == [words("result.replay")]
        assert page.pings == ()


@for_every("words", ALL)
def test_the_engine_has_its_level_and_partners_are_both_named(words: Words) -> None:
    practice = replace(ended(loser=L), light=ENGINE, level=3)
    first, second = shown(card.of_game(practice, Reader(words), NAMES, {})).seats
    assert (first.note, second.note) == ("", words("practice.level", level=3))
    assert second.names == ((naming.capitalised(words("person.engine")), ""),)
    both = replace(practice, dark_partner=FORMER)
    first, _ = shown(card.of_game(both, Reader(words), NAMES, {DARK: "1640"})).seats
    assert [name for name, _ in first.names] == ["Birch", words("hub.former")]
    assert first.note == ""


@pytest.mark.parametrize("rules", ["copenhagen", "brandubh", "tabal"])
def test_it_is_made_on_every_kind_of_board(rules: str) -> None:
    page = card.of_game(ended(rules), Reader(EN), NAMES, {})
    check(page)
    figures = {seat.figure for seat in shown(page).seats}
    assert (Figure.KING in figures) is (rules != "tabal")


def test_a_draw_has_no_winner_and_a_game_without_result_no_points() -> None:
    played = record("ludens", *MOVES)
    offered = played.match.after(Offered(L, 1, Offer.AGREE), Answered(D, 2, accepted=True))
    drawn = shown(card.of_game(replace(played, match=offered), Reader(EN), NAMES, {}))
    assert drawn.score == ("½", "½")
    assert all(seat.is_bright for seat in drawn.seats)
    late = record("ludens", MOVES[0])
    stopped = late.match.after(Flagged(9, L, void=True))
    assert stopped.verdict == Verdict(None, Reason.NOT_BEGUN)
    none = shown(card.of_game(replace(late, match=stopped), Reader(EN), NAMES, {}))
    assert none.score == ("", "")


def test_a_match_of_two_has_its_own_score_and_end() -> None:
    """Dark lost the first game, then won the second with the other side as Light."""
    first = ended("ludens", *MOVES, loser=D).match
    second = replace(ended("ludens", *MOVES, loser=D), games=2, first=11, earlier=first)
    page = card.of_game(second, Reader(EN), NAMES, {})  # each has won as Light
    assert shown(page).score == ("1", "1")
    again = replace(second, match=ended("ludens", *MOVES, loser=L).match)
    page = card.of_game(again, Reader(EN), NAMES, {})  # who is Dark now has won both
    drawn = shown(page)
    assert drawn.score == ("2", "0")
    assert drawn.seats[0].names[0][0] == "Birch"
    assert drawn.scene.call is Call.WON
    assert f"<@{DARK}> wins the match" in text(page)
    assert naming.rules_and_games("ludens", 2, EN) in drawn.facts


def test_whoever_reads_boards_in_letters_gets_the_same() -> None:
    page = card.of_game(ended(), Reader(EN, picture=False), NAMES, {})
    (picture,) = pictures(page)
    assert not picture.painted
    assert str(picture.board)
    assert "Birch" in picture.alt
