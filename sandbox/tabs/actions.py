"""The actions of the chat page, one function each."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from sandbox.raw import Json, forms_in, list_in, text_in
from sandbox.rules import commands as kinds
from sandbox.tabs import views
from sandbox.tabs.views import View, localized
from sandbox.waiting import PATIENCE, until
from sandbox.world import badges, interactions, menu, places, user_actions
from sandbox.world.menu import Invoker
from sandbox.world.model import Channel, Message, State
from sandbox.world.user_actions import NewMessage
from sandbox.world.world import Impossible

MOST_HISTORY = 100


def _text(frame: Json, name: str) -> str:
    value = frame.get(name)
    if not isinstance(value, str):
        raise Impossible(f"The field {name} is missing.")
    return value


def _channel(view: View, frame: Json) -> Channel:
    channel = view.world.channel(_text(frame, "channel"))
    if not view.world.sees(view.person_id, channel):
        raise Impossible("They do not see this channel.")
    return channel


def _message(view: View, frame: Json) -> Message:
    message = view.world.message(_channel(view, frame).id, _text(frame, "message"))
    if message.owner_id not in {None, view.person_id}:
        raise Impossible("They do not see this message.")
    return message


def _invoker(view: View, frame: Json) -> Invoker:
    return Invoker(view.world, view.person_id, _channel(view, frame))


def _file(raw: object) -> tuple[str, bytes]:
    form = cast("Json", raw) if isinstance(raw, dict) else {}
    try:
        return _text(form, "name"), base64.b64decode(_text(form, "data"), validate=True)
    except binascii.Error:
        raise Impossible("The file did not arrive complete.") from None


async def send(view: View, frame: Json) -> Json:
    """Write a message."""
    draft = NewMessage(
        text=text_in(frame, "content"),
        reply_to=frame.get("reply_to"),
        ping=frame.get("ping") is not False,
        files=[_file(file) for file in list_in(frame, "files")],
    )
    message = user_actions.write(view.world, view.person_id, _channel(view, frame), draft)
    return {"message": message.id}


async def edit(view: View, frame: Json) -> Json:
    """Edit one of the user's messages."""
    user_actions.rewrite(view.world, view.person_id, _message(view, frame), _text(frame, "content"))
    return {}


async def delete(view: View, frame: Json) -> Json:
    """Delete a message."""
    user_actions.erase(view.world, view.person_id, _message(view, frame))
    return {}


async def dismiss(view: View, frame: Json) -> Json:
    """Dismiss a private answer."""
    user_actions.dismiss(view.world, view.person_id, _text(frame, "message"))
    return {}


async def history(view: View, frame: Json) -> Json:
    """Older messages of a channel."""
    before, limit = _text(frame, "before"), frame.get("limit") or views.SHOWN
    every = view.world.messages(_channel(view, frame).id, view.person_id)
    older = [message for message in every if int(message.id) < int(before)]
    shown = older[-min(int(limit), MOST_HISTORY) :]
    return {"messages": views.posts(view, shown), "more": len(older) > len(shown)}


async def commands(view: View, frame: Json) -> Json:
    """The commands that can be used in a channel."""
    locale = view.world.people[view.person_id].locale
    usable = menu.usable(_invoker(view, frame))
    return {"commands": [localized(command, locale) for command in usable]}


def _invocation(view: View, frame: Json) -> interactions.Invocation:
    options = [_with_files(view, frame, option) for option in forms_in(frame, "options")]
    return interactions.Invocation(_text(frame, "command"), options, frame.get("target"))


def _with_files(view: View, frame: Json, option: Json) -> Json:
    """An option with its file, if it has one, uploaded and replaced by its id."""
    if "options" in option:
        inner = [
            _with_files(view, frame, inner_option) for inner_option in forms_in(option, "options")
        ]
        return {**option, "options": inner}
    if option.get("type") == kinds.ATTACHMENT:
        put = interactions.upload_file(
            view.world, _text(frame, "channel"), *_file(option.get("value"))
        )
        return {**option, "value": put}
    return option


