"""Puzzles: the question on the board, refutations, the solution; what is shared; the post of a day.

All of a puzzle that is being solved stands on one private message. Its buttons carry the moves so
far as bot.ui.pages.conditional writes them, and how many tries were wrong before.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.puzzles import record_of
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import conditional, naming, panel, parts, scenes, settings
from bot.ui.pages.page import (
    Accent,
    Button,
    Buttons,
    ChannelMenu,
    Menu,
    Option,
    Page,
    Style,
    Text,
)
from games import catalogue
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.service.model import Guild, Record
    from bot.service.puzzles import Daily, Puzzle, Ranked, Sheet
    from bot.ui.pages.conditional import Ahead
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

ANOTHER, SOLUTION, SHARE, WEEK = "another", "solution", "share", "week"  # what a button asks for
CHANNEL, AT, GAMES = "channel", "hour", "games"  # settings of a server
ON, OFF = "on", "off"  # of GAMES: whether puzzles are made of those that are finished there


def read(sheet: Sheet, line: str) -> Ahead:
    """The puzzle after the moves that a button carries; from its start where they are none."""
    return conditional.read(record_of(sheet.puzzle, sheet.attempt.player), line)


def question(sheet: Sheet, reader: Reader, line: str = "", note: str = "") -> Page:
    """The board with the choice of a move; `note`: what came before it."""
    ahead = _at_choice(sheet, line)
    page = panel.panel(ahead.record, reader, ahead.path, _Presses(sheet, ahead))
    asked, picture, *controls = page.blocks
    assert isinstance(asked, Text)
    found = len(ahead.moves) // 2
    task = f"{note} {_asked(sheet.puzzle, reader.words, found)}".lstrip()
    lines = (*_heading(sheet, reader.words), task, asked.text)
    blocks = (Text("\n".join(lines)), picture, *controls, *_row(sheet, reader.words))
    return replace(page, blocks=blocks)


def _at_choice(sheet: Sheet, line: str) -> Ahead:
    """Where the solver is to move; a whole move of theirs that is not played yet is the path."""
    ahead = read(sheet, line)
    if len(ahead.moves) % 2 == 0 and not ahead.is_over:
        return ahead
    *before, last = ahead.moves
    played = record_of(sheet.puzzle, sheet.attempt.player, *before)
    return conditional.Ahead(played, tuple(before), last)


class _Presses:
    """The custom ids of a panel's buttons, with the moves before it."""

    def __init__(self, sheet: Sheet, ahead: Ahead) -> None:
        self._sheet, self._moves = sheet, ahead.moves

    def __call__(self, verb: Verb, at: Move) -> str:
        """The custom id for what the panel calls PLAY, TO or BACK."""
        verb = Verb.ANSWER if verb is Verb.PLAY else Verb.SOLVE
        return _press(verb, self._sheet, self._moves, at)


def _press(verb: Verb, sheet: Sheet, moves: Sequence[Move], path: Move = ()) -> str:
    start = record_of(sheet.puzzle, sheet.attempt.player)
    signs = conditional.write(start, tuple(moves), path)
    return custom_ids.write(
        Press(verb, number=sheet.puzzle.number, seen=sheet.attempt.tries, line=signs)
    )


def _heading(sheet: Sheet, words: Words) -> Iterator[str]:
    key = "puzzle.title-today" if sheet.today else "puzzle.title"
    yield f"### {words(key, number=sheet.puzzle.number)}"
    yield f"-# {_about(sheet.puzzle, words)}"


def _about(puzzle: Puzzle, words: Words) -> str:
    game = catalogue.game(puzzle.rules)
    title, grade = naming.title(puzzle.rules, words), words(f"puzzle.grade.{puzzle.grade}")
    board = naming.board(game, words)
    named = title if naming.family(puzzle.rules) == "tabal" else f"{board}, {title}"
    source = " · " + words("puzzle.found") if puzzle.found else ""
    return f"{named} · {grade}{source}\n-# {naming.short(puzzle.rules, words)}"


def _asked(puzzle: Puzzle, words: Words, found: int = 0) -> str:
    """What is to be found; `found`: so many moves are."""
    if found:
        left = puzzle.moves - found
        return words("puzzle.go-on" if left > 1 else "puzzle.finish", count=left)
    family = naming.family(puzzle.rules)
    turn = record_of(puzzle, 0).match.turn
    side = naming.sentence(naming.the_side(family, turn, words))
    key = f"puzzle.asked.{puzzle.kind}.{family}"
    return words(key, side=side, count=puzzle.moves)


