"""The pages of practice: every one can be sent, says what to do next, and stays short."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.people import ENGINE
from bot.model.servers import Place
from bot.service.engine import LEVELS
from bot.service.practice import Onward, before_reply
from bot.ui.pages import board, offers, panel, practice
from bot.ui.pages.offers import AskTakeback, ShowMore
from bot.ui.pages.page import Accent, Buttons, Picture, Section, Style, Text
from bot.ui.pages.panel import GiveHint
from bot.ui.pages.parts import OpenGame, ShowBoard
from bot.ui.pages.reader import Reader
from bot.ui.pages.replay import OpenReplay
from games import catalogue
from games.core import Side
from games.errors import Illegal, Why
from games.events import Event, Moved, Resigned
from render.scene import Call, Scene
from tests.bot.listing import listing_of
from tests.bot.ui.model import ALL, DARK, EN, LIGHT, buttons, check, menus, pictures, record, text
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.ui.buttons import Press
    from bot.ui.pages.page import Page
    from bot.ui.words import Words
    from games.core import Move

FIRST = "larochelle+attackers-first"


@dataclass(frozen=True)
class Told:
    """An engine's thought."""

    line: Sequence[Move]
    score: int = 0


def alone(
    rules: str, *moves: str, level: int = 1, side: Side = Side.LIGHT, start: str = ""
) -> Record:
    """Game 12 against the engine, in private; the person has this side."""
    known = record(rules, *moves, start=start or None)
    players = {"dark": ENGINE, "light": LIGHT} if side is Side.LIGHT else {"light": ENGINE}
    return replace(known, place=Place(None, 0), message=None, level=level, **players)


def reader(
    words: Words, player: int = LIGHT, *, coach: bool = True, confirm: bool = False
) -> Reader:
    return Reader(words, player, text=True, coach=coach, confirm=confirm)


def does(page: Page) -> list[type[Press]]:
    """Return the kinds of a page's buttons, in their order."""
    return [type(button.press) for button in buttons(page).values()]


@for_every("words", ALL)
@for_every("rules", [FIRST, "bga", "tabal"])
def test_a_turn_is_the_panel_with_what_helps(words: Words, rules: str) -> None:
    begun = alone(rules, side=Side.DARK)
    page = practice.game(begun, reader(words, DARK))
    check(page)
    if not begun.engine_to_move:
        assert does(page)[-2:] == [GiveHint, ShowMore]  # nothing to take back yet
        assert words("panel.man") not in text(page)  # but a tip
        quiet = practice.game(begun, reader(words, DARK, coach=False))
        check(quiet)
        assert words("panel.man") in text(quiet)
    for level, coached in ((1, True), (2, True), (3, False)):
        asked = reader(words, DARK)
        menu = offers.more(begun, asked, practice.more_buttons(replace(begun, level=level), asked))
        check(menu)
        assert practice.ChooseGame in does(menu)
        assert (practice.SwitchCoach in does(menu)) is coached


@for_every("words", ALL)
def test_the_picture_comes_first_then_the_words_then_the_buttons(words: Words) -> None:
    for rules, moves in ((FIRST, ("d1-c1", "e4-d4", "c1-b1")), ("tabal", ("a6-a5",))):
        page = practice.game(alone(rules, *moves), reader(words))
        picture, told, *controls = page.blocks
        assert isinstance(picture, Picture)
        assert isinstance(told, Text)
        assert "\n" not in told.text
        assert all(isinstance(block, Buttons) for block in controls)


def test_both_moves_are_told_in_one_line() -> None:
    played = alone(FIRST, "d1-c1", "e4-d4", "c1-b1")
    page = practice.game(played, reader(EN))
    assert text(page).startswith("I replied **c1-b1**. ")
    public = replace(played, place=Place(5, 6))
    shown = board.board(public, Reader(EN))
    check(shown)
    assert text(shown).startswith(
        "<@222>, your turn! You played **e4-d4**, Konakis replied **c1-b1**."
    )
    assert shown.pings == ()


def test_a_hint_shows_the_man_then_the_move() -> None:
    turn, move = alone(FIRST, "d1-c1"), ("e4", "d4")
    man = practice.game(turn, reader(EN), move[:1], hint=move)
    check(man)
    further = buttons(man)["And where to?"]
    assert further.press == GiveHint(12, 2, ("e4", "d4"))
    whole = practice.game(turn, reader(EN), move, hint=move)
    check(whole)
    assert panel.PlayMove in does(whole)
    assert GiveHint not in does(whole)
    assert EN("panel.whole", move="e4-d4") not in text(whole)


