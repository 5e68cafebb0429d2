"""Practice against the engine: the board with the choice of a move, hints, refutations, the end.

What is played in private stands on one message: the panel below what the engine answered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.practice import LEVELS, lost_at_once
from bot.service.settings import USUAL
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import board, naming, panel, parts, result, review, scenes
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Style, Text
from games import catalogue
from games.core import Side
from games.notation import write_move
from games.tafl.game import Tafl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.service.model import Record
    from bot.service.ports import Thought
    from bot.service.practice import Choice
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move
    from games.match import Match

LOT = "lot"
_MOST = 40  # components of a message
_BESIDE = 5  # of these, beside buttons: the frame, the text, the board twice, the row itself
_COACHED = range(1, 3)  # the levels at which the first moves are explained
_SURE = 90_000  # the score from which the engine has seen the end of the game


def game(
    record: Record,
    reader: Reader,
    path: Move = (),
    *,
    hint: Move = (),
    note: str = "",
) -> Page:
    """A game as its player sees it: to move, waiting for the engine, or over.

    `path`: the points touched so far; `hint`: the whole move that the engine would make.
    """
    if record.match.verdict:
        return over(record, reader)
    if record.engine_to_move:
        return thinking(record, reader)
    question, picture, *controls = panel.panel(record, reader, path).blocks
    assert isinstance(question, Text)
    asked, _, _ = question.text.partition("\n")
    whole = bool(hint) and path == hint  # nothing more to ask
    lines = [*_lines(record, reader), *filter(None, (note, "" if whole else asked))]
    blocks = (Text("\n".join(lines)), picture, *controls)
    row = _row(record, reader, hint, blocks) if (hint or not path) and not whole else ()
    return Page(
        blocks=(*blocks, *row),
        accent=parts.callout_accent(record.match.callout),
    )


def refused(record: Record, reader: Reader, page: Page) -> Page:
    """A panel that says why a move was refused; in practice, with its buttons below."""
    if not record.alone:
        return page
    return replace(page, blocks=(*page.blocks, *_row(record, reader, (), page.blocks)))


def _row(record: Record, reader: Reader, hint: Move, above: Sequence[Block]) -> tuple[Buttons, ...]:
    """The buttons of practice, as far as Discord's limit leaves room for them."""
    rows = [block.buttons for block in above if isinstance(block, Buttons)]
    left = _MOST - _BESIDE - sum(1 + len(row) for row in rows)
    helping = tuple(_help(record, reader, hint))
    buttons = helping[:1] if hint else (*helping, *_more(record, reader))
    return (Buttons(buttons[:left]),) if left > 0 else ()


def _lines(record: Record, reader: Reader) -> Iterator[str]:
    yield from board.lines(record, reader.words, None, board.ALONE)
    if coached(record, reader):
        yield from _advice(record, reader)


def coached(record: Record, reader: Reader) -> bool:
    """Whether the first moves are explained."""
    return reader.coach and bool(_advice(record, reader))


def _advice(record: Record, reader: Reader) -> tuple[str, ...]:
    """A sentence for one of the first moves of a weak level's opponent."""
    if record.level not in _COACHED or reader.player is None:
        return ()
    own = record.side(reader.player)
    done = sum(ply.side is own for ply in record.match.plies)
    family = naming.family_of(record.match.game)
    key = f"practice.coach.{family}.{done}"
    if done == 0 and family == "tablut":
        key = f"{key}.{own}"
    if done == 1 and isinstance(record.match.game, Tafl):
        key = f"{key}.{record.match.game.rules.king}"
    if key not in reader.words:
        return ()
    goal = naming.short(record.match.game.name, reader.words)
    return (f"> {reader.words(key, goal=goal)}",)


