"""The private panel for choosing a move: a button for each piece, then for each place.

Forced points are chosen automatically: a forced move is one tap. A green button plays at once, and
is the last step: choose a piece first, even if it has only one place to go to, unless it must
capture. If the player wants to confirm moves, the whole move is shown first.
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
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from bot.model.matches import Record
    from bot.service.refusals import Refusal
    from bot.ui.buttons import Press
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Point
    from games.errors import GameError


_FIRST_LEG = 2  # points
_ROWS = 4  # of buttons below a picture that a phone shows
_NARROW, _WIDE, _PICTURE = 3, 6, 3  # characters of a narrow or wide label, and of a picture
_FIRST_MOVES = 2
_LINE, _BESIDE = 33, 5  # characters of a phone's line; extra width of an iPhone's button
_MANY = 20  # more buttons than this use as few rows as possible


class OnPath(parts.InMatch):
    """A press with some points of a move."""

    path: Move


class ChoosePoint(OnPath, verb="to"):
    """Show the choice after these points."""


class GoBack(OnPath, verb="back"):
    """Go back to the choice after these points."""


class PlayMove(OnPath, verb="play"):
    """Play the move."""


class GiveHint(OnPath, verb="hint"):
    """Show the piece that the engine would move; after these points, the whole move."""


@dataclass(frozen=True, slots=True)
class PanelPresses:
    """The presses of a panel's buttons, each made from the points so far."""

    choose: Callable[[Move], Press]
    back: Callable[[Move], Press]
    play: Callable[[Move], Press]
    brief: bool = False  # labels only show the next point, so that more fit in a row
    verb: str = "panel.play"  # key of a whole move's label
    at_once: str = "panel.at-once"  # key of the note that a green button plays at once
    first: Collection[Point] = ()  # points whose buttons come first


