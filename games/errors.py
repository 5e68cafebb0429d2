"""Errors of the rules: unreadable, illegal or contradictory. Reasons are enums.

Their texts are for developers; the sentences that players read are in bot/ui/words.
"""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


class GameError(ValueError):
    """Anything the rules of play refuse. Can be pickled and sent to another process."""

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild the error as it is, since each class takes other arguments."""
        return type(self).__new__, (type(self), *self.args), vars(self)


class Fault(Enum):
    """Why a text cannot be read. `{0}` is the part concerned, cut short."""

    MOVE = "a move names two or more points, such as e4-e7, not {0!r}"
    POSITION = "a position is its ranks, a side (d or l) and a number of plies, not {0!r}"
    RANKS = "this board has {1} ranks, joined by /, not {0}"
    RANK = "rank {0} does not have the points of this board"
    LETTER = "no man of this game is written {0!r}"
    TURN = "the side to move is d or l, not {0!r}"
    QUIET = "plies since a capture are a number from 0 to 9999, not {0!r}"
    KINGS = "there is one king on the board, not {0}"
    MISPLACED = "no such man can stand on {0}"
    CROWD = "a side has at most {1} such men, not {0}"
    TANGLE = "this position has more than {0} moves; no match can start here"
    DIAGRAM = "this is no diagram of the board: {0!r}"
    RULES = "no rule set is called {0!r}"
    RECORD_OPTION = "the record's rules match no rule set of that board: {0}"
    OPTION = "{1} has no option called {0!r}"
    TWICE = "{0} is named twice"
    RECORD = "this is no record of a rule set or a match: {0}"
    # game files
    FILE_SIZE = "a game file has at most {0} characters"
    FILE_MOVES = "a game file has at most {0} moves"
    FILE_EMPTY = "this has no rules, no position and no move"
    FILE_RULES = "the rules are missing"
    FILE_START = "either side can go first in {0}; a position or a first move must say which"
    FILE_NAMES = "the rules are called {0!r}, and in full {1!r}"
    MOMENT = "a moment is written like 2026-11-21 07:05:09, not {0!r}"
    WINNER = "the winner is dark, light, nobody or not yet, not {0!r}"
    REASON = "no game ends for this reason: {0!r}"
    RESULT = "the result is given as {0!r}, but the game as written makes it {1!r}"


class Unreadable(GameError):
    """A text that isn't a move, position or rule set."""

    def __init__(self, fault: Fault, *parts: object) -> None:
        self.fault = fault
        self.parts = tuple(str(part)[:40] for part in parts)
        super().__init__(fault.value.format(*self.parts))


class Spoilt(GameError):
    """A file's line that is refused: its number, counted from 1, and the error."""

    def __init__(self, line: int, cause: GameError) -> None:
        self.line = line
        self.cause = cause
        super().__init__(f"line {line}: {cause}")


@contextmanager
def at_line(line: int) -> Generator[None]:
    """Turn errors raised within the block into Spoilt, with this line's number."""
    try:
        yield
    except GameError as error:
        raise Spoilt(line, error) from error


class Clash(Enum):
    """Why options don't go together. `{0}` and `{1}` are their names."""

    EXCLUDES = "{0} and {1} contradict each other"
    NEEDS = "{0} means nothing without {1}"
    NOTHING_TO_SOFTEN = "{0} softens a camp module of the king, and none is here"
    NOT_FOR = "{0} is a module of larochelle, not of {1}"
    LOT = "either side can go first in {0}: say which"
    NO_LOT = "in {0} the {1} side goes first"
    VALUE = "{0} cannot be {1}"


class Contradiction(GameError):
    """A rule set that contradicts itself."""

    def __init__(self, clash: Clash, *parts: object) -> None:
        self.clash = clash
        self.parts = tuple(str(part)[:80] for part in parts)
        super().__init__(clash.value.format(*self.parts))


class Why(Enum):
    """Why an action is not allowed. The error carries the points concerned."""

    # moves, in both games
    OVER = "the match is over"
    NOT_YOUR_TURN = "it is your opponent's turn"
    OFF_BOARD = "there is no such point on this board"
    NOTHING_THERE = "nothing stands there"
    NOT_YOUR_MAN = "that man is not yours"
    NOT_TWO_POINTS = "a move here has two points"
    STAYS = "a move must end on another point"
    NOT_IN_LINE = "men move along a row or column"
    IN_THE_WAY = "something stands in the way"
    TOO_FAR = "that is too far for this man"
    NO_SUCH_CAPTURE = "this move captures no such man"
    # tafl
    THRONE_STOP = "this man can't stop on the throne"
    THRONE_PASS = "this man can't pass over the throne"  # noqa: S105  no password
    CAMP = "this camp is closed to this man"
    CORNER = "only the king can stop on a corner"
    NO_SHIELDWALL = "this move closes no shieldwall"
    LEAVES_WAY = "this move would leave the king a way out"
    # Tabal
    NO_LINE = "no line joins these points"
    ENDS_THERE = "that step captures nothing, so the move ends there"
    CHAIN_ENDS = "nothing more can be captured from there"
    BACKWARD = "a man can't step backward"
    MUST_CAPTURE = "a capture is compulsory"
    CHAIN_GOES_ON = "the chain must go on"
    # offers and the rest of a match
    NO_AGREEMENT = "this rule set has no ending by agreement"
    NO_OFFER = "nothing is offered"
    NOT_YOUR_OFFER = "only the player who made an offer can withdraw it"
    OWN_OFFER = "only the opponent can answer an offer"
    OFFER_STANDS = "another offer is waiting for an answer"
    REFUSED_ALREADY = "the offer was refused; play a move before asking again"
    NOTHING_TO_TAKE_BACK = "the asker has made no move yet"
    BEGUN = "the match has already started"
    NO_CLOCK = "no clock runs in this match"
    SHELVED = "the match is already paused"
    NOT_SHELVED = "the match isn't paused"


class Illegal(GameError):
    """An action that the rules forbid: the reason and the points concerned."""

    def __init__(self, why: Why, *points: str) -> None:
        self.why = why
        self.points = points
        super().__init__(": ".join(filter(None, (why.value, ", ".join(points)))))
