"""The screens on which somebody who is new finds their way: every guided and choosing board.

Each has a name for people, such as `practice, tafl-9`; there are many of a name. Where a man is
chosen, it is the one who can go to the most places: which has the most buttons.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.composition import FEATURES
from bot.features.lessons import pages as lessons
from bot.features.lessons.course import lessons as all_lessons
from bot.features.lessons.course import record_of as lesson_record
from bot.features.lessons.model import Progress, is_right
from bot.features.lessons.pages import OpenLesson, rules_buttons
from bot.features.lessons.pages import Sheet as LessonSheet
from bot.features.onlookers import pages as onlookers
from bot.features.puzzles import pages as puzzles
from bot.features.puzzles.model import Attempt, Daily, Streak
from bot.features.puzzles.model import Sheet as PuzzleSheet
from bot.features.puzzles.model import record_of as puzzle_record
from bot.features.puzzles.stock import book
from bot.features.review import pages as reviews
from bot.features.review.model import Reason, Review
from bot.features.showing import pages as showing
from bot.features.showing.model import Showing
from bot.features.think import pages as thoughts
from bot.features.think.cases import Thinking
from bot.features.think.model import Thought, ahead, at_game, with_kept, with_move
from bot.features.together import pages as together
from bot.features.together.pages import AskForFour
from bot.features.turn_list import pages as turn_list
from bot.model.people import ENGINE
from bot.model.servers import Place, Server
from bot.service.balance import Leans
from bot.service.practice import Onward
from bot.ui.pages import board, card, panel, practice, rules, server
from bot.ui.pages.ahead import write_ahead
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.greeting import greeting
from bot.ui.pages.page import Additions
from bot.ui.pages.reader import Reader
from bot.ui.pages.replay import show_ply
from bot.ui.slots import GREETING_BUTTONS
from engine.balance import people, table
from games import catalogue
from games.core import Side
from games.events import Moved, Resigned
from games.notation import move_at
from render.themes import THEMES
from tests.bot.features.review import test_pages as reviewed
from tests.bot.ui.model import DARK, buttons, record
from tests.games.test_playthroughs import RECORDS, begun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.puzzles.model import Puzzle
    from bot.model.matches import Record
    from bot.ui.pages.page import Button, Page
    from bot.ui.words import Words
    from games.core import Game, Move
    from games.match import Match
    from tests.games.test_playthroughs import Record as Playthrough

ME = DARK
NOON = 1_767_355_200
NAMES = DrawnNames({ME: "Birch"}, {})
_MIDDLE = 11  # moves after which a game is in its middle
_FULLEST = 8  # puzzles of each board: those with the most men to choose from


class Screen(NamedTuple):
    """A page with the name of its kind."""

    name: str
    page: Page
    edited: bool = True  # it stands in the place of another page


def screens(words: Words) -> Iterator[Screen]:
    """All of them in a language."""
    play = [practice.play_button(words)]
    yield Screen(
        "greeting",
        greeting(Reader(words), play, FEATURES.buttons(GREETING_BUTTONS, words)),
        edited=False,
    )
    for part in (
        *(_practice, _panels, _thoughts, _ends, _together, _lessons),
        *(_puzzles, _reviews, _rules, _server),
    ):
        yield from part(words)


def _server(words: Words) -> Iterator[Screen]:
    """The pages for those who manage a server, with everything set."""
    reader, daily = Reader(words, ME), Daily(5, channel=6, due=NOON)
    guild = Server(5, news=6, thread=True, weekends=False)

    def lines(words: Words) -> list[str]:
        return [*puzzles.where(daily, words), *turn_list.where((6,), (6,), words)]

    more = (*puzzles.setting(daily, words), *turn_list.chosen((6,), words))
    for page in (
        server.front(Server(5), reader, lambda _: (), 6),
        server.front(guild, reader, lines),
        server.channels(guild, reader, more),
        server.games(guild, reader),
        server.boards(replace(guild, tidy=True), reader, tuple(THEMES), may_delete=False),
    ):
        yield Screen("a server's settings", page)


def _board(game: Game) -> str:
    """The name of its board."""
    return catalogue.board_of(game)


def turns() -> Iterator[Record]:
    """The first two turns, and two in the middle of a game, of each rule set."""
    for name in catalogue.NAMES:
        first = record(name, lot=Side.LIGHT)
        yield first
        any_move = next(iter(first.match.game.moves(first.match.position)))
        yield replace(first, match=first.match.after(Moved(first.match.turn, 9, any_move)))
    for playthrough in RECORDS:
        if "+" not in playthrough.rules and len(playthrough.plies) > _MIDDLE + 1:
            for count in (_MIDDLE, _MIDDLE + 1):
                yield replace(record(playthrough.rules), match=played(playthrough, count))


def played(playthrough: Playthrough, count: int | None = None) -> Match:
    """A game that is kept for tests after so many moves, or after all."""
    match = begun(playthrough)
    for written in playthrough.plies[:count]:
        text, *_ = written.split()
        match = match.after(Moved(match.turn, 9, move_at(match.game, match.position, text)))
    return match


def alone(begun: Record, side: Side) -> Record:
    """The same in private against the engine at the lowest level; the person has this side."""
    players = {"dark": ME, "light": ENGINE} if side is Side.DARK else {"dark": ENGINE, "light": ME}
    return replace(begun, place=Place(None, 0), message=None, level=1, **players)


def farthest(shown: Record) -> Move:
    """The man who can go to the most places, as the path so far."""
    game, position = shown.match.game, shown.match.position
    return (max(game.choices(position), key=lambda man: len(game.choices(position, (man,)))),)


def _practice(words: Words) -> Iterator[Screen]:
    who = Reader(words, ME, coach=True)
    for turn in turns():
        shown = alone(turn, turn.match.turn)
        name = f"practice, {_board(shown.match.game)}"
        yield Screen(f"{name}: which man?", practice.game(shown, who))
        yield Screen(f"{name}: where to?", practice.game(shown, who, farthest(shown)))


def _panels(words: Words) -> Iterator[Screen]:
    for shown in turns():
        who = Reader(words, shown.player(shown.match.turn))
        name = f"with a friend, {_board(shown.match.game)}"
        beside = tuple(thoughts.player_buttons(shown, who))
        yield Screen(f"{name}: which man?", panel.panel(shown, who, beside=beside))
        yield Screen(f"{name}: where to?", panel.panel(shown, who, farthest(shown)))
        additions = Additions(buttons=partial(onlookers.buttons, shown))
        page = board.board(shown, Reader(words), additions=additions)
        yield Screen(f"{name}: the channel's board", page, edited=False)


def _thoughts(words: Words) -> Iterator[Screen]:
    """Thinking boards: new, in a deep line with branches, in one that replies, with the lines."""
    for shown in turns():
        mover = shown.player(shown.match.turn)
        name = f"think, {_board(shown.match.game)}"
        for player in (mover, shown.player(shown.match.turn.other)):
            who = Reader(words, player)
            thinking = thought_of(shown, player)
            yield Screen(f"{name}: new", thoughts.board(thinking, who))
            yield Screen(f"{name}: where to?", thoughts.board(thinking, who, farthest(shown)))
            tried = thought_of(shown, player, 9)
            yield Screen(f"{name}: in a line", thoughts.board(tried, who))
            deep = thought_of(shown, player, 9, keep=True)
            yield Screen(f"{name}: in a deep line", thoughts.board(deep, who))
            first = replace(deep, thought=replace(deep.thought, moves=deep.thought.moves[:2]))
            yield Screen(f"{name}: where it branches", thoughts.board(first, who))
            yield Screen(f"{name}: more", thoughts.more(first, who))
            yield Screen(f"{name}: lines", thoughts.lines(deep, who, are_open=True))
            if lines := deep.thought.kept:  # all of the first one came true
                ended = ahead(shown.match, lines[0].moves)
                if not ended.verdict:
                    ended = ended.after(Resigned(ended.turn, ended.log[-1].at))
                over = replace(shown, match=ended)
                every = thoughts.planned_lines(over, [deep.thought])
                press = thoughts.ShowPlanned(shown.id, player, lines[0].number, 9)
                yield Screen(f"{name}: planned", thoughts.planned(over, who, every, press))


def thought_of(game: Record, player: int, depth: int = 0, *, keep: bool = False) -> Thinking:
    """A person's thinking board in a game: three lines that part after two moves."""
    match = game.match
    thought = at_game(Thought(1, game.id, player), match)
    for choice in range(3 if depth else 0):
        thought = replace(thought, moves=thought.moves[:2])
        for number in range(len(thought.moves), depth):
            now = ahead(match, thought.moves)
            if now.verdict:
                break
            moves = [*now.game.moves(now.position)]
            thought = with_move(thought, match, moves[(choice + number) % len(moves)])
        thought = with_kept(thought, match, 9) if keep else thought
    return Thinking(game, thought)


