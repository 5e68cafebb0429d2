"""Guilds with their channels, roles and members."""

from sandbox.rest import guard
from sandbox.rest.table import DONE, Answer, Ask, Route
from sandbox.rules.refusal import refuse
from sandbox.shapes import people, places
from sandbox.world import places as world_places
from sandbox.world.things import Place


def guild(ask: Ask) -> Answer:
    """A guild where the bot is."""
    found = guard.guild(ask)
    shown = places.guild(found)
    if ask.asks_for("with_counts"):
        shown["approximate_member_count"] = len(found.members)
        shown["approximate_presence_count"] = 1
    return Answer(200, shown)


def channels(ask: Ask) -> Answer:
    """Its channels without the threads."""
    found = guard.guild(ask)
    inside = [each for each in ask.world.channels.values() if each.guild_id == found.id]
    shown = [places.channel(ask.world, each) for each in inside if each.kind is Place.TEXT]
    return Answer(200, shown)


def threads(ask: Ask) -> Answer:
    """Its threads that are not archived and that the bot sees."""
    found = guard.guild(ask)
    active = [
        each
        for each in ask.world.channels.values()
        if each.guild_id == found.id and each.kind is Place.THREAD and not each.archived
    ]
    shown = [each for each in active if ask.world.sees(ask.bot.id, each)]
    members = [
        places.thread_member(each, ask.bot.id) for each in shown if ask.bot.id in each.members
    ]
    threads = [places.channel(ask.world, each) for each in shown]
    return Answer(200, {"threads": threads, "members": members, "has_more": False})


def roles(ask: Ask) -> Answer:
    """Its roles."""
    return Answer(200, [places.role(each) for each in guard.guild(ask).roles])


def member(ask: Ask) -> Answer:
    """One of its members."""
    found = guard.guild(ask)
    ask.world.person(ask.args["user_id"])
    one = found.members.get(ask.args["user_id"])
    if one is None:
        raise refuse(10007)
    return Answer(200, people.member(ask.world, one))


def mine(ask: Ask) -> Answer:
    """The guilds where the bot is, in short."""
    found = [each for each in ask.world.guilds.values() if ask.bot.id in each.members]
    return Answer(
        200,
        [
            {
                "id": each.id,
                "name": each.name,
                "icon": None,
                "banner": None,
                "owner": each.owner_id == ask.bot.id,
                "permissions": str(int(ask.world.guild_permissions(ask.bot.id, each))),
                "features": [],
            }
            for each in found
        ],
    )


def leave(ask: Ask) -> Answer:
    """The bot leaves a guild."""
    world_places.leave(ask.world, guard.guild(ask).id, ask.bot.id)
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
