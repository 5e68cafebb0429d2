"""Create, change and delete guilds, channels, threads, conversations and memberships."""

from dataclasses import replace

from sandbox.rules.permissions import EVERYONE, May
from sandbox.rules.refusal import Refusal, refuse
from sandbox.world import posting
from sandbox.world.events import (
    AccountChanged,
    ChannelChanged,
    ChannelCreated,
    ChannelDeleted,
    GuildChanged,
    MemberJoined,
    MemberLeft,
    RoleChanged,
)
from sandbox.world.model import (
    Channel,
    ChannelKind,
    Guild,
    Member,
    Message,
    Overwrite,
    Person,
    Role,
)
from sandbox.world.world import World

THREAD_CREATED, THREAD_STARTER = 18, 21
HAS_THREAD = 1 << 5


def _open(world: World, channel: Channel) -> Channel:
    world.channels[channel.id] = channel
    world.publish(ChannelCreated(channel))
    return channel


def change(world: World, channel: Channel) -> Channel:
    """Store a changed channel or thread."""
    world.channels[channel.id] = channel
    world.publish(ChannelChanged(channel))
    return channel


def open_guild(world: World, name: str, owner_id: str) -> Guild:
    """A new guild with its owner alone in it, and no channel yet."""
    guild_id = world.ids.next()
    members = {owner_id: Member(owner_id, world.clock.seconds())}
    everyone = Role(guild_id, "@everyone", EVERYONE)
    world.guilds[guild_id] = guild = Guild(guild_id, name, owner_id, (everyone,), members)
    world.publish(MemberJoined(guild, members[owner_id]))
    return guild


def open_channel(
    world: World, guild_id: str, name: str, kind: ChannelKind = ChannelKind.TEXT
) -> Channel:
    """A new text channel, or a forum, at the end of the guild's list."""
    position = sum(channel.guild_id == guild_id for channel in world.channels.values())
    return _open(world, Channel(world.ids.next(), kind, name, guild_id, position=position))


def close_channel(world: World, channel: Channel) -> None:
    """Delete a channel with its messages and its threads, or a thread."""
    for thread in [thread for thread in world.channels.values() if thread.parent_id == channel.id]:
        close_channel(world, thread)
    for message in world.posts.pop(channel.id, {}).values():
        for file in message.files:
            world.files.pop(file.id, None)
    del world.channels[channel.id]
    world.publish(ChannelDeleted(channel))


def direct(world: World, one: str, other: str) -> Channel:
    """The conversation of two people, opened now if they have none."""
    if one == other:
        raise refuse(50007)
    if known := world.direct(one, other):
        return known
    channel = Channel(world.ids.next(), ChannelKind.DM, owner_id=one, recipients=(one, other))
    return _open(world, channel)


def thread(
    world: World, parent: Channel, owner_id: str, name: str, start: Message | None
) -> Channel:
    """A new public thread, from a message (whose id it shares) or on its own."""
    if parent.kind is not ChannelKind.TEXT:
        raise refuse(50024)
    if start and start.thread_id:
        raise refuse(160004)
    channel = _open(
        world,
        Channel(
            id=start.id if start else world.ids.next(),
            kind=ChannelKind.THREAD,
            name=name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=owner_id,
            members=frozenset({owner_id}),
            archive_changed=world.clock.seconds(),
        ),
    )
    if start:
        flags = start.flags | HAS_THREAD
        posting.touch(world, replace(start, thread_id=channel.id, flags=flags))
        first = posting.blank(world, channel.id, start.author_id)
        posting.post_as_it_is(world, replace(first, kind=THREAD_STARTER, reference=start.id))
    else:
        line = posting.blank(world, parent.id, owner_id)
        line = replace(line, kind=THREAD_CREATED, content=name, thread_id=channel.id)
        posting.post_as_it_is(world, line)
    return channel


