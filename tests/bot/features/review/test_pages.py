"""The page of a review: every reason in every language, within Discord's limits on every board."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.features.review import pages as review
from bot.features.review.model import Moment, Reason, Review
from bot.features.showing import pages as showing
from bot.ui.pages import practice, replay, result, scenes
from bot.ui.pages.page import Additions, Buttons
from bot.ui.pages.reader import Reader
from games.catalogue import NAMES
from games.core import Reason as Ending
from games.core import Side
from games.events import Resigned, Stopped
from render.curve import Curve
from render.layout import Figure
from render.scene import Scene, Sign
from tests.bot.ui.model import ALL, AS_DARK, CHANNEL, DARK, EN, buttons, check, record, text
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

MOVES = ("d1-d2", "e3-c3", "a4-a3", "c3-c2", "i4-i3", "e4-c4")
BEGUN = record("bga", *MOVES)
OVER = replace(BEGUN, match=BEGUN.match.after(Resigned(Side.DARK, 9)))
MOMENT = Moment(
    ply=4,
    side=Side.DARK,
    played=("i4", "i3"),
    better=("a3", "b3"),
    before=700,
    after=200,
    reason=Reason.WEAKENS,
    points=("c4",),
    line=(("a3", "b3"), ("c5", "c4")),
    reply=(("e4", "c4"), ("d2", "d3")),
    ways=0,
)


def of_moment(moment: Moment, reader: Reader = AS_DARK) -> Page:
    """The page of a moment."""
    return review.moment(OVER, Review(1, (500,) * 7, (moment,)), 1, reader)


def shown(reader: Reader, moment: Moment) -> str:
    """The text of a moment's page."""
    page = of_moment(moment, reader)
    check(page)
    return text(page)


@for_every("words", ALL)
@for_every("why", ["NO_REVIEW", "NO_REVIEWS_HERE", "REVIEW_UNDER_WAY"])
def test_a_refused_review_is_called_as_on_its_button(why: str, words: Words) -> None:
    stem = _unaccented(words("review.button"))[:6]
    assert stem in _unaccented(words(f"no.{why}", count=8))


def _unaccented(text: str) -> str:
    """Return it in small letters without accents: to analyse is *analisar*, the noun *análise*."""
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@pytest.mark.slow
@for_every("words", ALL)
@for_every("reason", Reason)
@for_every("points", [(), ("i5",), ("i5", "e9")])
def test_every_reason_is_a_sentence(reason: Reason, points: tuple[str, ...], words: Words) -> None:
    said = shown(Reader(words), replace(MOMENT, reason=reason, points=points))
    heading, why = said.split("\n")
    assert "i4-i3" in heading
    assert why.endswith(".")
    assert "a3-b3" in why
    assert "{" not in said


def test_raichi_and_tuichi_are_named_with_the_ways_that_a_better_move_shuts() -> None:
    leaves = replace(MOMENT, reason=Reason.LEAVES_WAY)
    one = shown(AS_DARK, replace(leaves, points=("i5",), ways=1))
    assert "It lets the king out at i5 (raichi). **a3-b3** would have blocked the way out." in one
    two = shown(AS_DARK, replace(leaves, points=("i5", "e9"), ways=2))
    assert "It lets the king out at i5 and e9 (tuichi)." in two
    assert "**a3-b3** would have blocked both ways out." in two
    three = shown(AS_DARK, replace(leaves, points=("i5",), ways=3))
    assert "would have blocked all 3 ways out." in three


def test_the_answer_is_written_with_what_it_takes_and_how_it_goes_on() -> None:
    said = shown(AS_DARK, replace(MOMENT, reason=Reason.ALLOWS_WIN))
    assert "**5 \u00b7 Move 5" not in said
    assert "**1 \u00b7 Move 5, the attackers: i4-i3**" in said
    assert "It lets **e4-c4 d2-d3** win by force. Better: **a3-b3**." in said


@pytest.mark.slow
@for_combinations(
    words=ALL,
    end=Ending,
    reason=[Reason.MISSES_WIN, Reason.MISSES_FORCED, Reason.ALLOWS_WIN],
)
def test_every_end_of_a_line_is_told(reason: Reason, end: Ending, words: Words) -> None:
    said = shown(Reader(words), replace(MOMENT, reason=reason, end=end))
    plain = shown(Reader(words), replace(MOMENT, reason=reason, end=None))
    assert "{" not in said
    assert said.endswith(".")
    assert len(said) > len(plain) or reason is Reason.MISSES_WIN


def test_the_end_of_a_win_is_named() -> None:
    won = replace(MOMENT, reason=Reason.MISSES_WIN, end=Ending.KING_TAKEN)
    assert "**a3-b3** would have won at once: the king is captured." in shown(AS_DARK, won)
    forced = replace(MOMENT, reason=Reason.MISSES_FORCED, end=Ending.KING_ESCAPED)
    said = "**a3-b3 c5-c4** would have won by force, and the king is out at c4."
    assert said in shown(AS_DARK, forced)


