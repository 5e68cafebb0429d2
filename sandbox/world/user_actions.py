"""People's own actions, without the bot: write, edit, delete, start threads."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sandbox.rules.forms import FILE_LIMIT
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Refusal
from sandbox.world import badges, events, places, posting
from sandbox.world.compose import Upload
from sandbox.world.model import Channel, ChannelKind, Message
from sandbox.world.world import Impossible, World

MOST_CHARACTERS = 2000
STEPS = {"hour": 3600, "day": 86_400}  # by which a person may advance the time
_NOON = 43_200  # a day leads at least to the next day's noon in UTC, after what comes each morning
REPLY = 19


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message that a person writes. `ping`: ping the author of the message it replies to."""

    text: str
    reply_to: str | None = None
    ping: bool = True
    files: Sequence[tuple[str, bytes]] = ()


def write(world: World, person_id: str, channel: Channel, draft: NewMessage) -> Message:
    """Write a message. In a thread this unarchives and joins it."""
    check_writing(world, person_id, channel)
    if len(draft.text) > MOST_CHARACTERS:
        raise Impossible(f"A message has at most {MOST_CHARACTERS} characters.")
    if not draft.text.strip() and not draft.files:
        raise Impossible("Write something first.")
    if any(len(data) > FILE_LIMIT for _, data in draft.files):
        raise Impossible("A file has at most 10 MiB.")
    if channel.kind is ChannelKind.THREAD:
        channel = places.archive(world, channel, archived=False, locked=channel.locked)
        places.join_thread(world, channel, person_id)
    replied = _replied(world, channel, draft)
    base = posting.blank(world, channel.id, person_id)
    if replied:
        base = replace(base, kind=REPLY, reference=replied.id)
    mentions = {"parse": ["users", "roles", "everyone"], "replied_user": draft.ping}
    form = {"content": draft.text, "allowed_mentions": mentions}
    uploads = tuple(Upload(index, *file) for index, file in enumerate(draft.files))
    author = replied.author_id if replied else None
    message = posting.post(world, posting.Draft(base, form, uploads, replied=author))
    badges.read_by_writing(world, message)
    return message


def _replied(world: World, channel: Channel, draft: NewMessage) -> Message | None:
    if draft.reply_to is None:
        return None
    replied = world.message(channel.id, draft.reply_to)
    if replied.owner_id:
        raise Impossible("A private answer cannot be replied to.")
    return replied


def check_writing(world: World, person_id: str, channel: Channel) -> None:
    """Raise Impossible with the reason if a person may not write there."""
    if channel.kind is ChannelKind.FORUM:
        raise Impossible("In a forum one writes in its posts.")
    allowed = world.permissions(person_id, channel)
    threaded = channel.kind is ChannelKind.THREAD
    needed = May.SEND_MESSAGES_IN_THREADS if threaded else May.SEND_MESSAGES
    if not allowed & May.VIEW_CHANNEL or not allowed & needed:
        raise Impossible("They may not write here.")
    if threaded and channel.locked and not allowed & May.MANAGE_THREADS:
        raise Impossible("This thread is locked.")


def can_write(world: World, person_id: str, channel: Channel) -> bool:
    """Whether a person may write there."""
    try:
        check_writing(world, person_id, channel)
    except Impossible:
        return False
    return True


def can_manage(world: World, person_id: str, channel: Channel) -> bool:
    """Whether a person may delete others' messages there."""
    allowed = world.permissions(person_id, channel)
    return channel.kind is not ChannelKind.DM and bool(allowed & May.MANAGE_MESSAGES)


def rewrite(world: World, person_id: str, message: Message, text: str) -> Message:
    """Edit one of the user's messages."""
    if message.author_id != person_id:
        raise Impossible("Only its author can change it.")
    form = {"content": text, "allowed_mentions": {"parse": ["users", "roles"]}}
    return posting.edit(world, message, posting.Change(form))


def erase(world: World, person_id: str, message: Message) -> None:
    """Delete one of the user's messages; with *Manage Messages*, anyone's."""
    channel = world.channel(message.channel_id)
    if message.author_id != person_id and not can_manage(world, person_id, channel):
        raise Impossible("Only its author, or a person who manages messages, can delete it.")
    posting.delete(world, message)


def pin(world: World, person_id: str, message: Message, *, pinned: bool = True) -> None:
    """Pin a message, or unpin it, with the permission to pin messages."""
    if not world.permissions(person_id, world.channel(message.channel_id)) & May.PIN_MESSAGES:
        raise Impossible("They may not pin messages here.")
    if pinned:
        posting.pin(world, person_id, message)
    else:
        posting.unpin(world, message)


def react(world: World, person_id: str, message: Message, emoji: str) -> None:
    """React to a message with an emoji."""
    reactions = message.reactions | {(person_id, emoji)}
    posting.touch(world, replace(message, reactions=reactions))


def dismiss(world: World, person_id: str, message_id: str) -> None:
    """Dismiss a private answer."""
    for posts in world.posts.values():
        message = posts.get(message_id)
        if message and message.owner_id == person_id:
            posting.delete(world, message)
            return
    raise Impossible("There is no such private answer.")


def start_thread(
    world: World, person_id: str, parent: Channel, name: str, at: str | None
) -> Channel:
    """Start a thread, from a message or on its own."""
    if not world.permissions(person_id, parent) & May.CREATE_PUBLIC_THREADS:
        raise Impossible("They may not start threads here.")
    if not name.strip():
        raise Impossible("A thread needs a name.")
    start = world.message(parent.id, at) if at else None
    try:
        return places.thread(world, parent, person_id, name.strip()[:100], start)
    except Refusal as refusal:
        raise Impossible(str(refusal)) from None


def type_in(world: World, person_id: str, channel: Channel) -> None:
    """Show that a person is typing."""
    check_writing(world, person_id, channel)
    world.publish(events.Typing(person_id, channel))


def let_pass(world: World, step: str) -> None:
    """Let an hour or a day pass at once, to see what comes then; from a morning, till noon."""
    if not world.offers_time:
        raise Impossible("The bot goes by the time of its machine.")
    if step not in STEPS:
        raise Impossible("Only an hour or a day can pass at once.")
    seconds = STEPS[step]
    if step == "day":
        seconds += max(0, _NOON - world.clock.whole_seconds() % seconds)
    world.clock.advance(seconds)
    world.publish(events.TimeAdvanced())
