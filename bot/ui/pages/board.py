"""The board of a turn: the player to move, the last move, raichi and tuichi, the players."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from bot.model.people import CHANNEL, ENGINE
from bot.ui.pages import naming, offers, parts, result, scenes
from bot.ui.pages.differences import differences, differences_in_short
from bot.ui.pages.page import NOTHING_MORE, Accent, Additions, Button, Buttons, Page, Show, Text
from bot.ui.words import languages
from games.core import Side
from games.events import Answered, Created, Moved, Resumed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.clocks import ClockState
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.events import Event
    from games.match import Match

_DASH = " \N{EN DASH} "
ALONE = "alone"  # key part for private practice
_VOTE = "vote"  # key part for a channel's turn to vote
_SOON = 5  # count down the last fifth of the quiet plies


def board(  # noqa: PLR0913  everything that a board can show
    record: Record,
    reader: Reader,
    *,
    live: bool = True,
    clock: ClockState | None = None,
    additions: Additions = NOTHING_MORE,
    controls: Sequence[Block] = (),
) -> Page:
    """Return a channel's board. Not live: an old board, without pings, buttons and clock.

    `additions`: features' lines for the small print, and their buttons; `controls`: blocks that
    replace the usual buttons if a side is played by several people.
    """
    if record.match.verdict:
        return result.result(record, reader)
    words, notes = reader.words, additions.lines(reader.words)
    drawn, shown = reader.show is not Show.TEXT, clock if live else None
    text = Text("\n".join(lines(record, words, shown, drawn=drawn, notes=notes)))
    own = parts.move_button(record, words), offers.more_button(record, words)
    offered = offers.buttons(record, words) if record.match.offer else ()
    usual = Buttons((*own, *additions.buttons(words))), *offered
    under = (*controls, *offered) if controls else usual
    blocks = text, scenes.board(record, reader), *under
    if live:
        return Page(blocks, parts.callout_accent(record.match.callout), pinged(record))
    return Page(tuple(block for block in blocks if not isinstance(block, Buttons)), Accent.QUIET)


def pinged(record: Record) -> tuple[Player, ...]:
    """Return the players that a new board pings; nobody against the engine."""
    if record.match.verdict:
        return result.pinged(record)
    if record.level and not record.of_partners:
        return ()
    return (record.player(record.match.turn),)


def without_picture(page: Page, record: Record, words: Words) -> Page:
    """Return a board or result in words, below the message that has its picture.

    The small print ends with a link to that message, which has all buttons; this page has only the
    first row.
    """
    text = "\n".join(block.text for block in page.blocks if isinstance(block, Text))
    jump = words("remind.jump", link=naming.link(record.place, record.place.channel))
    buttons = [block for block in page.blocks if isinstance(block, Buttons)]
    return replace(page, blocks=(Text(f"{text} · {jump}"), *buttons[:1]))


def ping(record: Record, reader: Reader, player: Player) -> Page:
    """Return the message that pings a player about another message: a turn, an offer, a result."""
    words, match = reader.words, record.match
    mine = record.player(match.turn) == player
    if match.verdict:
        head = result.headline(record, words)
    elif mine:
        head = _turn(record, words, "")
    elif match.offer:
        head = offers.line(match, naming.person(record.player(match.offer.by)), words)
    else:
        head = naming.person(player)
    lines = [head]
    if record.message is not None:
        lines.append(words("remind.jump", link=naming.link(record.place, record.message)))
    lines.append(f"-# {parts.footer(record, words)}")
    if player not in _named(record, head):
        lines.insert(0, naming.person(player))
    buttons = (Buttons((parts.move_button(record, words),)),) if mine and not match.verdict else ()
    blocks = (Text("\n".join(lines)), *buttons)
    return Page(blocks, parts.callout_accent(match.callout), pings=(player,))


def _named(record: Record, text: str) -> tuple[Player, ...]:
    """Return the players whom a text mentions: only a mention pings."""
    return tuple(player for player in record.everyone if naming.person(player) in text)


_IN_A_LINE = 2  # moves
_NOTES: Mapping[type[Event], str] = {Answered: "line.taken-back", Resumed: "line.taken-up"}


@dataclass(frozen=True, slots=True)
class OldBoardLine:
    """The content of the line that replaces an old board."""

    players: str
    game: str
    own: tuple[str, ...]  # the board's moves, each with raichi or tuichi
    with_last: tuple[str, ...]  # these, and the move before them
    moves: int  # number of own moves
    before: int  # number of moves before these
    closed: bool = False  # after a takeback: never merged with another line

    def has_room(self, *, longer: bool) -> bool:
        """Whether another move fits in the line; `longer`: the line has the move before it too."""
        shown = self.moves + (min(1, self.before) if longer else 0)
        return not self.closed and shown < _IN_A_LINE


def old_board_line(record: Record, words: Words) -> OldBoardLine:
    """Return the line that replaces an old board once a newer board is posted."""
    match, event = record.match, _shown(record.match)
    notes = [words(key) for kind, key in _NOTES.items() if isinstance(event, kind)]
    count, moves = len(match.plies), _brought(record, event)
    before = count - moves

    def since(first: int) -> tuple[str, ...]:
        return tuple(_moves(match, first, words)) if count else (words("line.begin"),)

    return OldBoardLine(
        players=words.named(_DASH.join(naming.players(record, side) for side in Side)),
        game=words("line.game", number=record.id),
        own=(*notes, *since(min(before, count - 1))),
        with_last=since(before - 1),
        moves=moves,
        before=before,
        closed=bool(notes),
    )


def _shown(match: Match) -> Event:
    """Return the event that a match's newest board shows."""
    shown = (Moved, Resumed, Created)
    return next(
        event
        for event in reversed(match.log)
        if isinstance(event, shown) or (isinstance(event, Answered) and event.accepted)
    )


