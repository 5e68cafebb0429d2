"""Messages that the bot writes, reads, changes and deletes with its own token."""

from dataclasses import replace

from sandbox.gateway.intents import Intent
from sandbox.raw import Json, form_in
from sandbox.rest import guard
from sandbox.rest.table import DONE, Answer, Ask, Pace, Route
from sandbox.rules import forms
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes import messages as shapes
from sandbox.world import talk
from sandbox.world.things import Channel, Message

REPLY, USUAL_KINDS = 19, (0, 19, 20, 23)
MOST_LISTED, LISTED = 100, 50
HOUR = 3600.0
OLD_EDITS = Pace(3, 20.0)


def create(ask: Ask) -> Answer:
    """Write a message. The same enforced nonce again answers with the first one."""
    channel = guard.writable(ask)
    forms.check(forms.REPLYING, ask.form)
    if known := talk.same_nonce(ask.world, channel.id, ask.form):
        return Answer(200, shapes.message(ask.shapes, known))
    _check_rights(ask, channel)
    base = talk.blank(ask.world, channel.id, ask.bot.id)
    replied = _replied(ask, channel)
    if replied:
        base = replace(base, kind=REPLY, reference=replied.id)
    author = replied.author_id if replied else None
    draft = talk.Draft(base, ask.form, ask.uploads, replied=author)
    return Answer(200, shapes.message(ask.shapes, talk.post(ask.world, draft)))


def _check_rights(ask: Ask, channel: Channel) -> None:
    if ask.uploads:
        guard.channel(ask, May.ATTACH_FILES)
    if ask.form.get("embeds"):
        guard.channel(ask, May.EMBED_LINKS)
    if ask.form.get("message_reference") and not guard.may(ask, channel, May.READ_MESSAGE_HISTORY):
        raise refuse(160002)


def _replied(ask: Ask, channel: Channel) -> Message | None:
    reference = form_in(ask.form, "message_reference")
    if not reference.get("message_id"):
        return None
    found = ask.world.posts.get(channel.id, {}).get(str(reference["message_id"]))
    if found is None or found.owner_id:
        if reference.get("fail_if_not_exists") is False:
            return None
        fault = Fault(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        raise wrong_form([fault])
    return found


def edit(ask: Ask) -> Answer:
    """Change a message of the bot's own."""
    channel = guard.channel(ask)
    message = guard.own_message(ask, channel)
    if message.kind not in USUAL_KINDS:
        raise refuse(50021)
    if ask.uploads:
        guard.channel(ask, May.ATTACH_FILES)
    change = talk.Change(ask.form, ask.uploads)
    return Answer(200, shapes.message(ask.shapes, talk.edit(ask.world, message, change)))


def is_old(ask: Ask) -> bool:
    """Whether the message of the path is more than an hour old, so that edits are counted."""
    shelf = ask.world.posts.get(ask.args["channel_id"], {})
    message = shelf.get(ask.args["message_id"])
    return message is not None and ask.world.clock.seconds() - message.sent > HOUR


def delete(ask: Ask) -> Answer:
    """Delete a message: the bot's own, or another's with the right to it."""
    channel = guard.channel(ask)
    message = guard.message(ask, channel)
    if message.author_id != ask.bot.id:
        if channel.guild_id is None:
            raise refuse(50003)
        guard.channel(ask, May.MANAGE_MESSAGES)
    talk.delete(ask.world, message)
    return DONE


def get(ask: Ask) -> Answer:
    """One message."""
    channel = guard.channel(ask, May.READ_MESSAGE_HISTORY)
    return Answer(200, _shown(ask, channel, guard.message(ask, channel)))


def history(ask: Ask) -> Answer:
    """The newest messages, or those before, after or around one; the newest first."""
    channel = guard.channel(ask)
    if not guard.may(ask, channel, May.READ_MESSAGE_HISTORY):
        return Answer(200, [])
    found = list(reversed(_slice(ask, ask.world.messages(channel.id))))
    return Answer(200, [_shown(ask, channel, each) for each in found])


def _slice(ask: Ask, messages: list[Message]) -> list[Message]:
    limit = _limit(ask)
    if "before" in ask.query:
        return [each for each in messages if int(each.id) < _id(ask, "before")][-limit:]
    if "after" in ask.query:
        return [each for each in messages if int(each.id) > _id(ask, "after")][:limit]
    if "around" in ask.query:
        middle = sum(int(each.id) < _id(ask, "around") for each in messages)
        return messages[max(0, middle - limit // 2) :][:limit]
    return messages[-limit:]


def _limit(ask: Ask) -> int:
    given = ask.query.get("limit", str(LISTED))
    if not given.isdigit() or not 1 <= int(given) <= MOST_LISTED:
        sentence = f"int value should be between 1 and {MOST_LISTED}."
        raise wrong_form([Fault(("limit",), "NUMBER_TYPE_MAX", sentence)])
    return int(given)


def _id(ask: Ask, name: str) -> int:
    if not ask.query[name].isdigit():
        sentence = f'Value "{ask.query[name]}" is not snowflake.'
        raise wrong_form([Fault((name,), "NUMBER_TYPE_COERCE", sentence)])
    return int(ask.query[name])


def _shown(ask: Ask, channel: Channel, message: Message) -> Json:
    shown = shapes.message(ask.shapes, message)
    reads_all = ask.world.app.granted & Intent.MESSAGE_CONTENT
    if reads_all or shapes.readable(shown, ask.bot.id, direct=channel.guild_id is None):
        return shown
    return shapes.without_content(shown)


_ONE = "/channels/{channel_id}/messages/{message_id}"
WRITING = Pace(5, 5.0)
EDIT = Route("PATCH", _ONE, edit, WRITING)
ROUTES = (
    Route("POST", "/channels/{channel_id}/messages", create, WRITING),
    Route("GET", "/channels/{channel_id}/messages", history, Pace(5, 5.0)),
    Route("GET", _ONE, get, Pace(5, 5.0)),
    EDIT,
    Route("DELETE", _ONE, delete, Pace(5, 1.0)),
)
