"""The thinking board on one private message, the list of kept lines, and what both planned.

The board is the panel for choosing a move, for both sides. Invariant: no page calls on the engine,
and none says more of a position than any board does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.think import cases, model
from bot.service.refusals import Refusal
from bot.ui.app import no_buttons
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming, panel, parts, result, scenes
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Style, Text
from bot.ui.pages.parts import ShowBoard
from games.core import Move, Side
from games.errors import GameError
from games.events import Created
from games.match import fold
from games.pace import DAY, HOUR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.think.cases import Thinking
    from bot.features.think.model import Line, Moves, Thought
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.app import ViewButtons
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Point
    from games.match import Match

_PIECES = 12  # buttons: three lines of a phone
_SHOWN = 4  # moves of a line above the buttons
_PHONE = 33  # characters of moves in one line of a phone, beside …
_BRANCHES = 9  # buttons to different moves
_LONGEST = 150  # characters of a line in the list
_LABEL = 100  # characters of a menu's option
_OPTIONS = 25  # of a menu
_BACK, _ON = "\N{BLACK LEFT-POINTING TRIANGLE}", "\N{BLACK RIGHT-POINTING TRIANGLE}"
_MORE = "\N{HORIZONTAL ELLIPSIS}"


class OpenThought(Press, verb="think"):
    """Open the user's thinking board of a match, as they left it."""

    match: int


class OnBoard(Press):
    """A press on a thinking board, at the step at which it was shown."""

    thought: int
    step: Small


class ChooseInThought(OnBoard, verb="think-to"):
    """Show the choice after these points of a move."""

    path: Move = ()


class ChoosePiece(OnBoard, verb="think-piece"):
    """A menu: choose the piece that moves."""


class TryMove(OnBoard, verb="think-try"):
    """Make a move on the board."""

    path: Move


class StepBack(OnBoard, verb="think-back"):
    """Go a move back."""


class StepOn(OnBoard, verb="think-on"):
    """Go a move on in a line."""

    line: Small


class KeepLine(OnBoard, verb="think-keep"):
    """Keep the moves on the board."""


class PlayFirst(OnBoard, verb="think-play"):
    """Play the first move on the board in the game."""

    seen_events: Small


class ShowThoughtMore(OnBoard, verb="think-more"):
    """Show the menu of the board."""


class ShowLines(Press, verb="lines"):
    """List the kept lines."""

    thought: int


class ChooseLine(Press, verb="line"):
    """A menu: open the chosen line."""

    thought: int


class SwitchReplies(Press, verb="line-replies"):
    """Have a line reply automatically, or no longer."""

    thought: int
    line: Small
    on: bool


class DeleteLine(Press, verb="line-delete"):
    """Delete a line."""

    thought: int
    line: Small


class OpenOwnLines(Press, verb="lines-open"):
    """Show the user's lines to the other players after their games, or no longer."""

    match: int
    on: bool


class ShowPlanned(Press, verb="planned"):
    """Show a kept line after some of its moves: one's own, or anyone's after the end."""

    match: int
    player: int = 0  # 0: the first one that there is
    line: Small = 0
    ply: Small = 0


class ChoosePlanned(Press, verb="planned-line"):
    """A menu: show another kept line of a finished match."""

    match: int


def player_buttons(record: Record, reader: Reader) -> Sequence[Button]:
    """Return *Think*, for a player of a game in progress."""
    return (Button(reader.words("think.button"), OpenThought(record.id)),)


# The board


def board(thinking: Thinking, reader: Reader, path: Move = ()) -> Page:
    """Return a thinking board; `path`: the points of the next move."""
    words = reader.words
    match = thinking.match
    shown = replace(thinking.record, match=match)
    further = not (match.verdict or thinking.is_deepest)
    if further:
        path = panel.forced(shown, path)
        picture, asked, *rows = _choice(thinking, shown, reader, path)
    else:
        path, rows = (), []
        picture, asked = scenes.board(shown, reader), _end(shown, words)
    told = "" if path else _told(thinking, words)
    lines = (told, " · ".join(filter(None, (_line_so_far(thinking.thought, words), asked))))
    text = Text("\n".join(filter(None, lines)))
    begun = panel.choice_before(shown, path) is not None  # *Back* leads to the other pieces
    own = () if begun else (_controls(thinking, words),)
    rows = rows if path else _in_a_menu(thinking.thought, rows, words)
    return Page((picture, text, *rows, *own), parts.callout_accent(match.callout))


