"""Drafts of tournaments and team matches that can be as they were filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.service.refusals import Refusal

T = TypeVar("T")


async def accepted(filled: Awaitable[tuple[T, Refusal | None]]) -> T:
    """Return the draft; raise the refusal if it can't be so."""
    draft, refusal = await filled
    if refusal:
        raise refusal
    return draft
