"""Interactions as JSON: the payload of INTERACTION_CREATE and of a callback's answer."""

from sandbox.raw import Json
from sandbox.rules.forms import FILE_LIMIT
from sandbox.rules.permissions import GUEST_APP
from sandbox.shapes import people, places
from sandbox.shapes.files import attachment
from sandbox.shapes.messages import Shapes, message
from sandbox.world.interactions import ids_in
from sandbox.world.menu import Invoker
from sandbox.world.model import Channel, Guild, Interaction, Member, State
from sandbox.world.responses import DEFER, MESSAGE, UPDATE
from sandbox.world.world import World


def interaction(shapes: Shapes, one: Interaction) -> Json:
    """The payload of INTERACTION_CREATE."""
    world = shapes.world
    channel = world.channels[one.channel_id]
    person = world.people[one.person_id]
    shown: Json = {
        "id": one.id,
        "application_id": world.app.id,
        "type": int(one.kind),
        "token": one.token,
        "version": 1,
        "data": {**one.data, **_resolved(shapes, one, channel)},
        "channel_id": channel.id,
        "channel": places.partial_channel(world, channel, person.id),
        "locale": person.locale,
        "app_permissions": str(_app_permissions(world, one, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": dict(one.owners),
        "context": Invoker(world, person.id, channel).context,
        "attachment_size_limit": FILE_LIMIT,
    }
    if channel.guild_id:
        guild = world.guilds[channel.guild_id]
        shown |= {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": {
                **people.member(world, _member(guild, person.id)),
                "permissions": str(int(world.permissions(person.id, channel))),
            },
        }
    else:
        shown["user"] = people.user(person)
    target = world.posts.get(channel.id, {}).get(one.message_id or "")
    if target:
        shown["message"] = message(shapes, target)
    return shown


def _member(guild: Guild, person_id: str) -> Member:
    return guild.members.get(person_id) or Member(person_id, 0.0)


def _app_permissions(world: World, one: Interaction, channel: Channel) -> int:
    if one.guest:
        return int(GUEST_APP)
    return int(world.permissions(world.app.bot_id, channel) or GUEST_APP)


def _resolved(shapes: Shapes, one: Interaction, channel: Channel) -> Json:
    world = shapes.world
    guild = world.guilds.get(channel.guild_id or "")
    resolved: dict[str, Json] = {}
    for id_ in ids_in(one):
        if person := world.people.get(id_):
            resolved.setdefault("users", {})[id_] = people.user(person)
            if guild and id_ in guild.members:
                rights = str(int(world.permissions(id_, channel)))
                shown = {**people.member_alone(guild.members[id_]), "permissions": rights}
                resolved.setdefault("members", {})[id_] = shown
        elif (
            role := next((role for role in guild.roles if role.id == id_), None) if guild else None
        ):
            resolved.setdefault("roles", {})[id_] = places.role(role)
        elif place := world.channels.get(id_):
            shown = places.partial_channel(world, place, one.person_id)
            resolved.setdefault("channels", {})[id_] = shown
        elif file := world.files.get(id_):
            resolved.setdefault("attachments", {})[id_] = attachment(file, shapes.signer)
        elif post := world.posts.get(channel.id, {}).get(id_):
            resolved.setdefault("messages", {})[id_] = message(shapes, post)
    return {"resolved": resolved} if resolved else {}


def answered(shapes: Shapes, one: Interaction, kind: int) -> Json:
    """The body that answers a callback with `with_response`."""
    shown: Json = {"id": one.id, "type": int(one.kind)}
    body: Json = {"interaction": shown}
    post = shapes.world.posts.get(one.channel_id, {}).get(one.answer_id or "")
    if post is None or kind not in {MESSAGE, DEFER, UPDATE}:
        return body
    shown["response_message_id"] = post.id
    shown["response_message_loading"] = one.state is State.THINKING
    shown["response_message_ephemeral"] = post.ephemeral
    shown["channel_id"] = one.channel_id
    guild_id = shapes.world.channels[one.channel_id].guild_id
    if guild_id:
        shown["guild_id"] = guild_id
    if kind != DEFER:
        body["resource"] = {"type": kind, "message": message(shapes, post)}
    return body