def _choice(
    thinking: Thinking, shown: Record, reader: Reader, path: Move
) -> tuple[Block, str, *tuple[Block, ...]]:
    """Return the picture, the question and the buttons for the next move."""
    at = thinking.thought.id, thinking.thought.step
    choose, attempt = partial(ChooseInThought, *at), partial(TryMove, *at)
    first = _stops(shown.match)
    presses = panel.PanelPresses(
        choose, back=choose, play=attempt, brief=True, verb="think.try", first=first
    )
    page = panel.panel(shown, replace(reader, confirm=False), path, presses)
    picture, question, *rows = page.blocks
    assert isinstance(question, Text)
    asked, _, _ = question.text.partition("\n")
    own = shown.match.turn is shown.team(reader.player or 0)
    whose = "your" if own else "their"
    if not path:
        asked = reader.words(f"think.{whose}")
    elif len(path) == 1 and not shown.match.game.legal(shown.match.position, path):
        crowned = shown.match.game.board.named(shown.match.position.crowned)
        piece = "king" if path[0] in crowned else "piece"
        asked = reader.words(f"think.{whose}-{piece}", point=path[0])
    return picture, asked, *rows


def _in_a_menu(thought: Thought, rows: list[Block], words: Words) -> list[Block]:
    """Return the pieces to choose from; a menu for more than a phone shows above the controls."""
    buttons = [button for row in rows if isinstance(row, Buttons) for button in row.buttons]
    if len(buttons) <= _PIECES:
        return rows
    options = tuple(
        Option(button.label, "-".join(button.press.path), man=button.man)
        for button in buttons
        if isinstance(button.press, ChooseInThought | TryMove)
    )
    return [Menu(ChoosePiece(thought.id, thought.step), words("think.pieces"), options)]


def _stops(match: Match) -> frozenset[Point]:
    """Return the points of the king's ways out, and the pieces that can go there."""
    callout = match.callout
    if callout is None:
        return frozenset()
    game, position = match.game, match.position
    ways = {point for way in callout.ways for point in way[1:]}
    men = game.choices(position)
    closing = (man for man in men if ways.intersection(game.choices(position, (man,))))
    return frozenset((*ways, *closing))


def _told(thinking: Thinking, words: Words) -> str:
    """Say what this board is, or that the game went on."""
    match = thinking.record.match
    if thinking.moved:
        return words("think.followed" if model.followed(thinking.thought, match) else "think.left")
    if thinking.outdated:
        return words("think.outdated")
    return "" if thinking.thought.moves else words("think.start")


def _end(shown: Record, words: Words) -> str:
    """Say how the moves on the board end the game, or that they are as many as can be."""
    return result.headline(shown, words) if shown.match.verdict else words("think.deepest")


def _line_so_far(thought: Thought, words: Words) -> str:
    """Return the last moves on the board, each with its number from the position of the game."""
    first = max(0, len(thought.moves) - _SHOWN)
    numbered = [
        words("think.move", number=number, move=move)
        for number, move in enumerate(thought.moves, 1)
        if number > first
    ]
    return " ".join(([_MORE] if first else []) + numbered)


def _controls(thinking: Thinking, words: Words) -> Buttons:
    """Return the one row below the pieces: back, on, *Keep*, and the menu with all else."""
    thought, match = thinking.thought, thinking.record.match
    at = thought.id, thought.step
    branches = thought.branches(match)
    is_kept = thought.kept_through(match) is not None
    return Buttons(
        (
            Button(_BACK, StepBack(*at), off=not thought.moves),
            Button(_ON, StepOn(*at, branches[0].number if branches else 0), off=not branches),
            Button(words("think.keep"), KeepLine(*at), off=is_kept or not thought.moves),
            Button(words("board.more"), ShowThoughtMore(*at)),
        )
    )


