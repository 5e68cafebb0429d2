"""Practice against the engine: the board with the choice of a move, hints, refutations, the end.

What is played in private stands on one message: the panel below what the engine answered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from bot.features.practice.cases import Onward, lost_at_once
from bot.model.people import ENGINE
from bot.service.opponent import LEVELS
from bot.ui.buttons import Codec, Press, RuleSet, Small, ZeroIsNone, or_none
from bot.ui.pages import board, naming, offers, panel, parts, result, scenes
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Menu,
    Option,
    Page,
    Style,
    Text,
)
from bot.ui.pages.parts import ShowBoard
from bot.ui.pages.replay import replay_button
from games.core import Side
from games.notation import write_move
from games.tafl.game import Tafl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.practice.cases import Choice
    from bot.model.matches import Record
    from bot.service.opponent import Thought
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move
    from games.match import Match

LOT = "lot"
NOWHERE = Onward()
SideOrLot = Annotated[Side | None, or_none(Codec(str, Side), LOT)]
_MOST = 40  # components of a message
_BESIDE = 5  # of these, beside buttons: the frame, the text, the board twice, the row itself
_COACHED = range(1, 3)  # the levels at which the first moves are explained
_ASK_ME = {"tablut": "practice.coach.tablut.2", "tabal": "practice.coach.tabal.3"}
_SURE = 90_000  # the score from which the engine has seen the end of the game


class OpenPractice(Press, verb="practice"):
    """Open one's game under way, or begin one: at this level, by these rules, or as last time."""

    level: ZeroIsNone = None
    rules: RuleSet | None = None


class BeginPractice(Press, verb="begin"):
    """Begin a game in the place of another; a menu says another level."""

    instead_of: int
    level: Small
    side: SideOrLot
    rules: RuleSet


class TryAgain(Press, verb="again"):
    """Go on from before one's last move in a game that is over."""

    match: int


class ShowRefutation(parts.InMatch, verb="why"):
    """Show what answers one's last move."""


class SwitchCoach(Press, verb="coach"):
    """Explain the first moves, or no longer."""

    match: int
    on: bool


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
    picture, question, *controls = panel.panel(record, reader, path).blocks
    assert isinstance(question, Text)
    asked, _, _ = question.text.partition("\n")
    whole = bool(hint) and path == hint  # nothing more to ask
    coached = "" if path or note else _tip(record, reader)
    tip = note or coached or ("" if whole else asked)
    told = "" if path and tip else board.alone(record, reader.words, explained=bool(coached))
    blocks = (picture, Text("\n".join(filter(None, (told, tip)))), *controls)
    row = _row(record, reader, hint, blocks) if (hint or not path) and not whole else ()
    return Page(
        blocks=panel.joined(*blocks, *row),
        accent=parts.callout_accent(record.match.callout),
    )


def refused(record: Record, reader: Reader, page: Page) -> Page:
    """A panel that says why a move was refused; in practice, with its buttons below."""
    if not record.alone:
        return page
    return replace(page, blocks=panel.joined(*page.blocks, *_row(record, reader, (), page.blocks)))


def _row(record: Record, reader: Reader, hint: Move, above: Sequence[Block]) -> tuple[Buttons, ...]:
    """The buttons of practice, as far as Discord's limit leaves room for them."""
    rows = [block.buttons for block in above if isinstance(block, Buttons)]
    left = _MOST - _BESIDE - sum(1 + len(row) for row in rows)
    helping = tuple(_help(record, reader, hint))
    buttons = helping[:1] if hint else (*helping, offers.more_button(record, reader.words))
    return (Buttons(buttons[:left]),) if left > 0 else ()


def _tip(record: Record, reader: Reader) -> str:
    """A tip for a beginner about what is on the board, or else about the first moves."""
    if not reader.coach or not is_coached(record) or reader.player is None:
        return ""
    side = record.side(reader.player)
    done = sum(ply.side is side for ply in record.match.plies)
    begins = not done and record.start is None
    key, values = ("", {}) if begins else worth_knowing(record)
    if not key:
        key, values = _first_moves(record, done), {}
    if key not in reader.words:
        return ""
    goal = naming.short(record.match.game.name, reader.words)
    points = {name: reader.words.join(value) for name, value in values.items()}
    return reader.words(key, goal=goal, **points)


def is_coached(record: Record) -> bool:
    """Whether a weak level's opponent may have the moves explained."""
    return record.level in _COACHED


def _first_moves(record: Record, done: int) -> str:
    """The key of the tip for one of the first moves; from a position of its own, how to ask."""
    game, family = record.match.game, naming.family_of(record.match.game)
    if record.start is not None:
        return "" if done else _ASK_ME[family]
    key = f"practice.coach.{family}.{done}"
    if done == 0 and family == "tablut":
        return f"{key}.{record.match.turn}"
    if done == 1 and isinstance(game, Tafl):
        return f"{key}.{game.rules.king}"
    return key


def worth_knowing(record: Record) -> tuple[str, dict[str, list[str]]]:
    """The key of what is most worth knowing about the position, and its points."""
    match, game = record.match, record.match.game
    if match.callout:
        key = f"practice.coach.on.{match.callout.name}"
        return key, {"points": [way[-1] for way in match.callout.ways]}
    if match.turn is Side.LIGHT and (
        open_ways := game.callout(replace(match.position, turn=Side.DARK))
    ):
        return "practice.coach.on.way-out", {"points": [way[-1] for way in open_ways.ways]}
    if game.must_capture(match.position):
        return "practice.coach.on.must", {}
    if isinstance(game, Tafl):
        for move in game.moves(match.position):
            if taken := game.play(match.position, move).captured:
                return "practice.coach.on.capture", {"points": list(taken[:1])}
    return "", {}


