"""Speaks up on Discord: in a channel, in private, or as a guest's answer; and finds what it said.

A post's number is the id of its message's container, by which it is found again after a crash,
and its nonce, by which Discord itself recognises a second try within minutes.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import discord

from bot.outbox import SentMessage, Trouble, Undeliverable
from bot.service.model import FORMER
from bot.ui.sending import send

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator

    from bot.service.model import Place, Player, Post
    from bot.ui.components import Message
    from bot.ui.guests import Voices
    from bot.ui.pages.page import Page
    from bot.ui.pictures import Pictures

_LOOKED_THROUGH = 50  # messages back in the channel
_MISSING_ACCESS = 50001
_BAD_REQUEST, _TOO_MANY_REQUESTS = 400, 429


class Speech:
    """Where and how we can say something."""

    def __init__(self, client: discord.Client, pictures: Pictures, voices: Voices) -> None:
        self._client = client
        self._pictures = pictures
        self._voices = voices

    def channel(self, place: Place) -> discord.PartialMessageable:
        """Where to speak, without asking Discord for it."""
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)

    def is_guest(self, place: Place) -> bool:
        """Whether we can only answer there; a server may have let us in since."""
        return place.remote and self._client.get_guild(place.guild or 0) is None

    async def conversation(self, player: Player) -> discord.DMChannel:
        """With one person; it need not be open to us."""
        return await self._client.create_dm(discord.Object(player))

    async def ours(self, where: discord.abc.Messageable) -> list[discord.Message]:
        """What we said there lately, the newest first; nothing where we may not look."""
        me = self._client.user and self._client.user.id
        with suppress(discord.Forbidden, discord.NotFound):
            found = where.history(limit=_LOOKED_THROUGH)
            return [each async for each in found if each.author.id == me]
        return []

    async def find(self, where: discord.abc.Messageable, post: Post) -> int | None:
        """The message there that says this post; where we may not look, its nonce must do."""
        said = await self.ours(where)
        return next((each.id for each in said if _mark(each) == post.id), None)

    async def reach(
        self, post: Post, place: Place, page: Page, own: Callable[[Player], Awaitable[Page]]
    ) -> SentMessage:
        """Where it belongs; where that cannot be, his `own` page to each who is concerned."""
        try:
            return await self._send(post, place, page)
        except Undeliverable:
            for player in page.pings:  # whoever is closed to us finds the match in /tablut games
                if player != FORMER:
                    await self.write_to(player, post, await own(player))
            raise

    async def write_to(self, player: Player, post: Post, page: Page) -> SentMessage | None:
        """In private; None where that is closed to us."""
        try:
            dm = await self.conversation(player)
            sent = await send(self._pictures, page, _saying(dm, post), mark=post.id)
        except (discord.Forbidden, discord.NotFound):
            return None
        return SentMessage(sent.answer.id)

    async def _answer(self, place: Place, page: Page, mark: int) -> SentMessage:
        sent = await send(
            self._pictures, page, lambda made: self._voices.say(place.channel, made), mark=mark
        )
        if sent.answer is None:
            raise Undeliverable(Trouble.GUEST)
        return SentMessage(sent.answer.id, place.channel)

    async def _send(self, post: Post, place: Place, page: Page) -> SentMessage:
        if self.is_guest(place):
            return await self._answer(place, page, post.id)
        try:
            sent = await send(
                self._pictures, page, _saying(self.channel(place), post), mark=post.id
            )
        except discord.HTTPException as error:
            trouble = self._trouble(error, place)
            if trouble is None:
                raise
            raise Undeliverable(trouble) from error
        trouble = Trouble.MAY_NOT_ATTACH if sent.may_not_attach else None
        return SentMessage(sent.answer.id, place.channel, trouble)

    def _trouble(self, error: discord.HTTPException, place: Place) -> Trouble | None:
        """What Discord's refusal means; None where trying again may help."""
        match error:
            case discord.NotFound():
                return Trouble.NO_CHANNEL
            case discord.Forbidden() if error.code == _MISSING_ACCESS:
                return Trouble.MAY_NOT_SEE
            case discord.Forbidden():
                guild = self._client.get_guild(place.guild or 0)
                thread = guild and guild.get_thread(place.channel)
                return Trouble.MAY_NOT_SEND_IN_THREADS if thread else Trouble.MAY_NOT_SEND
            case _:
                return Trouble.GIVEN_UP if error.status == _BAD_REQUEST else None


def _saying(
    where: discord.abc.Messageable, post: Post
) -> Callable[[Message], Awaitable[discord.Message]]:
    """The same nonce again is the same message."""
    return lambda made: where.send(**made.sending(), nonce=str(post.id))


@contextmanager
def for_good() -> Generator[None]:
    """An older message that Discord will not have changed stays as it is."""
    try:
        yield
    except discord.HTTPException as error:
        if _BAD_REQUEST <= error.status < 500 and error.status != _TOO_MANY_REQUESTS:  # noqa: PLR2004  from there on it is Discord's own fault
            raise Undeliverable(Trouble.GIVEN_UP) from error
        raise


def _mark(found: discord.Message) -> int | None:
    """The number of the post that a message of ours says."""
    first = found.components[0] if found.components else None
    return first.id if isinstance(first, discord.Container) else None
