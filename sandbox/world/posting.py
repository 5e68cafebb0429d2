"""Post, edit and delete messages, and decide who is pinged. The caller checks permissions."""

from dataclasses import dataclass, replace

from sandbox.raw import Json
from sandbox.rules import components as kinds
from sandbox.rules import forms
from sandbox.rules.arrangement import inside
from sandbox.rules.naming import let_through, named_in
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Path, refuse
from sandbox.world import compose
from sandbox.world.compose import Destination, Upload
from sandbox.world.events import Deleted, Edited, Posted
from sandbox.world.model import ChannelKind, Message, Trigger
from sandbox.world.world import World

KEPT_FLAGS = forms.V2 | forms.SILENT | forms.NO_EMBEDS
NONCE_SECONDS = 300
PINNED, MOST_PINS = 6, 250  # the line that tells of a pin; pins of a channel


@dataclass(frozen=True, slots=True)
class Draft:
    """A new message before it is posted. `base` holds what is not in the form.

    `replied`: the author of the message that it replies to.
    """

    base: Message
    form: Json
    uploads: tuple[Upload, ...] = ()
    path: Path = ()
    replied: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """An edit before it is made."""

    form: Json
    uploads: tuple[Upload, ...] = ()
    path: Path = ()


def blank(world: World, channel_id: str, author_id: str, trigger: Trigger | None = None) -> Message:
    """An empty message with a new id, not yet posted."""
    return Message(
        id=world.ids.next(),
        channel_id=channel_id,
        author_id=author_id,
        sent=world.clock.seconds(),
        by_app=trigger is not None,
        trigger=trigger,
    )


def post(world: World, draft: Draft) -> Message:
    """Post a new message."""
    return post_as_it_is(world, checked(world, draft))


def checked(world: World, draft: Draft) -> Message:
    """A new message as it would be posted; refused where Discord would refuse it."""
    form = {"content": "", **draft.form}
    message = _filled(world, replace(draft, form=form))
    forms.check_not_empty(draft.form, files=bool(message.files))
    return replace(message, pings=_pinged(world, message))


def post_as_it_is(world: World, message: Message) -> Message:
    """Post a message that is complete already."""
    world.keep(message)
    if message.nonce:
        world.nonces[message.channel_id, message.nonce] = (message.id, message.sent)
    world.publish(Posted(message))
    return message


def same_nonce(world: World, channel_id: str, form: Json) -> Message | None:
    """The message posted with the same nonce a moment ago, if the form enforces it."""
    if not (form.get("enforce_nonce") and form.get("nonce")):
        return None
    message_id, at = world.nonces.get((channel_id, str(form["nonce"])), ("", 0.0))
    if world.clock.seconds() - at > NONCE_SECONDS:
        return None
    return world.posts.get(channel_id, {}).get(message_id)


def edit(world: World, message: Message, change: Change) -> Message:
    """Edit a message. It pings no one; what the form leaves out stays."""
    gone = forms.LOADING | (forms.NO_EMBEDS if "flags" in change.form else 0)
    base = replace(message, flags=message.flags & ~gone)
    if not message.loading:
        base = replace(base, edited=world.clock.seconds())
    changed = _filled(world, Draft(base, change.form, change.uploads, change.path))
    if not (changed.content or changed.embeds or changed.components or changed.files):
        raise refuse(50006)
    world.keep(changed)
    world.publish(Edited(changed))
    return changed


def touch(world: World, message: Message) -> Message:
    """Store a changed message, as an edit by Discord itself."""
    world.keep(message)
    world.publish(Edited(message))
    return message


def pin(world: World, person_id: str, message: Message) -> None:
    """Pin a message, which a line in its channel tells; one that is pinned stays so."""
    if message.pinned:
        return
    pins = [post for post in world.posts[message.channel_id].values() if post.pinned]
    if len(pins) >= MOST_PINS:
        raise refuse(30003)
    touch(world, replace(message, pinned=True))
    line = blank(world, message.channel_id, person_id)
    post_as_it_is(world, replace(line, kind=PINNED, reference=message.id))


def unpin(world: World, message: Message) -> None:
    """Unpin a message."""
    touch(world, replace(message, pinned=False))


def delete(world: World, message: Message) -> None:
    """Delete a message."""
    world.drop(message)
    world.publish(Deleted(message))


def text_of(message: Message) -> str:
    """The text that can hold mentions: the content and all text displays."""
    shown = [component for _, component in inside(message.components)]
    texts = [component["content"] for component in shown if component["type"] == kinds.TEXT]
    return "\n".join([message.content, *texts])


def _filled(world: World, draft: Draft) -> Message:
    """The base with the form's parts; what the form leaves out stays."""
    base = draft.base
    allowed = KEPT_FLAGS | (forms.EPHEMERAL if base.owner_id else 0)
    flagged = draft.form.get("flags")
    flags = base.flags | (flagged & allowed if isinstance(flagged, int) else 0)
    v2 = bool(flags & forms.V2)
    form = forms.check_message(draft.form, draft.path, v2=v2)
    into = Destination(world, base.channel_id, bool(flags & forms.EPHEMERAL))
    files = compose.attachments(into, form, draft.uploads, base.files, draft.path)
    forms.check_together(form, {file.filename for file in files}, draft.path, v2=v2)
    message = replace(base, flags=flags)
    if "content" in form:
        message = replace(message, content=str(form["content"] or "").strip())
    if "components" in form:
        message = replace(message, components=compose.components(form, files, world))
    embedded = {file.id for file in message.embedded}
    if "embeds" in form:
        embeds, embedded = compose.embeds(form, files)
        message = replace(message, embeds=embeds)
    if v2:
        left = {"content": message.content, "embeds": list(message.embeds)}
        forms.check_together(left, (), draft.path, v2=True)
    message = replace(
        message,
        attachments=tuple(file for file in files if file.id not in embedded),
        embedded=tuple(file for file in files if file.id in embedded),
        nonce=form.get("nonce") or base.nonce,
    )
    if {"content", "components"} & form.keys():
        return _with_mentions(world, message, form, draft.replied)
    return message


def _with_mentions(world: World, message: Message, form: Json, replied: str | None) -> Message:
    """The message with the mentions that its author may make."""
    named = let_through(named_in(text_of(message)), form.get("allowed_mentions"), replied)
    channel = world.channels[message.channel_id]
    everyone = bool(world.permissions(message.author_id, channel) & May.MENTION_EVERYONE)
    guild = world.guilds.get(channel.guild_id or "")
    roles = [role.id for role in guild.roles if role.mentionable or everyone] if guild else []
    return replace(
        message,
        mentions=tuple(person_id for person_id in named.users if person_id in world.people),
        mention_roles=tuple(role for role in named.roles if role in roles),
        mention_everyone=named.everyone and everyone,
    )


def _pinged(world: World, message: Message) -> frozenset[str]:
    """The people to ping: those mentioned who see the channel; in a conversation the other."""
    channel = world.channels[message.channel_id]
    if message.owner_id:
        return frozenset()
    if channel.kind is ChannelKind.DM:
        return frozenset(channel.recipients) - {message.author_id}
    pinged = set(message.mentions)
    for member in world.guild(str(channel.guild_id)).members.values():
        if message.mention_everyone or set(member.roles) & set(message.mention_roles):
            pinged.add(member.person_id)
    return frozenset(person_id for person_id in pinged if world.sees(person_id, channel)) - {
        message.author_id
    }
