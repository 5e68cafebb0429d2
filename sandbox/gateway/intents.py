"""Which events a bot receives, by its intents; and the gateway's close codes."""

from collections.abc import Mapping
from enum import IntEnum, IntFlag

from sandbox.raw import Json
from sandbox.shapes.messages import readable, without_content


class Intent(IntFlag):
    """Discord's gateway intents."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
KNOWN_BITS = (1 << 26) - 1

_IN_GUILD: Mapping[str, Intent] = {
    **dict.fromkeys(
        (
            "GUILD_CREATE",
            "GUILD_UPDATE",
            "GUILD_DELETE",
            "GUILD_ROLE_CREATE",
            "GUILD_ROLE_UPDATE",
            "GUILD_ROLE_DELETE",
            "CHANNEL_CREATE",
            "CHANNEL_UPDATE",
            "CHANNEL_DELETE",
            "THREAD_CREATE",
            "THREAD_UPDATE",
            "THREAD_DELETE",
            "THREAD_MEMBER_UPDATE",
        ),
        Intent.GUILDS,
    ),
    **dict.fromkeys(
        ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE", "THREAD_MEMBERS_UPDATE"),
        Intent.GUILD_MEMBERS,
    ),
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), Intent.GUILD_MESSAGES),
    "TYPING_START": Intent.GUILD_MESSAGE_TYPING,
}
_DIRECT: Mapping[str, Intent] = {
    **dict.fromkeys(("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"), Intent.DIRECT_MESSAGES),
    "TYPING_START": Intent.DIRECT_MESSAGE_TYPING,
}


class Close(IntEnum):
    """Why the gateway ends a connection."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


REASONS: Mapping[Close, bytes] = {
    Close.UNKNOWN_OPCODE: b"Unknown opcode.",
    Close.DECODE_ERROR: b"Error while decoding payload.",
    Close.NOT_AUTHENTICATED: b"Not authenticated.",
    Close.AUTHENTICATION_FAILED: b"Authentication failed.",
    Close.ALREADY_AUTHENTICATED: b"Already authenticated.",
    Close.INVALID_SEQ: b"Invalid seq.",
    Close.RATE_LIMITED: b"Rate limited.",
    Close.SESSION_TIMED_OUT: b"Session timed out.",
    Close.SHARDING_REQUIRED: b"Sharding required.",
    Close.INVALID_SHARD: b"Invalid shard.",
    Close.INVALID_API_VERSION: b"Invalid API version.",
    Close.INVALID_INTENTS: b"Invalid intent(s).",
    Close.DISALLOWED_INTENTS: b"Disallowed intent(s).",
}


def refused(intents: int, granted: int) -> Close | None:
    """The close code for intents that a bot may not use, or None."""
    if intents & ~KNOWN_BITS:
        return Close.INVALID_INTENTS
    if intents & PRIVILEGED & ~granted:
        return Close.DISALLOWED_INTENTS
    return None


def filtered(name: str, data: Json, intents: int, bot_id: str) -> Json | None:
    """The event as a bot with these intents receives it, or None if it does not."""
    wanted = (_IN_GUILD if "guild_id" in data or name.startswith("GUILD") else _DIRECT).get(name)
    if name == "GUILD_MEMBER_UPDATE" and data["user"]["id"] == bot_id:
        wanted = Intent.GUILDS
    if wanted is not None and not wanted & intents:
        return None
    if name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} or intents & Intent.MESSAGE_CONTENT:
        return data
    return data if readable(data, bot_id, direct="guild_id" not in data) else without_content(data)
