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
    members = _asked_for(world, guild_id, form, intents)
    given = form.get("limit")
    limit = given if isinstance(given, int) and given > 0 else len(members)
    data: Json = {
        "guild_id": guild_id,
        "members": [people.member(world, member) for member in members[:limit]],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [],
    }
    return data | ({"nonce": form["nonce"]} if "nonce" in form else {})


def _asked_for(world: World, guild_id: str, form: Json, intents: int) -> list[Member]:
    members = list(world.guilds[guild_id].members.values())
    wanted: Any = form.get("user_ids")
    if wanted is not None:
        listed = cast("list[Any]", wanted if isinstance(wanted, list) else [wanted])
        ids = set(map(str, listed))
        return [member for member in members if member.person_id in ids]
    start = str(form.get("query") or "").lower()
    if not start and not intents & Intent.GUILD_MEMBERS:
        return []
    return [member for member in members if _name(world, member).startswith(start)]


def _name(world: World, member: Member) -> str:
    return world.people[member.person_id].username.lower()