async def invoke(view: View, frame: Json) -> Json:
    """Send a command."""
    return {"interaction": interactions.invoke(_invoker(view, frame), _invocation(view, frame)).id}


async def autocomplete(view: View, frame: Json) -> Json:
    """Ask for suggestions, and wait for them."""
    interaction = interactions.autocomplete(_invoker(view, frame), _invocation(view, frame))
    choices = await suggestions(view, interaction.id)
    locale = view.world.people[view.person_id].locale
    return {"choices": [localized(choice, locale) for choice in choices]}


async def suggestions(view: View, interaction_id: str) -> tuple[Json, ...]:
    """Wait for the bot's suggestions."""

    def look() -> tuple[Json, ...] | None:
        now = view.world.interactions[interaction_id]
        if now.state is State.FAILED:
            raise Impossible("Loading options failed.")
        return now.choices if now.answered else None

    try:
        return await until(view.world, look, PATIENCE)
    except TimeoutError:
        raise Impossible("Loading options failed.") from None


async def click(view: View, frame: Json) -> Json:
    """Press a button."""
    message, custom_id = _message(view, frame), _text(frame, "custom_id")
    return {"interaction": interactions.press(_invoker(view, frame), message, custom_id, []).id}


async def choose(view: View, frame: Json) -> Json:
    """Choose in a menu."""
    message, custom_id = _message(view, frame), _text(frame, "custom_id")
    chosen = [str(value) for value in list_in(frame, "values")]
    return {"interaction": interactions.press(_invoker(view, frame), message, custom_id, chosen).id}


async def submit(view: View, frame: Json) -> Json:
    """Send a modal."""
    opened = view.world.interactions.get(_text(frame, "interaction"))
    if opened is None or opened.person_id != view.person_id:
        raise Impossible("There is no modal open.")
    answers: dict[str, Any] = {
        name: _uploaded(view, opened.channel_id, value)
        for name, value in cast("Json", frame.get("values") or {}).items()
    }
    return {"interaction": interactions.submit(view.world, opened, answers).id}


def _uploaded(view: View, channel_id: str, value: Any) -> Any:  # noqa: ANN401  (a value of any field)
    several = cast("list[Any]", value) if isinstance(value, list) else []
    if any(isinstance(value, dict) for value in several):
        return [interactions.upload_file(view.world, channel_id, *_file(file)) for file in several]
    return cast("Any", value)


async def read(view: View, frame: Json) -> Json:
    """Mark a channel as read."""
    badges.mark_read(view.world, view.person_id, _channel(view, frame).id)
    return {}


async def direct(view: View, frame: Json) -> Json:
    """Open a conversation."""
    other = view.world.person(_text(frame, "person"))
    return {"channel": places.direct(view.world, view.person_id, other.id).id}


async def thread(view: View, frame: Json) -> Json:
    """Start a thread."""
    parent, name = _channel(view, frame), _text(frame, "name")
    started = user_actions.start_thread(
        view.world, view.person_id, parent, name, frame.get("message")
    )
    return {"channel": started.id}


async def advance(view: View, frame: Json) -> Json:
    """Let an hour or a day pass at once."""
    user_actions.let_pass(view.world, _text(frame, "step"))
    return {}


async def typing(view: View, frame: Json) -> Json:
    """Show that one is typing."""
    user_actions.type_in(view.world, view.person_id, _channel(view, frame))
    return {}


Action = Callable[[View, Json], Awaitable[Json]]
ACTIONS: Mapping[str, Action] = {
    "send": send,
    "edit": edit,
    "delete": delete,
    "dismiss": dismiss,
    "history": history,
    "commands": commands,
    "invoke": invoke,
    "autocomplete": autocomplete,
    "click": click,
    "choose": choose,
    "submit": submit,
    "read": read,
    "dm": direct,
    "thread": thread,
    "advance": advance,
    "typing": typing,
}
