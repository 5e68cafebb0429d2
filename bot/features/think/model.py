"""A thinking board: the moves that a player tries on it, and the lines that they keep.

Every line starts at a position of the game. It is *current* while the game stands in it, so that
it says what could come next; otherwise it was missed, and stays as a thought. Moves are kept as
they are written, with their captures, so a list of lines needs no board.

Invariant: pure values. A board never has more lines than `MOST`, nor longer ones than `DEEPEST`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games.events import Moved
from games.notation import read_move, write_move, write_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.model.people import Player
    from bot.model.times import Instant
    from games.core import Move, Side
    from games.match import Match

MOST = 12  # kept lines in a match; and tried ones: a new one replaces the oldest
DEEPEST = 24  # moves of a line

Moves = tuple[str, ...]  # as they are written


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves from a position of the game."""

    number: int  # among the lines of its board, never given twice
    start: int  # the moves of the game before it
    position: str  # before its first move
    moves: Moves
    kept: Instant | None = None  # when; None: only tried
    end: str = ""  # what it ends in: raichi, tuichi, the winner's side, or drawn
    replies: bool = False  # whether the player's next move in it is played by itself

    def rest(self, match: Match) -> Moves | None:
        """Return the moves that could come next; None if the game doesn't stand in this line."""
        return next((rest for _, rest in current((self,), match)), None)


@dataclass(frozen=True, slots=True)
class Thought:
    """A person's thinking board in a match."""

    id: int  # 0 until it is stored
    match: int
    player: Player
    step: int = 0  # how often it has changed
    start: int = 0  # the moves of the game, when the board was last used
    position: str = ""  # there
    moves: Moves = ()  # from there to the position on the board
    lines: tuple[Line, ...] = field(default=())  # the newest first
    numbers: int = 0  # given to lines so far

    @property
    def kept(self) -> tuple[Line, ...]:
        """The lines that the player kept, the oldest first."""
        return tuple(sorted((line for line in self.lines if line.kept), key=lambda one: one.number))

    def line(self, number: int) -> Line | None:
        """Return the line with this number."""
        return next((line for line in self.lines if line.number == number), None)

    def branches(self, match: Match) -> tuple[Line, ...]:
        """Return a line for each move that follows the position on the board, the newest first."""
        branches: dict[str, Line] = {}
        depth = len(self.moves)
        for line, rest in current(self.lines, match):
            if rest[:depth] == self.moves and len(rest) > depth:
                branches.setdefault(rest[depth], line)
        return tuple(branches.values())

    def kept_through(self, match: Match) -> Line | None:
        """Return the kept line that goes through the position on the board; the shortest one."""
        depth = len(self.moves)
        through = [
            (len(rest), line)
            for line, rest in current(self.lines, match)
            if line.kept and rest[:depth] == self.moves
        ]
        return min(through, key=lambda one: one[0])[1] if through and depth else None


def current(lines: Iterable[Line], match: Match) -> Iterator[tuple[Line, Moves]]:
    """Yield the lines in which the game stands, each with the moves that could come next."""
    positions: dict[int, str] = {}  # by the moves before them: writing one takes a while
    for line in lines:
        count = len(match.plies) - line.start
        if not 0 <= count <= len(line.moves):
            continue
        if line.start not in positions:
            positions[line.start] = position_after(match, line.start)
        same = positions[line.start] == line.position
        if same and written(match, line.start) == line.moves[:count]:
            yield line, line.moves[count:]


def written(match: Match, start: int) -> Moves:
    """Return the moves of a match from one on, as they are written."""
    return tuple(write_move(ply.move, ply.step.captured) for ply in match.plies[start:])


def position_after(match: Match, count: int) -> str:
    """Return the position after so many moves of a match."""
    return write_position(match.game, match.positions[count])


def ahead(match: Match, moves: Iterable[str]) -> Match:
    """Return the match after these moves; Illegal if the rules don't allow one of them."""
    for text in moves:
        match = _after(match, read_move(text))
    return match


def _after(match: Match, move: Move) -> Match:
    return match.after(Moved(by=match.turn, at=match.log[-1].at, path=move))


def at_game(thought: Thought, match: Match) -> Thought:
    """Return the board where the game stands now. Tried lines that the game has left are dropped.

    If the game still stands where it did, the board stays as it was left.
    """
    start, position = len(match.plies), position_after(match, len(match.plies))
    if (thought.start, thought.position) == (start, position):
        return thought
    going_on = {line.number for line, rest in current(thought.lines, match) if rest}
    lines = tuple(line for line in thought.lines if line.kept or line.number in going_on)
    return replace(thought, start=start, position=position, moves=(), lines=lines)


def followed(thought: Thought, match: Match) -> bool:
    """Whether the game stands in a line that was thought of before its last move."""
    return any(line.start < thought.start for line, _ in current(thought.lines, match))