def _row(sheet: Sheet, words: Words) -> Iterator[Buttons]:
    """What else can be done: what was shown to the person before, another one, the week."""
    attempt = sheet.attempt
    buttons: list[Button] = []
    if attempt.solved is not None:
        buttons.append(_button(sheet.puzzle, SHARE, words))
    if attempt.tries or attempt.shown or attempt.solved is not None:
        buttons.append(_button(sheet.puzzle, SOLUTION, words))
    buttons += [_button(sheet.puzzle, each, words) for each in (ANOTHER, WEEK)]
    yield Buttons(tuple(buttons))


def _button(puzzle: Puzzle, what: str, words: Words, style: Style = Style.PLAIN) -> Button:
    press = Press(Verb.PUZZLE, number=puzzle.number, of=what)
    return Button(words(f"puzzle.{what or 'solve'}"), custom_ids.write(press), style)


def right(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """The last two of these moves were right, and the opponent's answer: now the next one."""
    words = reader.words
    record = record_of(sheet.puzzle, sheet.attempt.player, *moves)
    own, answer = map(naming.move_text, record.match.plies[-2:])
    note = words("puzzle.right", move=own, answer=answer)
    signs = conditional.write(record_of(sheet.puzzle, sheet.attempt.player), tuple(moves))
    return question(sheet, reader, signs, note)


def wrong(sheet: Sheet, reader: Reader, moves: Sequence[Move], answer: Move | None) -> Page:
    """What answers the last of these moves, on the board."""
    words = reader.words
    shown = (*moves, answer) if answer else tuple(moves)
    record = record_of(sheet.puzzle, sheet.attempt.player, *shown)
    again = Button(words("puzzle.again"), _press(Verb.SOLVE, sheet, moves[:-1]), Style.MAIN)
    callout = parts.callout_line(record.match.callout, words)
    text = "\n".join(
        (*_heading(sheet, words), _refuted(sheet.puzzle, record, len(moves), words), *callout)
    )
    buttons = (again, _button(sheet.puzzle, SOLUTION, words), _button(sheet.puzzle, ANOTHER, words))
    return Page((Text(text), scenes.board(record, reader), Buttons(buttons)), Accent.STOP)


def _refuted(puzzle: Puzzle, record: Record, count: int, words: Words) -> str:
    """Why the last of so many moves was wrong, in a sentence; what follows it is the answer."""
    plies = record.match.plies
    move, *answers = map(naming.move_text, plies[count - 1 :])
    answer = "".join(answers)
    if verdict := record.match.verdict:
        reason = words(f"reason.{verdict.reason}", loser="", count=0, nth="")
        key = "puzzle.wrong.ended" if answer else "puzzle.wrong.over"
        return words(key, move=move, answer=answer, reason=reason)
    return words(f"puzzle.wrong.{puzzle.kind}", move=move, answer=answer)


def solved(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """It is solved with these moves."""
    words, attempt = reader.words, sheet.attempt
    record = record_of(sheet.puzzle, attempt.player, *moves)
    lines = [*_heading(sheet, words), f"**{naming.sentence(_how(sheet, words))}.**"]
    if sheet.today:
        lines.append(_coming(sheet, words))
    return Page(
        (Text("\n".join(lines)), scenes.board(record, reader), *_row(sheet, words)), Accent.OVER
    )


def _how(sheet: Sheet, words: Words) -> str:
    """How it was solved: at which try, or with help."""
    attempt = sheet.attempt
    if attempt.shown:
        return words("puzzle.helped")
    if not attempt.tries:
        return words("puzzle.first")
    return words("puzzle.later", number=attempt.tries + 1)


def _coming(sheet: Sheet, words: Words) -> str:
    days = [words("puzzle.streak", count=sheet.streak)] if sheet.streak > 1 else []
    return " ".join((*days, words("puzzle.next", when=naming.when(sheet.next))))


def solution(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """The moves to the end, and the board then."""
    words = reader.words
    record = record_of(sheet.puzzle, sheet.attempt.player, *moves)
    written = [naming.move_text(ply) for ply in record.match.plies]
    line = " ".join(f"**{move}**" if i % 2 == 0 else move for i, move in enumerate(written))
    lines = [*_heading(sheet, words), words("puzzle.line", line=line)]
    if sheet.attempt.shown:
        lines.append(words("puzzle.uncounted"))
    again = Button(words("puzzle.again"), _press(Verb.SOLVE, sheet, ()))
    buttons = (again, _button(sheet.puzzle, ANOTHER, words, Style.MAIN))
    picture = scenes.board(record, reader)
    return Page((Text("\n".join(lines)), picture, Buttons(buttons)), Accent.BOARD)


def shared(sheet: Sheet, reader: Reader) -> Page:
    """What others see of it: nothing that gives it away."""
    words = reader.words
    count = sheet.streak if sheet.today and sheet.streak > 1 else 0
    how = _how(sheet, words)
    player, number = naming.person(sheet.attempt.player), sheet.puzzle.number
    found = [words("puzzle.shared", player=player, number=number, how=how)]
    if count:
        found.append(words("puzzle.days", count=count))
    return Page((Text(" · ".join(found)), Buttons((_button(sheet.puzzle, "", words),))))


def week(table: Sequence[Ranked], reader: Reader, number: int) -> Page:
    """Who solved how many in this server since Monday; `number`: the puzzle to go back to."""
    words = reader.words
    lines = [words("puzzle.week-title")]
    if not table:
        lines.append(words("puzzle.week-none"))
    for each in table:
        count = words("puzzle.week-count", count=each.solved)
        first = words("puzzle.week-first", number=each.first) if each.first else ""
        who = naming.person(each.player)
        line = words("puzzle.week-line", place=each.place, player=who, solved=count, first=first)
        lines.append(line.rstrip())
    lines.append(words("puzzle.week-how"))
    press = Press(Verb.PUZZLE, number=number)
    back = Button(words("puzzle.title", number=number), custom_ids.write(press), Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((back,))), Accent.BOARD)


# In a server's channel


def posted(puzzle: Puzzle, reader: Reader) -> Page:
    """The puzzle of the day, for all to see."""
    words = reader.words
    lines = (
        f"### {words('puzzle.title-today', number=puzzle.number)}",
        f"-# {_about(puzzle, words)}",
        _asked(puzzle, words),
    )
    picture = scenes.example(record_of(puzzle, 0).match, reader, "board.png")
    buttons = (_button(puzzle, "", words, Style.MAIN), _button(puzzle, WEEK, words))
    return Page((Text("\n".join(lines)), picture, Buttons(buttons)), Accent.OPEN)


def past(puzzle: Puzzle, day: int, reader: Reader) -> Page:
    """What is left of an earlier day's: a line, and the button by which it can still be solved."""
    words = reader.words
    line = words(
        "puzzle.past",
        number=puzzle.number,
        day=naming.day(day * DAY + DAY // 2),
        asked=_asked(puzzle, words).replace("*", ""),
    )
    return Page((Text(f"-# {line}"), Buttons((_button(puzzle, "", words),))), Accent.QUIET)


def server_button(reader: Reader) -> Buttons:
    """The button that leads from a server's settings to those of its puzzle."""
    press = custom_ids.write(Press(Verb.DAILY))
    return Buttons((Button(reader.words("daily.button"), press),))


def server(daily: Daily, guild: Guild, reader: Reader) -> Page:
    """Where and when a server has the puzzle of the day; whether its games become puzzles."""
    words = reader.words
    if daily.channel is None or daily.due is None:
        said = words("daily.off")
    else:
        at = f"<t:{daily.due}:t>"
        said = words("daily.on", channel=naming.channel(daily.channel), at=at)
    hours = tuple(
        Option(words("daily.hour", hour=f"{hour:02}:00"), str(hour), chosen=hour == daily.hour)
        for hour in range(24)
    )
    chosen = () if daily.channel is None else (daily.channel,)
    back = Button(words("server.button"), custom_ids.write(Press(Verb.SERVER)))
    return Page(
        (
            Text("\n".join((words("daily.title"), words("daily.how"), said))),
            Text("-# " + words("daily.channel-prompt")),
            ChannelMenu(_setting(CHANNEL), words("daily.nowhere"), chosen, single=True),
            Text("-# " + words("daily.hour-prompt")),
            Menu(_setting(AT), words("daily.hour-prompt"), hours),
            *_of_games(guild, words),
            Buttons((back,)),
        ),
        Accent.BOARD,
    )


def _of_games(guild: Guild, words: Words) -> tuple[Text, Buttons]:
    now = ON if guild.puzzles else OFF
    values = [(each, words(f"daily.{GAMES}-{each}")) for each in (ON, OFF)]
    said = (words("daily.games-title"), words(f"daily.{GAMES}.{now}"))
    return Text("\n".join(said)), settings.switch(Verb.DAILY, GAMES, values, now)


def _setting(key: str) -> str:
    return custom_ids.write(Press(Verb.DAILY, of=key))


def changed(daily: Daily, key: str, values: Sequence[str]) -> Daily:
    """The settings with this one. What is not known changes nothing."""
    value = values[0] if values else ""
    number = int(value) if re.fullmatch("[0-9]{1,19}", value) else None
    if key == CHANNEL:
        return replace(daily, channel=number)
    if key == AT and number in range(24):
        return replace(daily, hour=number)
    return daily
