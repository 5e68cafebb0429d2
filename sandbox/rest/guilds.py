"""REST routes: guilds with their channels, roles and members."""

from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Route
from sandbox.rules.refusal import refuse
from sandbox.shapes import people, places
from sandbox.world import places as world_places
from sandbox.world.model import ChannelKind


def guild(call: Call) -> Answer:
    """A guild that the bot is in."""
    found = access.guild(call)
    shown = places.guild(found)
    if call.has_flag("with_counts"):
        shown["approximate_member_count"] = len(found.members)
        shown["approximate_presence_count"] = 1
    return Answer(200, shown)


def channels(call: Call) -> Answer:
    """Its channels without the threads."""
    found = access.guild(call)
    inside = [each for each in call.world.channels.values() if each.guild_id == found.id]
    shown = [places.channel(call.world, each) for each in inside if each.kind is ChannelKind.TEXT]
    return Answer(200, shown)


def threads(call: Call) -> Answer:
    """Its threads that are not archived and that the bot sees."""
    found = access.guild(call)
    active = [
        each
        for each in call.world.channels.values()
        if each.guild_id == found.id and each.kind is ChannelKind.THREAD and not each.archived
    ]
    shown = [each for each in active if call.world.sees(call.bot.id, each)]
    members = [
        places.thread_member(each, call.bot.id) for each in shown if call.bot.id in each.members
    ]
    threads = [places.channel(call.world, each) for each in shown]
    return Answer(200, {"threads": threads, "members": members, "has_more": False})


def roles(call: Call) -> Answer:
    """Its roles."""
    return Answer(200, [places.role(each) for each in access.guild(call).roles])


def member(call: Call) -> Answer:
    """One of its members."""
    found = access.guild(call)
    call.world.person(call.args["user_id"])
    one = found.members.get(call.args["user_id"])
    if one is None:
        raise refuse(10007)
    return Answer(200, people.member(call.world, one))


def mine(call: Call) -> Answer:
    """The guilds that the bot is in, in short."""
    found = [each for each in call.world.guilds.values() if call.bot.id in each.members]
    return Answer(
        200,
        [
            {
                "id": each.id,
                "name": each.name,
                "icon": None,
                "banner": None,
                "owner": each.owner_id == call.bot.id,
                "permissions": str(int(call.world.guild_permissions(call.bot.id, each))),
                "features": [],
            }
            for each in found
        ],
    )


def leave(call: Call) -> Answer:
    """The bot leaves a guild."""
    world_places.leave(call.world, access.guild(call).id, call.bot.id)
    return DONE


ROUTES = (
    Route("GET", "/users/@me/guilds", mine),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("GET", "/guilds/{guild_id}/threads/active", threads),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
