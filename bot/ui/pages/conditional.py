"""Conditional moves, on the private panel: an opponent's move, the planned reply, and so on.

The buttons carry the whole line as signs: each point's index among the points that can be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.plans import read_lines, write_lines
from bot.service.conditional import MAX_ANSWERS, refuse_preparing
from bot.service.refusals import Refusal
from bot.ui.buttons import LONGEST_LINE, MovesAhead
from bot.ui.pages import errors, naming, panel, parts, scenes
from bot.ui.pages.page import Button, Buttons, Menu, Option, Page, Style, Text, done_page
from games.errors import GameError, Illegal, Why
from games.events import Moved

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from bot.model.matches import Record
    from bot.service.conditional import Line
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LABEL = 100  # characters of a menu's option


class ChooseAhead(parts.InMatch, verb="if"):
    """Continue choosing a line of moves ahead."""

    line: MovesAhead = ""


class PrepareAnswer(parts.InMatch, verb="prepare"):
    """Save the planned reply at the end of a line."""

    line: MovesAhead


class ForgetAnswer(parts.InMatch, verb="forget"):
    """A menu: delete the chosen line."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A partly chosen line: the match after its moves, and the points of the next move."""

    record: Record
    moves: Line = ()
    path: Move = ()

    @property
    def answering(self) -> bool:
        """Whether the next move is the player's planned reply."""
        return len(self.moves) % 2 == 1

    @property
    def is_whole(self) -> bool:
        """Whether the points make a whole move."""
        return self.record.match.game.legal(self.record.match.position, self.path)

    @property
    def is_over(self) -> bool:
        """Whether these moves end the match."""
        return self.record.match.verdict is not None

    def finished(self) -> Ahead:
        """Return the line with the move that the touched points make."""
        return replace(self, path=self.path[:-1]).touch(self.path[-1])

    def touch(self, point: str) -> Ahead:
        """Return the line after one more touched point; a whole move is made."""
        path, match = (*self.path, point), self.record.match
        if not match.game.legal(match.position, path):
            return replace(self, path=path)
        moved = match.after(Moved(by=match.turn, at=match.log[-1].at, path=path))
        return Ahead(replace(self.record, match=moved), (*self.moves, path))


def read_ahead(record: Record, signs: str) -> Ahead:
    """Return the line that these signs mean; an empty one if they mean none."""
    ahead = Ahead(record)
    for sign in signs:
        match = ahead.record.match
        points = [] if match.verdict else sorted(match.game.choices(match.position, ahead.path))
        number = _SIGNS.find(sign)
        if not 0 <= number < len(points):
            return Ahead(record)
        ahead = ahead.touch(points[number])
    return ahead


def write_ahead(record: Record, line: Line, path: Move = ()) -> str:
    """Return the signs of a line and of its next move's points."""
    ahead, signs = Ahead(record), ""
    for point in (point for move in (*line, path) for point in move):
        match = ahead.record.match
        points = sorted(match.game.choices(match.position, ahead.path))
        signs += _SIGNS[points.index(point)]
        ahead = ahead.touch(point)
    return signs


def conditional(record: Record, reader: Reader, signs: str = "", *, saved: bool = False) -> Page:
    """Return the page on which a player plans: the opponent's next move, or the reply to it."""
    ahead = _forced(read_ahead(record, signs))
    if ahead.path and not ahead.answering and ahead.is_whole:  # their only move
        ahead = _forced(ahead.finished())
    words, done = reader.words, ahead.is_over or len(ahead.moves) >= 2 * MAX_ANSWERS
    show = (
        scenes.board(ahead.record, reader)
        if done
        else scenes.panel(ahead.record, reader, ahead.path)
    )
    told = (
        words("conditional.saved", line=shown(ahead.moves, words)) if saved else _said(ahead, words)
    )
    begun = bool(ahead.moves or ahead.path)
    how = () if begun else (*_how(record, words), *_listed(record, words))
    lines = (*how, told, _asked(ahead, words, done=done))
    return Page(
        blocks=(
            show,
            Text("\n".join(filter(None, lines))),
            *(() if done else _choices(record, ahead, words)),
            *(_ways_back(record, ahead, words) if begun else _forgetting(record, words)),
        ),
        accent=parts.callout_accent(ahead.record.match.callout),
    )


def not_your_turn(record: Record, reader: Reader) -> Page:
    """Return the page for a player who tries to move on the opponent's turn, with *If…*."""
    sentence = errors.refused(Illegal(Why.NOT_YOUR_TURN), reader.words)
    return done_page(sentence, button(record, reader))


def _forced(ahead: Ahead) -> Ahead:
    """Return the line with every forced point touched."""
    return ahead if ahead.is_over else replace(ahead, path=panel.forced(ahead.record, ahead.path))