def _help(record: Record, reader: Reader, hint: Move) -> Iterator[Button]:
    words, number, seen = reader.words, record.id, len(record.match.log)
    label = words("practice.hint-more" if hint else "practice.hint")
    yield Button(label, panel.GiveHint(number, seen, hint))
    if lost_at_once(record):
        yield _why(record, words)  # its page takes the move back too
    elif any(ply.side is record.match.turn for ply in record.match.plies):
        yield Button(words("practice.back"), offers.AskTakeback(number, seen))


def _why(record: Record, words: Words) -> Button:
    return Button(words("practice.why"), ShowRefutation(record.id, len(record.match.log)))


def coach_button(record: Record, reader: Reader) -> tuple[Button, ...]:
    """*No more tips*, or *Explain* again, in the menu of a game that may have them."""
    if not record.alone or not is_coached(record):
        return ()
    label = reader.words("practice.coach.off" if reader.coach else "practice.coach.on-again")
    return (Button(label, SwitchCoach(record.id, on=not reader.coach)),)


def thinking(record: Record, reader: Reader, note: str = "") -> Page:
    """The board after the player's move, while the engine has not answered yet."""
    words, last = reader.words, record.match.last
    is_own = last is not None and record.player(last.side) == reader.player
    sentence = words("practice.thinking")
    if last and is_own:
        sentence = words("practice.thinking-after", move=naming.move_text(last))
    go_on = Button(words("practice.go-on"), ShowBoard(record.id), Style.MAIN)
    text = "\n".join(filter(None, (sentence, note, f"-# {parts.footer(record, words)}")))
    return Page((scenes.board(record, reader), Text(text), Buttons((go_on,))), Accent.BOARD)


def over(
    record: Record, reader: Reader, onward: Onward = NOWHERE, additions: Additions = NOTHING_MORE
) -> Page:
    """How it ended, and what may come next."""
    words, verdict = reader.words, record.match.verdict
    assert verdict is not None
    lines = [*result.lines(record, verdict, words, last=False)]
    if verdict.winner:
        key = "lost" if record.player(verdict.winner) == ENGINE else "won"
        how = words("practice.first-win" if onward.first_win else f"practice.{key}")
        lines[0] = f"{how} {result.reason(record, verdict, words)}"
    return Page(
        blocks=(
            scenes.board(record, reader),
            Text("\n".join(lines)),
            *_next(record, reader, onward, additions),
        ),
        accent=Accent.OVER if verdict.winner else Accent.QUIET,
    )


def _next(record: Record, reader: Reader, onward: Onward, additions: Additions) -> Iterator[Block]:
    """The next level, the same again, the other side; what went wrong; another level.

    The other side before the same again, where only that makes the two games even.
    """
    words, side = reader.words, record.side(reader.player or 0)
    assert side is not None
    lost = record.match.verdict is not None and record.match.verdict.winner is side.other
    begin = partial(BeginPractice, record.id, rules=record.match.game.name)
    level = record.level + onward.step
    another = Button(words("practice.at-level", level=level), begin(level=level, side=side))
    again = Button(words("practice.again"), begin(level=record.level, side=side))
    swap = "practice.swap-harder" if onward.harder is side.other else "practice.swap"
    swapped = Button(words(swap), begin(level=record.level, side=side.other))
    has_why = lost and lost_at_once(record)
    main = [_why(record, words)] if has_why else []
    if onward.step > 0:
        main.append(another)
    lower = [another] if onward.step < 0 else []
    both = (swapped, again) if onward.two else (again, swapped)
    first, *others = (*main, again, *lower) if has_why else (*main, *both, *lower)
    yield Buttons((replace(first, style=Style.MAIN), *others))
    moved = any(ply.side is side for ply in record.match.plies)
    back = [Button(words("practice.back"), TryAgain(record.id))] if lost and moved else []
    beside = [swapped] if has_why else back  # the page of *Why not?* leads back too
    yield Buttons((*beside, replay_button(record, words), *additions.buttons(words)))
    options = tuple(Option(words(f"choice.level.{level}"), str(level)) for level in LEVELS)
    yield Menu(begin(level=0, side=side), words("practice.level-prompt"), options)


def under_way(record: Record, choice: Choice, reader: Reader) -> Page:
    """A game is under way already, and another one was asked for: which is it to be?"""
    words = reader.words
    rules = naming.title(record.match.game.name, words)
    text = words(
        "practice.under-way", level=record.level, rules=rules, count=len(record.match.plies)
    )
    begin = BeginPractice(record.id, choice.level, choice.side, choice.rules)
    anew = naming.brief(choice.rules, words)
    buttons = Buttons(
        (
            Button(words("practice.go-on"), ShowBoard(record.id), Style.MAIN),
            Button(words("practice.anew", level=choice.level, rules=anew), begin),
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
    takeback = offers.AskTakeback(record.id, len(record.match.log))
    back = TryAgain(record.id) if record.match.verdict else takeback
    onward = "panel.back" if record.match.verdict else "practice.go-on"
    return Page(
        blocks=(
            scenes.board(shown, reader),
            Text(" ".join([sentence, *parts.callout_line(shown.match.callout, words)])),
            Buttons(
                (
                    Button(words("practice.back"), back, Style.MAIN),
                    Button(words(onward), ShowBoard(record.id)),
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


def play_button(words: Words, rules: str | None = None) -> Button:
    """Begins a game in private, at the lowest level; by these rules, if any are named."""
    return Button(words("greeting.play"), OpenPractice(LEVELS[0], rules), Style.MAIN)