def test_other_wins_that_were_overlooked_stand_with_the_first() -> None:
    won = replace(MOMENT, reason=Reason.MISSES_WIN)
    assert "Move 7 missed a win too." in shown(AS_DARK, replace(won, again=(6,)))
    two = shown(AS_DARK, replace(won, again=(6, 8)))
    assert "Moves 7 and 9 missed a win too." in two
    many = replace(won, again=tuple(range(6, 50)))
    assert "44 more moves missed a win, the last one move 50." in shown(AS_DARK, many)
    page = review.moment(OVER, Review(1, (500,) * 7, (many,)), 1, AS_DARK)
    assert buttons(page)["Replay"].press == replay.show_ply(OVER, AS_DARK, 5)


def test_the_kings_room_is_counted() -> None:
    freed = replace(MOMENT, reason=Reason.FREES_KING, room=(7, 2))
    said = "It gives the king room: after **e4-c4** he has 7 squares to go to, instead of 2."
    assert f"{said} Better: **a3-b3**." in shown(AS_DARK, freed)
    shut = replace(MOMENT, reason=Reason.SHUTS_KING, room=(1, 6))
    assert "It boxes the king in: after **e4-c4** he has 1 square to go to, instead of 6." in shown(
        AS_DARK, shut
    )


def test_raichi_and_tuichi_are_called_in_a_line() -> None:
    game = record("bga-rim", "a4-a3", "e6-f6", "a3-a2", "e5-e6", "d1-c1")
    line = (("e6", "c6"), ("f1", "g1"), ("c6", "d6"))
    assert review.written(game, 5, line, EN) == ["e6-c6", "(raichi)", "f1-g1", "c6-d6"]


@for_every("reason", Reason)
def test_the_heading_the_caption_and_the_curve_agree_on_which_move_it_was(reason: Reason) -> None:
    moment = replace(MOMENT, reason=reason)
    course = Review(1, (500,) * 7, (moment,))
    first, page = review.review(OVER, course, AS_DARK), review.moment(OVER, course, 1, AS_DARK)
    (curve,), (board,) = first.pictures, page.pictures
    assert isinstance(curve.scene, Curve)
    assert isinstance(board.scene, Scene)
    assert board.scene.caption.detail == "Move 5"
    assert curve.scene.marks == ((5, "1"),)
    assert "Move 5, the attackers: i4-i3" in text(page)
    assert "Move 5, the attackers: i4-i3" in text(first)
    assert board.scene.path == ("i4", "i3")


def test_the_board_shows_the_answer_where_that_is_the_reason() -> None:
    (board,) = of_moment(MOMENT).pictures
    assert isinstance(board.scene, Scene)
    assert dict(board.scene.signs)["c4"] == Sign.TARGET
    assert dict(board.scene.men)["i3"] is Figure.ATTACKER  # it was played
    assert board.alt.endswith("Played: i4-i3. Reply: e4-c4. Better: a3-b3.")
    missed = replace(MOMENT, reason=Reason.MISSES_CAPTURE)
    (before,) = of_moment(missed).pictures
    assert isinstance(before.scene, Scene)
    assert dict(before.scene.signs)["b3"] == Sign.TARGET
    assert dict(before.scene.men)["i4"] is Figure.ATTACKER  # it was not played yet


def test_where_the_end_of_a_game_stood_a_review_leads_back_to_it() -> None:
    course = Review(1, (500,) * 7, (MOMENT,))
    page = review.review(OVER, course, AS_DARK, back=True)
    check(page)
    assert buttons(page)["Back"].id == "k:board:12"
    assert "Back" not in buttons(review.review(OVER, course, AS_DARK))
    waits = review.waiting(OVER, AS_DARK, back=True)
    assert buttons(waits)["Review"].id == "k:review:12"
    assert waits.pictures[0].scene == practice.over(OVER, AS_DARK).pictures[0].scene
    assert not review.waiting(OVER, AS_DARK).pictures
    for other in (review.late(OVER, AS_DARK), review.refused(OVER, "No.", AS_DARK)):
        check(other)
        assert buttons(other)["Back"].id == "k:board:12"


def test_a_game_that_no_move_decided_says_so() -> None:
    assert "No single move decided this game." in text(
        review.review(OVER, Review(1, (500,) * 7, ()), AS_DARK)
    )


def test_a_review_without_a_curve_says_that_it_tells_facts_only() -> None:
    for moments, told in (((), "no forced win and no lost piece"), ((MOMENT,), "Only forced wins")):
        page = review.review(OVER, Review(1, (), moments), AS_DARK)
        check(page)
        assert told in text(page)
        assert not page.pictures


