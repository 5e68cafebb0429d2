"""REST routes: guilds with their channels, roles and members."""

from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Route
from sandbox.rules.refusal import refuse
from sandbox.shapes import people, places
from sandbox.world import places as world_places
from sandbox.world.model import ChannelKind


def guild(call: Call) -> Answer:
    """A guild that the bot is in."""
    target = access.guild(call)
    shown = places.guild(target)
    if call.has_flag("with_counts"):
        shown["approximate_member_count"] = len(target.members)
        shown["approximate_presence_count"] = 1
    return Answer(200, shown)


def channels(call: Call) -> Answer:
    """Its channels without the threads."""
    target = access.guild(call)
    inside = [channel for channel in call.world.channels.values() if channel.guild_id == target.id]
    shown = [
        places.channel(call.world, channel)
        for channel in inside
        if channel.kind in places.IN_GUILDS
    ]
    return Answer(200, shown)


def threads(call: Call) -> Answer:
    """Its threads that are not archived and that the bot sees."""
    target = access.guild(call)
    active = [
        channel
        for channel in call.world.channels.values()
        if channel.guild_id == target.id
        and channel.kind is ChannelKind.THREAD
        and not channel.archived
    ]
    shown = [thread for thread in active if call.world.sees(call.bot.id, thread)]
    members = [
        places.thread_member(thread, call.bot.id)
        for thread in shown
        if call.bot.id in thread.members
    ]
    threads = [places.channel(call.world, thread) for thread in shown]
    return Answer(200, {"threads": threads, "members": members, "has_more": False})


def roles(call: Call) -> Answer:
    """Its roles."""
    return Answer(200, [places.role(role) for role in access.guild(call).roles])


def member(call: Call) -> Answer:
    """One of its members."""
    target = access.guild(call)
    call.world.person(call.args["user_id"])
    member = target.members.get(call.args["user_id"])
    if member is None:
        raise refuse(10007)
    return Answer(200, people.member(call.world, member))


def joined(call: Call) -> Answer:
    """The guilds that the bot is in, in short."""
    guilds = [guild for guild in call.world.guilds.values() if call.bot.id in guild.members]
    return Answer(
        200,
        [
            {
                "id": guild.id,
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": guild.owner_id == call.bot.id,
                "permissions": str(int(call.world.guild_permissions(call.bot.id, guild))),
                "features": [],
            }
            for guild in guilds
        ],
    )


def leave(call: Call) -> Answer:
    """The bot leaves a guild."""
    world_places.leave(call.world, access.guild(call).id, call.bot.id)
    return DONE


ROUTES = (
    Route("GET", "/users/@me/guilds", joined),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("GET", "/guilds/{guild_id}/threads/active", threads),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