def test_what_follows_a_hint_stands_beside_the_way_back() -> None:
    page = practice.game(alone(FIRST, "d1-c1"), reader(EN), ("e3",), hint=("e3", "g3"))
    *_, last = (block.buttons for block in page.blocks if isinstance(block, Buttons))
    assert [button.label for button in last] == [EN("panel.back"), EN("practice.hint-more")]


def test_a_refused_move_keeps_what_helps() -> None:
    turn = alone(FIRST, "d1-c1")
    turn = alone(FIRST, "d1-c1", "e4-d4", "c1-d1")
    refused = panel.refused(turn, reader(EN), Illegal(Why.IN_THE_WAY, "e5"), ("e4", "e6"))
    page = practice.refused(turn, reader(EN), refused)
    check(page)
    assert {GiveHint, AskTakeback} <= set(does(page))


@for_every("words", ALL)
def test_while_it_thinks_there_is_a_way_on(words: Words) -> None:
    waiting = alone(FIRST, "d1-c1", "e4-d4")
    assert waiting.engine_to_move
    page = practice.game(waiting, reader(words))
    check(page)
    assert does(page) == [ShowBoard]
    assert "**e4-d4**" in text(page)


@for_every("words", ALL)
@for_every("step", [-1, 0, 1])
@for_every("winner", Side)
def test_an_end_leads_to_the_next_game(words: Words, step: int, winner: Side) -> None:
    over = alone(FIRST, "d1-c1", "e4-d4", level=4)
    over = replace(over, match=over.match.after(Resigned(winner.other, 9)))
    page = practice.over(over, reader(words), Onward(step))
    check(page)
    assert does(page).count(practice.BeginPractice) == (3 if step else 2)
    lost = winner is Side.DARK
    assert text(page).startswith(words("practice.lost" if lost else "practice.won"))
    assert OpenReplay in does(page)
    assert (practice.TryAgain in does(page)) is lost
    (picture,) = pictures(page)
    assert isinstance(picture.scene, Scene)
    assert picture.scene.call is (Call.LOST if lost else Call.WON)
    assert page.accent is (Accent.LOST if lost else Accent.OVER)
    (menu,) = menus(page)
    assert [option.value for option in menu.options] == [*"12345678", *catalogue.NAMES]
    presses = [button.press for button in buttons(page).values()]
    levels = [press.level for press in presses if isinstance(press, practice.BeginPractice)]
    assert 4 + step in levels


@for_every("words", ALL)
def test_after_a_win_the_next_level_comes_first_and_a_first_win_is_hailed(words: Words) -> None:
    start = "9/9/9/4t4/2K6/9/9/9/8t l 0"
    won = alone("seabattle", "c5-a5", start=start)
    page = practice.over(won, reader(words), Onward(1, Side.DARK, first_win=True))
    first, *others = buttons(page).values()
    assert first.press == practice.BeginPractice(12, 2, Side.LIGHT, "seabattle")
    assert first.style is Style.MAIN
    again = practice.BeginPractice(12, 1, Side.LIGHT, "seabattle")
    assert again in [button.press for button in others]
    assert words("practice.swap") in [button.label for button in others]
    how, reason = words("practice.first-win"), words("reason.slipped-out", point="a5")
    assert text(page).split("\n")[0] == f"{how} {reason}"


@for_every("words", ALL)
def test_whoever_starts_with_the_harder_side_is_offered_the_other(words: Words) -> None:
    started, who = alone("saami", side=Side.DARK), reader(words, DARK)
    page = practice.game(started, who, harder=True)
    check(page)
    assert words("practice.harder-side") in text(page)
    swap = buttons(page)[words("practice.swap")]
    assert swap.press == practice.BeginPractice(12, 1, Side.LIGHT, "saami")
    assert words("practice.hint") not in buttons(page)  # it wouldn't fit a phone
    assert words("practice.swap") not in buttons(practice.game(started, who))


@for_every("words", ALL)
def test_who_lost_with_the_harder_side_hears_that_it_was(words: Words) -> None:
    lost = alone("seabattle", "c5-a5", start="9/9/9/4t4/2K6/9/9/9/8t l 0", side=Side.DARK)
    told = words("practice.was-harder")
    for harder, is_told in ((Side.DARK, True), (Side.LIGHT, False), (None, False)):
        page = practice.over(lost, reader(words, DARK), Onward(-1, harder))
        assert (told in text(page).split("\n")) is is_told
    won = alone("seabattle", "c5-a5", start="9/9/9/4t4/2K6/9/9/9/8t l 0")
    for harder in Side:
        assert told not in text(practice.over(won, reader(words), Onward(1, harder)))


@for_every("words", ALL)
def test_after_a_loss_on_the_move_its_reason_comes_first(words: Words) -> None:
    lost = alone("seabattle", "c5-a5", start="9/9/9/4t4/2K6/9/9/9/8t l 0", side=Side.DARK)
    page = practice.over(lost, reader(words, DARK), Onward(0))
    first, *others = buttons(page).values()
    assert (first.press, first.style) == (practice.ShowRefutation(12, 2), Style.MAIN)
    assert all(button.style is Style.PLAIN for button in others)


