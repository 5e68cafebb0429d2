"""The review of a game: its course as a curve, and each move that decided it on its board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.review.cases import can_be_reviewed
from bot.features.review.model import WHOLE, Reason
from bot.ui.buttons import Press, Small, ZeroIsNone
from bot.ui.pages import naming, scenes
from bot.ui.pages.page import Button, Buttons, Page, Picture, Style, Text
from bot.ui.pages.parts import ShowBoard
from games.core import Side
from games.notation import write_move
from render.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.review.model import Moment, Review
    from bot.model.matches import Record
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

_CURVE = "curve.png"
_BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
_LONGEST = 36  # bars of a curve as text: what a phone shows in a row
_NAMES_BETTER = {
    Reason.MISSES_WIN,
    Reason.MISSES_FORCED,
    Reason.MISSES_CAPTURE,
    Reason.MISSES_RAICHI,
    Reason.MISSES_MEN_SOON,
}


class ShowReview(Press, verb="review"):
    """Show the review of the match."""

    match: int


class TryFrom(Press, verb="try"):
    """Begin a game against the engine from the position after so many moves of the match."""

    match: int
    ply: Small
    instead_of: ZeroIsNone = None  # the game in private that is to be given up for it


def button(record: Record, words: Words) -> tuple[Button, ...]:
    """The button that asks for the review of a game, where there can be one."""
    if not can_be_reviewed(record):
        return ()
    return (Button(words("review.button"), ShowReview(record.id)),)


def review(record: Record, review: Review, reader: Reader) -> Page:
    """The whole review on one message."""
    words = reader.words
    lines = [
        words(
            "review.title",
            rules=naming.title(record.match.game.name, words),
            number=record.id,
            dark=naming.person(record.dark),
            light=naming.person(record.light),
        ),
        words(
            "review.how" if review.moments else "review.even",
            light=naming.the_side(naming.family_of(record.match.game), Side.LIGHT, words),
        ),
    ]
    moments = (
        block
        for number, moment in enumerate(review.moments, 1)
        for block in _moment(record, moment, number, reader)
    )
    return Page((Text("\n".join(lines)), _curve(record, review, reader), *moments))


def _curve(record: Record, review: Review, reader: Reader) -> Picture:
    words, family = reader.words, naming.family_of(record.match.game)
    chances = [value / WHOLE for value in review.curve]
    last = max(1, len(chances) - 1)
    shown = Curve(
        points=tuple((i / last, chance) for i, chance in enumerate(chances)),
        top=(naming.side(family, Side.DARK, words), ""),
        foot=(
            naming.side(family, Side.LIGHT, words),
            words("result.plies", count=len(record.match.plies)),
        ),
        guides=((0.5, ""),),
        marks=tuple((moment.ply + 1, str(i)) for i, moment in enumerate(review.moments, 1)),
        sides=True,
    )
    percent = [round(100 * chances[i * last // 4]) for i in range(5)]
    alt = words(
        "review.alt",
        light=naming.the_side(family, Side.LIGHT, words),
        percent=", ".join(f"{value} %" for value in percent),
    )
    return Picture(_CURVE, shown, alt, _bars(chances), reader.show, reader.theme)


def _bars(chances: Sequence[float]) -> str:
    """The curve in a row of letters."""
    count = min(_LONGEST, len(chances))
    sampled = (chances[i * (len(chances) - 1) // max(1, count - 1)] for i in range(count))
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in sampled)


def _moment(record: Record, moment: Moment, number: int, reader: Reader) -> Iterator[Block]:
    """What was played and why that was a pity, the board, and a try from there."""
    words, match = reader.words, record.match
    played = naming.move_text(match.plies[moment.ply])
    better = _text(record, moment.ply, moment.better)
    heading = words(
        "review.moment",
        number=number,
        ply=moment.ply + 1,
        side=naming.the_side(naming.family_of(match.game), moment.side, words),
        move=played,
    )
    sentences = (_reason(record, moment, words), *_better(moment, better, words))
    yield Text(f"{heading}\n{' '.join(sentences)}")
    board = scenes.compared(record, reader, moment.ply, moment.better)
    alt = f"{board.alt}\n{words('review.board', move=played, better=better)}"
    yield replace(board, name=f"moment-{number}.png", alt=alt)
    press = TryFrom(record.id, moment.ply)
    yield Buttons((Button(words("review.try"), press, Style.MAIN),))


def _reason(record: Record, moment: Moment, words: Words) -> str:
    """Why the move decided, in a sentence made of the rules."""
    names_better = moment.reason in _NAMES_BETTER
    ply, line = (moment.ply, moment.line) if names_better else (moment.ply + 1, moment.reply)
    written = _line(record, ply, line)
    return words(
        f"review.reason.{moment.reason}",
        count=max(1, len(moment.points)),
        points=words.join([*moment.points]) if moment.points else "",
        move=written[0] if written else "",
        line=" ".join(written),
    )


def _better(moment: Moment, better: str, words: Words) -> Iterator[str]:
    """What was better, where the reason has not said so; and whether it shut the king's ways."""
    if moment.ways:
        key = {1: "review.way", 2: "review.both"}.get(moment.ways, "review.all")
        yield words(key, better=better, count=moment.ways)
    elif moment.reason not in _NAMES_BETTER:
        yield words("review.better", better=better)


def _line(record: Record, ply: int, moves: Sequence[Move]) -> list[str]:
    """Moves one after the other, from the position before that move of the game, as written."""
    game, position = record.match.game, record.match.positions[ply]
    written: list[str] = []
    for move in moves:
        step = game.play(position, move)
        written.append(write_move(move, step.captured))
        position = step.after
    return written


def _text(record: Record, ply: int, move: Move) -> str:
    return _line(record, ply, [move])[0]


def try_instead(record: Record, ply: int, other: Record, reader: Reader) -> Page:
    """Another game in private is under way: is it to be given up for this try?"""
    words = reader.words
    text = words("review.under-way", level=other.level, count=len(other.match.plies))
    buttons = (
        Button(words("practice.go-on"), ShowBoard(other.id), Style.MAIN),
        Button(words("review.try"), TryFrom(record.id, ply, other.id)),
    )
    return Page((Text(text), Buttons(buttons)))
