"""Requests for a guild's members over the gateway (op 8)."""

from typing import Any, cast

from sandbox.gateway.intents import Intent
from sandbox.raw import Json
from sandbox.shapes import people
from sandbox.world.model import Member
from sandbox.world.world import World


def chunk(world: World, form: Json, intents: int) -> Json | None:
    """The one chunk that answers, or None if it is not allowed: all members need the intent."""
    guild_id = str(form.get("guild_id"))
    if not world.has_app(guild_id):
        return None
    found = _found(world, guild_id, form, intents)
    given = form.get("limit")
    limit = given if isinstance(given, int) and given > 0 else len(found)
    data: Json = {
        "guild_id": guild_id,
        "members": [people.member(world, each) for each in found[:limit]],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [],
    }
    return data | ({"nonce": form["nonce"]} if "nonce" in form else {})


def _found(world: World, guild_id: str, form: Json, intents: int) -> list[Member]:
    members = list(world.guilds[guild_id].members.values())
    wanted: Any = form.get("user_ids")
    if wanted is not None:
        listed = cast("list[Any]", wanted if isinstance(wanted, list) else [wanted])
        asked = set(map(str, listed))
        return [each for each in members if each.person_id in asked]
    start = str(form.get("query") or "").lower()
    if not start and not intents & Intent.GUILD_MEMBERS:
        return []
    return [each for each in members if _name(world, each).startswith(start)]


def _name(world: World, member: Member) -> str:
    return world.people[member.person_id].username.lower()
