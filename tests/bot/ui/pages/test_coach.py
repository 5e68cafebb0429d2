"""The tips of practice: about what is on the board, true of the rules, and none too often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from bot.model.people import ENGINE
from bot.model.servers import Place
from bot.ui.pages import coach, naming, practice
from bot.ui.pages.coach import Tip
from bot.ui.pages.differences import differences_in_short
from bot.ui.pages.page import Picture
from bot.ui.pages.reader import Reader
from bot.ui.words import languages
from games import catalogue
from games.core import Side
from games.events import Moved
from games.tafl.game import Tafl
from games.tafl.rules import Goal, Strength
from render.scene import Scene, Sign
from tests.bot.ui.model import ALL, DARK, EN, FR, LIGHT, record, text
from tests.bot.ui.screens import played
from tests.every import for_every
from tests.games.test_playthroughs import RECORDS

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.words import Words
    from games.match import Match
    from tests.games.test_playthroughs import Record as Playthrough

WAY = "t8/9/9/4t4/3tK3t/9/9/9/t7T l 0"
CAPTURE = "t8/9/9/4t4/3tKt3/4t4/9/2Tt4T/9 l 0"  # from i2: the man on d2 is between c2 and e2
QUIET = "9/9/9/4t4/3tKt3/4t4/9/8T/9 l 0"


def alone(rules: str, *moves: str, side: Side = Side.LIGHT, start: str = "") -> Record:
    """Game 12 against the engine, in private, at the lowest level; the person has this side."""
    known = record(rules, *moves, start=start or None, lot=side)
    players = {"dark": ENGINE, "light": LIGHT} if side is Side.LIGHT else {"light": ENGINE}
    return replace(known, place=Place(None, 0), message=None, level=1, **players)


def told(of: Record, words: Words = EN) -> str:
    """Return the text beside the board, for the person who gets tips."""
    player = LIGHT if of.light == LIGHT else DARK
    return text(practice.game(of, Reader(words, player, coach=True)))


def tips(of: Record, *rounds: str) -> list[str]:
    """The names of the tips at the start and after each round: one's own move and its answer."""
    who = Reader(EN, LIGHT if of.light == LIGHT else DARK, coach=True)
    named: list[str] = []
    for moves in ("", *rounds):
        for move in moves.split():
            of = replace(of, match=of.match.after(Moved(of.match.turn, 9, (*move.split("-"),))))
        tip = coach.tip_of(of, who)
        named.append(tip.name if tip else "")
    return named


def test_the_coach_speaks_of_what_is_on_the_board() -> None:
    def about(of: Record) -> Tip | None:
        return coach.worth_knowing(of.match, len(of.match.plies))

    assert about(alone("seabattle", start=WAY)) == Tip("way-out", ["e1"])
    called = alone("seabattle", "i1-i2", side=Side.DARK, start=WAY)
    assert about(called) == Tip("raichi", ["e1"])
    assert about(alone("seabattle", start=CAPTURE)) == Tip("capture", ("d2",))
    assert about(alone("seabattle", start=QUIET)) is None
    chain = alone("tabal", start="m2/3/5/3m1/5/1m3/M3M/3/3 l 0")
    assert about(chain) == Tip("must")


@for_every("words", ALL)
def test_a_game_from_a_position_is_explained_by_what_stands_on_it(words: Words) -> None:
    assert words("practice.coach.way-out", points="e1") in told(
        alone("seabattle", start=WAY), words
    )
    quiet = told(alone("seabattle", start=QUIET), words)
    assert words("practice.coach.ask") in quiet
    for start in (WAY, QUIET):
        said = told(alone("seabattle", start=start), words)
        own_side = naming.the_side("tablut", Side.LIGHT, words)
        assert words("board.alone-begin", side=own_side) in said
        assert words("practice.coach.goal.l.edge") not in said


