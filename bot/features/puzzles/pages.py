"""Puzzles: the question on the board, refutations, the solution; sharing; the daily post.

A puzzle being solved is on one private message. Its buttons carry the moves so far as
bot.ui.pages.ahead writes them, and the number of wrong tries before.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from bot.features.puzzles.model import GRADES, record_of
from bot.model.servers import Place
from bot.service.usual import DEFAULT_RULES
from bot.ui.app import no_buttons
from bot.ui.buttons import ChosenPress, MovesAhead, Press
from bot.ui.components import OPTIONS
from bot.ui.pages import card, naming, panel, parts, scenes
from bot.ui.pages.ahead import Ahead, write_ahead
from bot.ui.pages.ahead import read_ahead as read_moves
from bot.ui.pages.differences import differences_in_short
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Menu,
    Option,
    Page,
    Section,
    Style,
    Text,
)
from games.notation import write_move
from games.pace import DAY
from render.card import SHOWN, SOLVED, WRONG, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.puzzles.model import Daily, Puzzle, Ranked, Sheet
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.app import ViewButtons
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

_EMOJIS = {
    SOLVED: "\N{LARGE GREEN SQUARE}",
    WRONG: "\N{LARGE RED SQUARE}",
    SHOWN: "\N{LARGE BLUE SQUARE}",
}
_MOST_SQUARES = 9  # of wrong tries
_MANY = 11  # pieces: more than a phone shows as buttons
_NAMED = 10  # solvers of the last puzzle


class Wish(StrEnum):
    """The request of a puzzle's button."""

    OPEN = ""
    ANOTHER = "another"
    EASIER = "easier"
    SOLUTION = "solution"
    SHARE = "share"  # how others see the solver's result
    WEEK = "week"


class OpenPuzzle(Press, verb="puzzle"):
    """Open a puzzle, or do something else with it."""

    puzzle: int  # 0: today's
    wish: Wish = Wish.OPEN


class _AtPuzzle(Press):
    """A press while solving a puzzle."""

    puzzle: int
    tries: int  # wrong tries when the button was made
    line: MovesAhead  # the moves so far


class ChooseInPuzzle(_AtPuzzle, verb="solve"):
    """Continue choosing the next move."""


class TryMove(_AtPuzzle, verb="answer"):
    """Try the last move of the line."""


class ShowWeek(_AtPuzzle, verb="puzzle-week"):
    """Show the week's table, with a button back to the puzzle as it was."""

    solved: bool = False  # whether this line solves the puzzle


class ChooseDailyChannel(Press, verb="set-server:daily"):
    """Choose the channel in which a server gets the daily puzzle."""


def read_ahead(sheet: Sheet, line: str) -> Ahead:
    """Return a puzzle after a button's moves; from the start if they don't fit."""
    return read_moves(record_of(sheet.puzzle, sheet.attempt.player), line)


def question(
    sheet: Sheet,
    reader: Reader,
    line: str = "",
    note: str = "",
    view_buttons: ViewButtons = no_buttons,
) -> Page:
    """Return the board with the choice of a move; `note`: the result of the last move."""
    ahead = _at_choice(sheet, line)
    page = panel.panel(ahead.record, reader, ahead.path, _presses(sheet, ahead.moves))
    picture, choice, *controls = page.blocks
    assert isinstance(choice, Text)
    played = len(ahead.moves) // 2
    task = f"{note} {_asked(sheet.puzzle, reader.words, played)}".lstrip()
    if ahead.path:
        lines = [task, choice.text.partition("\n")[0]]
        return replace(page, blocks=(picture, Text("\n".join(lines)), *controls))
    about = () if ahead.moves else tuple(_rules(sheet.puzzle, reader.words))
    heading = " · ".join((_heading(sheet, reader.words), *about))
    lines = [f"-# {heading}" if about else heading, task]  # small, for a phone to show the board
    row = _row(sheet, reader.words, view_buttons)
    blocks = panel.joined(picture, Text("\n".join(lines)), *_pieces(controls, reader.words), *row)
    return replace(page, blocks=blocks)


