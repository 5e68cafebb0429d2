"""Check what the bot may see and do, before a request is handled."""

from sandbox.rest.routing import Call
from sandbox.rules.permissions import May
from sandbox.rules.refusal import refuse
from sandbox.world import places
from sandbox.world.model import Channel, ChannelKind, Guild, Message


def guild(call: Call) -> Guild:
    """The guild of the path; a guild without the bot is unknown to it."""
    guild_id = call.args["guild_id"]
    if not call.world.has_app(guild_id):
        raise refuse(10004)
    return call.world.guild(guild_id)


def channel(call: Call, *needed: May) -> Channel:
    """The channel of the path, if the bot sees it and has these permissions."""
    target = call.world.channel(call.args["channel_id"])
    allowed = call.world.permissions(call.bot.id, target)
    if not allowed & May.VIEW_CHANNEL:
        raise refuse(50001)
    if target.kind is not ChannelKind.DM and any(not allowed & permission for permission in needed):
        raise refuse(50013)
    return target


def may(call: Call, where: Channel, what: May) -> bool:
    """Whether the bot has that permission there."""
    return bool(call.world.permissions(call.bot.id, where) & what)


def message(call: Call, where: Channel) -> Message:
    """The message of the path. Private answers cannot be read here."""
    post = call.world.message(where.id, call.args["message_id"])
    if post.owner_id is not None:
        raise refuse(10008)
    return post


def own_message(call: Call, where: Channel) -> Message:
    """The message of the path, if the bot wrote it and can change it."""
    post = message(call, where)
    if post.author_id != call.bot.id:
        raise refuse(50005)
    if where.archived:
        raise refuse(50083)
    return post


def writable(call: Call) -> Channel:
    """The channel of the path, if the bot may write there. Unarchives an archived thread."""
    target = call.world.channel(call.args["channel_id"])
    if target.kind is ChannelKind.FORUM:
        raise refuse(50008)
    threaded = target.kind is ChannelKind.THREAD
    target = channel(call, May.SEND_MESSAGES_IN_THREADS if threaded else May.SEND_MESSAGES)
    if target.kind is ChannelKind.DM:
        others = [
            call.world.people[person_id]
            for person_id in target.recipients
            if person_id != call.bot.id
        ]
        if any(person.bot or person.dms_closed for person in others):
            raise refuse(50007)
    if threaded and target.locked and not may(call, target, May.MANAGE_THREADS):
        raise refuse(50083 if target.archived else 160005)
    if target.archived:
        return places.archive(call.world, target, archived=False, locked=target.locked)
    return target
