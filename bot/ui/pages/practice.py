"""Practice against the engine: the board with the choice of a move, hints, refutations, the end.

A private game stays on one message: the panel below the engine's reply.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from bot.model.people import ENGINE
from bot.service.engine import LEVELS
from bot.service.practice import Onward, keeping_in, lost_at_once
from bot.ui.buttons import Codec, Press, RuleSet, Small, ZeroIsNone, or_none
from bot.ui.pages import board, coach, naming, offers, panel, parts, result, scenes
from bot.ui.pages.challenge import side_field
from bot.ui.pages.page import (
    NOTHING_MORE,
    Accent,
    Additions,
    Button,
    Buttons,
    Field,
    Menu,
    Modal,
    Option,
    Page,
    Section,
    Style,
    Text,
    sign,
)
from bot.ui.pages.parts import OpenGame, ShowBoard
from bot.ui.pages.replay import replay_button
from engine.limits import SURE
from games import catalogue
from games.core import Reason, Side
from games.notation import write_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.model.matches import Listing, Record
    from bot.model.people import Player
    from bot.service.engine import Thought
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move, Point, Verdict
    from games.match import Match

LOT = "lot"
NOWHERE = Onward()
SideOrLot = Annotated[Side | None, or_none(Codec(str, Side), LOT)]
_MOST = 40  # components of a message
_BESIDE = 5  # besides buttons: the frame, the text, the board twice, the row itself


class OpenPractice(Press, verb="practice"):
    """Resume the user's game in progress, or start one: at this difficulty, or like the last game.

    `rules`: Tablut or Tabal; these rules if the player has no earlier game of that kind.
    """

    level: ZeroIsNone = None
    rules: RuleSet | None = None


class BeginPractice(Press, verb="begin"):
    """Start a game after another one; a menu gives another difficulty or other rules."""

    after: int
    level: Small
    side: SideOrLot
    rules: RuleSet


class ChooseGame(Press, verb="other-game"):
    """Show the user's games in progress, and ways to start another."""

    match: int


class BeginHere(Press, verb="play-me"):
    """Start a game that everyone can watch, with the modal's answers."""

    rules: RuleSet


class TryAgain(Press, verb="again"):
    """Resume a finished game from before the user's last move."""

    match: int


class ShowRefutation(parts.InMatch, verb="why"):
    """Show the reply to the user's last move."""


class SwitchCoach(Press, verb="coach"):
    """Turn explanations of the first moves on or off."""

    match: int
    on: bool


def public_game_modal(
    rules: str, count: int, side: Side | None, level: int, reader: Reader
) -> Modal:
    """Return the questions before a public game: difficulty, side, one game or two."""
    words = reader.words
    levels = tuple(
        Option(words(f"choice.level.{number}"), str(number), chosen=number == level)
        for number in LEVELS
    )
    two = Option(words("challenge.form-two"), "two", chosen=count > 1)
    return Modal(
        press=BeginHere(rules),
        title=words("practice.form"),
        fields=(
            Field("level", words("practice.form-level"), levels),
            side_field(naming.family(rules), side, words),
            Field("more", words("challenge.form-more"), (two,), many=True),
        ),
    )


def game(  # noqa: PLR0913  what the page shows
    record: Record,
    reader: Reader,
    path: Move = (),
    *,
    hint: Move = (),
    note: str = "",
    harder: bool = False,
) -> Page:
    """Return a game for its player: to move, waiting for the engine, or over.

    `path`: the points chosen so far; `hint`: the whole move that the engine would make; `harder`:
    offer the other side, since theirs is harder at this level, in the place of *Hint* and *More*:
    both with that sentence would be too tall for a phone.
    """
    if record.match.verdict:
        return over(record, reader)
    if record.engine_to_move:
        return thinking(record, reader)
    picture, question, *controls = panel.panel(record, reader, path).blocks
    assert isinstance(question, Text)
    asked, _, _ = question.text.partition("\n")
    whole = bool(hint) and path == hint  # nothing left to ask
    tip = None if path or note else coach.tip_of(record, reader)
    if tip and tip.name == "capture":
        picture = scenes.panel(record, reader, path, tip.points)
    asked = "" if whole or note else asked
    further = coach.sentence(tip, record, reader.words) if tip else asked
    is_told = not path or not (note or further)
    introduced = tip is not None and tip.name == "begin"
    before = board.alone(
        record,
        reader.words,
        explained=bool(tip),
        introduced=introduced,
        compelled=bool(further) and not panel.forced(record, path),
    )
    told = before if is_told else ""
    warned = reader.words("practice.harder-side") if harder else ""
    said = (" ".join(filter(None, (told, further))), note, warned)
    swap = (Buttons((_swapped(record, reader),)),) if harder else ()
    blocks = (picture, Text("\n".join(filter(None, said))), *controls, *swap)
    has_row = (hint or not path) and not whole and not harder
    row = _row(record, reader, hint, blocks) if has_row else ()
    return Page(
        blocks=panel.joined(*blocks, *row),
        accent=parts.callout_accent(record.match.callout),
    )


