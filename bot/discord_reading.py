# pyright: reportPrivateUsage=false
# ruff: noqa: SLF001
"""Reads Discord's data, so that no event and no answer ends the program.

discord.py reads events without a net: a field that is null, missing or of another type raises out
of the connection's loop, and in GUILD_CREATE at every start. That has ended every bot of the
library before (Rapptz/discord.py, issues 2195, 2423, 5156).

Here a field that can't be read is left out. If the rest needs that field, the channel, thread,
message or event that it belongs to is left out. Each such event is reported by its name.

discord.py has no public way to do that, so these classes replace methods that its documents don't
name. Found in discord.py 2.7.1.

Invariant: only this file and bot/discord_address.py reach into discord.py.
"""

from __future__ import annotations

import traceback
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import aiohttp
import discord
from discord import app_commands
from discord.channel import _threaded_guild_channel_factory
from discord.state import AutoShardedConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from discord.http import HTTPClient, Route

    Json = Any  # as Discord sends it: nothing about its shape is certain
    Build = Callable[[Json], object]
    Report = Callable[[str, Exception], None]

T = TypeVar("T")

ANSWER = "ANSWER"  # names an answer to one of our requests among the names of events
_INTERACTION = "INTERACTION_CREATE"
_REFUSALS = (discord.DiscordException, aiohttp.ClientError, OSError)  # the data's shape was fine
_NEVER_LEFT_OUT = "permission_overwrites"  # without them a private channel would look public
_OF_GUILD = ("id", "unavailable")
_OF_MESSAGE = ("id", "type", "channel_id", "guild_id", "author", "content", "message_reference")
_OF_INTERACTION = (
    *("id", "type", "token", "data", "guild_id", "channel", "user", "member"),
    *("app_permissions", "context", "authorizing_integration_owners"),
)
_NOBODY = {"id": "0", "username": "", "discriminator": "0", "avatar": None}
_BLANK_MESSAGE = {"type": 0, "content": "", "author": _NOBODY}


class Unreadable(Exception):
    """Discord's data cannot be read, and nothing works without it."""


def described(error: BaseException) -> str:
    """Return an error's kind and the line that raised it, not its text: that may quote a person."""
    *_, frame = traceback.extract_tb(error.__traceback__)
    place = "/".join(Path(frame.filename).parts[-2:])
    return f"{type(error).__name__} in {place}, line {frame.lineno}: {frame.line}"


class ReadingClient(discord.AutoShardedClient):
    """A client that keeps running whatever Discord sends.

    Calls `report` with the error and the name of each event that could not be read whole.
    Dispatches `unread_interaction` for an interaction that can only be answered.
    """

    def __init__(self, report: Report, **options: Any) -> None:  # noqa: ANN401  discord.py's
        self.report = report
        self._is_set_up = False
        super().__init__(**options)

    def _get_state(self, **options: Any) -> AutoShardedConnectionState[Any]:  # noqa: ANN401
        options |= {"dispatch": self.dispatch, "handlers": self._handlers, "hooks": self._hooks}
        return _State(self.report, self.http, options)

    async def login(self, token: str) -> None:
        """Log in and set up; raise Unreadable if Discord's answer can't be read."""
        async_context.set(
            _Callbacks(cast("_State", self._connection))
        )  # of all tasks that start from here on
        try:
            await super().login(token)
        except _REFUSALS:
            raise
        except Exception as error:
            if self._is_set_up:  # a fault of ours
                raise
            raise Unreadable(described(error)) from error

    async def setup_hook(self) -> None:
        """Note that Discord's answers to the login were read."""
        self._is_set_up = True

    async def connect(self, *, reconnect: bool = True) -> None:
        """Listen until closed; raise Unreadable if the data between two events can't be read."""
        try:
            await super().connect(reconnect=reconnect)
        except _REFUSALS:
            raise
        except Exception as error:
            raise Unreadable(described(error)) from error