def _help(record: Record, reader: Reader, hint: Move) -> Iterator[Button]:
    words, number, seen = reader.words, record.id, len(record.match.log)
    further = Press(Verb.HINT, number=number, seen=seen, path=hint)
    label = words("practice.hint-more" if hint else "practice.hint")
    yield Button(label, custom_ids.write(further))
    back = Press(Verb.TAKEBACK, number=number, seen=seen)
    own = [ply for ply in record.match.plies if ply.side is record.match.turn]
    yield Button(words("practice.back"), custom_ids.write(back), off=not own)
    if lost_at_once(record):
        yield _why(record, words)


def _why(record: Record, words: Words) -> Button:
    press = Press(Verb.WHY, number=record.id, seen=len(record.match.log))
    return Button(words("practice.why"), custom_ids.write(press))


def _more(record: Record, reader: Reader) -> Iterator[Button]:
    words, seen = reader.words, len(record.match.log)
    if record.level in _COACHED and _advice(record, reader):
        press = Press(Verb.COACH, number=record.id, of="off" if reader.coach else "on")
        label = words("practice.coach.off" if reader.coach else "practice.coach.on")
        yield Button(label, custom_ids.write(press))
    yield Button(
        words("board.more"), custom_ids.write(Press(Verb.MORE, number=record.id, seen=seen))
    )


def greeting(reader: Reader, *, plays: bool = True) -> Page:
    """What a server first reads of the bot; `plays`: whether the bot plays games itself."""
    words = reader.words
    play = Press(Verb.PRACTICE, page=LEVELS[0])
    against = (Button(words("greeting.play"), custom_ids.write(play), Style.MAIN),) if plays else ()
    friend = Button(words("greeting.challenge"), custom_ids.write(Press(Verb.INVITE)))
    onward = words("greeting.try" if plays else "greeting.ask")
    text = Text(f"{words('greeting.text')}\n\n{onward}")
    start = scenes.start(catalogue.game(USUAL), reader)
    return Page((text, start, Buttons((*against, friend))), Accent.OPEN)


def thinking(record: Record, reader: Reader, note: str = "") -> Page:
    """The board after the player's move, while the engine has not answered yet."""
    words, last = reader.words, record.match.last
    own = last is not None and record.player(last.side) == reader.player
    sentence = words("practice.thinking")
    if last and own:
        sentence = words("practice.thinking-after", move=naming.move_text(last))
    press = Press(Verb.BOARD, number=record.id)
    go_on = Button(words("practice.go-on"), custom_ids.write(press), Style.MAIN)
    text = "\n".join(filter(None, (sentence, note, f"-# {parts.footer(record, words)}")))
    return Page((Text(text), scenes.board(record, reader), Buttons((go_on,))), Accent.BOARD)


def over(record: Record, reader: Reader, step: int = 0) -> Page:
    """How it ended, and what may come next; `step`: by how much the level may be changed."""
    words, verdict = reader.words, record.match.verdict
    assert verdict is not None
    lines = [*result.lines(record, verdict, words, None)]
    if verdict.winner:
        won = record.player(verdict.winner) == reader.player
        how = words("practice.won" if won else "practice.lost")
        lines[0] = f"{how} {result.reason(record, verdict, words)}"
    if step:
        key = "practice.stronger" if step > 0 else "practice.weaker"
        lines.insert(1, words(key, level=record.level + step))
    return Page(
        blocks=(
            Text("\n".join(lines)),
            scenes.board(record, reader),
            *_next(record, reader, step),
        ),
        accent=Accent.OVER if verdict.winner else Accent.QUIET,
    )