def with_move(thought: Thought, match: Match, move: Move) -> Thought:
    """Return the board after a move on it; Illegal if the rules don't allow it there.

    A move that was tried before leads into its line again; any other makes a branch.
    """
    last = _after(ahead(match, thought.moves), move).plies[-1]
    moves = (*thought.moves, write_move(last.move, last.step.captured))
    lines = [*current(thought.lines, match)]
    for line, rest in lines:
        if rest[: len(moves)] == moves:
            return _first(thought, line, moves)
    for line, rest in lines:
        if rest == thought.moves and rest and not line.kept and len(line.moves) < DEEPEST:
            return _first(thought, replace(line, moves=(*line.moves, moves[-1])), moves)
    new = Line(thought.numbers + 1, thought.start, thought.position, moves)
    return _first(replace(thought, numbers=new.number), new, moves)


def _first(thought: Thought, line: Line, moves: Moves) -> Thought:
    """Return the board at these moves, with this line as the newest; the oldest tried one goes."""
    lines = [line, *(other for other in thought.lines if other.number != line.number)]
    tried = [other.number for other in lines if not other.kept]
    gone = tried[MOST:]
    return replace(
        thought, moves=moves, lines=tuple(line for line in lines if line.number not in gone)
    )


def with_kept(thought: Thought, match: Match, now: Instant) -> Thought:
    """Return the board with the moves on it kept; kept lines that these continue become this."""
    moves = thought.moves
    if not moves or thought.kept_through(match):
        return thought
    parts = [line for line, rest in current(thought.lines, match) if moves[: len(rest)] == rest]
    replies = any(line.replies for line in parts)
    number = thought.numbers + 1
    new = Line(
        number, thought.start, thought.position, moves, now, end_of(ahead(match, moves)), replies
    )
    gone = {line.number for line, rest in current(parts, match) if rest}
    left = (line for line in thought.lines if line.number not in gone)
    return replace(thought, lines=(new, *left), numbers=number)


def end_of(match: Match) -> str:
    """Return what a line ends in: raichi, tuichi, the winner's side, drawn, or nothing special."""
    if match.verdict:
        return str(match.verdict.winner) if match.verdict.winner else "drawn"
    return match.callout.name if match.callout else ""


def without(thought: Thought, number: int) -> Thought:
    """Return the board without a line."""
    return replace(thought, lines=tuple(line for line in thought.lines if line.number != number))


def with_replies(thought: Thought, match: Match, number: int, *, on: bool) -> Thought:
    """Return the board with a line's replies on or off.

    Lines that reply differently to the same moves can't both be on: the others go off.
    """
    chosen = thought.line(number)
    rest = chosen.rest(match) if chosen else None
    if chosen is None or rest is None:
        return thought

    def changed(line: Line) -> Line:
        if line.number == number:
            return replace(line, replies=on)
        other = line.rest(match) if line.replies and on else None
        return replace(line, replies=False) if other and _contradicts(rest, other) else line

    return replace(thought, lines=tuple(map(changed, thought.lines)))


def _contradicts(one: Moves, other: Moves) -> bool:
    """Whether two lines that start with the opponent's move first differ in a reply."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i % 2 == 1 for i, (a, b) in pairs if a != b), False)


def can_reply(line: Line, match: Match) -> bool:
    """Whether a line has a reply to the move that comes next."""
    rest = line.rest(match)
    return line.kept is not None and rest is not None and len(rest) > 1


def reply_of(thought: Thought, match: Match) -> Move | None:
    """Return the player's move that a line plays by itself now."""
    replying = (line for line in thought.lines if line.replies)
    return next((read_move(rest[0]) for _, rest in current(replying, match) if rest), None)


def after_events(thought: Thought, match: Match, *, cancelled: bool) -> Thought:
    """Return the board after the game went on: lines that it has left no longer reply.

    `cancelled`: no line replies any more. After the end, only kept lines are left.
    """
    over = match.verdict is not None
    lines = tuple(
        replace(line, replies=False)
        if line.replies and (cancelled or over or not can_reply(line, match))
        else line
        for line in thought.lines
        if line.kept or not over
    )
    return thought if lines == thought.lines else replace(thought, lines=lines)


def foreseen(line: Line, match: Match, side: Side) -> int:
    """Return how many moves of a game went as a line of this side says; 0 if none was foreseen.

    A move of the player's own says nothing, unless the opponent's answer to it came as well.
    """
    if line.start > len(match.plies) or position_after(match, line.start) != line.position:
        return 0
    count = 0
    for text, played in zip(line.moves, written(match, line.start), strict=False):
        if text != played:
            break
        count += 1
    is_own = match.positions[line.start].turn is side
    return count if count > is_own else 0