def _pieces(controls: Sequence[Block], words: Words) -> Sequence[Block]:
    """Return the buttons of the pieces; of many, a menu, so that a phone shows the whole board."""
    buttons = [button for row in controls if isinstance(row, Buttons) for button in row.buttons]
    if not _MANY < len(buttons) <= OPTIONS:
        return controls
    options = (Option(button.label, button.press.custom_id, man=button.man) for button in buttons)
    return (Menu(ChosenPress(), words("puzzle.piece"), tuple(options)),)


def _at_choice(sheet: Sheet, line: str) -> Ahead:
    """Return the position of the solver's next move; a whole move not played yet is the path."""
    ahead = read_ahead(sheet, line)
    if len(ahead.moves) % 2 == 0 and not ahead.is_over:
        return ahead
    *before, last = ahead.moves
    played = record_of(sheet.puzzle, sheet.attempt.player, *before)
    return Ahead(played, tuple(before), last)


def _presses(sheet: Sheet, moves: Sequence[Move]) -> panel.PanelPresses:
    """Return the presses of the panel's buttons after these moves."""
    choose = partial(_choose, sheet, moves)
    play = partial(_try_move, sheet, moves)
    return panel.PanelPresses(choose, back=choose, play=play, brief=True)


def _choose(sheet: Sheet, moves: Sequence[Move], path: Move = ()) -> ChooseInPuzzle:
    line = _line(sheet, moves, path)
    return ChooseInPuzzle(sheet.puzzle.number, sheet.attempt.tries, line)


def _try_move(sheet: Sheet, moves: Sequence[Move], path: Move) -> TryMove:
    return TryMove(sheet.puzzle.number, sheet.attempt.tries, _line(sheet, moves, path))


def _line(sheet: Sheet, moves: Sequence[Move], path: Move = ()) -> str:
    """Return the moves, and the next move's points, as a button carries them."""
    start = record_of(sheet.puzzle, sheet.attempt.player)
    return write_ahead(start, tuple(moves), path)


def _heading(sheet: Sheet, words: Words) -> str:
    key = "puzzle.title-today" if sheet.today else "puzzle.title"
    return f"**{words(key, number=sheet.puzzle.number)}** · {_grade(sheet.puzzle, words)}"


def _grade(puzzle: Puzzle, words: Words) -> str:
    """Say how hard a puzzle is, and whether it comes from a game."""
    grade = words(f"puzzle.grade.{puzzle.grade}")
    return f"{grade} · {words('puzzle.found')}" if puzzle.found else grade


def _rules(puzzle: Puzzle, words: Words) -> Iterator[str]:
    """Yield the rules of a puzzle and how they differ from the house game; nothing for that.

    Their handicaps are in their name. Of Tabal, one rule is enough.
    """
    if puzzle.rules != DEFAULT_RULES:
        preset, *_ = puzzle.rules.split("+")
        short = differences_in_short(preset, words) or (words("puzzle.must-capture"),)
        yield " · ".join((f"**{naming.title(puzzle.rules, words)}**", *short))


def _asked(puzzle: Puzzle, words: Words, played: int = 0) -> str:
    """Say what the solver must find, after so many right moves."""
    if played:
        left = puzzle.moves - played
        return words("puzzle.go-on" if left > 1 else "puzzle.finish", count=left)
    match = record_of(puzzle, 0).match
    key = f"puzzle.asked.{puzzle.kind}.{naming.family(puzzle.rules)}"
    return words(key, turn=parts.to_move(match.game, match.turn, words), count=puzzle.moves)


