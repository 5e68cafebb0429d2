"""Refusals about games with partners."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class TogetherNo(AnyNo):
    """Reasons of this feature only."""

    NO_FOURSOME_HERE = auto()
    NO_SUCH_FOURSOME = auto()
    FOURSOME_ASKED_ALREADY = auto()
    FOURSOME_IS_CLOSED = auto()
    HAS_OTHER_SEAT = auto()
    NO_FREE_SEAT = auto()
    SEATS_ARE_KEPT = auto()
    HAS_NO_SEAT = auto()
    MAY_NOT_JOIN_THEM = auto()  # a block between the person and one of the others
    OWN_PARTNER = auto()
    NOT_YOUR_FOURSOME = auto()
    REMATCH_WITHDRAWN = auto()  # minutes
    INVITED_LATELY = auto()  # minutes
    MANY_FOURSOMES_WITHDRAWN = auto()  # minutes
    TOO_MANY_FOURSOMES = auto()  # limit
    TOO_MANY_FOURSOMES_JOINED = auto()  # limit
