"""Guilds, channels and threads as JSON."""

from collections.abc import Iterable

from sandbox.raw import Json
from sandbox.rules.permissions import May
from sandbox.shapes import people
from sandbox.shapes.moments import iso
from sandbox.snowflake import moment
from sandbox.world.model import Channel, ChannelKind, Guild, Role, Tag
from sandbox.world.world import World

NEEDS_TAG = 1 << 4  # a flag of a forum
IN_GUILDS = (ChannelKind.TEXT, ChannelKind.FORUM)  # beside threads


def role(one: Role) -> Json:
    """A role."""
    return {
        "id": one.id,
        "name": one.name,
        "permissions": str(int(one.permissions)),
        "position": one.position,
        "color": one.color,
        "colors": {"primary_color": one.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": one.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def _last(world: World, one: Channel) -> str | None:
    shelf = [message.id for message in world.messages(one.id)]
    return shelf[-1] if shelf else None


def channel(world: World, one: Channel) -> Json:
    """A channel of any kind."""
    if one.kind is ChannelKind.DM:
        others = [
            world.people[person_id] for person_id in one.recipients if person_id != world.app.bot_id
        ]
        recipients = [people.user(person) for person in others]
        return {
            "id": one.id,
            "type": 1,
            "flags": 0,
            "last_message_id": _last(world, one),
            "recipients": recipients,
        }
    if one.kind is ChannelKind.THREAD:
        return _thread(world, one)
    shown: Json = {
        "id": one.id,
        "type": int(one.kind),
        "flags": 0,
        "last_message_id": _last(world, one),
        "guild_id": one.guild_id,
        "name": one.name,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "topic": one.topic,
        "position": one.position,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": overwrite.target,
                "type": int(overwrite.of_member),
                "allow": str(overwrite.allow),
                "deny": str(overwrite.deny),
            }
            for overwrite in one.overwrites
        ],
    }
    return shown | _forum(one) if one.kind is ChannelKind.FORUM else shown


def _forum(one: Channel) -> Json:
    """Return the fields that a forum has and a text channel doesn't."""
    return {
        "flags": NEEDS_TAG if one.needs_tag else 0,
        "available_tags": [_tag(tag) for tag in one.tags],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
        "default_thread_rate_limit_per_user": 0,
    }


def _tag(one: Tag) -> Json:
    return {
        "id": one.id,
        "name": one.name,
        "moderated": one.moderated,
        "emoji_id": one.emoji_id,
        "emoji_name": one.emoji_name,
    }


def _thread(world: World, one: Channel) -> Json:
    count = len(world.messages(one.id))
    thread: Json = {
        "id": one.id,
        "type": 11,
        "flags": 0,
        "last_message_id": _last(world, one),
        "guild_id": one.guild_id,
        "name": one.name,
        "parent_id": one.parent_id,
        "rate_limit_per_user": 0,
        "owner_id": one.owner_id,
        "thread_metadata": {
            "archived": one.archived,
            "archive_timestamp": iso(one.archive_changed),
            "auto_archive_duration": one.archive_minutes,
            "locked": one.locked,
            "create_timestamp": iso(moment(one.id)),
        },
        "message_count": count,
        "member_count": len(one.members),
        "total_message_sent": count,
    }
    if world.channels[str(one.parent_id)].kind is ChannelKind.FORUM:
        thread["applied_tags"] = list(one.applied)
    if world.app.bot_id in one.members:
        thread["member"] = thread_member(one, world.app.bot_id)
    return thread


def thread_member(one: Channel, person_id: str) -> Json:
    """A person's membership of a thread."""
    return {
        "id": one.id,
        "user_id": person_id,
        "join_timestamp": iso(moment(one.id)),
        "flags": 1,
    }


def partial_channel(world: World, one: Channel, viewer: str) -> Json:
    """A channel as an interaction has it: with the person's permissions there."""
    shown = channel(world, one)
    for name in ("permission_overwrites", "member"):
        shown.pop(name, None)
    return {**shown, "permissions": str(int(world.permissions(viewer, one)))}


def guild(one: Guild) -> Json:
    """A guild without its channels and members."""
    return {
        "id": one.id,
        "name": one.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": one.owner_id,
        "application_id": None,
        "region": "us-west",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(one_role) for one_role in one.roles],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": one.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_arriving(
    world: World, one: Guild, inside: Iterable[Channel], members: Iterable[str]
) -> Json:
    """A guild as in GUILD_CREATE: with the channels and threads in it, and these members."""
    inside = list(inside)
    bot = world.app.bot_id
    return {
        **guild(one),
        "joined_at": iso(one.members[bot].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(one.members),
        "members": [people.member(world, one.members[member]) for member in members],
        "channels": [channel(world, place) for place in inside if place.kind in IN_GUILDS],
        "threads": [
            channel(world, place)
            for place in inside
            if place.kind is ChannelKind.THREAD
            and not place.archived
            and world.permissions(bot, place) & May.VIEW_CHANNEL
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