def _swapped(record: Record, reader: Reader) -> Button:
    """Return the button to start again with the other side."""
    side = record.side(reader.player or 0)
    assert side is not None
    press = BeginPractice(record.id, record.level, side.other, record.match.game.name)
    return Button(reader.words("practice.swap"), press)


def hint(record: Record, point: Point, words: Words) -> str:
    """Say which piece the reader should think about."""
    game = record.match.game
    is_king = naming.family_of(game) == "tablut" and record.match.position[point] == "K"
    return words("practice.hint-king" if is_king else "practice.hint-man", man=point)


def refused(record: Record, reader: Reader, page: Page) -> Page:
    """Return a refused move's panel; in practice, with its buttons below."""
    if not record.alone:
        return page
    return replace(page, blocks=panel.joined(*page.blocks, *_row(record, reader, (), page.blocks)))


def _row(record: Record, reader: Reader, hint: Move, above: Sequence[Block]) -> tuple[Buttons, ...]:
    """Return practice's buttons, as far as Discord's limit leaves room."""
    rows = [block.buttons for block in above if isinstance(block, Buttons)]
    left = _MOST - _BESIDE - sum(1 + len(row) for row in rows)
    helping = tuple(_help(record, reader, hint))
    buttons = helping[:1] if hint else (*helping, offers.more_button(record, reader.words))
    return (Buttons(buttons[:left]),) if left > 0 else ()


def _help(record: Record, reader: Reader, hint: Move) -> Iterator[Button]:
    """Yield the buttons for a hint, and to undo or explain the last move."""
    words, number, seen = reader.words, record.id, len(record.match.log)
    label = words("practice.hint-more" if hint else "practice.hint")
    yield Button(label, panel.GiveHint(number, seen, hint))
    if lost_at_once(record):
        yield _why(record, words)  # its page has *Undo* too
    elif any(ply.side is record.match.turn for ply in record.match.plies):
        yield Button(words("practice.back"), offers.AskTakeback(number, seen))


def _why(record: Record, words: Words) -> Button:
    return Button(words("practice.why"), ShowRefutation(record.id, len(record.match.log)))


