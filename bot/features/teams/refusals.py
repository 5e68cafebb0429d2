"""Why a request about a team match is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class TeamNo(AnyNo):
    """The reasons that this feature alone has."""

    NO_SUCH_TEAM_MATCH = auto()
    SAME_TEAM_NAMES = auto()
    IN_THIS_TEAM = auto()  # team
    IN_THE_OTHER_TEAM = auto()  # team: which they want to join; other: in which they are
    TEAM_IS_FULL = auto()  # team; other
    TEAM_IS_AHEAD = auto()  # team; other
    TEAMS_TOO_SMALL = auto()  # limit: how many a team takes
    TOO_MANY_TEAMS_JOINED = auto()  # limit
    TOO_MANY_TEAM_MATCHES = auto()  # limit: of a server
