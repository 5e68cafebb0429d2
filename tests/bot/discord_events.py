"""One sound sample or more of each event that discord.py reads, and thousands of odd ones.

Everything has the number 1: the server, its channel, its role, the person, the message. So each
event is about something that is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

ONE, TIME = "1", "2026-01-01T00:00:00+00:00"
ODD: tuple[Any, ...] = (None, "x", 5, [], {})

USER: Json = {"id": ONE, "username": "me", "discriminator": "0", "avatar": None, "bot": True}
MEMBER: Json = {
    "user": USER,
    "roles": [ONE],
    "joined_at": TIME,
    "premium_since": None,
    "nick": None,
    "flags": 0,
    "permissions": "8",
    "communication_disabled_until": None,
}
OVERWRITE: Json = {"id": ONE, "type": 0, "allow": "0", "deny": "0"}
TEXT: Json = {
    "id": ONE,
    "guild_id": ONE,
    "type": 0,
    "name": "games",
    "position": 1,
    "topic": None,
    "parent_id": None,
    "last_message_id": None,
    "permission_overwrites": [OVERWRITE],
    "rate_limit_per_user": 0,
    "flags": 0,
}
VOICE: Json = {**TEXT, "id": "2", "type": 2, "bitrate": 64_000, "user_limit": 0, "rtc_region": None}
CATEGORY: Json = {**TEXT, "id": "3", "type": 4}
FORUM: Json = {
    **TEXT,
    "id": "4",
    "type": 15,
    "available_tags": [
        {"id": ONE, "name": "open", "moderated": False, "emoji_id": None, "emoji_name": None}
    ],
    "default_reaction_emoji": {"emoji_id": None, "emoji_name": "x"},
    "default_forum_layout": 0,
    "default_sort_order": None,
}
THREAD_MEMBER: Json = {"id": ONE, "user_id": "7", "join_timestamp": TIME, "flags": 0}
THREAD: Json = {
    "id": ONE,
    "guild_id": ONE,
    "type": 11,
    "name": "a game",
    "parent_id": "4",
    "owner_id": ONE,
    "message_count": 1,
    "member_count": 1,
    "rate_limit_per_user": 0,
    "applied_tags": [ONE],
    "flags": 0,
    "thread_metadata": {
        "archived": False,
        "locked": False,
        "auto_archive_duration": 60,
        "archive_timestamp": TIME,
        "create_timestamp": TIME,
    },
    "member": THREAD_MEMBER,
}
ROLE: Json = {
    "id": ONE,
    "name": "@everyone",
    "permissions": "8",
    "position": 0,
    "color": 0,
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    "hoist": False,
    "managed": False,
    "mentionable": False,
    "icon": None,
    "flags": 0,
    "tags": {"bot_id": ONE},
}
EMOJI: Json = {"id": ONE, "name": "king", "animated": False, "require_colons": True, "roles": []}
STICKER: Json = {
    "id": ONE,
    "name": "king",
    "description": "",
    "tags": "",
    "type": 2,
    "format_type": 1,
    "available": True,
    "guild_id": ONE,
}
STAGE: Json = {
    "id": ONE,
    "guild_id": ONE,
    "channel_id": "2",
    "topic": "",
    "privacy_level": 2,
    "discoverable_disabled": False,
}
EVENING: Json = {
    "id": ONE,
    "guild_id": ONE,
    "channel_id": "2",
    "creator_id": ONE,
    "creator": USER,
    "name": "an evening",
    "description": None,
    "entity_type": 2,
    "entity_id": None,
    "entity_metadata": {"location": "here"},
    "scheduled_start_time": TIME,
    "scheduled_end_time": None,
    "privacy_level": 2,
    "status": 1,
    "user_count": 1,
}
SOUND: Json = {
    "sound_id": ONE,
    "name": "horn",
    "volume": 1.0,
    "emoji_id": None,
    "emoji_name": "x",
    "guild_id": ONE,
    "available": True,
    "user": USER,
}
VOICE_STATE: Json = {
    "user_id": ONE,
    "guild_id": ONE,
    "channel_id": "2",
    "session_id": "s",
    "member": MEMBER,
    "deaf": False,
    "mute": False,
    "self_deaf": False,
    "self_mute": False,
    "self_video": False,
    "suppress": False,
    "request_to_speak_timestamp": None,
}
PRESENCE: Json = {
    "user": USER,
    "guild_id": ONE,
    "status": "online",
    "activities": [{"name": "Tablut", "type": 0, "created_at": 1, "timestamps": {"start": 1}}],
    "client_status": {"desktop": "online"},
}
GUILD: Json = {
    "id": ONE,
    "name": "the hall",
    "icon": None,
    "owner_id": "9",
    "preferred_locale": "en-GB",
    "features": [],
    "afk_channel_id": None,
    "system_channel_id": ONE,
    "rules_channel_id": ONE,
    "verification_level": 0,
    "member_count": 2,
    "unavailable": False,
    "roles": [ROLE, {**ROLE, "id": "2", "name": "players"}],
    "emojis": [EMOJI],
    "stickers": [STICKER],
    "channels": [TEXT, VOICE, CATEGORY, FORUM],
    "threads": [THREAD],
    "members": [MEMBER],
    "voice_states": [VOICE_STATE],
    "presences": [PRESENCE],
    "stage_instances": [STAGE],
    "guild_scheduled_events": [EVENING],
    "soundboard_sounds": [SOUND],
}
_IN_GUILD = (
    *("channels", "threads", "members", "voice_states", "presences"),
    *("stage_instances", "guild_scheduled_events", "soundboard_sounds"),
)
FILE: Json = {"id": ONE, "filename": "board.png", "size": 9, "url": "u", "proxy_url": "u"}
EMBED: Json = {
    "type": "rich",
    "title": "Tablut",
    "timestamp": TIME,
    "color": 1,
    "footer": {"text": "f"},
    "author": {"name": "a"},
    "image": {"url": "u"},
    "thumbnail": {"url": "u"},
    "fields": [{"name": "n", "value": "v", "inline": True}],
}
BUTTON: Json = {"id": 3, "type": 2, "style": 1, "label": "Play", "custom_id": "k:yes:1:1"}
MENU: Json = {
    "id": 4,
    "type": 3,
    "custom_id": "k:pick",
    "min_values": 1,
    "max_values": 1,
    "options": [{"label": "a", "value": "a", "emoji": {"id": None, "name": "x"}}],
}
BOARD: Json = {
    "id": 1,
    "type": 17,
    "accent_color": None,
    "components": [
        {"id": 2, "type": 10, "content": "Game 1"},
        {"id": 5, "type": 1, "components": [BUTTON]},
        {"id": 6, "type": 1, "components": [MENU]},
        {"id": 7, "type": 12, "items": [{"media": {"url": "u"}, "description": "board"}]},
    ],
}
SNAPSHOT: Json = {
    "type": 0,
    "content": "f",
    "timestamp": TIME,
    "edited_timestamp": None,
    "flags": 0,
    "embeds": [EMBED],
    "attachments": [FILE],
    "components": [BOARD],
}
PLAIN: Json = {
    "id": ONE,
    "channel_id": ONE,
    "guild_id": ONE,
    "type": 0,
    "content": "e2-f2",
    "author": {**USER, "id": "7", "bot": False},
    "timestamp": TIME,
    "edited_timestamp": None,
    "components": [BOARD],
}
MESSAGE: Json = {
    **PLAIN,
    "member": {key: value for key, value in MEMBER.items() if key != "user"},
    "flags": 0,
    "pinned": False,
    "tts": False,
    "nonce": ONE,
    "mention_everyone": False,
    "mentions": [{**USER, "member": {"roles": [], "flags": 0, "joined_at": TIME}}],
    "mention_roles": [ONE],
    "attachments": [FILE],
    "embeds": [EMBED],
    "reactions": [
        {
            "emoji": {"id": None, "name": "x"},
            "count": 1,
            "me": False,
            "me_burst": False,
            "count_details": {"burst": 0, "normal": 1},
            "burst_colors": [],
        }
    ],
    "sticker_items": [{"id": ONE, "name": "king", "format_type": 1}],
    "message_reference": {"type": 0, "message_id": "2", "channel_id": ONE, "guild_id": ONE},
    "referenced_message": {**PLAIN, "id": "2", "author": USER, "components": []},
    "message_snapshots": [{"message": SNAPSHOT}],
    "poll": {
        "question": {"text": "Which way?"},
        "answers": [{"answer_id": 1, "poll_media": {"text": "East", "emoji": None}}],
        "expiry": TIME,
        "allow_multiselect": False,
        "layout_type": 1,
        "results": {
            "is_finalized": False,
            "answer_counts": [{"id": 1, "count": 1, "me_voted": False}],
        },
    },
    "thread": THREAD,
    "interaction_metadata": {
        "id": ONE,
        "type": 2,
        "user": USER,
        "original_response_message_id": ONE,
        "authorizing_integration_owners": {"0": ONE},
    },
    "call": {"participants": [ONE], "ended_timestamp": None},
    "application_id": ONE,
}
ENTITLEMENT: Json = {
    "id": ONE,
    "sku_id": ONE,
    "application_id": ONE,
    "user_id": ONE,
    "guild_id": ONE,
    "type": 8,
    "deleted": False,
    "starts_at": None,
    "ends_at": None,
    "consumed": False,
}
ASKED: Json = {
    "id": ONE,
    "token": "t",
    "version": 1,
    "application_id": ONE,
    "attachment_size_limit": 9,
    "guild_id": ONE,
    "guild": {"id": ONE, "locale": "en-GB", "features": []},
    "guild_locale": "en-GB",
    "channel_id": ONE,
    "channel": TEXT,
    "member": MEMBER,
    "locale": "en-GB",
    "app_permissions": "8",
    "entitlements": [ENTITLEMENT],
    "authorizing_integration_owners": {"0": ONE},
    "context": 0,
}
RESOLVED: Json = {
    "users": {ONE: USER},
    "members": {ONE: {key: value for key, value in MEMBER.items() if key != "user"}},
    "channels": {ONE: {**TEXT, "permissions": "8"}},
    "roles": {ONE: ROLE},
    "messages": {ONE: PLAIN},
}
COMMAND: Json = {
    "id": ONE,
    "name": "tablut",
    "type": 1,
    "resolved": RESOLVED,
    "options": [
        {"name": "move", "type": 1, "options": [{"name": "move", "type": 3, "value": "e2-f2"}]}
    ],
}
TYPED: Json = {
    "id": ONE,
    "name": "tablut",
    "type": 1,
    "options": [
        {
            "name": "move",
            "type": 1,
            "options": [{"name": "move", "type": 3, "value": "e2", "focused": True}],
        }
    ],
}
CHOSEN: Json = {"custom_id": "k:pick", "component_type": 3, "values": ["a"], "resolved": {}}
FORM: Json = {
    "custom_id": "k:form",
    "components": [
        {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hello"}},
        {"type": 1, "components": [{"type": 4, "custom_id": "more", "value": ""}]},
    ],
}
ASKED_IN_PRIVATE: Json = {
    "id": ONE,
    "token": "t",
    "version": 1,
    "application_id": ONE,
    "attachment_size_limit": 9,
    "channel": {"id": ONE, "type": 1, "recipients": [USER]},
    "user": USER,
}
INTERACTIONS = (
    {**ASKED, "type": 2, "data": COMMAND},
    {**ASKED_IN_PRIVATE, "type": 4, "data": TYPED},
    {**ASKED_IN_PRIVATE, "type": 3, "data": CHOSEN, "message": PLAIN},
    {**ASKED_IN_PRIVATE, "type": 5, "data": FORM},
)
READY: Json = {
    "v": 10,
    "user": USER,
    "guilds": [{"id": ONE, "unavailable": True}, {"id": "2", "unavailable": True}],
    "shard": [0, 1],
    "session_id": "s",
    "resume_gateway_url": "wss://127.0.0.1",
    "application": {"id": ONE, "flags": 0},
}
RULE: Json = {
    "id": ONE,
    "guild_id": ONE,
    "name": "n",
    "creator_id": ONE,
    "event_type": 1,
    "trigger_type": 1,
    "trigger_metadata": {"keyword_filter": ["x"]},
    "enabled": True,
    "exempt_roles": [ONE],
    "exempt_channels": [ONE],
    "actions": [{"type": 1, "metadata": {}}],
}
INTEGRATION: Json = {
    "id": ONE,
    "guild_id": ONE,
    "type": "discord",
    "name": "n",
    "enabled": True,
    "account": {"id": ONE, "name": "n"},
    "user": USER,
    "role_id": ONE,
    "scopes": [],
    "application": {"id": ONE, "name": "n", "icon": None, "description": "", "summary": ""},
}
SUBSCRIPTION: Json = {
    "id": ONE,
    "user_id": ONE,
    "sku_ids": [ONE],
    "entitlement_ids": [ONE],
    "status": 0,
    "current_period_start": TIME,
    "current_period_end": TIME,
    "canceled_at": None,
    "renewal_sku_ids": None,
}
ABOUT: Json = {"id": ONE, "guild_id": ONE, "channel_id": ONE, "user_id": ONE, "user": USER}
OF_MESSAGE: Json = {
    "message_id": ONE,
    "channel_id": ONE,
    "guild_id": ONE,
    "user_id": ONE,
    "answer_id": 1,
    "emoji": {"id": None, "name": "x"},
    "member": MEMBER,
    "type": 0,
    "burst": False,
}
IN_EVENING: Json = {**ABOUT, "guild_scheduled_event_id": ONE}
INVITE: Json = {
    "code": "c",
    "guild_id": ONE,
    "channel_id": ONE,
    "created_at": TIME,
    "inviter": USER,
    "max_age": 0,
    "max_uses": 0,
    "uses": 0,
    "temporary": False,
}

SAMPLES: dict[str, tuple[Json, ...]] = {
    "READY": (READY,),
    "RESUMED": ({"_trace": [], "__shard_id__": 0},),
    "GUILD_CREATE": (GUILD,),
    "GUILD_UPDATE": ({**GUILD, **{key: [] for key in _IN_GUILD}},),
    "GUILD_DELETE": ({"id": ONE, "unavailable": True},),
    "CHANNEL_CREATE": (TEXT, VOICE, CATEGORY, FORUM),
    "CHANNEL_UPDATE": (TEXT, VOICE, CATEGORY, FORUM),
    "CHANNEL_DELETE": (VOICE,),
    "CHANNEL_PINS_UPDATE": ({**ABOUT, "last_pin_timestamp": TIME},),
    "THREAD_CREATE": ({**THREAD, "id": "8", "newly_created": True},),
    "THREAD_UPDATE": (THREAD, {**THREAD, "id": "8"}),
    "THREAD_DELETE": (THREAD,),
    "THREAD_LIST_SYNC": (
        {"guild_id": ONE, "threads": [{**THREAD, "id": "8"}], "members": [THREAD_MEMBER]},
    ),
    "THREAD_MEMBER_UPDATE": ({**THREAD_MEMBER, "guild_id": ONE},),
    "THREAD_MEMBERS_UPDATE": (
        {**ABOUT, "added_members": [THREAD_MEMBER], "removed_member_ids": ["5"], "member_count": 1},
    ),
    "MESSAGE_CREATE": (MESSAGE,),
    "MESSAGE_UPDATE": (PLAIN,),
    "MESSAGE_DELETE": ({**ABOUT},),
    "MESSAGE_DELETE_BULK": ({**ABOUT, "ids": [ONE]},),
    "MESSAGE_POLL_VOTE_ADD": (OF_MESSAGE,),
    "MESSAGE_POLL_VOTE_REMOVE": (OF_MESSAGE,),
    "MESSAGE_REACTION_ADD": (OF_MESSAGE,),
    "MESSAGE_REACTION_REMOVE": (OF_MESSAGE,),
    "MESSAGE_REACTION_REMOVE_ALL": (OF_MESSAGE,),
    "MESSAGE_REACTION_REMOVE_EMOJI": (OF_MESSAGE,),
    "INTERACTION_CREATE": INTERACTIONS,
    "GUILD_MEMBER_ADD": ({**MEMBER, "user": {**USER, "id": "7"}, "guild_id": ONE},),
    "GUILD_MEMBER_UPDATE": ({**MEMBER, "guild_id": ONE},),
    "GUILD_MEMBER_REMOVE": ({"user": USER, "guild_id": ONE},),
    "GUILD_MEMBERS_CHUNK": (
        {
            "guild_id": ONE,
            "members": [MEMBER],
            "presences": [PRESENCE],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": "n",
        },
    ),
    "GUILD_ROLE_CREATE": ({"guild_id": ONE, "role": ROLE},),
    "GUILD_ROLE_UPDATE": ({"guild_id": ONE, "role": ROLE},),
    "GUILD_ROLE_DELETE": ({"guild_id": ONE, "role_id": ONE},),
    "GUILD_BAN_ADD": (ABOUT,),
    "GUILD_BAN_REMOVE": (ABOUT,),
    "GUILD_EMOJIS_UPDATE": ({"guild_id": ONE, "emojis": [EMOJI]},),
    "GUILD_STICKERS_UPDATE": ({"guild_id": ONE, "stickers": [STICKER]},),
    "GUILD_INTEGRATIONS_UPDATE": ({"guild_id": ONE},),
    "GUILD_AUDIT_LOG_ENTRY_CREATE": (
        {
            "id": ONE,
            "guild_id": ONE,
            "user_id": ONE,
            "target_id": ONE,
            "action_type": 11,
            "reason": None,
            "options": {"channel_id": ONE, "count": "1"},
            "changes": [{"key": "name", "old_value": "a", "new_value": "b"}],
        },
    ),
    "GUILD_SCHEDULED_EVENT_CREATE": (EVENING,),
    "GUILD_SCHEDULED_EVENT_UPDATE": (EVENING,),
    "GUILD_SCHEDULED_EVENT_DELETE": (EVENING,),
    "GUILD_SCHEDULED_EVENT_USER_ADD": (IN_EVENING,),
    "GUILD_SCHEDULED_EVENT_USER_REMOVE": (IN_EVENING,),
    "GUILD_SOUNDBOARD_SOUND_CREATE": (SOUND,),
    "GUILD_SOUNDBOARD_SOUND_UPDATE": (SOUND,),
    "GUILD_SOUNDBOARD_SOUND_DELETE": (SOUND,),
    "GUILD_SOUNDBOARD_SOUNDS_UPDATE": ({"guild_id": ONE, "soundboard_sounds": [SOUND]},),
    "STAGE_INSTANCE_CREATE": (STAGE,),
    "STAGE_INSTANCE_UPDATE": (STAGE,),
    "STAGE_INSTANCE_DELETE": (STAGE,),
    "AUTO_MODERATION_RULE_CREATE": (RULE,),
    "AUTO_MODERATION_RULE_UPDATE": (RULE,),
    "AUTO_MODERATION_RULE_DELETE": (RULE,),
    "AUTO_MODERATION_ACTION_EXECUTION": (
        {
            "guild_id": ONE,
            "rule_id": ONE,
            "rule_trigger_type": 1,
            "user_id": ONE,
            "action": {"type": 1, "metadata": {}},
            "content": "",
            "matched_keyword": None,
        },
    ),
    "APPLICATION_COMMAND_PERMISSIONS_UPDATE": (
        {
            "id": ONE,
            "application_id": ONE,
            "guild_id": ONE,
            "permissions": [{"id": ONE, "type": 1, "permission": True}],
        },
    ),
    "INTEGRATION_CREATE": (INTEGRATION,),
    "INTEGRATION_UPDATE": (INTEGRATION,),
    "INTEGRATION_DELETE": (INTEGRATION,),
    "INVITE_CREATE": (INVITE,),
    "INVITE_DELETE": (INVITE,),
    "PRESENCE_UPDATE": (PRESENCE,),
    "TYPING_START": ({**ABOUT, "timestamp": 1, "member": MEMBER},),
    "USER_UPDATE": (USER,),
    "VOICE_STATE_UPDATE": (VOICE_STATE,),
    "VOICE_SERVER_UPDATE": ({"guild_id": ONE, "token": "t", "endpoint": "e"},),
    "VOICE_CHANNEL_EFFECT_SEND": (
        {
            **ABOUT,
            "channel_id": "2",
            "emoji": {"id": None, "name": "x"},
            "animation_id": 1,
            "animation_type": 0,
        },
    ),
    "WEBHOOKS_UPDATE": (ABOUT,),
    "ENTITLEMENT_CREATE": (ENTITLEMENT,),
    "ENTITLEMENT_UPDATE": (ENTITLEMENT,),
    "ENTITLEMENT_DELETE": (ENTITLEMENT,),
    "SUBSCRIPTION_CREATE": (SUBSCRIPTION,),
    "SUBSCRIPTION_UPDATE": (SUBSCRIPTION,),
    "SUBSCRIPTION_DELETE": (SUBSCRIPTION,),
}


def odd_versions(data: Any) -> Iterator[Any]:  # noqa: ANN401  JSON
    """Others of it; and the same with one field missing or replaced, at every depth."""
    yield from ODD
    if isinstance(data, dict):
        fields = cast("Json", data)
        for key, value in fields.items():
            yield {name: other for name, other in fields.items() if name != key}
            yield from ({**fields, key: odd} for odd in odd_versions(value))
    elif isinstance(data, list):
        items = cast("list[Any]", data)
        for place, item in enumerate(items):
            yield from ([*items[:place], odd, *items[place + 1 :]] for odd in odd_versions(item))
