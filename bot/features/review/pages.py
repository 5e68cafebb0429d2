"""The review of a game: its course as a curve, and each deciding move on a board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.review.cases import can_be_reviewed
from bot.features.review.model import WHOLE, Reason
from bot.ui.app import no_buttons
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming, panel, result, scenes
from bot.ui.pages.page import Accent, Button, Buttons, Page, Picture, Section, Style, Text
from bot.ui.pages.parts import ShowBoard
from bot.ui.pages.replay import show_ply
from games.core import Reason as Ending
from games.core import Side
from games.notation import write_move
from render.curve import Curve
from render.layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.review.model import Moment, Review
    from bot.model.matches import Record
    from bot.ui.app import ViewButtons
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move

_CURVE = "curve.png"
_BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
_LONGEST = 36  # bars of a curve as text: a line of a phone
_NAMED = 3  # missed wins that are named; of more, the last one
_OF_MEN = {Reason.LOSES_MEN_SOON, Reason.MISSES_MEN_SOON}  # their points are pieces lost later
_FORCED = {Reason.ALLOWS_WIN, Reason.MISSES_FORCED}
_ENDS = {
    Ending.KING_ESCAPED,
    Ending.KING_TAKEN,
    Ending.KING_IMPRISONED,
    Ending.NO_WAY_TO_STOP,
    Ending.EXIT_FORT,
    Ending.ENCIRCLED,
    Ending.NO_MEN,
    Ending.NO_MOVE,
    Ending.REPETITION,
}


class ShowReview(Press, verb="review"):
    """Show the review of a match."""

    match: int


class ShowMoment(Press, verb="moment"):
    """Show a moment of a review, by number."""

    match: int
    number: Small  # from 1


class TryFrom(Press, verb="try"):
    """Start a game against the engine from the position after some moves of a match."""

    match: int
    ply: Small


def button(record: Record, words: Words) -> tuple[Button, ...]:
    """Return the button for a game's review, if there can be one."""
    if not can_be_reviewed(record):
        return ()
    return (Button(words("review.button"), ShowReview(record.id)),)


def waiting(
    record: Record, reader: Reader, more: tuple[Button, ...] = (), *, back: bool = False
) -> Page:
    """Say that a review is being made. The button leads to it if this message never changes.

    `more`: features' buttons; `back`: whether it replaces the game's last board, which then stays.
    """
    words = reader.words
    board = (scenes.board(record, reader),) if back else ()
    accent = result.accent(record, reader) if back else Accent.BOARD
    show = Button(words("review.button"), ShowReview(record.id))
    return Page((*board, Text(words("review.going-over")), Buttons((show, *more))), accent)


def refused(record: Record, sentence: str, reader: Reader) -> Page:
    """Say why there is no review, with a button back to the game."""
    return Page((Text(sentence), Buttons((_back(record, reader.words),))), Accent.STOP)


def late(record: Record, reader: Reader) -> Page:
    """Say that the review takes longer than Discord waits."""
    words = reader.words
    again = Button(words("review.button"), ShowReview(record.id))
    return Page((Text(words("review.late")), Buttons((again, _back(record, words)))))


def _back(record: Record, words: Words) -> Button:
    """Return the button back to the game's end, on the same message."""
    return Button(words("panel.back"), ShowBoard(record.id))


def review(
    record: Record,
    review: Review,
    reader: Reader,
    more: tuple[Button, ...] = (),
    *,
    back: bool = False,
) -> Page:
    """Return a review's first page: the course of the game, and what decided it.

    `more`: features' buttons; `back`: whether it replaced the game's last board.
    """
    words = reader.words
    key = "how" if review.moments else "even"
    key = key if review.curve else f"{key}-unjudged"
    light = naming.the_side(naming.family_of(record.match.game), Side.LIGHT, words)
    lines = [_title(record, words), words(f"review.{key}", light=light)]
    curve = [_curve(record, review, reader)] if review.curve else []
    moments = (
        Section(
            _heading(record, moment, number, words),
            Button(words("review.show"), ShowMoment(record.id, number), Style.MAIN),
        )
        for number, moment in enumerate(review.moments, 1)
    )
    last = (*more, *([_back(record, words)] if back else []))
    ways_on = (Buttons(last),) if last else ()
    return Page((Text("\n".join(lines)), *curve, *moments, *ways_on))


def _title(record: Record, words: Words) -> str:
    """Return the title of a review: the rules, the game, the players."""
    return words(
        "review.title",
        rules=naming.title(record.match.game.name, words),
        number=record.id,
        dark=naming.players(record, Side.DARK),
        light=naming.players(record, Side.LIGHT),
    )