class ReadingTree(app_commands.CommandTree[ReadingClient]):
    """The commands. A command whose options can't be read gets an answer too."""

    async def _call(self, interaction: discord.Interaction[ReadingClient]) -> None:
        """Handle a command; report Discord's data if it can't be read."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001  reported
            self.client.report(_INTERACTION, error)
            self.client.dispatch("unread_interaction", interaction)


class _State(AutoShardedConnectionState[Any]):
    """discord.py's cache of Discord. Its `parse_…` methods read the events."""

    def __init__(self, report: Report, http: HTTPClient, options: dict[str, Any]) -> None:
        self._report = report
        super().__init__(http=cast("HTTPClient", _Answers(http, self)), **options)
        self._mends: Mapping[str, Callable[[Json], Json]] = {
            "READY": self._mended_ready,
            "GUILD_CREATE": partial(_readable, self._guild_of, needed=_OF_GUILD),
            "GUILD_UPDATE": partial(_readable, self._guild_of, needed=_OF_GUILD),
            "CHANNEL_CREATE": partial(_part, self._channel_of),
            "CHANNEL_UPDATE": partial(_part, self._channel_of),
            "THREAD_CREATE": partial(_part, self._channel_of),
            "THREAD_UPDATE": partial(_part, self._channel_of),
            "THREAD_LIST_SYNC": self._mended_threads,
            "MESSAGE_CREATE": partial(_readable, self._message_of, needed=_OF_MESSAGE),
            _INTERACTION: self._mended_interaction,
        }
        readers = self.parsers.items()
        self.parsers = {name: partial(self._read, name, read) for name, read in readers}

    def _read(self, name: str, read: Callable[[Json], None], data: Json) -> None:
        """Read an event, or the readable part of it."""
        try:
            read(data)
        except Exception as error:  # noqa: BLE001  reported
            self._report(name, error)
            with suppress(Exception):  # it fails again: the event is left out
                read(self._mends[name](data))
                return
            if name == _INTERACTION:
                self._have_answered(data)

    def _have_answered(self, data: Json) -> None:
        """Have an interaction answered if nothing else of it can be read."""
        with suppress(Exception):  # even the id and token are missing
            known = {key: data[key] for key in ("id", "token", "type", "locale") if key in data}
            self.dispatch("unread_interaction", self._interaction_of(self._blank() | known))

    def parse_message_create(self, data: Json) -> None:
        """Read a message unless the bot wrote it: most messages are the bot's, and known."""
        author, me = _fields(data.get("author")), self.user
        if me is None or author.get("id") != str(me.id):
            super().parse_message_create(data)

    # Data that changes a known object is read once before the change.

    def parse_guild_create(self, data: Json) -> None:
        """Read a server, and add the bot as a member if Discord left it out."""
        super().parse_guild_create(data)
        guild, me = self._get_guild(int(data["id"])), self.user
        if guild and me and not guild.get_member(me.id):  # as discord.py does for an interaction
            guild._add_member(discord.Member._from_client_user(user=me, guild=guild, state=self))

    def parse_guild_update(self, data: Json) -> None:
        self._guild_of(data)
        guild = self._get_guild(int(data["id"]))
        roles = guild._roles if guild else {}
        super().parse_guild_update(data)
        if guild:  # a missing role wasn't deleted: that has an event of its own
            guild._roles = {**roles, **guild._roles}

    def parse_channel_update(self, data: Json) -> None:
        if "guild_id" in data:
            self._channel_of(data)
        super().parse_channel_update(data)

    def parse_thread_list_sync(self, data: Json) -> None:
        self._threads_of(data.get("threads", []))
        super().parse_thread_list_sync(data)

    # How each kind of object is read

    def _guild_of(self, data: Json) -> discord.Guild:
        return discord.Guild(data=data, state=self)

    def _guilds_of(self, data: Json) -> list[discord.Guild]:
        return [self._guild_of(one) for one in data]

    def _channel_of(self, data: Json) -> object:
        kind, _ = _threaded_guild_channel_factory(data["type"])
        guild: Any = discord.Object(data["guild_id"])
        return kind and kind(guild=guild, state=self, data=data)

    def _threads_of(self, data: Json) -> list[discord.Thread]:
        guild: Any = discord.Object(0)
        return [discord.Thread(guild=guild, state=self, data=one) for one in data]

    def _message_of(self, data: Json, channel: Any = None) -> discord.Message:  # noqa: ANN401
        where: Any = channel or self._get_guild_channel(data)[0]
        message = discord.Message(state=self, channel=where, data=data)
        _ = message.author  # discord.py allows a message without one
        return message

    def _interaction_of(self, data: Json) -> discord.Interaction[Any]:
        return discord.Interaction(data=data, state=self)

    # The readable part of an event

    def _mended_ready(self, data: Json) -> Json:
        """Return the servers, with the bot's account as the login named it."""
        guilds, me = data.get("guilds"), self.user
        assert me is not None
        return {
            "shard": [*self.shard_ids] if len(self.shard_ids) == 1 else data["shard"],
            "user": {**_NOBODY, "id": me.id, "username": me.name},
            "guilds": _part(self._guilds_of, guilds) if isinstance(guilds, list) else [],
        }

    def _mended_threads(self, data: Json) -> Json:
        return {**data, "threads": _part(self._threads_of, data["threads"]), "members": []}

    def _mended_interaction(self, data: Json) -> Json:
        return _readable(self._interaction_of, data, _OF_INTERACTION, self._blank())

    def _blank(self) -> Json:
        """Return the fields that every interaction has."""
        size = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
        known = {"application_id": self.application_id, "attachment_size_limit": size}
        return {**known, "type": 2, "version": 1}

    def create_message(self, *, channel: Any, data: Json) -> discord.Message:  # noqa: ANN401
        """Return the message in Discord's answer; only its id is required."""
        build = partial(self._message_of, channel=channel)
        return self._answered(build, data, _BLANK_MESSAGE, ("id",))[0]

    def edited(self, data: Json, channel: int, message: int) -> Json:
        """Return the readable part of Discord's answer to an edit."""
        where = discord.PartialMessageable(state=self, id=channel)
        build = partial(self._message_of, channel=where)
        return self._answered(build, data, _BLANK_MESSAGE | {"id": message})[1]

    def called_back(self, data: Json) -> Json:
        """Return the readable part of Discord's answer to our first response.

        The message is left out: only its id is needed.
        """
        kind, nobody = discord.InteractionResponseType.channel_message, cast("Any", None)

        def build(part: Json) -> object:
            return discord.InteractionCallbackResponse(
                data=part, parent=nobody, state=self, type=kind
            )

        about = {"interaction": _fields(data).get("interaction")}
        return self._answered(build, about, {"interaction": {"id": "0"}})[1]

    def followed_up(self, data: Json) -> Json:
        """Return the readable part of Discord's answer to a follow-up."""
        where = discord.PartialMessageable(state=self, id=0)

        def build(part: Json) -> object:
            return int(part["channel_id"]), self._message_of(part, where)

        return self._answered(build, data, _BLANK_MESSAGE | {"id": "0", "channel_id": "0"})[1]

    def _answered(
        self,
        build: Callable[[Json], T],
        data: Json,
        blank: Mapping[str, Any],
        needed: Collection[str] = (),
    ) -> tuple[T, Json]:
        """Build Discord's answer; if it can't be read, report that and blank the bad parts."""
        try:
            return build(data), data
        except Exception as error:  # noqa: BLE001  reported
            self._report(ANSWER, error)
            readable = _readable(build, data, needed, blank)
            return build(readable), readable