def panel(
    record: Record,
    reader: Reader,
    path: Move = (),
    presses: PanelPresses | None = None,
    beside: tuple[Button, ...] = (),
) -> Page:
    """Return the panel after these points: the picture, the question, the buttons.

    In this order, since a chat stays at its bottom: the words are beside the thumb. `presses`: the
    buttons' presses, if not the usual ones; `beside`: more buttons, while no piece is chosen and
    unless the pieces fill a phone.

    A path that leads nowhere, such as one from an old panel, starts again.
    """
    presses = presses or _presses(record)
    path = forced(record, _begun(record, path))
    options = options_of(record, reader.words, path, presses.first)
    blocks = (
        scenes.panel(record, reader, path),
        Text("\n".join(_lines(record, reader, path, options, presses))),
        *_controls(record, reader, path, options, presses),
    )
    with_more = joined(*blocks, Buttons(beside)) if beside and not path else blocks
    rows = sum(isinstance(block, Buttons) for block in with_more)
    return Page(
        blocks=with_more if rows <= _ROWS else blocks,
        accent=parts.callout_accent(record.match.callout),
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
    """Say why a move is illegal, on the board if that helps, above a new panel."""
    begun = panel(record, reader)
    picture, question, *controls = begun.blocks
    assert isinstance(question, Text)
    move = _read(attempt) if isinstance(attempt, str) else attempt
    if isinstance(error, Illegal) and move:
        picture = scenes.refused(record, reader, move, error)
    text = Text(f"{errors.refused(error, reader.words, record.match)}\n{question.text}")
    return replace(begun, blocks=(picture, text, *controls), accent=Accent.STOP)


def explained(sentence: str, record: Record, reader: Reader) -> Page:
    """Explain to everyone why a typed move was refused, with *Move* if it's the reader's turn."""
    move = button(record, reader)
    return Page((Text(sentence), *([Buttons(move)] if move else [])), Accent.QUIET)


def played(record: Record, words: Words) -> str:
    """Confirm the newest move, with its captures."""
    match, newest = record.match, record.match.log[-1]
    if isinstance(newest, Moved) and newest.prepared:
        move, answer = map(naming.move_text, match.plies[-2:])
        other = naming.person(record.player(newest.by))
        return words("move.answered", move=move, other=other, answer=answer)
    assert match.last is not None
    return words("move.played", move=naming.move_text(match.last))


def button(record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return *Move* if it's the reader's turn."""
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
    """Return the path, extended while there is only one way to go on."""
    game, position = record.match.game, record.match.position
    while len(further := game.choices(position, path)) == 1:
        path = (*path, *further)
    return path


def choice_before(record: Record, path: Move) -> Move | None:
    """Return the path before its last real choice; None if there was none."""
    game, position = record.match.game, record.match.position
    parts = (path[:length] for length in range(len(path) - 1, -1, -1))
    return next((part for part in parts if len(game.choices(position, part)) > 1), None)


@dataclass(frozen=True, slots=True)
class Choice:
    """The next choice: its path includes everything forced by it."""

    label: str
    path: Move
    whole: bool
    man: str = ""  # the letter of a crowned piece, while choosing one
    man_name: str = ""


def options_of(
    record: Record, words: Words, path: Move, first: Collection[Point] = ()
) -> tuple[Choice, ...]:
    """Return the choices: kings first, then by point. After a whole move, the alternatives.

    `first`: points that come before all others.
    """
    game, position = record.match.game, record.match.position
    before = path if game.choices(position, path) else choice_before(record, path)
    if before is None:
        return ()
    crowned = () if before else game.board.named(position.crowned)
    points = sorted(game.choices(position, before), key=coordinates)
    points.sort(key=lambda point: (point not in first, point not in crowned))
    options = [_option(record, words, before, point) for point in points]
    return tuple(option for option in options if option.path != path)


def _option(record: Record, words: Words, path: Move, point: Point) -> Choice:
    """Return the choice of a point, with everything forced after it."""
    game, position = record.match.game, record.match.position
    crowned = not path and point in game.board.named(position.crowned)
    man = position[point] if crowned else ""  # the picture shows the other pieces
    onward = forced(record, (*path, point))
    named = naming.man(game, position[point], words) if crowned else ""
    if game.legal(position, onward):
        label = _label(record, words, onward)
        return Choice(label, onward, whole=True, man=man, man_name=named)
    return Choice(point, onward, whole=False, man=man, man_name=named)


def _label(record: Record, words: Words, move: Move) -> str:
    """Return a whole move's label: the number of captures, and a star if it wins."""
    game, position = record.match.game, record.match.position
    step, label = game.play(position, move), "-".join(move)
    if step.captured:
        label = words("panel.takes", move=label, men=len(step.captured))
    verdict = game.verdict(step.after)
    wins = verdict is not None and verdict.winner is position.turn
    return words("panel.wins", move=label) if wins else label


def _is_whole(record: Record, path: Move) -> bool:
    return bool(path) and record.match.game.legal(record.match.position, path)


def _lines(
    record: Record,
    reader: Reader,
    path: Move,
    options: tuple[Choice, ...],
    presses: PanelPresses,
) -> Iterator[str]:
    """Yield the question, with a note for new players that a green button plays at once."""
    whole = _is_whole(record, path)
    yield _question(record, reader.words, path, whole=whole)
    at_once = path and not reader.confirm and not whole and any(option.whole for option in options)
    if at_once and _is_new(record):
        yield reader.words(presses.at_once)


def _is_new(record: Record) -> bool:
    """Whether the side to move makes its first moves, perhaps the player's first ever."""
    own = sum(ply.side is record.match.turn for ply in record.match.plies)
    return own < _FIRST_MOVES


def _question(record: Record, words: Words, path: Move, *, whole: bool) -> str:
    """Ask for the next point, or show the whole move."""
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
    return naming.capitalised(words(key, man=man, point=path[0]))


def _whole(record: Record, words: Words, path: Move) -> str:
    """Show a whole move with its captures."""
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
    """Yield the button of the whole move, the other choices, and the way back."""
    words = reader.words

    whole = _is_whole(record, path)
    before = choice_before(record, path)
    if whole and before == () and presses.brief:
        options = ()  # *Back* leads to the other pieces
    begun = "".join(f"{point}-" for point in (before or () if whole else path))
    must = record.match.game.must_capture(record.match.position)

    def button(option: Choice) -> Button:
        if presses.brief and not path and len(options) > 1 and not (must and option.whole):
            named = option.man_name
            press = presses.choose(option.path)
            return Button(option.path[0], press, man=option.man, man_name=named)
        label = option.label.removeprefix(begun) if presses.brief else option.label
        if not option.whole or reader.confirm:
            press = presses.choose(option.path)
            return Button(label, press, man=option.man, man_name=option.man_name)
        if not presses.brief:
            label = words(presses.verb, move=label)
        return Button(label, presses.play(option.path), Style.GOOD, man=option.man)

    if whole:
        label = words(presses.verb, move="-".join(path))
        yield Buttons((Button(label, presses.play(path), Style.GOOD),))
        before = before and choice_before(record, before)
    rows = [row.buttons for row in in_rows(map(button, options))]
    if before is not None:
        back = Button(words("panel.back"), presses.back(before))
        if rows and len(rows[-1]) < IN_ROW and presses.brief:
            rows[-1] = (*rows[-1], back)
        else:
            rows.append((back,))
    yield from map(Buttons, rows)


def joined(*blocks: Block) -> tuple[Block, ...]:
    """Return the blocks; merge the last two rows of buttons if that takes fewer phone lines.

    If both don't fit in one row, only the end of the upper row moves down.
    """
    *others, above, last = blocks
    if not isinstance(above, Buttons) or not isinstance(last, Buttons):
        return blocks
    count = len(above.buttons)
    cuts = (count, 0, *range(count - 1, 0, -1))
    splits = [(above.buttons[:cut], (*above.buttons[cut:], *last.buttons)) for cut in cuts]
    fit = [rows for rows in splits if all(len(row) <= IN_ROW for row in rows)]
    best = min(fit, key=lambda rows: sum(map(lines_of, rows)))
    return (*others, *(Buttons(row) for row in best if row))


def lines_of(buttons: Sequence[Button]) -> int:
    """Return how many lines of a phone a row of buttons takes."""
    room = _LINE if len(buttons) == IN_ROW else _LINE + 2
    lines, left = 0, 0
    for width in map(_width, buttons):
        if width + _BESIDE > left:
            lines, left = lines + 1, room
        left -= width + _BESIDE
    return lines


def packed(*buttons: Button | tuple[Button, ...]) -> Iterator[Buttons]:
    """Return buttons in few phone lines: each in the first row with room, a group as a whole."""
    rows: list[list[Button]] = []
    for one in buttons:
        group = (one,) if isinstance(one, Button) else one
        row = next((row for row in rows if fits((*row, *group))), None)
        if row is None:
            rows.append([*group])
        else:
            row.extend(group)
    return (Buttons(tuple(row)) for row in rows)


def fits(buttons: Sequence[Button]) -> bool:
    """Whether a phone shows these buttons in one line."""
    widths = map(_width, buttons)
    return len(buttons) <= IN_ROW and sum(widths) + _BESIDE * len(buttons) <= _LINE


def _width(button: Button) -> int:
    """Return how many characters wide a button is, with its picture."""
    return len(button.label) + _PICTURE * bool(button.man)


def _in_row(sizes: list[int]) -> int:
    """Return how many buttons of these sizes go in a row; two lines of two count as one row."""
    if len(sizes) > _MANY:
        return IN_ROW
    usual = sorted(sizes)[len(sizes) // 2] if sizes else 0
    if usual <= _NARROW:
        return IN_ROW
    return 3 if usual <= _WIDE else 4


def in_rows(buttons: Iterable[Button]) -> Iterator[Buttons]:
    """Yield the buttons in rows that fill a phone's lines.

    A line fits four points, three pieces with their pictures, or two moves.
    """
    left = tuple(buttons)
    widths = [*map(_width, left)]
    length = _in_row(widths)
    if length == IN_ROW and max(widths, default=0) <= _WIDE:
        yield from _in_lines(left, widths)
        return
    while left:
        yield Buttons(left[:length])
        left = left[length:]


def _in_lines(buttons: Sequence[Button], widths: Sequence[int]) -> Iterator[Buttons]:
    """Yield the buttons in rows no longer than a phone's line, for short labels."""
    row: list[Button] = []
    room = _LINE
    for button, width in zip(buttons, widths, strict=True):
        if row and (len(row) == IN_ROW or width + _BESIDE > room):
            yield Buttons(tuple(row))
            row, room = [], _LINE
        row.append(button)
        room -= width + _BESIDE
    if row:
        yield Buttons(tuple(row))