def _ends(words: Words) -> Iterator[Screen]:
    """Every end of the games that are kept, as winner and as loser."""
    who = Reader(words, ME)
    for playthrough in RECORDS:
        match = played(playthrough)
        if match.verdict is None:
            continue
        for side in Side:
            over = alone(replace(record(playthrough.rules), match=match), side)
            won = match.verdict.winner is side
            onward = Onward(1, side.other, first_win=True) if won else Onward(0, side.other)
            shared = _share(over, who) if won else ()
            additions = Additions(
                buttons=lambda words, over=over, shared=shared: (
                    *shared,
                    *reviews.button(over, words),
                )
            )
            page = practice.over(over, who, onward, additions)
            yield Screen(f"the end, {_board(match.game)}", page)
            if won:
                shown = card.of_game(over, Reader(words), NAMES, {})
                shown = showing.posted(Showing(1, ME, over.place, 0, ""), shown, words)
                yield Screen(f"shared, {_board(match.game)}", shown, edited=False)


def _share(over: Record, who: Reader) -> Sequence[Button]:
    """Return *Share here* for the end of a game."""
    return showing.buttons(show_ply(over, who, len(over.match.plies)), who.words)


def _together(words: Words) -> Iterator[Screen]:
    """The form of a game with partners: the longest there is."""
    for asked in (AskForFour("saami", 3, None, 3, DARK), AskForFour("copenhagen", 3)):
        yield Screen("play together", together.new(asked, Reader(words, ME), plays=True))


