"""What a tab may do: one function for each action of the page."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from sandbox.raw import Json, forms_in, list_in, text_in
from sandbox.rules import commands as kinds
from sandbox.tabs import views
from sandbox.tabs.views import View, localized
from sandbox.waiting import until
from sandbox.world import acts, asking, badges, menu, places
from sandbox.world.acts import Letter
from sandbox.world.menu import Seat
from sandbox.world.things import Channel, Message, State
from sandbox.world.world import Impossible

MOST_HISTORY = 100
_PATIENCE = asking.ANSWER_SECONDS + 2


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


def _seat(view: View, frame: Json) -> Seat:
    return Seat(view.world, view.person_id, _channel(view, frame))


def _file(raw: object) -> tuple[str, bytes]:
    form = cast("Json", raw) if isinstance(raw, dict) else {}
    try:
        return _text(form, "name"), base64.b64decode(_text(form, "data"), validate=True)
    except binascii.Error:
        raise Impossible("The file did not arrive whole.") from None


async def send(view: View, frame: Json) -> Json:
    """Write a message."""
    letter = Letter(
        text=text_in(frame, "content"),
        reply_to=frame.get("reply_to"),
        ping=frame.get("ping") is not False,
        files=[_file(each) for each in list_in(frame, "files")],
    )
    message = acts.write(view.world, view.person_id, _channel(view, frame), letter)
    return {"message": message.id}


async def edit(view: View, frame: Json) -> Json:
    """Change a message of one's own."""
    acts.rewrite(view.world, view.person_id, _message(view, frame), _text(frame, "content"))
    return {}


async def delete(view: View, frame: Json) -> Json:
    """Delete a message."""
    acts.erase(view.world, view.person_id, _message(view, frame))
    return {}


async def dismiss(view: View, frame: Json) -> Json:
    """Put away a private answer."""
    acts.dismiss(view.world, view.person_id, _text(frame, "message"))
    return {}


async def history(view: View, frame: Json) -> Json:
    """Older messages of a channel."""
    before, limit = _text(frame, "before"), frame.get("limit") or views.SHOWN
    every = view.world.messages(_channel(view, frame).id, view.person_id)
    older = [each for each in every if int(each.id) < int(before)]
    shown = older[-min(int(limit), MOST_HISTORY) :]
    return {"messages": views.posts(view, shown), "more": len(older) > len(shown)}


async def commands(view: View, frame: Json) -> Json:
    """The commands that are to be had in a channel."""
    locale = view.world.people[view.person_id].locale
    found = menu.usable(_seat(view, frame))
    return {"commands": [localized(each, locale) for each in found]}


def _invocation(view: View, frame: Json) -> asking.Invocation:
    options = [_with_files(view, frame, each) for each in forms_in(frame, "options")]
    return asking.Invocation(_text(frame, "command"), options, frame.get("target"))


def _with_files(view: View, frame: Json, option: Json) -> Json:
    """An option whose file, if it has one, was handed in and is named by its id."""
    if "options" in option:
        inner = [_with_files(view, frame, each) for each in forms_in(option, "options")]
        return {**option, "options": inner}
    if option.get("type") == kinds.ATTACHMENT:
        put = asking.put_file(view.world, _text(frame, "channel"), *_file(option.get("value")))
        return {**option, "value": put}
    return option


async def invoke(view: View, frame: Json) -> Json:
    """Send a command."""
    return {"interaction": asking.invoke(_seat(view, frame), _invocation(view, frame)).id}


async def autocomplete(view: View, frame: Json) -> Json:
    """Ask for suggestions, and wait for them."""
    asked = asking.autocomplete(_seat(view, frame), _invocation(view, frame))
    choices = await suggestions(view, asked.id)
    locale = view.world.people[view.person_id].locale
    return {"choices": [localized(each, locale) for each in choices]}


async def suggestions(view: View, interaction_id: str) -> tuple[Json, ...]:
    """What the bot suggests, as soon as it does."""

    def look() -> tuple[Json, ...] | None:
        now = view.world.interactions[interaction_id]
        if now.state is State.FAILED:
            raise Impossible("Loading options failed.")
        return now.choices if now.answered else None

    try:
        return await until(view.world, look, _PATIENCE)
    except TimeoutError:
        raise Impossible("Loading options failed.") from None


async def click(view: View, frame: Json) -> Json:
    """Press a button."""
    message, custom_id = _message(view, frame), _text(frame, "custom_id")
    return {"interaction": asking.press(_seat(view, frame), message, custom_id, []).id}


async def choose(view: View, frame: Json) -> Json:
    """Choose in a menu."""
    message, custom_id = _message(view, frame), _text(frame, "custom_id")
    chosen = [str(each) for each in list_in(frame, "values")]
    return {"interaction": asking.press(_seat(view, frame), message, custom_id, chosen).id}


async def submit(view: View, frame: Json) -> Json:
    """Send a modal."""
    opened = view.world.interactions.get(_text(frame, "interaction"))
    if opened is None or opened.person_id != view.person_id:
        raise Impossible("There is no modal open.")
    answers: dict[str, Any] = {
        name: _handed_in(view, opened.channel_id, value)
        for name, value in cast("Json", frame.get("values") or {}).items()
    }
    return {"interaction": asking.submit(view.world, opened, answers).id}


def _handed_in(view: View, channel_id: str, value: Any) -> Any:  # noqa: ANN401  (a value of any field)
    several = cast("list[Any]", value) if isinstance(value, list) else []
    if any(isinstance(each, dict) for each in several):
        return [asking.put_file(view.world, channel_id, *_file(each)) for each in several]
    return cast("Any", value)


async def read(view: View, frame: Json) -> Json:
    """Have read a channel."""
    badges.read(view.world, view.person_id, _channel(view, frame).id)
    return {}


async def direct(view: View, frame: Json) -> Json:
    """Open a conversation."""
    other = view.world.person(_text(frame, "person"))
    return {"channel": places.direct(view.world, view.person_id, other.id).id}


async def thread(view: View, frame: Json) -> Json:
    """Start a thread."""
    parent, name = _channel(view, frame), _text(frame, "name")
    started = acts.start_thread(view.world, view.person_id, parent, name, frame.get("message"))
    return {"channel": started.id}


async def typing(view: View, frame: Json) -> Json:
    """Be seen typing."""
    acts.type_in(view.world, view.person_id, _channel(view, frame))
    return {}


Deed = Callable[[View, Json], Awaitable[Json]]
DEEDS: Mapping[str, Deed] = {
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
    "typing": typing,
}
