"""REST routes: channels and threads."""

from dataclasses import replace
from datetime import datetime

from sandbox.raw import Json
from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Pace, Route
from sandbox.rules import forms
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes import messages as shapes
from sandbox.shapes import places
from sandbox.shapes.moments import iso
from sandbox.world import events, posting
from sandbox.world import places as world_places
from sandbox.world.model import Channel, ChannelKind, Message, Tag

PUBLIC_THREAD = 11
_ARCHIVED = 50  # threads of a list
THREADS = Pace(50, 300.0)


def channel(call: Call) -> Answer:
    """A channel, thread or conversation."""
    return Answer(200, places.channel(call.world, access.channel(call)))


def change(call: Call) -> Answer:
    """Change a channel or a thread."""
    channel = access.channel(call)
    if channel.kind is ChannelKind.DM:
        raise refuse(50003)
    kinds = {ChannelKind.THREAD: _thread, ChannelKind.FORUM: _forum}
    changed = kinds.get(channel.kind, _text)(call, channel)
    return Answer(200, places.channel(call.world, changed))


def _forum(call: Call, forum: Channel) -> Channel:
    """Tags that are named by their ids stay the same ones; others are new."""
    access.channel(call, May.MANAGE_CHANNELS)
    forms.check(forms.FORUM_CHANGE, call.form)
    form = call.form
    fields = {name: form[name] for name in ("name", "topic", "position") if name in form}
    if "flags" in form:
        fields["needs_tag"] = bool(form["flags"] & places.NEEDS_TAG)
    if "available_tags" in form:
        fields["tags"] = tuple(_tag(call, forum, written) for written in form["available_tags"])
        names = [tag.name.lower() for tag in fields["tags"]]
        if len(set(names)) < len(names):
            raise refuse(40061)
    return world_places.change(call.world, replace(forum, **fields))


def _tag(call: Call, forum: Channel, written: Json) -> Tag:
    number = str(written["id"]) if written.get("id") else call.world.ids.next()
    if written.get("id") and number not in {tag.id for tag in forum.tags}:
        raise refuse(10087)
    emoji_id, emoji_name = written.get("emoji_id"), written.get("emoji_name")
    moderated = bool(written.get("moderated"))
    return Tag(number, written["name"], moderated, emoji_id and str(emoji_id), emoji_name)


def _text(call: Call, channel: Channel) -> Channel:
    access.channel(call, May.MANAGE_CHANNELS)
    forms.check(forms.CHANNEL_CHANGE, call.form)
    fields = {name: call.form[name] for name in ("name", "topic", "position") if name in call.form}
    return world_places.change(call.world, replace(channel, **fields))


def _thread(call: Call, thread: Channel) -> Channel:
    forms.check(forms.THREAD_CHANGE, call.form)
    form, keeper = call.form, access.may(call, thread, May.MANAGE_THREADS)
    if not keeper and (thread.owner_id != call.bot.id or "locked" in form or thread.locked):
        raise refuse(50013)
    if thread.archived and form.get("archived") is not False:
        raise refuse(50083)
    fields = {
        "applied": thread.applied,
        "name": form.get("name") or thread.name,
        "archive_minutes": form.get("auto_archive_duration") or thread.archive_minutes,
    }
    if form.get("applied_tags") is not None:
        fields["applied"] = _applied(call, call.world.channel(str(thread.parent_id)), thread)
    return world_places.archive(
        call.world,
        replace(thread, **fields),
        archived=bool(form.get("archived", thread.archived)),
        locked=bool(form.get("locked", thread.locked)),
    )


def _applied(call: Call, forum: Channel, post: Channel | None = None) -> tuple[str, ...]:
    """The tags asked for, of this forum; those that are moderated only one who manages threads."""
    applied = tuple(dict.fromkeys(map(str, call.form.get("applied_tags") or ())))
    known = {tag.id: tag for tag in forum.tags}
    if any(number not in known for number in applied):
        raise refuse(10087)
    changed = set(applied) ^ set(post.applied if post else ())
    moderated = any(known[number].moderated for number in changed if number in known)
    if moderated and not access.may(call, forum, May.MANAGE_THREADS):
        raise refuse(50013)
    if forum.needs_tag and not applied:
        raise refuse(40067)
    return applied


def delete(call: Call) -> Answer:
    """Delete a channel or a thread. Closing a conversation changes nothing here."""
    channel = access.channel(call)
    shown = places.channel(call.world, channel)
    if channel.kind is not ChannelKind.DM:
        threaded = channel.kind is ChannelKind.THREAD
        access.channel(call, May.MANAGE_THREADS if threaded else May.MANAGE_CHANNELS)
        world_places.close_channel(call.world, channel)
    return Answer(200, shown)


