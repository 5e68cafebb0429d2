"""The reasons to refuse a request, besides the rules of play: limits, blocks, bars and so on.

The sentences are in bot/ui/words, each as `no.NAME`: so a name is used once, here or in a feature.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import partial


class AnyNo(Enum):
    """A reason to refuse: one of the core's below, or of a feature, in its own `refusals.py`.

    The Refusal gets the values for its sentence; a comment beside the reason lists them.
    """


class No(AnyNo):
    """The core's reasons, including those that several features share."""

    YOURSELF = auto()
    A_BOT = auto()
    # minutes: how long to wait after failed challenges; standing: the newest one's
    TOO_SOON = auto()
    MANY_WITHDRAWN = auto()  # minutes; challenges that were open to all
    TOO_MANY_TO_THEM = auto()  # limit: open challenges to the same person
    TOO_MANY_CHALLENGES = auto()  # limit
    TOO_MANY_GAMES = auto()  # limit
    OPPONENT_BUSY = auto()
    NO_SUCH_CHALLENGE = auto()
    CHALLENGE_OVER = auto()  # its standing
    CHANGED = auto()  # the challenge, since it was read
    SAME_TERMS = auto()  # the same as those offered already
    NOT_FOR_YOU = auto()  # the challenge is for another person
    OWN_CHALLENGE = auto()
    CHALLENGER_ONLY = auto()
    NO_SUCH_GAME = auto()
    MOVES_FORGOTTEN = auto()
    NOT_YOUR_GAME = auto()
    CLOCK_REMINDS = auto()  # so no nudge is needed
    NUDGE_LATER = auto()  # player, at: the time from which they can be nudged
    NUDGE_AWAY = auto()  # player, last: of their vacation
    NO_GAMES = auto()
    WHICH_GAME = auto()
    VOTE_IS_OVER = auto()
    CHANNEL_CANNOT_ANSWER = auto()  # anything that the opponent of a channel offers or gives
    CHANNEL_HAS_NO_REMATCH = auto()
    CHANNEL_TAKES_NO_TERMS = auto()  # except those that it proposed
    MOVED_ON = auto()
    TOO_LONG = auto()  # the game: its moves and takebacks are too many
    PARTNER_ACTS = auto()  # player: the partner who acts for their side now
    ENGINE_MOVES = auto()  # then the partner who asks
    ENGINE_HAS_NO_CLOCK = auto()  # so it can be given no day
    PARTNERS_BEGIN_ANEW = auto()  # a game of four has no rematch of two
    NOT_OVER = auto()
    NO_SUCH_MOVES = auto()  # limit: how many there are
    FILM_UNDER_WAY = auto()
    BUSY = auto()
    BARRED = auto()
    OTHER_BARRED = auto()
    BARS_THEMSELVES = auto()
    NOT_WELCOME = auto()  # by the other's settings, or by a block
    YOU_BLOCKED = auto()
    TOO_MANY_BLOCKS = auto()  # limit
    BARS_ME = auto()
    BARS_A_BOT = auto()  # player
    NOT_BARRED = auto()  # player
    NOT_IN_THIS_CHANNEL = auto()  # channels: where it is allowed
    NO_GAME_HERE = auto()
    NO_GAME_THERE = auto()
    FORMER_PLAYER = auto()
    NOT_A_MANAGER = auto()
    NOT_A_MODERATOR = auto()
    NOT_IN_A_SERVER = auto()
    NO_THREADS_HERE = auto()
    OFFERED_ALREADY = auto()  # since their last move
    TOO_MANY_GIFTS = auto()  # limit
    NO_VACATIONS = auto()
    WHICH_DAY = auto()  # text
    DAY_OVER = auto()
    VACATIONS_TODAY = auto()  # limit: vacations that can start on one day
    VACATION_USED_UP = auto()  # limit
    VACATION_TOO_LONG = auto()  # limit; last: the end of the last possible day
    FILE_OR_POSITION = auto()  # both or neither given
    NO_TEXT = auto()
    FILE_GONE = auto()
    TAKES_TOO_LONG = auto()  # reading the file
    OTHER_RULES = auto()  # than the present rules of that name
    FROM_A_POSITION = auto()  # so its rules are fixed
    NO_PRACTICE = auto()  # the host has turned the engine off
    ENGINE_DOWN = auto()
    NO_SUCH_LEVEL = auto()  # limit: the highest
    THINKING = auto()  # about their previous question
    TOO_MANY_ENGINE_GAMES = auto()  # limit
    TOO_MANY_PRACTICE_GAMES = auto()  # limit
    TOO_MANY_LATELY = auto()  # games against the engine in channels
    PRACTICE_LATELY = auto()  # private games against the engine
    NOT_FOR_ALL = auto()  # not everybody in the channel can see it
    NO_SUCH_CHANNEL = auto()
    MISSING_PERMISSIONS = auto()  # missing: their names in Discord's API
    MISSING_IN_CHANNEL = auto()  # the same; channel: where they are missing
    MAY_NOT_WRITE_THERE = auto()  # channel: where the user can't write


class Refusal(Exception):
    """A refused request: the player gets the reason in private, and nothing is logged."""

    def __init__(self, no: AnyNo, **values: object) -> None:
        self.no = no
        self.values = values
        super().__init__(no.name, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Have a copy in another process keep its values."""
        return partial(Refusal, self.no, **self.values), ()
