"""Sends a page, by whatever way: without its pictures and files where Discord will not have them.

The text board stands in for a picture. A broken line is tried once more.
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
    """What Discord answered, and whether files are forbidden to us there."""

    answer: T
    may_not_attach: bool = False


async def send(
    pictures: Pictures, page: Page, how: Callable[[Message], Awaitable[T]], mark: int = 0
) -> Sent[T]:
    """Send it. `how` may be called again: saying it twice must be as good as once."""
    images = await pictures.paint(page)
    try:
        return Sent(await _surely(how, page, images, mark))
    except discord.HTTPException as error:
        if not (images or page.files) or not _about_files(error):
            raise
        blocks = tuple(each for each in page.blocks if not isinstance(each, Attachment))
        answer = await _surely(how, replace(page, blocks=blocks), {}, mark)
        return Sent(answer, isinstance(error, discord.Forbidden))


async def _surely(
    how: Callable[[Message], Awaitable[T]], page: Page, images: Mapping[str, bytes], mark: int
) -> T:
    """discord.py repeats what Discord failed at, but nothing after a broken connection."""
    try:
        return await how(message(page, images, mark=mark))
    except (aiohttp.ClientError, OSError):
        return await how(message(page, images, mark=mark))


def _about_files(error: discord.HTTPException) -> bool:
    """Whether it may have been the files: too large, or not allowed there."""
    large = error.code == _TOO_LARGE or error.status == _TOO_LARGE_STATUS
    return large or isinstance(error, discord.Forbidden)