def more(thinking: Thinking, reader: Reader, note: str = "") -> Page:
    """Return the menu of a thinking board: play, other branches, replies, the lines, the game.

    `note`: what was just done.
    """
    words, thought = reader.words, thinking.thought
    shown = replace(thinking.record, match=thinking.match)
    line = "\n".join(filter(None, (_line_so_far(thought, words), note))) or words("think.start")
    buttons = (
        *_playing(thinking, words),
        *_branches(thinking),
        *_of_kept_line(thinking, words),
        Button(_lines_label(thought, words), ShowLines(thought.id)),
        Button(words("think.game"), ShowBoard(thought.match)),
        Button(words("panel.back"), ChooseInThought(thought.id, thought.step)),
    )
    blocks = (scenes.board(shown, reader), Text(line), *panel.packed(*buttons))
    return Page(blocks, parts.callout_accent(shown.match.callout))


def _branches(thinking: Thinking) -> Iterator[Button]:
    """Yield a button for each move that was tried here, if there are several."""
    thought, match = thinking.thought, thinking.record.match
    branches, depth = thought.branches(match)[:_BRANCHES], len(thought.moves)
    for branch in branches if len(branches) > 1 else ():
        rest = branch.rest(match)
        assert rest
        yield Button(f"{_ON} {rest[depth]}", StepOn(thought.id, thought.step, branch.number))


def _of_kept_line(thinking: Thinking, words: Words) -> Iterator[Button]:
    """Yield *Reply automatically* in a kept line that can, or its stop; *Delete* at its end."""
    thought, match = thinking.thought, thinking.record.match
    line = thought.kept_through(match)
    if line is None:
        return
    if line.replies or (_may_reply(thinking) and model.can_reply(line, match)):
        key = "think.stop" if line.replies else "think.reply"
        yield Button(words(key), SwitchReplies(thought.id, line.number, on=not line.replies))
    if line.rest(match) == thought.moves:
        yield Button(words("think.delete"), DeleteLine(thought.id, line.number))


def _may_reply(thinking: Thinking) -> bool:
    try:
        cases.refuse_replies(thinking.record, thinking.thought.player)
    except Refusal:
        return False
    return True


def _lines_label(thought: Thought, words: Words) -> str:
    count = len(thought.kept)
    return words("think.lines-some", number=count) if count else words("think.lines")


def _playing(thinking: Thinking, words: Words) -> Iterator[Button]:
    """Yield the button that plays the first move on the board, on the player's own turn."""
    thought, record = thinking.thought, thinking.record
    if thought.moves and record.side(thought.player) is record.match.turn:
        press = PlayFirst(thought.id, thought.step, len(record.match.log))
        label = words("panel.play", move=thought.moves[0])
        yield Button(label, press, Style.MAIN)


# The lines


def lines(thinking: Thinking, reader: Reader, *, are_open: bool) -> Page:
    """Return the list of kept lines, with a menu to open one.

    `are_open`: whether the other players can see them after the game.
    """
    words, thought, match = reader.words, thinking.thought, thinking.record.match
    rests = {line.number: rest for line, rest in model.current(thought.kept, match)}
    told = [f"- {_listed(line, rests.get(line.number), match, words)}" for line in thought.kept]
    text = "\n".join((words("think.title"), *(told or [words("think.none")])))
    options = tuple(
        Option(_shortened(rests.get(line.number) or line.moves, _LABEL), str(line.number))
        for line in thought.kept
    )
    menu = (Menu(ChooseLine(thought.id), words("think.open"), options),) if options else ()
    back = Button(words("panel.back"), OpenThought(thought.match))
    buttons = (*_opening(thinking.record, words, are_open=are_open), back)
    return Page((Text(text), *menu, Buttons(buttons)))


def _opening(record: Record, words: Words, *, are_open: bool) -> Iterator[Button]:
    """Yield the switch that shows the player's lines after their games, or keeps them closed."""
    press = OpenOwnLines(record.id, on=not are_open)
    yield Button(words("planned.close" if are_open else "planned.open"), press)


def _listed(line: Line, rest: Moves | None, match: Match, words: Words) -> str:
    """Return a line's moves, what it ends in, and whether it replies or can no longer come.

    `rest`: the moves that could still come; None if the game has left the line.
    """
    state = "missed" if rest is None else "played" if not rest else ""
    notes = (
        _end_of(line, match, words),
        words("think.replies") if line.replies else "",
        words(f"think.{state}") if state else "",
    )
    return " · ".join(filter(None, (_shortened(rest or line.moves, _LONGEST), *notes)))


