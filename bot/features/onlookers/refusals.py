"""Refusals to follow a game."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class OnlookerNo(AnyNo):
    """Reasons of this feature only."""

    PLAYS_IT = auto()  # players of the game are no onlookers
    NO_ONLOOKERS = auto()  # only for games of two people in a server
    MAY_NOT_LOOK_ON = auto()  # suspended
    NOT_WITH_THEM = auto()  # blocked by a player
    TOO_MANY_FOLLOWED = auto()  # limit: games per person
    TOO_MANY_FOLLOWERS = auto()  # limit: people per game
