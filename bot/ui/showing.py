"""Pages that a user can share in a channel: their writers, and what everyone can see.

    @shows(ShowLeaderboard)
    async def table_for_all(view: View, press: ShowLeaderboard) -> Page: ...

A page is identified by the press that opens it in private. Beside that press's handler is the
writer of the page for a channel: in the channel's language, without anything only for the reader.
Invariant: a page that not everyone in the channel can see is refused, both on request and on
sending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import discord

from bot.service.refusals import No, Refusal
from bot.ui.buttons import Press

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping
    from types import ModuleType

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.ui.app import App
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

P = TypeVar("P", bound=Press)


@dataclass(frozen=True, slots=True)
class View:
    """The user who shares a page, and where."""

    app: App
    client: discord.Client
    by: Player
    place: Place
    reader: Reader  # everyone in that channel


async def about_no_one(_: View, __: Any) -> None:  # noqa: ANN401  any press
    """Return None: the page is about several people, or none."""


@dataclass(frozen=True, slots=True)
class PublicPage(Generic[P]):
    """The writer of pages for some kinds of presses; Refusal if a page isn't for everyone.

    `about`: the one person that such a page is about, besides the user who shares it.
    """

    kinds: tuple[type[P], ...]
    write: Callable[[View, P], Awaitable[Page]]
    about: Callable[[View, P], Awaitable[Player | None]] = about_no_one


PublicPages = dict[type[Press], PublicPage[Any]]


def shows(
    *kinds: type[P], about: Callable[[View, P], Awaitable[Player | None]] = about_no_one
) -> Callable[[Callable[[View, P], Awaitable[Page]]], PublicPage[P]]:
    """Declare that the function below writes, for everyone, the pages that these presses open."""
    return lambda write: PublicPage(kinds, write, about)


def public_pages_of(*modules: ModuleType) -> PublicPages:
    """Return the public pages of these modules."""
    return {kind: page for page in _declared(*modules) for kind in page.kinds}


def _declared(*modules: ModuleType) -> Iterator[PublicPage[Any]]:
    """Yield the public pages that these modules declare, without imported ones."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, PublicPage):
                page = cast("PublicPage[Any]", value)
                if page.write.__module__ == module.__name__:
                    yield page


def public_page(
    pages: Mapping[type[Press], PublicPage[Any]], press: Press | None
) -> PublicPage[Any]:
    """Return the writer of a press's page; refuse if nobody else can see the page."""
    page = pages.get(type(press)) if press else None
    if page is None:
        raise Refusal(No.NOT_FOR_ALL)
    return page


async def record_for_all(view: View, number: int) -> Record:
    """Return a match; refuse one that not everyone in the channel can see.

    Allowed: a match in this channel; the sharer's own match in a channel that the whole server can
    read; the sharer's own private practice.
    """
    record = await view.app.services.record(number)
    plays = record.team(view.by) is not None
    is_here = not record.alone and record.place.channel == view.place.channel
    is_open = plays and (record.alone or await _is_open(view, record))
    if not is_here and not is_open:
        raise Refusal(No.NOT_FOR_ALL)
    return record


async def _is_open(view: View, record: Record) -> bool:
    """Whether everyone in the view's server can read the channel of a match.

    An archived thread is unknown here; then the channel of its challenge decides.
    """
    guild = view.client.get_guild(view.place.guild or 0)
    if guild is None or record.place.guild != guild.id:
        return False
    numbers = [record.place.channel]
    if record.challenge is not None:
        challenge = await view.app.services.challenge(record.challenge)
        numbers.append(challenge.place.channel)
    channels = filter(None, map(guild.get_channel_or_thread, numbers))
    return any(_all_may_read(guild, channel) for channel in [*channels][:1])


def _all_may_read(guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    everybody = guild.get_role(guild.id)
    if isinstance(channel, discord.Thread):
        if channel.is_private() or channel.parent is None:
            return False
        channel = channel.parent
    return everybody is not None and channel.permissions_for(everybody).view_channel