@for_every("words", ALL)
def test_each_game_in_progress_can_be_opened_and_a_new_one_started_like_the_newest(
    words: Words,
) -> None:
    second = replace(alone("bga", level=3), id=14, dark=LIGHT, light=ENGINE)
    games = [listing_of(alone("bga")), listing_of(second)]
    page = practice.running(games, reader(words))
    check(page)
    opened = [block.button.press for block in page.blocks if isinstance(block, Section)]
    assert opened == [OpenGame(12), OpenGame(14)]
    (begin,) = (button for button in buttons(page).values() if button.id.startswith("k:begin"))
    assert begin.id == "k:begin:14:3:d:bga.0"
    (menu,) = menus(page)
    assert menu.press == practice.BeginPractice(14, 0, Side.DARK, "bga")
    others = [name for name in catalogue.NAMES if name != "bga"]
    assert [option.value for option in menu.options] == [*map(str, LEVELS), *others]


@for_every("words", ALL)
@for_every("score", [0, 95_000])
def test_what_answers_a_move_is_shown_on_the_board(words: Words, score: int) -> None:
    played = alone(FIRST, "d1-c1", "e4-d4", "c1-b1")
    before = before_reply(played)
    assert before is not None
    page = practice.why(played, before, Told([("c1", "b1"), ("d4", "c4")], score), reader(words))
    check(page)
    assert "**e4-d4**" in text(page)
    assert text(page).count("c1-b1") == 1
    assert "**c1-b1 d4-c4**" in text(page)
    assert does(page) == [AskTakeback, ShowBoard]


@for_every("words", ALL)
def test_a_hint_calls_the_king_king(words: Words) -> None:
    begun = alone(FIRST, "d1-c1")
    assert practice.hint(begun, "e5", words) == words("practice.hint-king", man="e5")
    assert practice.hint(begun, "e4", words) == words("practice.hint-man", man="e4")
    tabal = alone("tabal", start="2Q/3/5/3m1/2M2/5/5/1M1/2M l 0")
    assert practice.hint(tabal, "e9", words) == words("practice.hint-man", man="e9")


def test_taking_back_stands_below_the_board_and_not_under_more_too() -> None:
    played = alone(FIRST, "d1-c1", "e4-d4", "c1-b1")
    assert "Undo" in buttons(practice.game(played, reader(EN)))
    more = buttons(offers.more(played, reader(EN)))
    assert "Offer a draw" in more
    assert "Take back" not in more


@for_every("words", ALL)
def test_a_win_on_the_move_says_how(words: Words) -> None:
    start = "9/9/9/9/K8/9/4t4/4T4/9 d 0"
    lost = alone(FIRST, side=Side.DARK, start=start.replace("K8", "2K6"))
    lost = replace(lost, match=lost.match.after(*_moves(lost, "e3-e4", "c5-a5")))
    before = before_reply(lost)
    assert before is not None
    page = practice.why(lost, before, Told([("c5", "a5")], 99_999), reader(words, DARK))
    check(page)
    assert words("reason.king-escaped") in text(page)
    assert [*buttons(page)] == [words("practice.back"), words("panel.back")]
    over = practice.over(lost, reader(words, DARK))
    check(over)
    assert practice.ShowRefutation in does(over)


@for_every("words", ALL)
def test_why_not_says_what_would_have_kept_the_king_in_or_that_it_was_too_late(
    words: Words,
) -> None:
    """The king on e5 has one way, to a5, and a man stands by to close it; or two, and none does."""
    one, two = "9/9/9/1t2t4/4Ktttt/4t4/9/9/8t d 0", "9/9/9/t8/4K4/4t4/9/9/9 d 0"
    for start, better in ((one, "b6-b5"), (two, "")):
        begun = alone(FIRST, side=Side.DARK, start=start)
        lost = replace(begun, match=begun.match.after(*_moves(begun, "e4-e3", "e5-a5")))
        before = before_reply(lost)
        assert before is not None
        page = practice.why(lost, before, Told([("e5", "a5")], 99_999), reader(words, DARK))
        check(page)
        in_time, late = (
            words("practice.why-kept-in", better=better),
            words("practice.why-too-late"),
        )
        assert (in_time in text(page), late in text(page)) == (bool(better), not better)


def _moves(begun: Record, *moves: str) -> list[Event]:
    turn, events = begun.match.turn, list[Event]()
    for move in moves:
        events.append(Moved(turn, 9, tuple(move.split("-"))))
        turn = turn.other
    return events
