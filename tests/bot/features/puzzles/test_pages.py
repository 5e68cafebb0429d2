"""Puzzles on pages: the question, refutations, the end, what is shared; the fullest fit too."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pytest

from bot.features.puzzles import pages
from bot.features.puzzles.model import Attempt, Daily, Puzzle, Ranked, Sheet, Streak, record_of
from bot.features.puzzles.stock import book
from bot.service.usual import DEFAULT_RULES
from bot.ui.buttons import Press, read_press
from bot.ui.pages import naming
from bot.ui.pages.ahead import write_ahead
from bot.ui.pages.differences import differences_in_short
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.page import Button, Buttons, ChannelMenu, Page, Section
from bot.ui.pages.reader import Reader
from games.catalogue import NAMES, game
from games.core import Move, Side
from games.notation import write_position
from render.card import SOLVED, Card
from render.scene import men_on
from tests.bot.ui.model import ALL, EN, FR, buttons, check, menus, text
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from bot.ui.words import Words

P = TypeVar("P", bound=Press)

BOOK, ME = book(), 444
READER = Reader(EN, ME)
CALLED = DrawnNames({ME: "Birch"}, {})


def sheet(puzzle: Puzzle, *, today: bool = True, days: int = 0, **attempt: object) -> Sheet:
    tried = Attempt(ME, puzzle.number, **attempt)  # type: ignore[arg-type]
    return Sheet(puzzle, tried, today=today, streak=Streak(days, None, 9), next=86_400)


def line_of(puzzle: Puzzle) -> tuple[Move, ...]:
    return tuple(BOOK.solution(puzzle.line))


def presses(page: Page, *kinds: type[P]) -> list[P]:
    """Return the presses of these kinds on a page's buttons, and in its menus."""
    rows = [block.buttons for block in page.blocks if isinstance(block, Buttons)]
    of_buttons = [button.press for row in rows for button in row]
    of_menus = [read_press(option.value) for menu in menus(page) for option in menu.options]
    return [press for press in (*of_buttons, *of_menus) if isinstance(press, kinds)]


FIRST = replace(
    next(p for p in BOOK.puzzles if p.text == "9/1T1K3tt/2ttttt2/2t3t2/2t3t2/2t4t1/4ttt2/9/9 l 0"),
    number=1,
)
OF_KIND = [
    next(puzzle for puzzle in BOOK.puzzles if (puzzle.kind, puzzle.rules == "tabal") == wanted)
    for wanted in (("win", False), ("take", False), ("defend", False), ("win", True))
]


@pytest.mark.slow
@for_every("words", ALL)
@for_every("puzzle", OF_KIND)
def test_every_page_of_a_puzzle_can_be_sent(puzzle: Puzzle, words: Words) -> None:
    who = Reader(words, ME)
    now = sheet(puzzle, tries=1)
    line = line_of(puzzle)
    game, position = (match := record_of(puzzle, ME).match).game, match.position
    wrong = next(move for move in game.moves(position) if move != line[0])
    _, reply = BOOK.follow(puzzle.line, (wrong,)) or ("", None)
    shown = [
        pages.question(now, who),
        pages.wrong(now, who, (wrong,), reply),
        pages.solved(now, who, line),
        pages.solution(now, who, line),
        pages.shared(now, who, CALLED),
        pages.posted(puzzle, who),
        pages.past(puzzle, 20_773, who),
        *([pages.right(now, who, line[:2])] if len(line) > 1 else []),
    ]
    for page in shown:
        check(page)
        assert page.pings == ()


def fullest(*, by_length: bool) -> list[Puzzle]:
    """Return the puzzle of each rule set and kind (and length) that has the most first moves."""
    alike: defaultdict[tuple[object, ...], list[Puzzle]] = defaultdict(list)
    for puzzle in BOOK.puzzles:
        alike[puzzle.rules, puzzle.kind, by_length and puzzle.moves].append(puzzle)
    return [max(puzzles, key=choices) for puzzles in alike.values()]


