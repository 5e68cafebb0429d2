"""Refusals of thinking boards."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class ThinkNo(AnyNo):
    """Reasons of this feature only."""

    NO_SUCH_THOUGHT = auto()  # the thinking board was deleted, or is another person's
    NO_SUCH_LINE = auto()
    TOO_MANY_LINES = auto()  # limit
    YOUR_TURN = auto()
    PARTNER_MOVES_NEXT = auto()
    NO_REPLY = auto()  # the line has no reply to the move that comes next
    LINES_CLOSED = auto()  # another person's lines, which they keep to themselves