def forum_post(world: World, post: Channel, draft: posting.Draft) -> Channel:
    """A new post in a forum: a thread and its first message, which has the thread's id.

    Where the message is refused, there is no post either.
    """
    world.channels[post.id] = post
    try:
        base = replace(draft.base, id=post.id, channel_id=post.id)
        message = posting.checked(world, replace(draft, base=base))
    except Refusal:
        del world.channels[post.id]
        raise
    _open(world, post)
    posting.post_as_it_is(world, message)
    return world.channels[post.id]


def new_post(  # noqa: PLR0913, PLR0917  what a post is
    world: World,
    forum: Channel,
    owner_id: str,
    name: str,
    applied: tuple[str, ...] = (),
    archive_minutes: int = 4320,
) -> Channel:
    """A post that does not stand in its forum yet."""
    return Channel(
        id=world.ids.next(),
        kind=ChannelKind.THREAD,
        name=name,
        guild_id=forum.guild_id,
        parent_id=forum.id,
        owner_id=owner_id,
        members=frozenset({owner_id}),
        archive_minutes=archive_minutes,
        archive_changed=world.clock.seconds(),
        applied=applied,
    )


def archive(world: World, channel: Channel, *, archived: bool, locked: bool) -> Channel:
    """Archive or unarchive a thread, locked or not."""
    moved = world.clock.seconds() if archived != channel.archived else channel.archive_changed
    return change(world, replace(channel, archived=archived, locked=locked, archive_changed=moved))


def join_thread(world: World, channel: Channel, person_id: str) -> Channel:
    """Make a person a member of a thread."""
    if person_id in channel.members:
        return channel
    return change(world, replace(channel, members=channel.members | {person_id}))


def leave_thread(world: World, channel: Channel, person_id: str) -> Channel:
    """Remove a person from a thread."""
    return change(world, replace(channel, members=channel.members - {person_id}))


def join(world: World, guild_id: str, person_id: str) -> Guild:
    """Add a person to a guild; for the bot, install it."""
    member = Member(person_id, world.clock.seconds())
    old = world.guild(guild_id)
    guild = replace(old, members={**old.members, person_id: member})
    world.guilds[guild_id] = guild
    world.publish(MemberJoined(guild, member))
    return guild


def leave(world: World, guild_id: str, person_id: str) -> Guild:
    """Remove a person, or the bot, from a guild."""
    old = world.guild(guild_id)
    member = old.members.get(person_id)
    if member is None:
        raise refuse(10007)
    others = {key: member for key, member in old.members.items() if key != person_id}
    world.guilds[guild_id] = guild = replace(old, members=others)
    world.publish(MemberLeft(guild, member))
    return guild


def alter(world: World, guild: Guild, member: Member | None = None) -> Guild:
    """Store a changed guild, with the changed member in it."""
    if member:
        guild = replace(guild, members={**guild.members, member.person_id: member})
    world.guilds[guild.id] = guild
    world.publish(GuildChanged(guild, member))
    return guild


def alter_role(world: World, guild: Guild, role: Role) -> Guild:
    """Store a changed role."""
    roles = tuple(role if old_role.id == role.id else old_role for old_role in guild.roles)
    world.guilds[guild.id] = guild = replace(guild, roles=roles)
    world.publish(RoleChanged(guild, role))
    return guild


def close_dms(world: World, person_id: str, *, closed: bool = True) -> Person:
    """Set whether a person takes direct messages."""
    return rename(world, replace(world.person(person_id), dms_closed=closed))


def rename(world: World, person: Person) -> Person:
    """Store a changed account."""
    world.people[person.id] = person
    world.publish(AccountChanged(person))
    return person


def overwrite(
    world: World,
    channel: Channel,
    target: str,
    *,
    allow: May = May.NOTHING,
    deny: May = May.NOTHING,
) -> Channel:
    """Set a channel's permission overwrite for a member or a role."""
    of_member = target in world.people
    others = [overwrite for overwrite in channel.overwrites if overwrite.target != target]
    written = Overwrite(target, of_member, int(allow), int(deny))
    return change(world, replace(channel, overwrites=(*others, written)))
