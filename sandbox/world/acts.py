"""What people do besides asking the bot: writing, deleting, starting threads."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sandbox.rules.forms import FILE_LIMIT
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Refusal
from sandbox.world import badges, events, places, talk
from sandbox.world.compose import Upload
from sandbox.world.things import Channel, Message, Place
from sandbox.world.world import Impossible, World

MOST_LETTERS = 2000
REPLY = 19


@dataclass(frozen=True, slots=True)
class Letter:
    """What somebody is about to write. `ping`: tell the author of what it replies to."""

    text: str
    reply_to: str | None = None
    ping: bool = True
    files: Sequence[tuple[str, bytes]] = ()


def write(world: World, person_id: str, channel: Channel, letter: Letter) -> Message:
    """Write a message. Writing wakes an archived thread, and joins it."""
    check_writing(world, person_id, channel)
    if len(letter.text) > MOST_LETTERS:
        raise Impossible(f"A message has at most {MOST_LETTERS} characters.")
    if not letter.text.strip() and not letter.files:
        raise Impossible("Write something first.")
    if any(len(data) > FILE_LIMIT for _, data in letter.files):
        raise Impossible("A file has at most 10 MiB.")
    if channel.kind is Place.THREAD:
        channel = places.archive(world, channel, archived=False, locked=channel.locked)
        places.join_thread(world, channel, person_id)
    replied = _replied(world, channel, letter)
    base = talk.blank(world, channel.id, person_id)
    if replied:
        base = replace(base, kind=REPLY, reference=replied.id)
    mentions = {"parse": ["users", "roles", "everyone"], "replied_user": letter.ping}
    form = {"content": letter.text, "allowed_mentions": mentions}
    uploads = tuple(Upload(index, *each) for index, each in enumerate(letter.files))
    author = replied.author_id if replied else None
    message = talk.post(world, talk.Draft(base, form, uploads, replied=author))
    badges.read_by_writing(world, message)
    return message


def _replied(world: World, channel: Channel, letter: Letter) -> Message | None:
    if letter.reply_to is None:
        return None
    replied = world.message(channel.id, letter.reply_to)
    if replied.owner_id:
        raise Impossible("One cannot reply to a private answer.")
    return replied


def check_writing(world: World, person_id: str, channel: Channel) -> None:
    """Say why somebody may not write there, if so."""
    allowed = world.permissions(person_id, channel)
    threaded = channel.kind is Place.THREAD
    needed = May.SEND_MESSAGES_IN_THREADS if threaded else May.SEND_MESSAGES
    if not allowed & May.VIEW_CHANNEL or not allowed & needed:
        raise Impossible("They may not write here.")
    if threaded and channel.locked and not allowed & May.MANAGE_THREADS:
        raise Impossible("This thread is locked.")


def can_write(world: World, person_id: str, channel: Channel) -> bool:
    """Whether somebody may write there."""
    try:
        check_writing(world, person_id, channel)
    except Impossible:
        return False
    return True


def can_manage(world: World, person_id: str, channel: Channel) -> bool:
    """Whether somebody may delete what others wrote there."""
    allowed = world.permissions(person_id, channel)
    return channel.kind is not Place.DM and bool(allowed & May.MANAGE_MESSAGES)


def rewrite(world: World, person_id: str, message: Message, text: str) -> Message:
    """Change what one has written."""
    if message.author_id != person_id:
        raise Impossible("Only who wrote it can change it.")
    form = {"content": text, "allowed_mentions": {"parse": ["users", "roles"]}}
    return talk.edit(world, message, talk.Change(form))


def erase(world: World, person_id: str, message: Message) -> None:
    """Delete what one has written, or what others have with the right to it."""
    channel = world.channel(message.channel_id)
    if message.author_id != person_id and not can_manage(world, person_id, channel):
        raise Impossible("Only who wrote it, or who manages messages, can delete it.")
    talk.delete(world, message)


def dismiss(world: World, person_id: str, message_id: str) -> None:
    """Put away a private answer."""
    for shelf in world.posts.values():
        message = shelf.get(message_id)
        if message and message.owner_id == person_id:
            talk.delete(world, message)
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
    """Be seen typing."""
    check_writing(world, person_id, channel)
    world.tell(events.Typing(person_id, channel))
