"""Refusals about tournaments."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class TournamentNo(AnyNo):
    """Reasons of this feature only."""

    NO_SUCH_TOURNAMENT = auto()
    NO_LEAGUE = auto()
    NO_SUCH_NAME = auto()  # limit: characters
    NO_CHANNEL_FOR_IT = auto()
    MAY_NOT_START_TOURNAMENTS = auto()
    NOT_YOUR_TOURNAMENT = auto()
    SIGN_UP_IS_OVER = auto()
    STARTS_WITH_SEASON = auto()  # at: when the next one starts
    TOURNAMENT_IS_OVER = auto()
    TOURNAMENT_IS_FULL = auto()  # limit
    JOINED_ALREADY = auto()
    NOT_IN_TOURNAMENT = auto()
    NOTHING_TO_LEAVE = auto()
    NOT_RESTING = auto()
    NOBODY_IS_LATE = auto()
    NOT_LEVEL = auto()
    SAME_TEAM_NAMES = auto()
    IN_THIS_TEAM = auto()  # team
    IN_THE_OTHER_TEAM = auto()  # team: which they want to join; other: which they are in
    TEAM_IS_FULL = auto()  # team; other
    TEAM_IS_AHEAD = auto()  # team; other
    TEAMS_TOO_SMALL = auto()  # limit: players that a team needs
    TOO_FEW_JOINED = auto()  # limit: players needed
    TOO_MANY_JOINED = auto()  # limit: tournaments
    TOO_MANY_TOURNAMENTS = auto()  # limit: of a server
    TOO_MANY_BEGUN = auto()  # limit: of one person
    TOO_MANY_TODAY = auto()  # limit: opened by one person in a day