class _Answers:
    """discord.py's requests as the bot. Makes the answer to an edit readable."""

    def __init__(self, http: HTTPClient, state: _State) -> None:
        self._http = http
        self._state = state

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  any request
        return getattr(self._http, name)

    async def edit_message(self, channel_id: int, message_id: int, **what: Any) -> Json:  # noqa: ANN401
        """Edit a message, and return the readable part of Discord's answer."""
        answer = await self._http.edit_message(channel_id, message_id, **what)
        return self._state.edited(answer, channel_id, message_id)


class _Callbacks(AsyncWebhookAdapter):
    """discord.py's answers to interactions. Discord's reply to each is made readable."""

    def __init__(self, state: _State) -> None:
        super().__init__()
        self._known = state

    async def request(self, route: Route, *args: Any, **options: Any) -> Json:  # noqa: ANN401
        """Send a request, and return the readable part of Discord's answer."""
        answer: Json = await super().request(route, *args, **options)
        if route.path.endswith("/callback"):
            return self._known.called_back(answer)
        return answer if route.method == "DELETE" else self._known.followed_up(answer)


def _fields(data: Json) -> dict[str, Any]:
    """Return the fields of an object; empty for any other data."""
    return cast("dict[str, Any]", data if isinstance(data, dict) else {})


def _readable(
    build: Build, data: Json, needed: Collection[str], blank: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the fields that `build` can read, over `blank`; raise if it can't read the needed."""
    fields = _fields(data)
    base = {**(blank or {}), **{key: fields[key] for key in needed if key in fields}}
    build(base)
    parts: dict[str, Any] = {}
    for key in (key for key in fields if key not in needed):
        with suppress(Exception):
            parts[key] = _part(lambda part: build({**base, key: part}), fields[key])  # noqa: B023  used here
    with suppress(Exception):
        build({**base, **parts})
        return {**base, **parts}
    return base


def _part(build: Build, data: Json) -> Json:
    """Return the largest part that `build` can read: some items, or all fields except one.

    Raises if there is none.
    """
    try:
        build(data)
    except Exception:
        if isinstance(data, list):
            parts = [part for item in cast("list[Json]", data) for part in _parts(build, item)]
            build(parts)
            return parts
        for smaller in _without_one(data):
            with suppress(Exception):
                build(smaller)
                return smaller
        raise
    return data


def _parts(build: Build, item: Json) -> list[Json]:
    """Return the readable part of a list's item, or nothing."""
    with suppress(Exception):
        return [_part(lambda part: build([part]), item)]
    return []


def _without_one(data: Json) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        fields = cast("dict[str, Any]", data)
        for left_out in fields:
            if left_out != _NEVER_LEFT_OUT:
                yield {key: value for key, value in fields.items() if key != left_out}
