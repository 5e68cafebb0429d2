"""The private panel on which a player chooses a move: a button for each man, then for each place.

What leaves no choice is touched along with what was: a forced move is one tap. A green button
plays at once; where the player wants to be asked before, the whole move is shown first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bot.ui.pages import errors, naming, parts, scenes
from bot.ui.pages.page import IN_ROW, Accent, Button, Buttons, Page, Style, Text
from games.core import Move, coordinates
from games.errors import Illegal, Unreadable
from games.events import Moved
from games.notation import read_move, write_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.model.matches import Record
    from bot.service.refusals import Refusal
    from bot.ui.buttons import Press
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Point
    from games.errors import GameError


_FIRST_LEG = 2  # points
_NARROW, _WIDE, _PICTURE = 3, 6, 3  # characters of a label, as far as four and three fit in a line
_MANY = 20  # buttons: more than these take as few rows as they can


class OnPath(parts.InMatch):
    """What is done with these points of a move in the match."""

    path: Move


class ChoosePoint(OnPath, verb="to"):
    """Go on choosing after these points."""


class GoBack(OnPath, verb="back"):
    """Go back to the choice after these points."""


class PlayMove(OnPath, verb="play"):
    """Play the move."""


class GiveHint(OnPath, verb="hint"):
    """Tell the man that the engine would move; after these points, the whole move."""


class ChooseMan(parts.InMatch, verb="man"):
    """Choose a man; a menu on old panels."""


@dataclass(frozen=True, slots=True)
class PanelPresses:
    """What the buttons of a panel ask for, each with the points of a move so far."""

    choose: Callable[[Move], Press]
    back: Callable[[Move], Press]
    play: Callable[[Move], Press]
    brief: bool = False  # a button says only what comes after the path: so more are in a row


def panel(
    record: Record, reader: Reader, path: Move = (), presses: PanelPresses | None = None
) -> Page:
    """What is to be chosen next, after these points: the picture, the question, the buttons.

    In that order, since a chat stays at its bottom: the words are beside the thumb.
    `presses`: what the buttons do, if not this.

    A path that leads nowhere, as one from an old panel, begins anew.
    """
    path = forced(record, _begun(record, path))
    options = options_of(record, reader.words, path)
    return Page(
        blocks=(
            scenes.panel(record, reader, path),
            Text("\n".join(_lines(record, reader, path, options))),
            *_controls(record, reader, path, options, presses or _presses(record)),
        ),
        accent=Accent.BOARD,
    )


def _presses(record: Record) -> PanelPresses:
    at = record.id, len(record.match.log)
    return PanelPresses(
        partial(ChoosePoint, *at), partial(GoBack, *at), partial(PlayMove, *at), brief=True
    )


def _begun(record: Record, path: Move) -> Move:
    game, position = record.match.game, record.match.position
    return path if game.choices(position, path) or game.legal(position, path) else ()


def refused(
    record: Record, reader: Reader, error: Refusal | GameError, attempt: str | Move = ()
) -> Page:
    """Why that move is illegal, shown on the board where that helps; and the panel anew."""
    begun = panel(record, reader)
    picture, question, *controls = begun.blocks
    assert isinstance(question, Text)
    move = _read(attempt) if isinstance(attempt, str) else attempt
    if isinstance(error, Illegal) and move:
        picture = scenes.refused(record, reader, move, error)
    text = Text(f"{errors.refused(error, reader.words, record.match)}\n{question.text}")
    return replace(begun, blocks=(picture, text, *controls), accent=Accent.STOP)


def played(record: Record, words: Words) -> str:
    """The confirmation that the newest move is played, with what it took."""
    match, newest = record.match, record.match.log[-1]
    if isinstance(newest, Moved) and newest.prepared:
        move, answer = map(naming.move_text, match.plies[-2:])
        other = naming.person(record.player(newest.by))
        return words("move.answered", move=move, other=other, answer=answer)
    assert match.last is not None
    return words("move.played", move=naming.move_text(match.last))


def button(record: Record, reader: Reader) -> tuple[Button, ...]:
    """*Move*, where it is this reader's turn again at once."""
    side = record.side(reader.player or 0)
    if record.match.verdict or side is not record.match.turn:
        return ()
    return (parts.move_button(record, reader.words),)


def _read(text: str) -> Move:
    try:
        return read_move(text)
    except Unreadable:
        return ()


def forced(record: Record, path: Move = ()) -> Move:
    """The path, and what follows while there is only one way on."""
    game, position = record.match.game, record.match.position
    while len(further := game.choices(position, path)) == 1:
        path = (*path, *further)
    return path