def _end_of(line: Line, match: Match, words: Words) -> str:
    """Say what a line ends in; empty for nothing special."""
    if line.end in {*Side}:
        return words(f"picture.won.{match.game.board.letters[Side(line.end), False]}")
    return words("picture.drawn") if line.end == "drawn" else line.end and words(f"line.{line.end}")


def _shortened(moves: Sequence[str], most: int) -> str:
    """Return as many moves as fit in so many characters."""
    text = " ".join(moves)
    if len(text) <= most:
        return text
    return text[: text.rindex(" ", 0, most - 1)] + f" {_MORE}"


# What they planned


@dataclass(frozen=True, slots=True)
class Planned:
    """A kept line with its player, and how many of its moves were played in the game."""

    player: Player
    line: Line
    foreseen: int

    @property
    def value(self) -> str:
        """Its name in the menu."""
        return f"{self.player}-{self.line.number}"


def planned_lines(record: Record, thoughts: Sequence[Thought]) -> Sequence[Planned]:
    """Return all kept lines of a match; what was foreseen the farthest comes first."""
    every = [
        Planned(thought.player, line, model.foreseen(line, record.match, side))
        for thought in thoughts
        if (side := record.team(thought.player)) is not None
        for line in thought.kept
    ]
    return sorted(every, key=lambda one: (-one.foreseen, one.line.start, one.line.number))


def look_back_button(record: Record, words: Words) -> Button:
    """Return *What they planned*."""
    return Button(words("planned.button"), ShowPlanned(record.id))


def planned(  # noqa: PLR0913  what the page shows
    record: Record,
    reader: Reader,
    every: Sequence[Planned],
    press: ShowPlanned,
    view_buttons: ViewButtons = no_buttons,
    *,
    are_open: bool = True,
) -> Page:
    """Return a line of a finished match for one of its players, with a menu of all lines.

    `are_open`: whether the others can see the reader's lines.
    """
    words, chosen = reader.words, chosen_line(every, press)
    ply = min(press.ply, len(chosen.line.moves))
    here = _press(record, chosen, ply)
    game = Button(words("panel.back"), ShowBoard(record.id))
    own = any(one.player == reader.player for one in every)
    switch = _opening(record, words, are_open=are_open) if own else ()
    buttons = (*_steps(record, chosen, ply), *view_buttons(here, words), *switch, game)
    options = tuple(
        Option(_option(record, one, words), one.value, chosen=one == chosen)
        for one in every[:_OPTIONS]
    )
    menu = (Menu(ChoosePlanned(record.id), words("planned.choose"), options),)
    more = menu if len(options) > 1 else ()
    blocks = _shown(record, reader, chosen, ply)
    return Page((*blocks, *more, *panel.packed(*buttons)))


def planned_for_all(record: Record, reader: Reader, one: Planned, ply: int) -> Page:
    """Return a position of a line for a channel."""
    title = Text(reader.words("planned.title", number=record.id))
    return Page((title, *_shown(record, reader, one, min(ply, len(one.line.moves)))))


def missed(thinking: Thinking, reader: Reader, line: Line, ply: int) -> Page:
    """Return a kept line that the game has left, for its player."""
    record, words = thinking.record, reader.words
    one = Planned(thinking.thought.player, line, 0)
    ply = min(ply, len(line.moves))
    buttons = (
        *_steps(record, one, ply),
        Button(words("think.delete"), DeleteLine(thinking.thought.id, line.number)),
        Button(words("panel.back"), ShowLines(thinking.thought.id)),
    )
    return Page((*_shown(record, reader, one, ply), *panel.packed(*buttons)))


def chosen_line(every: Sequence[Planned], press: ShowPlanned) -> Planned:
    """Return the line that a press names, or the first one."""
    named = (one for one in every if (one.player, one.line.number) == (press.player, press.line))
    return next(named, every[0])


def read_choice(every: Sequence[Planned], record: Record, values: Sequence[str]) -> ShowPlanned:
    """Return the press that shows the line chosen in the menu."""
    chosen = next((one for one in every if one.value in values), every[0])
    return _press(record, chosen, 0)