def _brought(record: Record, event: Event) -> int:
    """Return how many moves an event's board shows: two if the first was answered at once."""
    if not isinstance(event, Moved):
        return 0
    answers = event.prepared or (record.level and record.player(event.by) == ENGINE)
    return min(len(record.match.plies), _IN_A_LINE if answers else 1)


def _moves(match: Match, first: int, words: Words) -> Iterator[str]:
    """Yield the moves from number `first` on, each with raichi or tuichi."""
    for number in range(max(0, first), len(match.plies)):
        move = naming.move_text(match.plies[number])
        yield words("line.move", ply=number + 1, move=move)
        if callout := match.callout_after(number + 1):
            yield parts.called(callout, words)


def line(told: OldBoardLine, link: str | None = None, *, longer: bool = False) -> Page:
    """Return the line that replaces an old board; `longer`: with the move before it.

    `link`: to the next board. The link's tooltip is the game's number.
    """
    first, *others = told.with_last if longer else told.own
    named = f"{first} · {told.game}" if link is None else f'[{first}]({link} "{told.game}")'
    text = f"-# {told.players} {' · '.join([named, *others])}"
    return Page((Text(text),), Accent.QUIET, framed=False)


def read_line(text: str) -> tuple[int, int | None] | None:
    """Read the game and the number of moves from such a line, or from a board's small print."""
    game = [
        number for pattern in _patterns("line.game", "number") for number in pattern.findall(text)
    ]
    plies = [
        number for pattern in _patterns("line.move", "ply") for number in pattern.findall(text)
    ]
    return (int(game[-1]), int(plies[-1]) if plies else None) if game else None