def _lessons(words: Words) -> Iterator[Screen]:
    who = Reader(words, ME)
    for name, lesson in all_lessons().items():
        sheet = LessonSheet(lesson, Progress(), OpenLesson(name))
        start = lesson_record(lesson, ME)
        line = write_ahead(start, (), farthest(start))
        first, *_ = (task.example for task in lesson.tasks)
        others = start.match.game.moves(start.match.position)
        wrong = next(
            move
            for move in others
            if not is_right(lesson.tasks[0], lesson_record(lesson, ME, move).match)
        )
        chosen = replace(sheet, opened=OpenLesson(name, line))
        kind = f"lesson, {_board(start.match.game)}"
        yield Screen(f"{kind}: which man?", lessons.question(sheet, who))
        yield Screen(f"{kind}: where to?", lessons.question(chosen, who))
        yield Screen(f"{kind}: wrong", lessons.wrong(sheet, who, (wrong,)))
        yield Screen(f"{kind}: right", lessons.right(sheet, who, (first,)))
        yield Screen(f"{kind}: an example", lessons.example(sheet, who))


def _puzzles(words: Words) -> Iterator[Screen]:
    who, known = Reader(words, ME), book()
    for puzzle in fullest():
        sheet = PuzzleSheet(puzzle, Attempt(ME, puzzle.number, tries=1), True, Streak(3), 86_400)  # noqa: FBT003
        start = puzzle_record(puzzle, ME)
        line = tuple(known.solution(puzzle.line))
        others = start.match.game.moves(start.match.position)
        wrong = next(move for move in others if move != line[0])
        _, reply = known.follow(puzzle.line, (wrong,)) or ("", None)
        name = f"puzzle, {_board(start.match.game)}"
        yield Screen(f"{name}: which man?", puzzles.question(sheet, who))
        path = write_ahead(start, (), farthest(start))
        yield Screen(f"{name}: where to?", puzzles.question(sheet, who, path))
        yield Screen(f"{name}: wrong", puzzles.wrong(sheet, who, (wrong,), reply))
        if len(line) > 1:
            yield Screen(f"{name}: right", puzzles.right(sheet, who, line[:2]))
        yield Screen(f"{name}: solved", puzzles.solved(sheet, who, line))
        yield Screen(f"{name}: solution", puzzles.solution(sheet, who, line))
        yield Screen(f"{name}: posted", puzzles.posted(puzzle, who), edited=False)


def _reviews(words: Words) -> Iterator[Screen]:
    """A review with three moments, and one of them, with many missed wins."""
    who, often = Reader(words, DARK), tuple(range(5, 49))
    moments = [replace(reviewed.MOMENT, reason=why, again=often) for why in (*Reason,)[:3]]
    course = Review(1, (500, 400, 600, 500, 300, 900, 1000), tuple(moments))
    yield Screen("review", reviews.review(reviewed.OVER, course, who, back=True))
    for number in (1, 2, 3):
        page = reviews.moment(reviewed.OVER, course, number, who, showing.buttons)
        yield Screen("review: a moment", page)


def fullest() -> Iterator[Puzzle]:
    """Of each board the puzzles with the most men to choose from."""
    alike: dict[str, list[Puzzle]] = {}
    for puzzle in book().puzzles:
        alike.setdefault(_board(catalogue.game(puzzle.rules)), []).append(puzzle)
    for group in alike.values():
        yield from sorted(group, key=_men, reverse=True)[:_FULLEST]


def _men(puzzle: Puzzle) -> int:
    match = puzzle_record(puzzle, ME).match
    return len(match.game.choices(match.position))


def _rules(words: Words) -> Iterator[Screen]:
    reader, leans = Reader(words, ME), Leans(people(), engine=table())
    for name in catalogue.NAMES:
        game, number, last = catalogue.game(name), 0, False
        while not last:
            press = rules.RulesOfSet(name, number)
            page = rules.rules(game, reader, press, leans, rules_buttons)
            yield Screen(f"rules, {_board(game)}", page, edited=False)
            last = buttons(page)[words("turn.next")].off
            number += 1
