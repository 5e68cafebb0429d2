"""Discord's permission bits, and a member's permissions after roles and overwrites."""

from collections.abc import Collection, Iterable
from enum import IntFlag
from typing import Protocol


class May(IntFlag):
    """The Discord permissions that the sandbox checks."""

    NOTHING = 0
    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


EVERYONE = (
    May.ADD_REACTIONS
    | May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.EMBED_LINKS
    | May.ATTACH_FILES
    | May.READ_MESSAGE_HISTORY
    | May.USE_EXTERNAL_EMOJIS
    | May.USE_APPLICATION_COMMANDS
    | May.CREATE_PUBLIC_THREADS
    | May.SEND_MESSAGES_IN_THREADS
    | May.USE_EXTERNAL_APPS
)
STEWARD = (
    EVERYONE
    | May.MANAGE_GUILD
    | May.MANAGE_CHANNELS
    | May.MANAGE_MESSAGES
    | May.PIN_MESSAGES
    | May.MANAGE_THREADS
    | May.KICK_MEMBERS
    | May.MENTION_EVERYONE
)
ALL = STEWARD | May.ADMINISTRATOR
# The permissions of an app that only a user has installed.
GUEST_APP = May.ATTACH_FILES | May.EMBED_LINKS | May.MENTION_EVERYONE | May.USE_EXTERNAL_EMOJIS
DIRECT = EVERYONE & ~(May.CREATE_PUBLIC_THREADS | May.SEND_MESSAGES_IN_THREADS) | May.PIN_MESSAGES


class Overwriting(Protocol):
    """A channel's permission overwrite for a role or a member."""

    @property
    def target(self) -> str:
        """The id of the role or the member."""
        ...

    @property
    def allow(self) -> int:
        """Bits granted."""
        ...

    @property
    def deny(self) -> int:
        """Bits taken."""
        ...


def in_channel(
    base: int, guild_id: str, roles: Collection[str], person_id: str, written: Iterable[Overwriting]
) -> May:
    """A member's permissions in a channel: `base`, then overwrites of everyone, roles, member.

    The overwrite of everyone has the guild's own id as its target.
    """
    if base & May.ADMINISTRATOR:
        return ALL
    overwrites = list(written)
    for targets in ({guild_id}, set(roles) - {guild_id}, {person_id}):
        rules = [overwrite for overwrite in overwrites if overwrite.target in targets]
        for rule in rules:
            base &= ~rule.deny
        for rule in rules:
            base |= rule.allow
    return May(base) if base & May.VIEW_CHANNEL else May.NOTHING