def _row(sheet: Sheet, words: Words, view_buttons: ViewButtons) -> Iterator[Buttons]:
    """Yield the row of buttons under a question: share, the solution, another puzzle."""
    attempt, puzzle = sheet.attempt, sheet.puzzle
    is_solved = attempt.solved is not None
    shows = view_buttons(OpenPuzzle(puzzle.number, Wish.SHARE), words) if is_solved else ()
    wishes: list[Wish] = []
    if attempt.tries or attempt.shown or is_solved:
        wishes.append(Wish.SOLUTION)
    wishes += _others(sheet)
    buttons = [_button(puzzle, wish, words) for wish in wishes]
    yield Buttons((*shows, *buttons))


def _buttons_at_end(sheet: Sheet, words: Words, line: str, view_buttons: ViewButtons) -> Buttons:
    """Return the buttons under a puzzle that is over: share, another puzzle, the week's puzzles."""
    puzzle, attempt = sheet.puzzle, sheet.attempt
    shown = OpenPuzzle(puzzle.number, Wish.SHARE)
    shows = () if attempt.solved is None else view_buttons(shown, words)
    week = ShowWeek(puzzle.number, attempt.tries, line, solved=True)
    another = _button(puzzle, Wish.ANOTHER, words)
    return Buttons((*shows, another, Button(words("puzzle.week"), week)))


def _others(sheet: Sheet) -> Iterator[Wish]:
    """Yield the ways to ask for another puzzle: any, and an easier one if there may be one."""
    yield Wish.ANOTHER
    if sheet.puzzle.grade > min(GRADES) and sheet.attempt.solved is None:
        yield Wish.EASIER


def _button(puzzle: Puzzle, wish: Wish, words: Words, style: Style = Style.PLAIN) -> Button:
    return Button(words(f"puzzle.{wish or 'solve'}"), OpenPuzzle(puzzle.number, wish), style)


