"""The rules pages: each rule set says what its options are, and shows what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.ui.pages import rules
from bot.ui.pages.differences import differences
from bot.ui.pages.examples import example_match
from bot.ui.pages.page import Picture
from bot.ui.pages.reader import Reader
from games import catalogue
from games.core import Reason, Side, Verdict
from games.events import Moved
from games.tafl.game import Tafl
from tests.bot.ui.model import CHANNEL, EN, FR, buttons, check, pictures, text
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from bot.ui.pages.page import Page
    from games.core import Game
    from games.match import Match

TABLUT = [name for name in catalogue.every_name() if name != "tabal"]
PLAIN = [name for name in catalogue.NAMES if name != "tabal"]
IMPRISONED = "rules.tafl.king.imprisoned-example"


def pages(name: str, reader: Reader = CHANNEL) -> list[Page]:
    game = catalogue.game(name)
    press = rules.RulesOfSet(name)
    shown: list[Page] = []
    while not shown or not buttons(shown[-1])[reader.words("turn.next")].off:
        shown.append(rules.rules(game, reader, replace(press, page=len(shown))))
    return shown


def example(part: str, game: Game) -> Match | None:
    return example_match(f"rules.tafl.{part}.example", game)


def prose(name: str) -> str:
    return "\n".join(map(text, pages(name)))


@pytest.mark.slow
@for_combinations(name=catalogue.every_name(), reader=[CHANNEL, Reader(FR)])
def test_every_rule_set_explains_itself_within_the_limits(name: str, reader: Reader) -> None:
    shown = pages(name, reader)
    assert 5 <= len(shown) <= 8 + name.startswith("ludens")
    for page in shown:
        check(page)
        assert len(pictures(page)) <= 1
        assert not pictures(page) or isinstance(page.blocks[0], Picture)
        assert page.pings == ()
        assert "{" not in text(page)


@for_every("name", PLAIN)
def test_what_else_decides_a_game_is_shown(name: str) -> None:
    game = catalogue.game(name)
    assert isinstance(game, Tafl)
    wall, fort = (example(part, game) for part in ("shieldwall", "fort"))
    assert (wall is not None) is game.rules.shieldwall
    assert (fort is not None) is game.rules.exit_fort
    written = prose(name)
    assert all(line in written for line in differences(name, EN))
    assert ("The shieldwall" in written) is (wall is not None)
    assert ("are surrounded" in written) is game.rules.encirclement
    assert ("The fort at the edge" in written) is (fort is not None)
    if wall:
        assert wall.last
        assert wall.last.step.captured == ("d1", "e1", "f1")
        assert "**c4-c1xd1xe1xf1**: the pieces on d1, e1, f1 are captured." in written
    if fort:
        assert fort.verdict == Verdict(Side.LIGHT, Reason.EXIT_FORT)
        assert "**g4-g1**: the king is safe in his fort." in written


@for_every("name", TABLUT)
def test_every_example_shows_what_it_is_said_to_show(name: str) -> None:
    game = catalogue.game(name)
    taken, king = example("taking", game), example("king", game)
    raichi = example_match("rules.tafl.callout.raichi-example", game)
    assert taken
    assert king
    assert raichi
    assert taken.last
    assert len(taken.last.step.captured) == 1
    assert king.verdict
    assert king.verdict.reason is Reason.KING_TAKEN
    assert raichi.callout
    assert raichi.callout.name == "raichi"
    tuichi = example_match("rules.tafl.callout.tuichi-example", game)
    if "goal-corners" in name and "king-steps" in name:
        assert tuichi is None  # no square is one step from two corners
    else:
        assert tuichi
        assert tuichi.callout
        assert tuichi.callout.name == "tuichi"
        assert tuichi.verdict is None


def test_ludens_shows_the_king_shut_in_and_no_way_out() -> None:
    game = catalogue.game("ludens")
    imprisoned, mate = example_match(IMPRISONED, game), example("mate", game)
    assert imprisoned
    assert imprisoned.verdict
    assert imprisoned.verdict.reason is Reason.KING_IMPRISONED
    assert mate
    assert mate.verdict
    assert mate.verdict.reason is Reason.NO_WAY_TO_STOP
    assert example_match(IMPRISONED, catalogue.game("larochelle")) is None
    written = prose("ludens")
    assert "**i4-e4**: the king and his defender are trapped." in written
    assert "**c6-c7**: nothing can stop the king now." in written
    assert "no piece can stop there again" in written
    assert "The attackers move first." in written


def test_the_tuichi_of_ludens_is_no_mate_since_the_konakis_helps_to_take_the_king() -> None:
    match = example_match("rules.tafl.callout.tuichi-example", catalogue.game("ludens"))
    assert match
    assert match.game.moves(match.position) == [("i3", "e3")]
    after = match.after(Moved(Side.DARK, 0, ("i3", "e3")))
    assert after.verdict == Verdict(Side.DARK, Reason.KING_TAKEN)


def test_an_example_is_seen_from_where_its_game_is_usually_seen() -> None:
    for name, start in (("ludens", "9 . . . A A A"), ("tabal", "9 x-------x")):
        assert str(pictures(pages(name)[0])[0].board).startswith(start)
        examples = [p for page in pages(name) for p in pictures(page) if "example" in p.name]
        assert len(examples) >= 3
        assert all(str(picture.board).startswith("9 ") for picture in examples)
        turned = pages(name, Reader(EN, seat="dark" if name == "tabal" else "light"))
        assert all(str(p.board).startswith("1 ") for page in turned for p in pictures(page))


def test_tabal_shows_a_step_a_chain_and_a_dame() -> None:
    written = prose("tabal")
    assert "**c4-c5**: one step ahead." in written
    assert "**a3xc5xe7** captures b4, d6." in written
    assert "**a5xe5**: the king captures d5 from afar." in written
    assert "50 moves in a row without a capture" in written
    assert sum(len(pictures(page)) for page in pages("tabal")) == 5


@for_every(
    ("name", "said", "unsaid"),
    [
        ("larochelle", "Who moves first is random", "The attackers move first."),
        ("larochelle+attackers-first", "The attackers move first.", "Who moves first is random"),
        ("larochelle", "to any square on the edge", "to a corner"),
        ("larochelle+goal-corners", "gets to a corner", "to any square on the edge"),
        ("larochelle+goal-off-camps", "isn't part of a camp", "to any square on the edge"),
        ("larochelle+king-four", "only up to four squares", "moves the same way"),
        ("larochelle+king-steps", "diagonals included", "moves the same way"),
        ("larochelle+diamond", "start in a diamond", "No lot"),
        ("larochelle", "The king captures like any defender", "The king can't capture"),
        ("bga", "The king can't capture", "The king captures like"),
        ("bga", "Any piece can cross the empty throne", "Only the king can stop on or cross"),
        ("bga", "Only the king can stop on a corner.", "The camps are closed"),
        ("bga-rim", "The camps are closed", "An empty corner counts"),
        ("bga-rim", "or an empty camp square", "the edge of the board or"),
        ("fortresses", "the edge of the board or a corner", "camp square"),
        ("fortresses", "100 moves in a row", "can agree to a draw"),
        ("fortresses", "the attackers win", "the game is drawn"),
        ("bga", "The players can agree to a draw.", "no draw by agreement"),
        ("larochelle", "his 8 defenders face 16 attackers", "Swedes"),
        ("copenhagen", "his 12 defenders face 24 attackers", "Swedes"),
        ("brandubh", "his 4 defenders face 8 attackers", "Swedes"),
        ("seabattle", "starts in the middle of the board", "on the throne"),
        ("seabattle", "There's no throne", "The throne doesn't help"),
        ("ashton", "no piece can stop on it or cross it again", "Any piece can cross"),
        ("ashton", "even with the king on it", "doesn't help"),
        ("ashton", "A camp square counts as one of the two pieces", "empty camp square"),
        ("ashton", "another attacker or a camp square.", "or a corner"),
        ("ashton", "for the second time, the game is a draw", "third time"),
        ("ashton", "The defenders move first.", "The attackers move first."),
        ("saami", "The empty throne counts as one of the two pieces", "even with the king"),
        (
            "saami",
            "Anywhere else he is captured like any piece",
            "captured on the edge",
        ),
        ("saami", "for the fourth time, the attackers win", "third time"),
        ("brandubh", "another attacker or a corner.", "camp"),
        ("copenhagen", "He can't be captured on the edge of the board.", "like any piece"),
        ("fetlar", "for the third time, the game is a draw", "shieldwall"),
    ],
)
def test_each_option_has_its_sentence(name: str, said: str, unsaid: str) -> None:
    written = prose(name).split("## Handicaps")[0]
    assert said in written
    assert unsaid not in written


def test_handicaps_are_listed_where_they_can_be_added() -> None:
    last = text(pages("larochelle")[-1])
    assert last.startswith("### Handicaps")
    assert last.count("\n- **") == 8
    assert "Handicaps" not in prose("ludens")
    assert "Handicaps" not in prose("tabal")


@pytest.mark.parametrize(
    ("press", "back", "following"),
    [
        (rules.RulesOfMatch(7, page=1), "k:rules:m:7:0", "k:rules:m:7:2"),
        (rules.RulesOfChallenge(3, page=2), "k:rules:c:3:1", "k:rules:c:3:3"),
        (rules.RulesOfSet("ludens", page=1), "k:rules:r:ludens.0:0", "k:rules:r:ludens.0:2"),
    ],
)
def test_the_pages_turn_to_others_of_the_same(
    press: rules.RulesOfMatch | rules.RulesOfChallenge | rules.RulesOfSet, back: str, following: str
) -> None:
    page = rules.rules(catalogue.game("ludens"), CHANNEL, press)
    assert [button.id for button in buttons(page).values()] == [back, following]


def test_a_page_past_the_end_is_the_last() -> None:
    game = catalogue.game("ludens")
    late = rules.rules(game, CHANNEL, rules.RulesOfMatch(7, page=99))
    assert "## How a game ends" in text(late)
    assert buttons(late)[EN("turn.next")].off
    assert not buttons(late)[EN("turn.back")].off


def test_the_same_page_reads_in_both_languages() -> None:
    english, french = pages("bga", Reader(EN)), pages("bga", Reader(FR))
    assert len(english) == len(french)
    assert "Raichi et tuichi" in text(french[5])
    assert all(text(en) != text(fr) for en, fr in zip(english, french, strict=True))