def _how(record: Record, words: Words) -> Iterator[str]:
    other = naming.person(record.player(record.match.turn))
    yield words("conditional.how", other=other)


def _listed(record: Record, words: Words) -> Iterator[str]:
    for line in read_lines(record.plan):
        yield f"- {shown(line, words)}"


def _said(ahead: Ahead, words: Words) -> str:
    """Return the line so far, in words."""
    before = shown(ahead.moves, words)
    last = words("conditional.if", move="-".join(ahead.moves[-1])) if ahead.answering else ""
    return "; ".join(filter(None, (before, last)))


def _asked(ahead: Ahead, words: Words, *, done: bool) -> str:
    """Say what to choose next, or why nothing can be chosen."""
    key = "answer" if ahead.answering else "then" if ahead.moves else "first"
    if done:
        return words("conditional.over" if ahead.is_over else "conditional.deepest")
    if ahead.path and ahead.is_whole:
        return words("conditional.answer-only", move="-".join(ahead.path))
    if ahead.path:
        return words(f"conditional.{key}-place", point="-".join(ahead.path))
    return words(f"conditional.{key}-man")


def shown(line: Line, words: Words) -> str:
    """Return a planned line in words: if this, then that; if then this, then that.

    Each pair is a move and its reply.
    """
    pairs = zip(line[::2], line[1::2], strict=False)
    return "; ".join(
        words("conditional.pair", move="-".join(theirs), answer="-".join(answer))
        for theirs, answer in pairs
    )


def _choices(record: Record, ahead: Ahead, words: Words) -> Iterator[Block]:
    """Yield a button for each piece or place; a green one saves the reply."""
    if ahead.answering and ahead.path and ahead.is_whole:
        label = words("conditional.answer", move="-".join(ahead.path))
        yield from panel.in_rows(_prepare_button(record, label, ahead.moves, ahead.path))
    buttons: list[Button] = []
    for option in panel.options_of(ahead.record, words, ahead.path):
        if ahead.answering and option.whole:
            label = words("conditional.answer", move=option.label)
            buttons += _prepare_button(record, label, ahead.moves, option.path)
        else:
            buttons += _choose_button(record, option.label, ahead.moves, option.path)
    yield from panel.in_rows(buttons)


def _prepare_button(record: Record, label: str, line: Line, path: Move) -> Iterator[Button]:
    """Yield a button that saves the reply; none if the line is too long for Discord."""
    signs = write_ahead(record, line, path)
    if len(signs) <= LONGEST_LINE:
        yield Button(label, PrepareAnswer(record.id, len(record.match.log), signs), Style.GOOD)


def _choose_button(record: Record, label: str, line: Line, path: Move) -> Iterator[Button]:
    """Yield a button to continue the line; none if the line is too long for Discord."""
    signs = write_ahead(record, line, path)
    if len(signs) <= LONGEST_LINE:
        yield Button(label, ChooseAhead(record.id, len(record.match.log), signs))


def _ways_back(record: Record, ahead: Ahead, words: Words) -> Iterator[Block]:
    """Yield the buttons back to the previous choice and to the board."""
    line, before = ahead.moves, panel.choice_before(ahead.record, ahead.path)
    if before is None:
        line = line[:-1] if ahead.answering else line[:-2]
    signs = write_ahead(record, line, before or ())
    back = Button(words("panel.back"), ChooseAhead(record.id, len(record.match.log), signs))
    board = Button(words("conditional.done"), parts.ShowBoard(record.id))
    yield Buttons((back, board))


def _forgetting(record: Record, words: Words) -> Iterator[Block]:
    """Yield a menu to delete a line."""
    lines = read_lines(record.plan)
    if not lines:
        return
    plain = (shown(line, words).replace("*", "") for line in lines)
    options = tuple(
        Option(label[:_LABEL], _value(line)) for label, line in zip(plain, lines, strict=True)
    )
    press = ForgetAnswer(record.id, len(record.match.log))
    yield Menu(press, words("conditional.forget"), options)


def chosen(record: Record, values: Container[str]) -> list[Line]:
    """Return the lines of the menu's chosen options."""
    return [line for line in read_lines(record.plan) if _value(line) in values]


def _value(line: Line) -> str:
    return write_lines((line,))[:_LABEL]


def button(record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return *If…* for the waiting player, with the number of planned lines."""
    if reader.player is None or record.level:  # the engine answers at once
        return ()
    try:
        refuse_preparing(record, reader.player)
    except (GameError, Refusal):
        return ()
    count, words = len(read_lines(record.plan)), reader.words
    label = words("conditional.button-some", number=count) if count else words("conditional.button")
    return (Button(label, ChooseAhead(record.id, len(record.match.log))),)