def right(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """Return the page after a right move and the opponent's reply: now the next move."""
    words = reader.words
    record = record_of(sheet.puzzle, sheet.attempt.player, *moves)
    move, answer = map(naming.move_text, record.match.plies[-2:])
    called = record.match.callout_after(len(record.match.plies) - 1)
    key = f"puzzle.right-{called.name}" if called else "puzzle.right"
    told = words(key, move=move, answer=answer)
    return question(sheet, reader, _line(sheet, moves), told)


def wrong(sheet: Sheet, reader: Reader, moves: Sequence[Move], answer: Move | None) -> Page:
    """Return the page after a wrong move, with the reply that refutes it on the board."""
    words = reader.words
    shown = (*moves, answer) if answer else tuple(moves)
    record = record_of(sheet.puzzle, sheet.attempt.player, *shown)
    again = Button(words("puzzle.again"), _choose(sheet, moves[:-1]), Style.MAIN)
    callout = parts.callout_line(record.match.callout, words)
    refuted = _refuted(sheet.puzzle, record, len(moves), words)
    text = "\n".join((_heading(sheet, words), " ".join((refuted, *callout))))
    wishes = (Wish.SOLUTION, *_others(sheet))
    others = (_button(sheet.puzzle, wish, words) for wish in wishes)
    buttons = (again, *others)
    return Page((scenes.board(record, reader), Text(text), Buttons(buttons)), Accent.STOP)


def _refuted(puzzle: Puzzle, record: Record, count: int, words: Words) -> str:
    """Say why the last move was wrong; the move after it is the reply that shows it."""
    plies = record.match.plies
    move, *answers = map(naming.move_text, plies[count - 1 :])
    answer = "".join(answers)
    if verdict := record.match.verdict:
        reason = words(f"reason.{verdict.reason}", loser="", count=0, nth="")
        key = "puzzle.wrong.ended" if answer else "puzzle.wrong.over"
        return words(key, move=move, answer=answer, reason=reason)
    return words(f"puzzle.wrong.{puzzle.kind}", move=move, answer=answer, count=puzzle.moves)


def solved(
    sheet: Sheet,
    reader: Reader,
    moves: Sequence[Move],
    threat: Move | None = None,
    view_buttons: ViewButtons = no_buttons,
) -> Page:
    """Return the page of a puzzle that these moves have solved; `threat`: what a defence stops."""
    words, attempt = reader.words, sheet.attempt
    record = record_of(sheet.puzzle, attempt.player, *moves)
    lines = [_heading(sheet, words), f"**{naming.capitalised(_how(sheet, words))}.**"]
    if threat:
        lines.append(_why(record, threat, words))
    if sheet.today:
        lines.append(_streak_and_next(sheet, words))
    row = _buttons_at_end(sheet, words, _line(sheet, moves), view_buttons)
    return Page((scenes.board(record, reader), Text("\n".join(lines)), row), Accent.OVER)


def _why(record: Record, threat: Move, words: Words) -> str:
    """Say what the solving move stops."""
    passed = replace(record.match.positions[0], turn=record.match.turn)
    captured = record.match.game.play(passed, threat).captured
    move = naming.move_text(record.match.plies[0])
    return words("puzzle.stopped", move=move, threat=write_move(threat, captured))


def _how(sheet: Sheet, words: Words) -> str:
    """Say how a puzzle was solved: at which try, or with help."""
    attempt = sheet.attempt
    if attempt.shown:
        return words("puzzle.helped")
    if not attempt.tries:
        return words("puzzle.first")
    return words("puzzle.later", number=attempt.tries + 1)


def _streak_and_next(sheet: Sheet, words: Words) -> str:
    """Return the line below a solved puzzle: the streak of days, and when the next one comes."""
    streak = sheet.streak
    missed_one = streak.missed == streak.last - 1
    key = "puzzle.streak-kept" if missed_one else "puzzle.streak"
    days = [words(key, count=streak.days)] if streak.days > 1 else []
    return " ".join((*days, words("puzzle.next", when=naming.when(sheet.next, words))))


def solution(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """Return the moves to the end, and the final board."""
    words = reader.words
    record = record_of(sheet.puzzle, sheet.attempt.player, *moves)
    written = [naming.move_text(ply) for ply in record.match.plies]
    line = " ".join(f"**{move}**" if i % 2 == 0 else move for i, move in enumerate(written))
    lines = [_heading(sheet, words), words("puzzle.line", line=line)]
    if sheet.attempt.shown:
        lines.append(words("puzzle.uncounted"))
    again = Button(words("puzzle.again"), _choose(sheet, ()))
    buttons = (again, _button(sheet.puzzle, Wish.ANOTHER, words, Style.MAIN))
    picture = scenes.board(record, reader)
    return Page((picture, Text("\n".join(lines)), Buttons(buttons)), Accent.BOARD)


def shared(sheet: Sheet, reader: Reader, names: DrawnNames) -> Page:
    """Return a solved puzzle as a channel sees it: a card that doesn't give it away."""
    words, puzzle, attempt = reader.words, sheet.puzzle, sheet.attempt
    told = words("puzzle.shared", number=puzzle.number, how=_how(sheet, words))
    count = sheet.streak.days if sheet.today and sheet.streak.days > 1 else 0
    days = [words("puzzle.days", count=count)] if count else []
    squares = _squares(sheet)
    line = " · ".join(("".join(_EMOJIS[square] for square in squares), *days))
    seat = Seat((names.of(attempt.player, words),), words("puzzle.someone"), _grade(puzzle, words))
    title = words("puzzle.title-today" if sheet.today else "puzzle.title", number=puzzle.number)
    solved = [card.day(attempt.solved, words)] if attempt.solved is not None else []
    board = scenes.board(record_of(puzzle, attempt.player), reader)
    how = naming.capitalised(_how(sheet, words))
    picture = card.of_puzzle(board, words, seat, (title, *solved, *days), squares, how)
    button = Buttons((_button(puzzle, Wish.OPEN, words),))
    return Page((Text(f"{told}\n{line}"), picture, button))


def _squares(sheet: Sheet) -> list[str]:
    """Return a square per wrong try, then one for the solution, found or shown."""
    solved = SHOWN if sheet.attempt.shown else SOLVED
    return [*[WRONG] * min(sheet.attempt.tries, _MOST_SQUARES), solved]


def before_week(press: ShowWeek) -> Press:
    """Return the button back from the week's list to the puzzle as it was."""
    kind = TryMove if press.solved else ChooseInPuzzle
    return kind(press.puzzle, press.tries, press.line)


def week(table: Sequence[Ranked], reader: Reader, number: int, before: Press | None = None) -> Page:
    """Return the week's list: who solved how many in this server, with a button back."""
    words = reader.words
    lines = [words("puzzle.week-title")]
    if not table:
        lines.append(words("puzzle.week-none"))
    for rank in table:
        count = words("puzzle.week-count", count=rank.solved)
        first = words("puzzle.week-first", number=rank.first) if rank.first else ""
        player = naming.person(rank.player)
        line = words("puzzle.week-line", place=rank.place, player=player, solved=count, first=first)
        lines.append(line.rstrip())
    lines.append(words("puzzle.week-how"))
    press = before or OpenPuzzle(number)
    back = Button(words("puzzle.title", number=number), press, Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((back,))), Accent.BOARD)


# In a server's channel


def posted(puzzle: Puzzle, reader: Reader, solvers: Sequence[Player] = ()) -> Page:
    """Return the puzzle of the day, for everyone; `solvers`: of the last one."""
    words = reader.words
    lines = (
        f"### {words('puzzle.title-today', number=puzzle.number)}",
        f"-# {naming.capitalised(_grade(puzzle, words))}",
        *(f"-# {rules}" for rules in _rules(puzzle, words)),
        _asked(puzzle, words),
        *_solvers(solvers, words),
    )
    picture = scenes.example(record_of(puzzle, 0).match, reader, "board.png")
    solve = _button(puzzle, Wish.OPEN, words, Style.MAIN)
    buttons = (solve, _button(puzzle, Wish.WEEK, words))
    return Page((Text("\n".join(lines)), picture, Buttons(buttons)), Accent.OPEN)


def _solvers(solvers: Sequence[Player], words: Words) -> Iterator[str]:
    """Yield the line that names the solvers of the last puzzle, if there are any."""
    if solvers:
        people = words.join([naming.person(player) for player in solvers[:_NAMED]])
        more = " …" if len(solvers) > _NAMED else ""
        yield f"-# {words('puzzle.solvers', people=people + more)}"


def past(puzzle: Puzzle, day: int, reader: Reader) -> Page:
    """Return an earlier daily puzzle's line, with a button to solve the puzzle still."""
    words = reader.words
    line = words(
        "puzzle.past",
        number=puzzle.number,
        day=naming.day(day * DAY + DAY // 2),
        asked=_asked(puzzle, words).replace("*", ""),
    )
    block = Section(f"-# {line}", _button(puzzle, Wish.OPEN, words))
    return Page((block,), Accent.QUIET, framed=False)


def in_server(daily: Daily, puzzle: Puzzle, words: Words) -> str:
    """Return a server's newest daily puzzle as a line with a link."""
    place = Place(daily.guild, daily.sent_in or 0)
    title = words("puzzle.title-today", number=puzzle.number)
    grade = words(f"puzzle.grade.{puzzle.grade}")
    return f"[{title}]({naming.link(place, daily.message or 0)}) · {grade}"


def where(daily: Daily, words: Words) -> Iterator[str]:
    """Say in which channel and when a server gets the puzzle of the day."""
    if daily.channel is not None and daily.due is not None:
        at = f"<t:{daily.due}:t>"
        yield words("daily.where", channel=naming.channel(daily.channel), at=at)


def setting(daily: Daily, words: Words) -> Sequence[Block]:
    """Return the part of a server's settings about the puzzle of the day."""
    chosen = () if daily.channel is None else (daily.channel,)
    menu = ChannelMenu(ChooseDailyChannel(), words("daily.nowhere"), chosen, most=1)
    return Text("-# " + words("daily.prompt")), menu