def _press(record: Record, one: Planned, ply: int) -> ShowPlanned:
    return ShowPlanned(record.id, one.player, one.line.number, ply)


def _steps(record: Record, one: Planned, ply: int) -> Iterator[Button]:
    """Yield the buttons back and on."""
    last = len(one.line.moves)
    yield Button(_BACK, _press(record, one, max(0, ply - 1)), off=not ply)
    yield Button(_ON, _press(record, one, ply + 1), Style.MAIN, off=ply == last)


def _option(record: Record, one: Planned, words: Words) -> str:
    """Return a line's label: its player's side, and its moves."""
    side = record.team(one.player)
    assert side is not None
    name = naming.side(naming.family_of(record.match.game), side, words)
    return f"{name}: {_shortened(one.line.moves, _LABEL - len(name) - 2)}"


def _shown(record: Record, reader: Reader, one: Planned, ply: int) -> Iterator[Block]:
    """Yield the picture of a line after some moves, its moves, and what came true."""
    words, line = reader.words, one.line
    match = _match_of(record, line, ply)
    yield scenes.board(replace(record, match=match), reader)
    values = {
        "player": naming.person(one.player),
        "at": naming.day(line.kept or 0),
        "number": line.start,
    }
    lines = (
        words("planned.of" if line.start else "planned.of-start", **values),
        " ".join(_marked(line, ply, words)),
        *parts.callout_line(match.callout, words),
        " ".join(_saw(record, one, words)),
    )
    yield Text("\n".join(filter(None, lines)))


def _match_of(record: Record, line: Line, ply: int) -> Match:
    """Return the match as it was when a line was kept, after so many of its moves.

    If the line can't be played, as damage could have it, the position stays as it was.
    """
    match = _kept_in(record, line)
    try:
        return model.ahead(match, line.moves[:ply])
    except GameError:
        return match


def _kept_in(record: Record, line: Line) -> Match:
    """Return the match in which a line was kept, even if a move before it was taken back since.

    If the game went on in the same second, it starts at the line's position.
    """
    number = sum(event.at <= (line.kept or 0) for event in record.match.log)
    match = record.match.as_of(number)
    same = not match.verdict and len(match.plies) == line.start
    if same and model.position_after(match, line.start) == line.position:
        return match
    return fold((Created(0, record.match.game.data, start=line.position),))


def _marked(line: Line, ply: int, words: Words) -> Iterator[str]:
    """Yield the moves of a line around the last one on the board, which is marked.

    So few of them that a phone shows them in one line, if it can.
    """
    texts = [words("think.move", number=n, move=move) for n, move in enumerate(line.moves, 1)]
    windows = [_window(len(texts), ply, count) for count in range(_SHOWN, 0, -1)]
    short = (part for part in windows if len(" ".join(texts[part])) <= _PHONE)
    shown = next(short, windows[-1])
    if shown.start:
        yield _MORE
    for number, text in enumerate(texts[shown], shown.start + 1):
        yield f"**{text}**" if number == ply else text
    if shown.stop < len(texts):
        yield _MORE


def _window(length: int, ply: int, count: int) -> slice:
    """Return so many moves of a line around the last one on the board."""
    first = max(0, min(ply - (count + 1) // 2, length - count))
    return slice(first, first + count)


def _saw(record: Record, one: Planned, words: Words) -> Iterator[str]:
    """Yield the sentence that a player saw coming what was played."""
    if not one.foreseen:
        return
    played = record.match.plies[one.line.start + one.foreseen - 1].at
    before = max(0, played - (one.line.kept or played))
    values: Mapping[str, object] = {"player": naming.person(one.player)}
    yield words("planned.came", count=one.foreseen)
    if before >= DAY:
        yield words("planned.saw-days", count=before // DAY, **values)
    elif before >= HOUR:
        yield words("planned.saw-hours", count=before // HOUR, **values)
    else:
        yield words("planned.saw", **values)


def closed(record: Record, words: Words) -> Page:
    """Say that there is no line to show."""
    game = Button(words("think.game"), ShowBoard(record.id))
    return Page((Text(words("planned.none")), Buttons((game,))), Accent.QUIET)