def typing(call: Call) -> Answer:
    """Say that the bot is typing."""
    channel = access.writable(call)
    call.world.publish(events.Typing(call.bot.id, channel))
    return DONE


def thread_from_message(call: Call) -> Answer:
    """Start a thread at a message."""
    parent = access.channel(call, May.CREATE_PUBLIC_THREADS)
    return _started(call, parent, access.message(call, parent))


def thread_alone(call: Call) -> Answer:
    """Start a thread without a message (only public threads are known), or a forum's post."""
    if access.channel(call).kind is ChannelKind.FORUM:
        return _posted(call, access.channel(call, May.SEND_MESSAGES))
    parent = access.channel(call, May.CREATE_PUBLIC_THREADS)
    if call.form.get("type") != PUBLIC_THREAD:
        sentence = f"Value must be one of {{{PUBLIC_THREAD}}}."
        raise wrong_form([Fault(("type",), "BASE_TYPE_CHOICES", sentence)])
    return _started(call, parent, None)


def _started(call: Call, parent: Channel, start: Message | None) -> Answer:
    forms.check(forms.THREAD, call.form)
    name = str(call.form["name"])
    thread = world_places.thread(call.world, parent, call.bot.id, name, start)
    if minutes := call.form.get("auto_archive_duration"):
        thread = world_places.change(call.world, replace(thread, archive_minutes=minutes))
    return Answer(201, places.channel(call.world, thread))


def _posted(call: Call, forum: Channel) -> Answer:
    """A post in a forum, with its first message."""
    forms.check(forms.FORUM_POST, call.form)
    applied = _applied(call, forum)
    message = call.form["message"]
    if call.uploads:
        access.channel(call, May.ATTACH_FILES)
    if message.get("embeds"):
        access.channel(call, May.EMBED_LINKS)
    name, minutes = call.form["name"], call.form.get("auto_archive_duration") or 4320
    post = world_places.new_post(call.world, forum, call.bot.id, name, applied, minutes)
    draft = posting.Draft(
        posting.blank(call.world, post.id, call.bot.id), message, call.uploads, ("message",)
    )
    post = world_places.forum_post(call.world, post, draft)
    first = shapes.message(call.shapes, call.world.message(post.id, post.id))
    return Answer(201, {**places.channel(call.world, post), "message": first})


def _open_thread(call: Call) -> Channel:
    thread = access.channel(call)
    if thread.kind is not ChannelKind.THREAD:
        raise refuse(50024)
    if thread.archived:
        raise refuse(50083)
    return thread


def join(call: Call) -> Answer:
    """Make the bot a member of a thread."""
    world_places.join_thread(call.world, _open_thread(call), call.bot.id)
    return DONE


def leave(call: Call) -> Answer:
    """Remove the bot from a thread."""
    world_places.leave_thread(call.world, _open_thread(call), call.bot.id)
    return DONE


def add(call: Call) -> Answer:
    """Add a person to a thread, if they see its channel."""
    thread = _open_thread(call)
    person = call.world.person(call.args["user_id"])
    if not call.world.sees(person.id, thread):
        raise refuse(50001)
    world_places.join_thread(call.world, thread, person.id)
    return DONE


def members(call: Call) -> Answer:
    """The members of a thread."""
    thread = access.channel(call)
    shown = [places.thread_member(thread, member) for member in sorted(thread.members)]
    return Answer(200, shown)


def archived(call: Call) -> Answer:
    """The public threads of a channel that are archived, or the posts of a forum: newest first."""
    parent = access.channel(call, May.READ_MESSAGE_HISTORY)
    before = datetime.fromisoformat(call.query.get("before", iso(call.world.clock.seconds())))
    most = int(call.query.get("limit", str(_ARCHIVED)))
    there = [
        thread
        for thread in call.world.channels.values()
        if thread.parent_id == parent.id
        and thread.archived
        and thread.archive_changed <= before.timestamp()
    ]
    there.sort(key=lambda thread: thread.archive_changed, reverse=True)
    bot_id, shown = call.bot.id, there[:most]
    members = [places.thread_member(thread, bot_id) for thread in shown if bot_id in thread.members]
    threads = [places.channel(call.world, thread) for thread in shown]
    return Answer(
        200, {"threads": threads, "members": members, "has_more": len(there) > len(shown)}
    )


ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", change, Pace(5, 15.0)),
    Route("DELETE", "/channels/{channel_id}", delete),
    Route("POST", "/channels/{channel_id}/typing", typing, Pace(5, 5.0)),
    Route("POST", "/channels/{channel_id}/threads", thread_alone, THREADS),
    Route(
        "POST", "/channels/{channel_id}/messages/{message_id}/threads", thread_from_message, THREADS
    ),
    Route("GET", "/channels/{channel_id}/threads/archived/public", archived),
    Route("GET", "/channels/{channel_id}/thread-members", members),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/@me", leave),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", add),
)
