"""Drafts of cups and team matches that may be as they were filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.service.refusals import Refusal

T = TypeVar("T")


async def accepted(filled: Awaitable[tuple[T, Refusal | None]]) -> T:
    """The draft; raises why it may not be so, where it may not."""
    draft, refusal = await filled
    if refusal:
        raise refusal
    return draft
