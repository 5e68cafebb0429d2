"""Why following a game, or guessing who wins it, is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class OnlookerNo(AnyNo):
    """The reasons that this feature alone has."""

    PLAYS_IT = auto()  # they play the game, and are no onlooker
    WINS_THEMSELVES = auto()  # they play it, and guess nothing
    GUESSED_ALREADY = auto()  # limit: the moves until which it may be guessed who wins
    NO_ONLOOKERS = auto()  # of a game that is not played by two people in a server
    MAY_NOT_LOOK_ON = auto()  # they are barred
    NOT_WITH_THEM = auto()  # one of the players has blocked them
    TOO_MANY_FOLLOWED = auto()  # limit: games of a person
    TOO_MANY_FOLLOWERS = auto()  # limit: people of a game