def more_buttons(record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return the buttons under *More* of a private game: tips, another game."""
    if not record.alone:
        return ()
    other = Button(reader.words("practice.other-game"), ChooseGame(record.id))
    return (*_coach_button(record, reader), other)


def _coach_button(record: Record, reader: Reader) -> tuple[Button, ...]:
    """Return *No more tips* or *Explain*, for a difficulty with tips."""
    if not coach.is_coached(record):
        return ()
    label = reader.words("practice.coach.off" if reader.coach else "practice.coach.on-again")
    return (Button(label, SwitchCoach(record.id, on=not reader.coach)),)


def thinking(record: Record, reader: Reader, note: str = "") -> Page:
    """Return the board after the player's move while the engine is thinking."""
    words, last = reader.words, record.match.last
    is_own = last is not None and record.player(last.side) == reader.player
    sentence = words("practice.thinking")
    if last and is_own:
        sentence = words("practice.thinking-after", move=naming.move_text(last))
    go_on = Button(words("practice.go-on"), ShowBoard(record.id), Style.MAIN)
    callout = record.match.callout
    told = " ".join((*parts.callout_line(callout, words), sentence))
    text = "\n".join(filter(None, (told, note, f"-# {parts.footer(record, words)}")))
    blocks = (scenes.board(record, reader), Text(text), Buttons((go_on,)))
    return Page(blocks, parts.callout_accent(callout))


def over(
    record: Record, reader: Reader, onward: Onward = NOWHERE, additions: Additions = NOTHING_MORE
) -> Page:
    """Return the page of a finished game, with buttons for the next step."""
    words, verdict = reader.words, record.match.verdict
    assert verdict is not None
    lines = [*result.lines(record, words)]
    if verdict.winner:
        lost = record.player(verdict.winner) == ENGINE
        key = "lost" if lost else "first-win" if onward.first_win else "won"
        how = words(f"practice.{key}")
        lines[0] = f"{how} {result.reason(record, verdict, words)}"
        if lost and onward.harder is verdict.winner.other:
            lines.insert(1, words("practice.was-harder"))
    return Page(
        blocks=(
            scenes.board(record, reader),
            Text("\n".join(lines)),
            *_next(record, reader, onward, additions),
        ),
        accent=result.accent(record, reader),
    )


def _next(record: Record, reader: Reader, onward: Onward, additions: Additions) -> Iterator[Block]:
    """Yield buttons for the next difficulty, a rematch, the other side, the mistake; and a menu.

    The other side comes first if only that makes the two games even.
    """
    words, side = reader.words, record.side(reader.player or 0)
    assert side is not None
    lost = record.match.verdict is not None and record.match.verdict.winner is side.other
    begin = partial(BeginPractice, record.id, rules=record.match.game.name)
    level = record.level + onward.step
    another = Button(words("practice.at-level", level=level), begin(level=level, side=side))
    again = Button(words("practice.again"), begin(level=record.level, side=side))
    swapped = Button(words("practice.swap"), begin(level=record.level, side=side.other))
    has_why = lost and lost_at_once(record)
    main = [_why(record, words)] if has_why else []
    if onward.step > 0:
        main.append(another)
    lower = [another] if onward.step < 0 else []
    both = (swapped, again) if onward.two and not lost else (again, swapped)
    first, *others = (*main, again, *lower) if has_why else (*main, *both, *lower)
    first = replace(first, style=Style.MAIN)
    moved = any(ply.side is side for ply in record.match.plies)
    back = [Button(words("practice.back"), TryAgain(record.id))] if lost and moved else []
    beside = [swapped] if has_why else back  # the page of *Why not?* leads back too
    over = (*beside, replay_button(record, words), *additions.buttons(words))
    yield from panel.packed(first, *others, *over)
    yield _another(begin(level=0, side=side), words)


def _another(begin: BeginPractice, words: Words) -> Menu:
    """Return the menu of the levels and the other rule sets."""
    levels = (Option(words(f"choice.level.{level}"), str(level)) for level in LEVELS)
    others = (
        Option(naming.title(name, words), name, words(f"ruleset.{name}.short"))
        for name in catalogue.NAMES
        if name != begin.rules
    )
    return Menu(begin, words("practice.another-prompt"), (*levels, *others))


def running(listings: Sequence[Listing], reader: Reader) -> Page:
    """Return a player's private games in progress, and ways to start another like the newest."""
    words, player = reader.words, reader.player or 0
    entries = [_entry(listing, player, words) for listing in listings]
    title = Text(words("practice.running"))
    last = max(listings, key=lambda listing: listing.id)
    begin = BeginPractice(last.id, last.level, last.team(player), last.rules)
    label = words("practice.new-game", level=last.level, rules=naming.brief(last.rules, words))
    new = (Buttons((Button(label, begin),)), _another(replace(begin, level=0), words))
    return Page((title, *entries, *new), Accent.BOARD)


def _entry(listing: Listing, player: Player, words: Words) -> Section:
    """Return a game of the list, with the button to open it."""
    side = listing.team(player)
    assert side is not None
    rules, level = naming.brief(listing.rules, words), words("practice.level", level=listing.level)
    since = naming.when(listing.since, words)
    age = words("games.moved" if listing.plies else "games.begun", since=since)
    own = f"{sign(side)}{naming.side(naming.family(listing.rules), side, words)}"
    button = Button(words("games.open"), OpenGame(listing.id), Style.MAIN)
    return Section(f"**{rules}** · {level}\n{own} · {age}", button)


def why(record: Record, before: Match, thought: Thought, reader: Reader) -> Page:
    """Return the reply to the player's last move, on the board, and whether that move lost."""
    words, last = reader.words, before.last
    assert last is not None
    answer = tuple(thought.line[0])
    step = before.game.play(before.position, answer)
    shown = replace(record, match=scenes.hypothetical(before, answer))
    verdict = shown.match.verdict
    values = {
        "move": naming.move_text(last),
        "line": _line(before, thought.line),
    }
    if verdict:
        values["answer"] = write_move(answer, step.captured)
        loser = naming.person(record.player(before.turn.other))
        values["reason"] = words(f"reason.{verdict.reason}", loser=loser, count=0)
        told = (words("practice.why-over", **values), *_in_time(before, verdict, words))
        sentence = " ".join(told)
    elif thought.score > SURE:
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


def _in_time(before: Match, verdict: Verdict, words: Words) -> Iterator[str]:
    """Say which move would have kept the king in, if there was one."""
    if verdict.reason is not Reason.KING_ESCAPED:
        return
    if better := keeping_in(before):
        step = before.game.play(before.positions[-2], better)
        yield words("practice.why-kept-in", better=write_move(better, step.captured))
    else:
        yield words("practice.why-too-late")


def _line(before: Match, moves: Sequence[Move]) -> str:
    """Return moves in a row, until the game is over."""
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
    """Return the button for practice at the lowest difficulty. `rules`: see OpenPractice."""
    return Button(words("greeting.play"), OpenPractice(LEVELS[0], rules), Style.MAIN)