def test_the_curve_has_a_mark_after_each_move_that_decided_and_words_beside_it() -> None:
    page = review.review(OVER, Review(1, (500, 250, 600, 500, 300, 900, 1000), (MOMENT,)), AS_DARK)
    (curve,), (board,) = page.pictures, of_moment(MOMENT).pictures
    assert isinstance(curve.scene, Curve)
    assert curve.scene.points[0] == (0, 0.5)
    assert curve.scene.points[-1] == (1, 1)
    assert curve.scene.marks == ((5, "1"),)
    assert curve.scene.top[0] == "Attackers"
    assert curve.scene.foot == ("Defenders", "6 moves")
    assert curve.alt.endswith(": 50%, 25%, 50%, 30%, 100%.")
    assert curve.board == "\u2585\u2583\u2585\u2585\u2583\u2588\u2588"
    assert curve.scene.sides == (Figure.ATTACKER, Figure.DEFENDER)
    assert board.alt.endswith("Played: i4-i3. Reply: e4-c4. Better: a3-b3.")
    assert "Last move" not in board.alt


def long(game: Record) -> Review:
    """A review of a game of three moves with as much in it as can be."""
    points = ("i5", "e9", "a1", "b1")
    moments: list[Moment] = []
    for ply, played in enumerate(game.match.plies):
        chosen = {"ply": ply, "side": played.side, "played": played.move, "better": played.move}
        full = replace(MOMENT, reason=Reason.LEAVES_WAY, points=points, reply=(), ways=4)
        moments.append(replace(full, line=(played.move,), **chosen))
    return Review(1, (500,) * 400, tuple(moments))


def begun(rules: str) -> Record:
    game = record(rules)
    for _ in range(3):
        match = game.match
        game = replace(game, match=scenes.hypothetical(match, match.game.moves(match.position)[0]))
    return game


@pytest.mark.slow
@for_combinations(rules=NAMES, words=ALL)
def test_it_fits_in_a_message_as_pictures_and_as_text(rules: str, words: Words) -> None:
    for picture, as_text in ((True, False), (False, True), (True, True)):
        reader = Reader(words, DARK, picture=picture, text=as_text)
        game = begun(rules)
        pages = [review.review(game, long(game), reader, back=True)]
        for number in (1, 3):
            pages.append(review.moment(game, long(game), number, reader, showing.buttons))
            pages.append(review.moment_for_all(game, long(game), number, reader))
        for page in pages:
            check(page)
            assert len(page.pictures) == 1
            assert all(picture.board and picture.alt for picture in page.pictures)


def more(played: Record) -> Additions:
    """Return the reviews' part of a finished game."""
    return Additions(buttons=partial(review.button, played))


def test_the_button_is_where_a_finished_game_is_shown() -> None:
    for page in (
        result.result(OVER, CHANNEL, more(OVER)),
        replay.step(OVER, AS_DARK, 2, more(OVER)),
    ):
        assert buttons(page)["Review"].id == "k:review:12"
        check(page)
    alone = replace(OVER, light=1, level=2)
    assert (
        buttons(practice.over(alone, AS_DARK, additions=more(alone)))["Review"].id == "k:review:12"
    )
    stopped = replace(BEGUN, match=BEGUN.match.after(Stopped(9)))
    short = record("bga", *MOVES[:3])
    for game in (stopped, replace(short, match=short.match.after(Resigned(Side.DARK, 9)))):
        assert "Review" not in buttons(result.result(game, CHANNEL, more(game)))
    assert "Review" not in buttons(replay.step(BEGUN, AS_DARK, 2, more(BEGUN)))


def test_each_moment_can_be_tried_and_leads_to_the_next_and_back() -> None:
    course = Review(1, (500,) * 7, (MOMENT, MOMENT))
    first = buttons(review.moment(OVER, course, 1, AS_DARK))
    assert first["Try it"].id == "k:try:12:4"
    assert first[EN("turn.back")].id == "k:review:12"
    assert first[EN("turn.next")].id == "k:moment:12:2"
    assert EN("turn.next") not in buttons(review.moment(OVER, course, 2, AS_DARK))


@for_every("words", ALL)
def test_the_ways_back_and_on_stand_side_by_side(words: Words) -> None:
    won = replace(MOMENT, reason=Reason.MISSES_WIN, again=(6,))
    course = Review(1, (500,) * 7, (won, MOMENT))
    page = review.moment(OVER, course, 1, replace(AS_DARK, words=words), showing.buttons)
    rows = [
        [press.label for press in row.buttons] for row in page.blocks if isinstance(row, Buttons)
    ]
    (row,) = (row for row in rows if words("turn.back") in row)
    assert row[row.index(words("turn.back")) + 1] == words("turn.next")