def choices(puzzle: Puzzle) -> int:
    """How many moves it begins with."""
    match = record_of(puzzle, ME).match
    return len(match.game.moves(match.position))


@pytest.mark.slow
@pytest.mark.parametrize("by_length", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_the_fullest_puzzles_of_the_stock_can_be_solved_by_buttons(*, by_length: bool) -> None:
    """Along the solution, each page has a button that leads on, and all of it fits."""
    for puzzle in fullest(by_length=by_length):
        line = line_of(puzzle)
        now = sheet(puzzle, tries=9)
        for count in range(0, len(line), 2):
            page = pages.right(now, READER, line[:count]) if count else pages.question(now, READER)
            for _ in range(40):
                check(page)
                offered = presses(page, pages.TryMove, pages.ChooseInPuzzle)
                reached = {press: pages.read_ahead(now, press.line) for press in offered}
                if any(ahead.moves == line[: count + 1] for ahead in reached.values()):
                    break
                further = [
                    press
                    for press, ahead in reached.items()
                    if ahead.moves == line[:count] and line[count][: len(ahead.path)] == ahead.path
                ]
                page = pages.question(
                    now, READER, max(further, key=lambda press: len(press.line)).line
                )
            else:
                pytest.fail(f"puzzle {puzzle.number} has no button for {line[count]}")


def test_the_question_says_what_is_to_be_found() -> None:
    win, take, defend, tabal = (text(pages.question(sheet(puzzle), READER)) for puzzle in OF_KIND)
    assert "Puzzle of the day 1" in win
    assert "**Defenders to move: win in\N{NO-BREAK SPACE}2.**" in win
    assert "**Attackers to move: capture the king in\N{NO-BREAK SPACE}2.**" in take
    assert "find the only defence.** Anything else loses in 2." in defend
    assert "to move: win in" in tabal
    french = text(pages.question(sheet(OF_KIND[2]), Reader(FR, ME)))
    assert "trouve la seule défense" in french
    assert "Puzzle 1" in text(pages.question(sheet(FIRST, today=False), READER))


def test_between_two_moves_the_question_says_what_is_left() -> None:
    puzzle = next(
        candidate for candidate in BOOK.puzzles if candidate.kind == "take" and candidate.moves == 3
    )
    line = line_of(puzzle)
    now, start = sheet(puzzle, tries=1), record_of(puzzle, ME)
    for played, left in ((2, "Keep going: win in 2."), (4, "One move to go: finish it!")):
        signs = write_ahead(start, line[:played])
        chosen = write_ahead(start, line[:played], line[played][:1])
        for shown in (signs, chosen):
            page = text(pages.question(now, READER, shown))
            assert left in page
            assert "in 3 moves" not in page
        assert "**Correct!**" in text(pages.right(now, READER, line[:played]))


def test_a_move_is_played_at_once_or_after_it_was_shown() -> None:
    begun, start = sheet(FIRST, tries=3), record_of(FIRST, ME)
    assert presses(pages.question(begun, READER), pages.TryMove) == []
    game, position = start.match.game, start.match.position
    man = max(game.choices(position), key=lambda point: len(game.choices(position, (point,))))
    man = write_ahead(start, (), (man,))
    page = pages.question(begun, READER, man)
    (played, *_) = presses(page, pages.TryMove)
    assert (played.puzzle, played.tries) == (1, 3)
    assert len(pages.read_ahead(sheet(FIRST), played.line).moves) == 1
    careful = pages.question(sheet(FIRST), replace(READER, confirm=True), man)
    assert presses(careful, pages.TryMove) == []
    chosen = next(
        press for press in presses(careful, pages.ChooseInPuzzle) if press.line == played.line
    )
    asked = pages.question(sheet(FIRST), replace(READER, confirm=True), chosen.line)
    assert [press.line for press in presses(asked, pages.TryMove)] == [played.line]


def test_a_line_that_means_nothing_begins_anew() -> None:
    begun = pages.question(sheet(FIRST), READER)
    assert pages.question(sheet(FIRST), READER, "zzzz") == begun
    assert not pages.read_ahead(sheet(FIRST), "zzzz").moves


def test_the_solution_is_offered_after_a_try() -> None:
    assert "Solution" not in buttons(pages.question(sheet(FIRST), READER))
    assert "Solution" in buttons(pages.question(sheet(FIRST, tries=1), READER))
    line = line_of(FIRST)
    said = text(pages.solution(sheet(FIRST, tries=1, shown=True), READER, line))
    assert "The solution: **d8-c8** " in said
    assert "doesn't count as solved" in said


def test_a_wrong_move_is_refuted_in_a_sentence() -> None:
    wrong = ("b8", "c8")
    _, reply = BOOK.follow(FIRST.line, (wrong,)) or ("", None)
    assert reply
    page = pages.wrong(sheet(FIRST, tries=1), READER, (wrong,), reply)
    assert f"Not quite: after **{'-'.join(reply)}" in text(page)
    (again,) = presses(page, pages.ChooseInPuzzle)
    assert (again.line, again.tries) == ("", 1)


def test_many_pieces_are_chosen_from_a_menu_so_that_the_board_is_in_view() -> None:
    puzzle = max(BOOK.puzzles, key=choices)
    (menu,) = menus(pages.question(sheet(puzzle), READER))
    match = record_of(puzzle, ME).match
    assert {option.label for option in menu.options} == {*match.game.choices(match.position, ())}


def test_the_end_says_how_and_the_days() -> None:
    line = line_of(FIRST)
    first = text(pages.solved(sheet(FIRST, days=5, solved=1), READER, line))
    assert "**Solved on the first try.**" in first
    assert "5 days in a row!" in first
    missed = replace(sheet(FIRST, solved=1), streak=Streak(5, 8, 9))
    assert "one day off a week is fine" in text(pages.solved(missed, READER, line))
    later = pages.solved(sheet(FIRST, tries=2, solved=1, today=False), READER, line, None, showing)
    assert "try 3" in text(later)
    assert "in a row" not in text(later)
    assert {"k:puzzle:1:share", "Another", "This week"} <= set(buttons(later))
    helped = pages.solved(sheet(FIRST, tries=1, shown=True), READER, line, None, showing)
    assert "doesn't count" in text(helped)
    assert "k:puzzle:1:share" not in buttons(helped)


def test_a_solved_defence_says_what_would_have_won() -> None:
    puzzle = next(puzzle for puzzle in BOOK.puzzles if puzzle.kind == "defend")
    threat = BOOK.threat(puzzle.line)
    assert threat
    page = pages.solved(sheet(puzzle, solved=1), READER, line_of(puzzle), threat)
    assert f"**{'-'.join(threat)}" in text(page).replace("\N{WORD JOINER}", "")


def showing(press: Press, _: Words) -> list[Button]:
    """Return the buttons under a page that all can see."""
    return [Button(press.custom_id, press)]


def test_what_is_shared_gives_nothing_away() -> None:
    page = pages.shared(sheet(FIRST, days=5, solved=1), READER, CALLED)
    first = "Konakis puzzle 1 · solved on the first try"
    assert text(page) == f"{first}\n\N{LARGE GREEN SQUARE} · 5 days in a row"
    (picture,) = page.pictures
    assert isinstance(picture.scene, Card)
    start = record_of(FIRST, ME).match.position
    assert picture.scene.scene.men == men_on(start)
    assert (picture.scene.scene.path, picture.scene.squares) == ((), (SOLVED,))
    for part in ("Birch", "Solved on the first try", "1970", "5 days in a row"):
        assert part in picture.alt
    assert set(buttons(page)) == {"Solve"}
    old = pages.shared(sheet(FIRST, days=5, solved=1, today=False, tries=1), READER, CALLED)
    tries = "\N{LARGE RED SQUARE}\N{LARGE GREEN SQUARE}"
    assert text(old) == f"Konakis puzzle 1 · solved on try 2\n{tries}"
    many = pages.shared(sheet(FIRST, solved=1, today=False, tries=40), READER, CALLED)
    assert text(many).count("\N{LARGE RED SQUARE}") == 9


def test_the_table_of_a_week_has_places_and_no_pings() -> None:
    table = [Ranked(1, 5, 3, 2), Ranked(1, 6, 3, 2), Ranked(3, ME, 1, 0)]
    page = pages.week(table, READER, 4)
    check(page)
    assert buttons(page)["Puzzle 4"].press == pages.OpenPuzzle(4)
    assert "1. <@5>: 3 puzzles (2 on the first try)\n1. <@6>: 3" in text(page)
    assert f"3. <@{ME}>: 1 puzzle\n" in text(page)
    assert f"3. <@{ME}>\xa0: 1 problème\n" in text(pages.week(table, Reader(FR, ME), 4))
    assert page.pings == ()
    assert "Be the first" in text(pages.week([], READER, 4))


def test_the_week_leads_back_to_the_puzzle_with_the_moves_so_far() -> None:
    puzzle = next(puzzle for puzzle in BOOK.puzzles if puzzle.kind == "win" and puzzle.moves == 3)
    line, now = line_of(puzzle), sheet(puzzle, tries=2)
    begun = write_ahead(record_of(puzzle, ME), line[:2])
    shown = pages.ShowWeek(puzzle.number, 2, begun)  # as older messages have it
    week = pages.week([], READER, puzzle.number, pages.before_week(shown))
    (back,) = presses(week, pages.ChooseInPuzzle)
    assert pages.read_ahead(now, back.line).moves == line[:2]
    assert back.tries == 2
    done = replace(now, attempt=replace(now.attempt, solved=1))
    (shown,) = presses(pages.solved(done, READER, line), pages.ShowWeek)
    week = pages.week([], READER, puzzle.number, pages.before_week(shown))
    (back,) = presses(week, pages.TryMove)  # once more: it stays as it is
    assert pages.read_ahead(now, back.line).moves == line


def test_a_hard_puzzle_offers_an_easier_one_until_it_is_solved() -> None:
    easy, hard = (next(p for p in BOOK.puzzles if p.grade == grade) for grade in (1, 4))
    press = pages.OpenPuzzle(hard.number, pages.Wish.EASIER)
    assert press in presses(pages.question(sheet(hard), READER), pages.OpenPuzzle)
    wrong = pages.wrong(sheet(hard, tries=1), READER, line_of(hard)[:1], None)
    assert press in presses(wrong, pages.OpenPuzzle)
    assert "Easier" not in buttons(pages.question(sheet(easy), READER))
    assert "Easier" not in buttons(pages.solved(sheet(hard, solved=1), READER, line_of(hard)))
    labels = [b.label for b in rows_of(pages.question(sheet(hard), READER))[-1].buttons]
    assert labels.index("Easier") == labels.index("Another") + 1


def rows_of(page: Page) -> list[Buttons]:
    return [block for block in page.blocks if isinstance(block, Buttons)]


@for_every("words", ALL)
def test_rules_other_than_the_house_games_are_named_with_what_differs(words: Words) -> None:
    for rules in (DEFAULT_RULES, "bga", "larochelle+king-four", "tabal"):
        puzzle = next(p for p in BOOK.puzzles if p.rules == rules)
        preset, *_ = rules.split("+")
        (about,) = differences_in_short(preset, words) or (words("puzzle.must-capture"),)
        for page in (
            pages.question(sheet(puzzle), Reader(words)),
            pages.posted(puzzle, Reader(words)),
        ):
            assert (naming.title(rules, words) in text(page)) is (rules != DEFAULT_RULES)
            assert (about in text(page)) is (rules != DEFAULT_RULES)
            assert words(f"puzzle.grade.{puzzle.grade}") in text(page).lower()


def test_a_day_is_posted_and_becomes_a_line() -> None:
    page = pages.posted(FIRST, Reader(EN))
    assert len(page.pictures) == 1
    assert set(buttons(page)) == {"Solve", "This week"}
    assert "solved by" not in text(page)
    named = text(pages.posted(FIRST, Reader(EN), [7, 8]))
    assert "The last puzzle was solved by <@7> and <@8>." in named
    past = pages.past(FIRST, 20_773, Reader(EN))
    assert past.pictures == ()
    assert (
        text(past) == "-# Puzzle 1, <t:1794830400:d>. Defenders to move: win in\N{NO-BREAK SPACE}2."
    )
    (line,) = past.blocks
    assert isinstance(line, Section)
    assert line.button.press == pages.OpenPuzzle(1, pages.Wish.OPEN)


@pytest.mark.slow
@for_combinations(rules=NAMES, words=ALL)
def test_a_puzzle_from_a_game_of_any_rules_can_be_sent(words: Words, rules: str) -> None:
    first = None if game(rules).data["first"] else Side.LIGHT
    position = game(rules).start(first)
    text_of = write_position(game(rules), position)
    puzzle = Puzzle(10_001, rules, "win", 4, 5, text_of, "")
    who, moves = Reader(words, ME), list[Move]()
    while len(moves) < 6:
        match = record_of(puzzle, ME, *moves).match
        moves.append(match.game.moves(match.position)[-1])
    shown = (
        pages.question(sheet(puzzle), who),
        pages.right(sheet(puzzle, tries=99), who, moves),
        pages.wrong(sheet(puzzle, tries=99), who, moves[:5], moves[5]),
        pages.posted(puzzle, who),
    )
    for page in shown:
        check(page)


@for_every("words", ALL)
def test_a_puzzle_from_a_game_says_so_and_names_no_one(words: Words) -> None:
    from_game = replace(FIRST, number=10_001)
    shown = text(pages.question(sheet(from_game, today=False), Reader(words)))
    assert words("puzzle.found") in shown
    assert words("puzzle.title", number=10_001) in shown
    assert words("puzzle.found") not in text(pages.posted(FIRST, Reader(words)))
    assert "<@" not in shown


@for_every("words", ALL)
def test_a_server_says_where_it_comes_and_chooses_that(words: Words) -> None:
    assert [*pages.where(Daily(5), words)] == []
    chosen = Daily(5, channel=6, due=100)
    (line,) = pages.where(chosen, words)
    assert "<#6>" in line
    assert "<t:100:t>" in line
    for daily, channels in ((Daily(5), ()), (chosen, (6,))):
        page = Page(tuple(pages.setting(daily, words)))
        check(page)
        (menu,) = [block for block in page.blocks if isinstance(block, ChannelMenu)]
        assert (menu.chosen, menu.most) == (channels, 1)


def test_the_board_faces_the_solver_in_tabal() -> None:
    puzzle = OF_KIND[3]
    turn = record_of(puzzle, ME).match.turn
    assert READER.near(record_of(puzzle, ME)) is turn
    assert READER.near(record_of(FIRST, ME)) is Side.DARK


@pytest.mark.parametrize("name", ["raichi", "tuichi"])
def test_a_right_move_that_is_raichi_or_tuichi_says_so(name: str) -> None:
    puzzle = next(
        puzzle
        for puzzle in BOOK.puzzles
        if (puzzle.kind, puzzle.moves > 1) == ("win", True) and called_first(puzzle) == name
    )
    shown = text(pages.right(sheet(puzzle), READER, line_of(puzzle)[:2]))
    assert f": **{name}!**" in shown


def called_first(puzzle: Puzzle) -> str:
    """Return the callout after the first move of the solution."""
    callout = record_of(puzzle, ME, *line_of(puzzle)[:1]).match.callout
    return callout.name if callout else ""