def _curve(record: Record, review: Review, reader: Reader) -> Picture:
    """Return the picture of a game's chances, with its moments marked."""
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
        sides=layout_of(record.match.game).plain,
    )
    percent = [round(100 * chances[i * last // 4]) for i in range(5)]
    alt = words(
        "review.alt",
        light=naming.the_side(family, Side.LIGHT, words),
        percent=", ".join(words("language.percent", number=value) for value in percent),
    )
    return Picture(_CURVE, shown, alt, _bars(chances), reader.show, reader.theme)


def _bars(chances: Sequence[float]) -> str:
    """Return the curve as a row of letters."""
    count = min(_LONGEST, len(chances))
    sampled = (chances[i * (len(chances) - 1) // max(1, count - 1)] for i in range(count))
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in sampled)


def moment(
    record: Record,
    review: Review,
    number: int,
    reader: Reader,
    view_buttons: ViewButtons = no_buttons,
) -> Page:
    """Return the page of a moment: its board, and the ways to try it, to the next, and back."""
    words, shown = reader.words, review.moments[number - 1]
    turns = [Button(words("turn.back"), ShowReview(record.id))]
    if number < len(review.moments):
        turns.append(Button(words("turn.next"), ShowMoment(record.id, number + 1)))
    tried = Button(words("review.try"), TryFrom(record.id, shown.ply), Style.MAIN)
    others = (
        *([_replay(record, shown, reader)] if shown.again else []),
        *view_buttons(ShowMoment(record.id, number), words),
    )
    rows = panel.packed(tried, tuple(turns), *others)
    return Page((*_moment(record, shown, number, reader), *rows))


def _replay(record: Record, moment: Moment, reader: Reader) -> Button:
    """Return the button to step through the moves after a moment."""
    return Button(reader.words("result.replay"), show_ply(record, reader, moment.ply + 1))


def _heading(record: Record, moment: Moment, number: int, words: Words) -> str:
    """Return the move of a moment."""
    match = record.match
    return words(
        "review.moment",
        number=number,
        ply=moment.ply + 1,
        side=naming.the_side(naming.family_of(match.game), moment.side, words),
        move=naming.move_text(match.plies[moment.ply]),
    )


def _moment(record: Record, moment: Moment, number: int, reader: Reader) -> Iterator[Block]:
    """Yield a moment: the move, why it was a mistake, and the board."""
    words = reader.words
    played = naming.move_text(record.match.plies[moment.ply])
    better = _text(record, moment.ply, moment.better)
    sentences = (
        _reason(record, moment, words),
        *_better(moment, better, words),
        *_again(moment, words),
    )
    yield Text(f"{_heading(record, moment, number, words)}\n{' '.join(sentences)}")
    board = _board(record, moment, reader)
    answer = _text(record, moment.ply + 1, moment.reply[0]) if shows_answer(moment) else ""
    key = "review.board-answer" if answer else "review.board"
    alt = f"{board.alt}\n{words(key, move=played, better=better, answer=answer)}"
    yield replace(board, name=f"moment-{number}.png", alt=alt)


def moment_for_all(record: Record, review: Review, number: int, reader: Reader) -> Page:
    """Return one moment of a review for a channel, with a button to all of them."""
    title = Text(_title(record, reader.words))
    moment = _moment(record, review.moments[number - 1], number, reader)
    press = ShowMoment(record.id, number)
    whole = Buttons((Button(reader.words("review.button"), press),))
    return Page((title, *moment, whole))


def shows_answer(moment: Moment) -> bool:
    """Whether the board of a moment shows the reply to the move, not a better move before it."""
    left_way = moment.reason is Reason.LEAVES_WAY
    return bool(moment.reply) and not moment.names_better and not left_way


def _board(record: Record, moment: Moment, reader: Reader) -> Picture:
    """Return a moment's board: the reply or the better move."""
    men = moment.points if moment.reason in _OF_MEN else ()
    if shows_answer(moment):
        return scenes.answered(record, reader, moment.ply, moment.reply[0], men)
    return scenes.compared(record, reader, moment.ply, moment.better, men)


def _reason(record: Record, moment: Moment, words: Words) -> str:
    """Say why a move decided the game, in a sentence about the rules."""
    better = moment.names_better
    ply, line = (moment.ply, moment.line) if better else (moment.ply + 1, moment.reply)
    moves = written(record, ply, line, words)
    key = f"review.reason.{moment.reason}"
    if moment.end and moment.reason in _FORCED:
        key += "-to-the-end"
    squares, others = moment.room or (0, 0)
    return words(
        key,
        count=squares if moment.room else max(1, len(moment.points)),
        others=others,
        points=words.join([*moment.points]) if moment.points else "",
        callout=words(f"review.called.{'tuichi' if len(moment.points) > 1 else 'raichi'}"),
        move=_text(record, ply, line[0]) if line else "",
        line=" ".join(moves),
        end=_end(moment, line, words),
    )


def _end(moment: Moment, line: Sequence[Move], words: Words) -> str:
    """Say how the line ends the game, as part of a sentence."""
    key = f"review.end.{moment.end}" if moment.end in _ENDS else "review.end.over"
    return words(key, point=line[-1][-1] if line else "")


def _better(moment: Moment, better: str, words: Words) -> Iterator[str]:
    """Say which move was better, if the reason has not, and whether it blocked the king's ways."""
    if moment.ways and not moment.names_better:
        key = {1: "review.way", 2: "review.both"}.get(moment.ways, "review.all")
        yield words(key, better=better, count=moment.ways)
    elif not moment.names_better:
        yield words("review.better", better=better)


def _again(moment: Moment, words: Words) -> Iterator[str]:
    """Yield the sentence that says after which moves the same win was missed again."""
    count = len(moment.again)
    if count > _NAMED:
        yield words("review.again-often", count=count, last=moment.again[-1] + 1)
    elif moment.again:
        plies = words.join([str(ply + 1) for ply in moment.again])
        yield words("review.again", plies=plies, count=count)


def written(record: Record, ply: int, moves: Sequence[Move], words: Words) -> list[str]:
    """Return these moves in notation, played from the position before that move of the game.

    Each shows its captures, followed by raichi or tuichi if there is one.
    """
    game, position = record.match.game, record.match.positions[ply]
    texts: list[str] = []
    for move in moves:
        step = game.play(position, move)
        texts.append(write_move(move, step.captured))
        position = step.after
        callout = game.callout(position)
        if callout and not game.verdict(position):
            texts.append(f"({words(f'review.called.{callout.name}')})")
    return texts


def _text(record: Record, ply: int, move: Move) -> str:
    return naming.move_at(record.match.game, record.match.positions[ply], move)