def choice_before(record: Record, path: Move) -> Move | None:
    """The longest part of the path after which there was a choice; None where there was none."""
    game, position = record.match.game, record.match.position
    parts = (path[:length] for length in range(len(path) - 1, -1, -1))
    return next((part for part in parts if len(game.choices(position, part)) > 1), None)


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen next: the path, with what follows from the choice by itself."""

    label: str
    path: Move
    whole: bool
    man: str = ""  # the letter of the man that is chosen, while none is


def options_of(record: Record, words: Words, path: Move) -> tuple[Choice, ...]:
    """The crowned men first, then by their points. Of a whole move: what else was possible."""
    game, position = record.match.game, record.match.position
    before = path if game.choices(position, path) else choice_before(record, path)
    if before is None:
        return ()
    crowned = () if before else game.board.named(position.crowned)
    points = sorted(game.choices(position, before), key=coordinates)
    points.sort(key=lambda point: point not in crowned)
    options = [_option(record, words, before, point) for point in points]
    return tuple(option for option in options if option.path != path)


def _option(record: Record, words: Words, path: Move, point: Point) -> Choice:
    game, position = record.match.game, record.match.position
    crowned = not path and point in game.board.named(position.crowned)
    man = position[point] if crowned else ""  # the picture shows what the others are
    onward = forced(record, (*path, point))
    if game.legal(position, onward):
        taken = game.play(position, onward).captured
        move = "-".join(onward)
        label = words("panel.takes", move=move, men=len(taken)) if taken else move
        return Choice(label, onward, whole=True, man=man)
    if not crowned:
        return Choice(point, onward, whole=False, man=man)
    label = f"{point} · {naming.man(game, position[point], words)}"
    return Choice(label, onward, whole=False, man=man)


def _is_whole(record: Record, path: Move) -> bool:
    return bool(path) and record.match.game.legal(record.match.position, path)


def _lines(
    record: Record, reader: Reader, path: Move, options: tuple[Choice, ...]
) -> Iterator[str]:
    whole = _is_whole(record, path)
    yield _question(record, reader.words, path, whole=whole)
    if not reader.confirm and not whole and any(option.whole for option in options):
        yield reader.words("panel.at-once")


def _question(record: Record, words: Words, path: Move, *, whole: bool) -> str:
    game, position = record.match.game, record.match.position
    if whole:
        return _whole(record, words, path)
    capture = game.must_capture(position)
    if not path:
        return words("panel.man-capture" if capture else "panel.man")
    if len(path) >= _FIRST_LEG:
        return words("panel.on", path="-".join(path))
    man = naming.man(game, position[path[0]], words)
    key = "panel.place-capture" if capture else "panel.place"
    return naming.sentence(words(key, man=man, point=path[0]))


def _whole(record: Record, words: Words, path: Move) -> str:
    position = record.match.position
    taken = record.match.game.play(position, path).captured
    move = write_move(path, taken)
    if not taken:
        return words("panel.whole", move=move)
    if naming.family_of(record.match.game) == "tablut" and any(position[p] == "K" for p in taken):
        return words("panel.whole-king", move=move)
    return words("panel.whole-takes", move="-".join(path), men=words.join(list(taken)))


def _controls(
    record: Record,
    reader: Reader,
    path: Move,
    options: tuple[Choice, ...],
    presses: PanelPresses,
) -> Iterator[Block]:
    """The whole move to be played; what else can be chosen; the way back."""
    words = reader.words

    whole = _is_whole(record, path)
    before = choice_before(record, path)
    begun = "".join(f"{point}-" for point in (before or () if whole else path))

    def button(option: Choice) -> Button:
        label = option.label.removeprefix(begun) if presses.brief else option.label
        if not option.whole or reader.confirm:
            return Button(label, presses.choose(option.path), man=option.man)
        if not presses.brief:
            label = words("panel.play", move=label)
        return Button(label, presses.play(option.path), Style.GOOD, man=option.man)

    if whole:
        label = words("panel.play", move="-".join(path))
        yield Buttons((Button(label, presses.play(path), Style.GOOD),))
        before = before and choice_before(record, before)
    yield from in_rows(map(button, options))
    if before is not None:
        yield Buttons((Button(words("panel.back"), presses.back(before)),))


def _in_row(sizes: list[int]) -> int:
    """How many buttons of these sizes a row has; two lines of two are one row."""
    if len(sizes) > _MANY:
        return IN_ROW
    usual = sorted(sizes)[len(sizes) // 2] if sizes else 0
    if usual <= _NARROW:
        return IN_ROW
    return 3 if usual <= _WIDE else 4


def in_rows(buttons: Iterable[Button]) -> Iterator[Buttons]:
    """The buttons in rows that fill the lines of a phone.

    A line has five points, three men with their pictures, or two moves.
    """
    left = tuple(buttons)
    length = _in_row([len(button.label) + _PICTURE * bool(button.man) for button in left])
    while left:
        yield Buttons(left[:length])
        left = left[length:]
