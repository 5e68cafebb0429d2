"""Why following a game is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class OnlookerNo(AnyNo):
    """The reasons that this feature alone has."""

    PLAYS_IT = auto()  # they play the game, and are no onlooker
    NO_ONLOOKERS = auto()  # of a game that is not played by two people in a server
    MAY_NOT_LOOK_ON = auto()  # they are barred
    NOT_WITH_THEM = auto()  # one of the players has blocked them
    TOO_MANY_FOLLOWED = auto()  # limit: games of a person
    TOO_MANY_FOLLOWERS = auto()  # limit: people of a game