def test_the_first_words_say_what_one_plays_for_and_how_men_move() -> None:
    (differs,) = differences_in_short("seabattle", EN)
    king, hunters = alone("seabattle", "d1-c1"), alone("seabattle", side=Side.DARK)
    assert told(king) == (
        "I played **d1-c1**. (Sea battle · level 1) You have the king: get him to the edge. "
        "All move straight, any distance."
    )
    assert told(hunters) == (
        "You go first. (Sea battle · level 1) Hunt the king: capture him before he reaches the "
        "edge. All move straight, any distance."
    )
    assert "Les pièces vont tout droit" in told(hunters, FR)
    untold = text(practice.game(king, Reader(EN, LIGHT)))
    assert f"(Sea battle · level 1 · {differs})" in untold


def test_where_the_first_turn_is_a_compulsory_capture_that_is_explained_first() -> None:
    known = record("tabal", "b6-b5", lot=Side.DARK)
    taking = replace(known, place=Place(None, 0), message=None, level=1, dark=ENGINE)
    assert told(taking) == (
        "I played **b6-b5**. (Tabal · level 1) You're Light: capture all dark pieces. "
        "You must capture: jump over, and keep jumping while you can."
    )
    assert list(coach.first_things(taking)) == ["begin", "step", "dame", "ask"]
    assert told(alone("tabal", side=Side.DARK)) == (
        "You go first. (Tabal · level 1) You're Dark: capture all light pieces. "
        "Pieces step along a line, forwards or sideways."
    )


@for_every("words", languages().values())
def test_that_a_capture_is_compulsory_is_said_once(words: Words) -> None:
    """By the tip, by the question which man is to do it, or beside the only move."""
    must, which = words("board.must-capture"), words("panel.man-capture")
    two = "m1m/1m1/5/3m1/2M2/Mm3/5/1M1/2M l 0"
    only = "m1m/1m1/5/3m1/2M2/5/5/1M1/2M l 0"
    for start, says_so, asks in ((two, False, True), (only, True, False)):
        of = alone("tabal", start=start)
        said = text(practice.game(of, Reader(words, LIGHT, coach=False)))
        assert (must in said, which in said) == (says_so, asks)


@for_every("words", ALL)
@for_every("rules", [name for name in catalogue.NAMES if name != "tabal"])
@for_every("side", Side)
def test_the_first_words_are_true_of_the_rules(rules: str, side: Side, words: Words) -> None:
    of = alone(rules, side=side)
    game = of.match.game
    assert isinstance(game, Tafl)
    if of.match.turn is not side:
        any_move = next(iter(game.moves(of.match.position)))
        of = replace(of, match=of.match.after(Moved(side.other, 9, any_move)))
    said, corner = told(of, words), game.rules.goal is Goal.CORNER
    goals = {goal: words(f"practice.coach.goal.{side}.{goal}") for goal in (Goal.EDGE, Goal.CORNER)}
    never = words("practice.coach.goal.d.no-way-out")
    if side is Side.DARK and game.rules.no_way_out:
        assert never in said
    else:
        assert (goals[Goal.CORNER] in said) is corner
        assert (goals[Goal.EDGE].removesuffix(".") in said) is not corner
        assert never not in said
    names = list(coach.first_things(of))
    throne = [] if rules == "seabattle" else ["throne"]  # it alone has none
    assert names == ["begin", f"take.{game.rules.king}", *throne, "ask"]
    assert game.rules.king in Strength


def test_who_may_stop_on_the_throne_is_said_as_the_rules_say_it() -> None:
    of = alone("larochelle+attackers-first")
    assert coach.sentence(Tip("throne"), of, EN) == EN("rules.tafl.throne.king-only")
    assert coach.sentence(Tip("throne"), alone("ashton"), EN) == EN("rules.tafl.throne.closed")


@for_every("words", languages().values())
def test_every_tip_has_its_words(words: Words) -> None:
    for rules in catalogue.NAMES:
        for side in Side:
            of = alone(rules, side=side)
            for name in coach.first_things(of):
                assert coach.sentence(Tip(name), of, words)