@cache
def _patterns(key: str, part: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns that find a sentence's number, one per language."""
    blanks = {"move": "[a-z][0-9]", part: r"(?<![0-9])([0-9]{1,9})(?![0-9])"}
    patterns: list[re.Pattern[str]] = []
    for words in languages().values():
        sentence = re.escape(words.raw(key))
        for name, blank in blanks.items():
            sentence = sentence.replace(re.escape(f"{{{name}}}"), blank)
        patterns.append(re.compile(sentence))
    return tuple(patterns)


def again(
    record: Record,
    reader: Reader,
    additions: Additions = NOTHING_MORE,
    *,
    clock: ClockState | None = None,
    beside: Sequence[Button] = (),
) -> Page:
    """Return the board for one person, a player or a spectator; `beside`: more of their buttons."""
    if record.match.verdict:
        return replace(result.result(record, reader, additions), pings=())
    mine = reader.player == record.player(record.match.turn)
    how, drawn = "" if mine else "waits", reader.show is not Show.TEXT
    told = lines(record, reader.words, clock, how, private=True, drawn=drawn)
    return Page(
        blocks=(
            Text("\n".join(told)),
            scenes.board(record, reader),
            Buttons(_private(record, reader, beside)),
            *offers.private_buttons(record, reader),
        ),
        accent=parts.callout_accent(record.match.callout),
    )


def _private(record: Record, reader: Reader, beside: Sequence[Button]) -> tuple[Button, ...]:
    """Return the buttons of a board in private, for a player or a spectator."""
    side = record.side(reader.player) if reader.player is not None else None
    if side is None:
        return (*beside, *offers.looking_buttons(record, reader))
    move = (parts.move_button(record, reader.words),) if side is record.match.turn else ()
    return (
        *move,
        *beside,
        offers.more_button(record, reader.words),
        offers.flip_button(record, reader),
    )


def alone(
    record: Record,
    words: Words,
    *,
    explained: bool = False,
    introduced: bool = False,
    compelled: bool = False,
) -> str:
    """Say the last events of a private game against the engine, or its rules at the start.

    The number is left out: only its player sees the game. `explained`: a tip below is about the
    position, so raichi, a compulsory capture and how rules differ aren't mentioned here;
    `introduced`: the tip names the player's side; `compelled`: the question below says that the
    player must capture.
    """
    must = words("board.must-capture")
    begins = introduced and not record.match.plies
    turn = words("board.alone-begin-introduced") if begins else _turn(record, words, ALONE)
    told = [*_own(record, words), turn]
    if not explained:
        told += parts.callout_line(record.match.callout, words)
    is_told = explained or compelled
    told += [note for note in _notes(record, words) if not (is_told and note == must)]
    if len(record.match.plies) <= 1:  # the player's first turn
        rules = naming.brief(record.match.game.name, words)
        differs = () if explained else differences_in_short(record.match.game.name, words)
        notes = (*parts.level_note(record.level, words), *parts.origin_note(record, words))
        told.append(f"({' · '.join((rules, *notes, *differs))})")
    return " ".join(told)


def _own(record: Record, words: Words) -> Iterator[str]:
    """Say what the player's last move, answered by the engine, captured and called."""
    match, newest = record.match, record.match.log[-1]
    if not isinstance(newest, Moved) or record.player(newest.by) != ENGINE or not match.plies[1:]:
        return
    own, callout = match.plies[-2], match.callout_after(len(match.plies) - 1)
    if own.step.captured:
        yield words("board.alone-took", men=words.join(sorted(own.step.captured)))
    if callout:
        yield words(f"board.alone-{callout.name}")


def lines(  # noqa: PLR0913  everything that a board can say
    record: Record,
    words: Words,
    clock: ClockState | None,
    how: str = "",
    *,
    private: bool = False,
    drawn: bool = True,
    notes: Iterable[str] = (),
) -> Iterator[str]:
    """Yield few lines, the most urgent first: a phone's notification shows only the start.

    `drawn`: a picture says whose turn it is, and counts the captures.
    """
    turn = _turn(record, words, how)
    yield " ".join([turn, *parts.callout_line(record.match.callout, words)])
    if noted := " ".join(_notes(record, words)):
        yield noted
    full = clock and (private or parts.clock_is_news(clock, record))
    if clock and full:
        yield from parts.clock_lines(clock, record, words)
        time = [naming.pace(record.pace, words)]
    else:
        time = [parts.clock_short(clock, words)] if clock else []
    if len(record.match.plies) < len(Side):  # a player's first turn; later, *More* says it
        yield from (f"-# {line}" for line in differences(record.match.game.name, words))
    footer = parts.footer(record, words, full=private)
    small = [*notes, *parts.sides(record, words, turn, drawn=drawn), footer, *time]
    yield f"-# {naming.capitalised(' · '.join(small))}"


def _turn(record: Record, words: Words, how: str) -> str:
    """Say the last move or event, and who is to move. `how`: the reader's point of view."""
    match, family = record.match, naming.family_of(record.match.game)
    how = _VOTE if not how and record.player(match.turn) == CHANNEL else how
    values = {
        "mover": naming.person(record.player(match.turn)),
        "other": naming.person(record.player(match.turn.other)),
        "side": naming.the_side(family, match.turn, words),
    }
    newest = match.log[-1]
    if isinstance(newest, Answered) and newest.accepted and how != ALONE:
        what = "taken-back"
    elif isinstance(newest, Resumed):
        what = "taken-up"
    elif match.last is None:
        what = "begin"
    else:
        values["move"] = naming.move_text(match.last)
        what = "" if how else "turn"
        if isinstance(newest, Moved) and newest.prepared:
            values["before"] = naming.move_text(match.plies[-2])
            what = "answered"
        elif record.level and len(match.plies) > 1 and how in ("", ALONE, _VOTE):
            values["own"] = naming.move_text(match.plies[-2])
            by = record.on_turn(match.turn, match.turn, len(match.plies) - len(Side))
            values["partner"] = naming.person(by)
            what = "replied" if by == record.player(match.turn) else "replied-to-partner"
    key = "-".join(filter(None, (how, what)))
    return words(f"board.{key}", **values)


def _notes(record: Record, words: Words) -> Iterator[str]:
    """Yield easily overlooked facts: new king, forced capture, repetition, limit, offer."""
    match = record.match
    endings = match.game.endings
    dark = naming.the_side(naming.family_of(match.game), Side.DARK, words)
    if match.last and match.last.step.promoted:
        yield words("board.promoted", point=match.last.move[-1])
    if match.game.must_capture(match.position):
        yield words("board.must-capture")
    if match.repetitions > 1:
        stood, nth = (naming.nth(count, words) for count in (match.repetitions, endings.times))
        yield words(f"board.repeated.{endings.repetition}", stood=stood, nth=nth, dark=dark)
    if endings.quiet_limit is not None:
        left = endings.quiet_limit - match.position.quiet
        if left * _SOON <= endings.quiet_limit:
            yield words(f"board.quiet.{endings.quiet}", count=left, dark=dark)
    if match.offer:
        yield offers.line(match, naming.person(record.player(match.offer.by)), words)
