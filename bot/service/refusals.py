"""Why a request is refused, beyond the rules of play: limits, blocked or barred people, and so on.

The sentences live in bot/ui/words, each as `no.NAME`: so a name stands once, here or in a feature.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import partial


class AnyNo(Enum):
    """A reason to refuse: of the core, below, or of a feature, in its own `refusals.py`.

    The values that its sentence needs are given to the Refusal; beside the reason stands which.
    """


class No(AnyNo):
    """The core's reasons, with those that several features share."""

    YOURSELF = auto()
    A_BOT = auto()
    # minutes: how long to wait after challenges that came to nothing; standing: the newest one's
    TOO_SOON = auto()
    MANY_WITHDRAWN = auto()  # minutes; challenges that were open to all
    TOO_MANY_TO_THEM = auto()  # limit: open challenges to the same person
    TOO_MANY_CHALLENGES = auto()  # limit
    TOO_MANY_GAMES = auto()  # limit
    OPPONENT_BUSY = auto()
    NO_SUCH_CHALLENGE = auto()
    CHALLENGE_OVER = auto()  # its standing
    CHANGED = auto()  # the challenge, since it was read
    SAME_TERMS = auto()  # as those that are offered already
    NOT_FOR_YOU = auto()  # it is for another person
    OWN_CHALLENGE = auto()
    CHALLENGER_ONLY = auto()
    NO_SUCH_GAME = auto()
    MOVES_FORGOTTEN = auto()
    NOT_YOUR_GAME = auto()
    CLOCK_REMINDS = auto()  # of a nudge
    NUDGE_LATER = auto()  # player, at: from when on they may be nudged
    NUDGE_AWAY = auto()  # player, last: of their vacation
    NO_GAMES = auto()
    WHICH_GAME = auto()
    VOTE_IS_OVER = auto()
    CHANNEL_CANNOT_ANSWER = auto()  # what the opponent of a channel offers or gives
    CHANNEL_HAS_NO_REMATCH = auto()
    CHANNEL_TAKES_NO_TERMS = auto()  # other than those that it has proposed
    MOVED_ON = auto()
    TOO_LONG = auto()  # the game: its moves and takebacks are too many
    YOUR_TURN = auto()
    PARTNER_ACTS = auto()  # player: who acts for their side now
    PARTNER_MOVES_NEXT = auto()
    PARTNERS_BEGIN_ANEW = auto()  # who plays two against two asks for no rematch of two
    TOO_MANY_PREPARED = auto()  # limit
    NOT_OVER = auto()
    NO_SUCH_MOVES = auto()  # limit: how many there are
    FILM_UNDER_WAY = auto()
    BUSY = auto()
    BARRED = auto()
    OTHER_BARRED = auto()
    BARS_THEMSELVES = auto()
    NOT_WELCOME = auto()  # as the other has said in their settings, or by a block
    YOU_BLOCKED = auto()
    TOO_MANY_BLOCKS = auto()  # limit
    BARS_ME = auto()
    BARS_A_BOT = auto()  # player
    NOT_BARRED = auto()  # player
    NOT_IN_THIS_CHANNEL = auto()  # channels: where it may be
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
    VACATIONS_TODAY = auto()  # limit: how many may begin on one day
    VACATION_USED_UP = auto()  # limit
    VACATION_TOO_LONG = auto()  # limit; last: the end of the last day that may be
    GAME_OR_FILE = auto()  # a game to save, or a file or a position to read
    NO_TEXT = auto()
    FILE_GONE = auto()
    TAKES_TOO_LONG = auto()  # reading the file
    OTHER_RULES = auto()  # than those of that name
    FROM_A_POSITION = auto()  # so its rules are fixed
    NO_PRACTICE = auto()  # the host wants no engine
    ENGINE_DOWN = auto()
    NO_SUCH_LEVEL = auto()  # limit: the highest
    THINKING = auto()  # the engine, about what they asked before
    TOO_MANY_ENGINE_GAMES = auto()  # limit
    TOO_MANY_LATELY = auto()  # games against the engine in channels
    PRACTICE_LATELY = auto()  # the same in private
    NOT_FOR_ALL = auto()  # not everybody in the channel may see it
    NO_SUCH_CHANNEL = auto()
    MISSING_PERMISSIONS = auto()  # missing: their names in Discord's API
    MISSING_IN_CHANNEL = auto()  # the same; channel: in which
    MAY_NOT_WRITE_THERE = auto()  # channel: in which the user may not


class Refusal(Exception):
    """A request that is refused: the player is told why in private, and nothing is logged."""

    def __init__(self, no: AnyNo, **values: object) -> None:
        self.no = no
        self.values = values
        super().__init__(no.name, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Sent from one process to another, it is the same."""
        return partial(Refusal, self.no, **self.values), ()
