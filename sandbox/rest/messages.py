"""REST routes: messages that the bot posts, reads, edits and deletes with its own token."""

from dataclasses import replace

from sandbox.gateway.intents import Intent
from sandbox.raw import Json, form_in
from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Pace, Route
from sandbox.rules import forms
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes import messages as shapes
from sandbox.world import posting
from sandbox.world.model import Channel, Message

REPLY, USUAL_KINDS = 19, (0, 19, 20, 23)
MOST_LISTED, LISTED = 100, 50
HOUR = 3600.0
OLD_EDITS = Pace(3, 20.0)


def create(call: Call) -> Answer:
    """Write a message. The same enforced nonce again answers with the first one."""
    channel = access.writable(call)
    forms.check(forms.REPLYING, call.form)
    if known := posting.same_nonce(call.world, channel.id, call.form):
        return Answer(200, shapes.message(call.shapes, known))
    _check_rights(call, channel)
    base = posting.blank(call.world, channel.id, call.bot.id)
    replied = _replied(call, channel)
    if replied:
        base = replace(base, kind=REPLY, reference=replied.id)
    author = replied.author_id if replied else None
    draft = posting.Draft(base, call.form, call.uploads, replied=author)
    return Answer(200, shapes.message(call.shapes, posting.post(call.world, draft)))


def _check_rights(call: Call, channel: Channel) -> None:
    if call.uploads:
        access.channel(call, May.ATTACH_FILES)
    if call.form.get("embeds"):
        access.channel(call, May.EMBED_LINKS)
    if call.form.get("message_reference") and not access.may(
        call, channel, May.READ_MESSAGE_HISTORY
    ):
        raise refuse(160002)


def _replied(call: Call, channel: Channel) -> Message | None:
    reference = form_in(call.form, "message_reference")
    if not reference.get("message_id"):
        return None
    message = call.world.posts.get(channel.id, {}).get(str(reference["message_id"]))
    if message is None or message.owner_id:
        if reference.get("fail_if_not_exists") is False:
            return None
        fault = Fault(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        raise wrong_form([fault])
    return message


def edit(call: Call) -> Answer:
    """Change a message of the bot's own."""
    channel = access.channel(call)
    message = access.own_message(call, channel)
    if message.kind not in USUAL_KINDS:
        raise refuse(50021)
    if call.uploads:
        access.channel(call, May.ATTACH_FILES)
    change = posting.Change(call.form, call.uploads)
    return Answer(200, shapes.message(call.shapes, posting.edit(call.world, message, change)))


def is_old(call: Call) -> bool:
    """Whether the message of the path is more than an hour old, so that edits are counted."""
    shelf = call.world.posts.get(call.args["channel_id"], {})
    message = shelf.get(call.args["message_id"])
    return message is not None and call.world.clock.seconds() - message.sent > HOUR


def delete(call: Call) -> Answer:
    """Delete a message: the bot's own, or another's with the right to it."""
    channel = access.channel(call)
    message = access.message(call, channel)
    if message.author_id != call.bot.id:
        if channel.guild_id is None:
            raise refuse(50003)
        access.channel(call, May.MANAGE_MESSAGES)
    posting.delete(call.world, message)
    return DONE


def pin(call: Call) -> Answer:
    """Pin a message."""
    channel = access.channel(call, May.PIN_MESSAGES)
    posting.pin(call.world, call.bot.id, access.message(call, channel))
    return DONE


def unpin(call: Call) -> Answer:
    """Unpin a message."""
    channel = access.channel(call, May.PIN_MESSAGES)
    posting.unpin(call.world, access.message(call, channel))
    return DONE


def get(call: Call) -> Answer:
    """One message."""
    channel = access.channel(call, May.READ_MESSAGE_HISTORY)
    return Answer(200, _shown(call, channel, access.message(call, channel)))


def history(call: Call) -> Answer:
    """The newest messages, or those before, after or around one; the newest first."""
    channel = access.channel(call)
    if not access.may(call, channel, May.READ_MESSAGE_HISTORY):
        return Answer(200, [])
    messages = list(reversed(_slice(call, call.world.messages(channel.id))))
    return Answer(200, [_shown(call, channel, message) for message in messages])


def _slice(call: Call, messages: list[Message]) -> list[Message]:
    limit = _limit(call)
    if "before" in call.query:
        return [message for message in messages if int(message.id) < _id(call, "before")][-limit:]
    if "after" in call.query:
        return [message for message in messages if int(message.id) > _id(call, "after")][:limit]
    if "around" in call.query:
        middle = sum(int(message.id) < _id(call, "around") for message in messages)
        return messages[max(0, middle - limit // 2) :][:limit]
    return messages[-limit:]


def _limit(call: Call) -> int:
    given = call.query.get("limit", str(LISTED))
    if not given.isdigit() or not 1 <= int(given) <= MOST_LISTED:
        sentence = f"int value should be between 1 and {MOST_LISTED}."
        raise wrong_form([Fault(("limit",), "NUMBER_TYPE_MAX", sentence)])
    return int(given)


def _id(call: Call, name: str) -> int:
    if not call.query[name].isdigit():
        sentence = f'Value "{call.query[name]}" is not snowflake.'
        raise wrong_form([Fault((name,), "NUMBER_TYPE_COERCE", sentence)])
    return int(call.query[name])


def _shown(call: Call, channel: Channel, message: Message) -> Json:
    shown = shapes.message(call.shapes, message)
    reads_all = call.world.app.granted & Intent.MESSAGE_CONTENT
    if reads_all or shapes.readable(shown, call.bot.id, direct=channel.guild_id is None):
        return shown
    return shapes.without_content(shown)


_ONE = "/channels/{channel_id}/messages/{message_id}"
_PIN = "/channels/{channel_id}/messages/pins/{message_id}"
WRITING = Pace(5, 5.0)
EDIT = Route("PATCH", _ONE, edit, WRITING)
ROUTES = (
    Route("POST", "/channels/{channel_id}/messages", create, WRITING),
    Route("GET", "/channels/{channel_id}/messages", history, Pace(5, 5.0)),
    Route("GET", _ONE, get, Pace(5, 5.0)),
    EDIT,
    Route("DELETE", _ONE, delete, Pace(5, 1.0)),
    Route("PUT", _PIN, pin, Pace(5, 4.0)),
    Route("DELETE", _PIN, unpin, Pace(5, 4.0)),
)
