"""Sends a page with its pictures, or without them where Discord refuses the files.

The text board then replaces the picture. A broken connection is retried once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

import aiohttp
import discord

from bot.ui.components import message
from bot.ui.pages.page import Attachment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.ui.components import Message
    from bot.ui.pages.page import Page
    from bot.ui.pictures import Pictures

T = TypeVar("T")

_TOO_LARGE, _TOO_LARGE_STATUS = 40005, 413


@dataclass(frozen=True, slots=True)
class Sent(Generic[T]):
    """Discord's answer, and whether we may not attach files there."""

    answer: T
    may_not_attach: bool = False


async def send(
    pictures: Pictures, page: Page, how: Callable[[Message], Awaitable[T]], mark: int = 0
) -> Sent[T]:
    """Send it. `how` may be called twice, which must have the effect of once."""
    images = await pictures.paint(page)
    try:
        return Sent(await _with_retry(how, page, images, mark))
    except discord.HTTPException as error:
        if not (images or page.files) or not _about_files(error):
            raise
        blocks = tuple(each for each in page.blocks if not isinstance(each, Attachment))
        answer = await _with_retry(how, replace(page, blocks=blocks), {}, mark)
        return Sent(answer, isinstance(error, discord.Forbidden))


async def _with_retry(
    how: Callable[[Message], Awaitable[T]], page: Page, images: Mapping[str, bytes], mark: int
) -> T:
    """discord.py retries after server errors, but not after a broken connection."""
    try:
        return await how(message(page, images, mark=mark))
    except (aiohttp.ClientError, OSError):
        return await how(message(page, images, mark=mark))


def _about_files(error: discord.HTTPException) -> bool:
    """Whether the files may be the cause: too large, or not allowed there."""
    large = error.code == _TOO_LARGE or error.status == _TOO_LARGE_STATUS
    return large or isinstance(error, discord.Forbidden)