def _next(record: Record, reader: Reader, step: int) -> Iterator[Block]:
    """The same again, with the sides changed, at another level; or back to before the last move."""
    words, own = reader.words, record.side(reader.player or 0)
    assert own is not None
    side = own.value

    def button(key: str, level: int, of: str, style: Style = Style.PLAIN) -> Button:
        return Button(words(key, level=level), _begin(record, level, of), style)

    level = record.level
    main = [button("practice.at-level", level + step, side, Style.MAIN)] if step else []
    usual = Style.PLAIN if step else Style.MAIN
    other = (Side.LIGHT if own is Side.DARK else Side.DARK).value
    yield Buttons(
        (
            *main,
            button("practice.again", level, side, usual),
            button("practice.swap", level, other),
        )
    )
    replay = Press(Verb.REPLAY, number=record.id)
    back = Press(Verb.AGAIN, number=record.id)
    moved = any(ply.side is own for ply in record.match.plies)
    yield Buttons(
        (
            Button(words("practice.back"), custom_ids.write(back), off=not moved),
            *([_why(record, words)] if lost_at_once(record) else []),
            Button(words("result.replay"), custom_ids.write(replay), off=not record.match.plies),
            *review.button(record, words),
        )
    )
    options = tuple(Option(words(f"choice.level.{each}"), str(each)) for each in LEVELS)
    yield Menu(_begin(record, 0, side), words("practice.level-prompt"), options)


def _begin(record: Record, level: int, of: str) -> str:
    rules = custom_ids.code(record.match.game.name)
    return custom_ids.write(Press(Verb.BEGIN, number=record.id, page=level, of=of, code=rules))


def under_way(record: Record, choice: Choice, reader: Reader) -> Page:
    """A game is under way already, and another one was asked for: which is it to be?"""
    words = reader.words
    rules = naming.title(record.match.game.name, words)
    text = words(
        "practice.under-way", level=record.level, rules=rules, count=len(record.match.plies)
    )
    board_press = Press(Verb.BOARD, number=record.id)
    begin = Press(
        Verb.BEGIN,
        number=record.id,
        page=choice.level,
        of=choice.side.value if choice.side else LOT,
        code=custom_ids.code(choice.rules),
    )
    buttons = Buttons(
        (
            Button(words("practice.go-on"), custom_ids.write(board_press), Style.MAIN),
            Button(words("practice.anew", level=choice.level), custom_ids.write(begin)),
        )
    )
    return Page((Text(text), buttons))


def why(record: Record, before: Match, thought: Thought, reader: Reader) -> Page:
    """What answers the player's last move, on the board; or that it did not lose at once."""
    words, last = reader.words, before.last
    assert last is not None
    answer = tuple(thought.line[0])
    step = before.game.play(before.position, answer)
    shown = replace(record, match=scenes.hypothetical(before, answer))
    verdict = shown.match.verdict
    values = {
        "move": naming.move_text(last),
        "answer": write_move(answer, step.captured),
        "line": _line(before, thought.line),
    }
    if verdict:
        loser = naming.person(record.player(before.turn.other))
        values["reason"] = words(f"reason.{verdict.reason}", loser=loser, count=0)
        sentence = words("practice.why-over", **values)
    elif thought.score > _SURE:
        sentence = words("practice.why-lost", **values)
    else:
        sentence = words("practice.why-not", **values)
    press = Press(Verb.BOARD, number=record.id)
    again = Press(Verb.AGAIN, number=record.id)
    takeback = Press(Verb.TAKEBACK, number=record.id, seen=len(record.match.log))
    back = again if record.match.verdict else takeback
    onward = "panel.back" if record.match.verdict else "practice.go-on"
    return Page(
        blocks=(
            Text(" ".join([sentence, *parts.callout_line(shown.match.callout, words)])),
            scenes.board(shown, reader),
            Buttons(
                (
                    Button(words("practice.back"), custom_ids.write(back), Style.MAIN),
                    Button(words(onward), custom_ids.write(press)),
                )
            ),
        ),
        accent=Accent.STOP,
    )


def _line(before: Match, moves: Sequence[Move]) -> str:
    """Moves one after the other, as far as the game lasts."""
    written: list[str] = []
    match = before
    for move in moves:
        if match.verdict:
            break
        match = scenes.hypothetical(match, tuple(move))
        assert match.last
        written.append(naming.move_text(match.last))
    return " ".join(written)
