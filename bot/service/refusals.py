"""Why a request is refused, beyond the rules of play: limits, blocked or barred people, and so on.

The sentences for it live in bot/ui/words.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import partial


class No(Enum):
    """The reasons. The values that a sentence needs are given to the Refusal."""

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
    PICK_A_SIDE = auto()  # who accepts has to
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
    CHANNEL_PLAYS_ALREADY = auto()
    CHANNEL_ASKS_ALREADY = auto()
    NO_VOTES_HERE = auto()  # where no thread can be opened
    VOTE_IS_OVER = auto()
    MAY_NOT_VOTE = auto()
    OPPONENT_HAS_NO_VOTE = auto()
    CHANNEL_CANNOT_ANSWER = auto()  # what the opponent of a channel offers or gives
    CHANNEL_HAS_NO_REMATCH = auto()
    CHANNEL_TAKES_NO_TERMS = auto()  # other than those that it has proposed
    MOVED_ON = auto()
    TOO_LONG = auto()  # the game: its moves and takebacks are too many
    YOUR_TURN = auto()
    PARTNER_ACTS = auto()  # player: who acts for their side now
    PARTNER_MOVES_NEXT = auto()
    NO_FOURSOME_HERE = auto()
    NO_SUCH_FOURSOME = auto()
    FOURSOME_ASKED_ALREADY = auto()
    FOURSOME_IS_CLOSED = auto()
    HAS_OTHER_SEAT = auto()
    NO_FREE_SEAT = auto()
    SEATS_ARE_KEPT = auto()
    HAS_NO_SEAT = auto()
    MAY_NOT_JOIN_THEM = auto()  # one of the four has blocked the other
    NOT_YOUR_FOURSOME = auto()
    TOO_MANY_FOURSOMES = auto()  # limit
    TOO_MANY_FOURSOMES_JOINED = auto()  # limit
    PARTNERS_BEGIN_ANEW = auto()  # who plays two against two asks for no rematch of two
    TOO_MANY_PREPARED = auto()  # limit
    NOT_OVER = auto()
    NO_SUCH_MOVES = auto()  # limit: how many there are
    FILM_UNDER_WAY = auto()
    NO_REVIEW = auto()  # limit: of how many moves at least a game can be reviewed
    NO_REVIEWS_HERE = auto()  # the host wants no engine
    REVIEW_UNDER_WAY = auto()
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
    TOO_MANY_CHALLENGES_HERE = auto()  # limit
    TOO_MANY_GAMES_HERE = auto()  # limit
    TOO_MANY_TURN_LISTS = auto()  # limit
    NO_SUCH_CUP = auto()
    NO_LEAGUE = auto()
    CUP_IS_CLOSED = auto()  # its sign-up
    CUP_IS_OVER = auto()
    CUP_IS_FULL = auto()  # limit
    JOINED_ALREADY = auto()
    NOT_IN_CUP = auto()
    NOT_RESTING = auto()
    TOO_FEW_JOINED = auto()  # limit: how many it takes
    TOO_MANY_JOINED = auto()  # limit: of cups
    TOO_MANY_CUPS = auto()  # limit: of a server
    MAY_NOT_BEGIN_CUPS = auto()
    TOO_MANY_BEGUN = auto()  # limit: of one person
    NOT_YOUR_CUP = auto()
    NO_CUP_NAME = auto()  # limit: of characters
    TOO_MANY_RULES = auto()  # limit
    NO_CHANNEL_FOR_CUP = auto()
    NO_SUCH_TEAM_MATCH = auto()
    SAME_TEAM_NAMES = auto()
    IN_THIS_TEAM = auto()  # team
    IN_THE_OTHER_TEAM = auto()  # team: which they want to join; other: in which they are
    TEAM_IS_FULL = auto()  # team; other
    TEAM_IS_AHEAD = auto()  # team; other
    TEAMS_TOO_SMALL = auto()  # limit: how many a team takes
    TOO_MANY_TEAMS_JOINED = auto()  # limit
    TOO_MANY_TEAM_MATCHES = auto()  # limit: of a server
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
    THINKING = auto()  # about what they asked before
    NO_SUCH_LEVEL = auto()  # limit: the highest
    TOO_MANY_ENGINE_GAMES = auto()  # limit
    TOO_MANY_LATELY = auto()  # games against the engine in channels
    PRACTICE_LATELY = auto()  # the same in private
    NO_SUCH_LESSON = auto()
    NO_PUZZLES = auto()  # the host wants no engine
    NO_SUCH_PUZZLE = auto()  # limit: how many of the stock; number: the first of those from games
    NO_MORE_PUZZLES = auto()
    NO_EASIER_PUZZLES = auto()
    PUZZLE_TO_COME = auto()  # last: the end of its day
    DAY_TO_COME = auto()
    NO_PUZZLE_THEN = auto()  # day: the first one's
    WHICH_PUZZLE_DAY = auto()  # text; today
    TRY_FIRST = auto()
    NOT_SOLVED = auto()
    NOT_FOR_ALL = auto()  # not everybody in the channel may see it
    NOT_SHOWN_HERE = auto()  # the server has switched it off
    SHOWN_LATELY = auto()  # at: when something else may be shown
    MAY_NOT_SHOW = auto()  # they are barred
    SHOWN_LONG_AGO = auto()
    NOT_YOURS_TO_REMOVE = auto()
    PLAYS_IT = auto()  # they play the game, and are no onlooker
    WINS_THEMSELVES = auto()  # they play it, and guess nothing
    GUESSED_ALREADY = auto()  # limit: the moves until which it may be guessed who wins
    NO_ONLOOKERS = auto()  # of a game that is not played by two people in a server
    MAY_NOT_LOOK_ON = auto()  # they are barred
    NOT_WITH_THEM = auto()  # one of the players has blocked them
    TOO_MANY_FOLLOWED = auto()  # limit: games of a person
    TOO_MANY_FOLLOWERS = auto()  # limit: people of a game
    NO_SUCH_CHANNEL = auto()
    MISSING_PERMISSIONS = auto()  # missing: their names in Discord's API
    MISSING_IN_CHANNEL = auto()  # the same; channel: in which
    MAY_NOT_WRITE_THERE = auto()  # channel: in which the user may not


class Refusal(Exception):
    """A request that is refused: the player is told why in private, and nothing is logged."""

    def __init__(self, no: No, **values: object) -> None:
        self.no = no
        self.values = values
        super().__init__(no.name, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Sent from one process to another, it is the same."""
        return partial(Refusal, self.no, **self.values), ()