def test_a_capture_is_spoken_of_twice_at_most_and_not_again_at_once() -> None:
    """The chance stays on the board; tips about the game have their turn in between."""
    of = alone("seabattle", start=CAPTURE)
    back_and_forth = ("i2-i3 a9-a8", "i3-i2 a8-a9", "i2-i4 a9-b9", "i4-i2 b9-c9", "i2-i5 c9-b9")
    later = ("i5-i2 b9-c9", "i2-i6 c9-b9", "i6-i2 b9-a9", "i2-i7 a9-a8")
    names = tips(of, *back_and_forth, *later)
    assert names[0] == "capture"
    assert names[1:4] == ["ask", "", ""]
    assert names[4] == "capture"
    assert "capture" not in names[5:]


def test_the_tip_marks_the_man_that_it_speaks_of() -> None:
    page = practice.game(alone("seabattle", start=CAPTURE), Reader(EN, LIGHT, coach=True))
    (picture,) = (block for block in page.blocks if isinstance(block, Picture))
    assert isinstance(picture.scene, Scene)
    assert ("d2", Sign.PREY) in picture.scene.signs
    assert "You can capture **d2**" in text(page)


def test_a_way_out_is_spoken_of_whenever_there_is_one() -> None:
    walk = ["i1", "h1", "h2", "h3", "g3", "g2", "g1", "f1", "f2", "f3", "f4", "g4", "h4", "i4"]
    hunt = ["a1", "a2", "a3", "a4", "b4", "b3", "b2", "b1", "c1", "c2", "c3", "c4", "d4", "d3"]
    steps = [
        f"{a}-{b} {c}-{d}" for (a, b), (c, d) in zip(pairwise(walk), pairwise(hunt), strict=True)
    ]
    assert tips(alone("seabattle", start=WAY), *steps) == ["way-out"] * 14


@pytest.mark.slow
@for_every("playthrough", RECORDS, nth=4)
def test_no_tip_is_told_too_often_in_any_game(playthrough: Playthrough) -> None:
    """Except tips that decide the game; tips about a rule come once each."""
    match = played(playthrough)
    for side in Side:
        of = alone(playthrough.rules, side=side)
        who = Reader(EN, LIGHT if side is Side.LIGHT else DARK, coach=True)
        named: list[str] = []
        for count in range(len(match.plies)):
            shown = replace(of, match=match.with_moves(*_moves(match, count)))
            if shown.match.turn is side:
                tip = coach.tip_of(shown, who)
                named.append(tip.name if tip else "")
        counts = Counter(named)
        assert all(counts[name] <= 2 for name in ("capture", "must"))
        assert all(counts[name] <= 1 for name in coach.first_things(of))
        assert {*named[12:]} <= {"", "raichi", "tuichi", "way-out"}


def _moves(match: Match, count: int) -> list[Moved]:
    return [Moved(ply.side, 9, ply.move) for ply in match.plies[:count]]


@for_every("words", ALL)
def test_the_answer_says_what_ones_own_move_took_and_called(words: Words) -> None:
    took = alone("seabattle", "i2-e2", "a9-a8", start=CAPTURE)
    said = told(took, words)
    assert said.startswith(words("board.alone-took", men="d2"))
    assert words("board.alone-replied", move="a9-a8") in said
    called = alone("seabattle", "i1-i2", "e6-e7", start="t8/9/9/4t4/3tK3t/9/9/9/t7T l 0")
    assert told(called, words).startswith(words("board.alone-raichi"))


def test_after_a_tuichi_the_coach_says_whether_a_move_still_stops_it() -> None:
    open_ways = "9/9/9/9/t3K3t/9/9/9/t7T l 0"
    two_ways = alone("seabattle", "i1-i2", side=Side.DARK, start=open_ways)
    assert "no move blocks them all" in told(two_ways)
    near = alone("saami", "i1-i2", side=Side.DARK, start="9/9/9/9/9/tt7/1K6t/t8/8T l 0")
    assert "Block them all with one move" in told(near)
