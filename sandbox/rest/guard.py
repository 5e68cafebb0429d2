"""What the bot may see and do, asked before anything is done."""

from sandbox.rest.table import Ask
from sandbox.rules.permissions import May
from sandbox.rules.refusal import refuse
from sandbox.world import places
from sandbox.world.things import Channel, Guild, Message, Place


def guild(ask: Ask) -> Guild:
    """The guild of the path; one where the bot is not is unknown to it."""
    guild_id = ask.args["guild_id"]
    if not ask.world.has_app(guild_id):
        raise refuse(10004)
    return ask.world.guild(guild_id)


def channel(ask: Ask, *needed: May) -> Channel:
    """The channel of the path, when the bot sees it and may do these things in it."""
    found = ask.world.channel(ask.args["channel_id"])
    allowed = ask.world.permissions(ask.bot.id, found)
    if not allowed & May.VIEW_CHANNEL:
        raise refuse(50001)
    if found.kind is not Place.DM and any(not allowed & each for each in needed):
        raise refuse(50013)
    return found


def may(ask: Ask, where: Channel, what: May) -> bool:
    """Whether the bot may do that there."""
    return bool(ask.world.permissions(ask.bot.id, where) & what)


def message(ask: Ask, where: Channel) -> Message:
    """The message of the path. Private answers are not there for this interface."""
    found = ask.world.message(where.id, ask.args["message_id"])
    if found.owner_id is not None:
        raise refuse(10008)
    return found


def own_message(ask: Ask, where: Channel) -> Message:
    """The message of the path, when the bot wrote it and may change it."""
    found = message(ask, where)
    if found.author_id != ask.bot.id:
        raise refuse(50005)
    if where.archived:
        raise refuse(50083)
    return found


def writable(ask: Ask) -> Channel:
    """The channel of the path, when the bot may write there. Writing wakes an archived thread."""
    found = ask.world.channel(ask.args["channel_id"])
    threaded = found.kind is Place.THREAD
    found = channel(ask, May.SEND_MESSAGES_IN_THREADS if threaded else May.SEND_MESSAGES)
    if found.kind is Place.DM:
        others = [ask.world.people[each] for each in found.recipients if each != ask.bot.id]
        if any(each.bot or each.dms_closed for each in others):
            raise refuse(50007)
    if threaded and found.locked and not may(ask, found, May.MANAGE_THREADS):
        raise refuse(50083 if found.archived else 160005)
    if found.archived:
        return places.archive(ask.world, found, archived=False, locked=found.locked)
    return found
