"""The private panel: one point after another until the move is whole, then Play. For a thumb."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import errors, naming, scenes
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Style, Text
from games.errors import Illegal, Unreadable
from games.notation import read_move, write_move

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.service.refusals import Refusal
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move, Point
    from games.errors import GameError

_FIRST_LEG = 2  # points


def panel(record: Record, reader: Reader, path: Move = ()) -> Page:
    """What is to be chosen next, after these points.

    A path that leads nowhere, as one from an old panel, begins anew.
    """
    game, position = record.match.game, record.match.position
    further = game.choices(position, path)
    if not further and not game.legal(position, path):
        path, further = (), game.choices(position)
    return Page(
        blocks=(
            Text(_question(record, reader.words, path, whole=not further)),
            scenes.panel(record, reader, path),
            *_controls(record, reader.words, path, further),
        ),
        accent=Accent.BOARD,
    )


def refused(
    record: Record, reader: Reader, error: Refusal | GameError, attempt: str | Move = ()
) -> Page:
    """Why that move is illegal, shown on the board where that helps; and the panel anew."""
    begun = panel(record, reader)
    question, picture, *controls = begun.blocks
    assert isinstance(question, Text)
    move = _read(attempt) if isinstance(attempt, str) else attempt
    if isinstance(error, Illegal) and move:
        picture = scenes.refused(record, reader, move, error)
    text = Text(f"{errors.refused(error, reader.words)}\n{question.text}")
    return replace(begun, blocks=(text, picture, *controls), accent=Accent.STOP)


def played(record: Record, words: Words) -> str:
    """The confirmation that the newest move is played, with what it took."""
    last = record.match.last
    assert last is not None
    return words("move.played", move=naming.move_text(last))


def _read(text: str) -> Move:
    try:
        return read_move(text)
    except Unreadable:
        return ()


def complete(record: Record, path: Move) -> bool:
    """Whether this is a whole move."""
    return record.match.game.legal(record.match.position, path)


def forced(record: Record, path: Move) -> Move:
    """The path, and what follows of a chain while there is only one way on."""
    game, position = record.match.game, record.match.position
    while len(path) >= _FIRST_LEG and len(further := game.choices(position, path)) == 1:
        path = (*path, *further)
    return path


def _question(record: Record, words: Words, path: Move, *, whole: bool) -> str:
    game, position = record.match.game, record.match.position
    if whole and path:
        return _whole(record, words, path)
    capture = game.must_capture(position)
    if not path:
        return words("panel.man-capture" if capture else "panel.man")
    if len(path) >= _FIRST_LEG:
        return words("panel.on", path="-".join(path))
    man = naming.man(game, position[path[0]], words)
    key = "panel.place-capture" if capture else "panel.place"
    return words(key, man=man, point=path[0])


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
    record: Record, words: Words, path: Move, further: tuple[Point, ...]
) -> tuple[Block, ...]:
    seen = len(record.match.log)

    def press(verb: Verb, at: Move) -> str:
        return custom_ids.write(Press(verb, number=record.id, seen=seen, path=at))

    back = Button(words("panel.back"), press(Verb.BACK, path[:-1]))
    if not path:
        return (Menu(press(Verb.MAN, ()), words("panel.choose-man"), _men(record, words, further)),)
    if not further:
        play = Button(words("panel.play"), press(Verb.PLAY, path), Style.GOOD)
        return (Buttons((play, back)),)
    places = tuple(Option(point, point) for point in sorted(further))
    menu = Menu(press(Verb.TO, path), words("panel.choose-place"), places)
    return (menu, Buttons((back,)))


def _men(record: Record, words: Words, men: tuple[Point, ...]) -> tuple[Option, ...]:
    """The king or the dames first, then by their names."""
    game, position = record.match.game, record.match.position
    crowned = set(game.board.named(position.crowned))
    capture = game.must_capture(position)

    def about(point: Point) -> str:
        if capture:
            return words("panel.option-captures")
        return words("panel.option-places", count=len(game.choices(position, (point,))))

    return tuple(
        Option(f"{point} · {naming.man(game, position[point], words)}", point, about(point))
        for point in sorted(men, key=lambda point: (point not in crowned, point))
    )
