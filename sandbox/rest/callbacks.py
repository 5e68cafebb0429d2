"""REST routes of an interaction's token: the callback, `@original`, and follow-ups."""

from sandbox.rest.routing import DONE, Answer, Call, Pace, Route
from sandbox.shapes import interactions
from sandbox.shapes.messages import message
from sandbox.world import responses
from sandbox.world.model import Interaction, Message

TOKENS = Pace(5, 2.0)


def callback(call: Call) -> Answer:
    """The first answer."""
    waiting = responses.find(call.world, call.args["interaction_id"], call.args["token"])
    reply = responses.Reply(call.form, call.uploads)
    done = responses.answer(call.world, waiting, reply)
    if not call.has_flag("with_response"):
        return DONE
    return Answer(200, interactions.answered(call.shapes, done, call.form["type"]))


def _token(call: Call) -> Interaction:
    return responses.by_token(call.world, call.args["webhook_id"], call.args["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    which = call.args.get("message_id", "@original")
    return responses.addressed(call.world, interaction, which)


def follow_up(call: Call) -> Answer:
    """A follow-up message. The answer always has a body, with or without `wait`."""
    written = responses.follow_up(
        call.world, _token(call), responses.Reply(call.form, call.uploads)
    )
    return Answer(200, message(call.shapes, written))


def get(call: Call) -> Answer:
    """One of the token's messages."""
    return Answer(200, message(call.shapes, _message(call, _token(call))))


def edit(call: Call) -> Answer:
    """Change one of the token's messages."""
    interaction = _token(call)
    old = _message(call, interaction)
    reply = responses.Reply(call.form, call.uploads)
    return Answer(200, message(call.shapes, responses.revise(call.world, interaction, old, reply)))


def delete(call: Call) -> Answer:
    """Delete one of the token's messages."""
    interaction = _token(call)
    responses.remove(call.world, interaction, _message(call, interaction))
    return DONE


_HOOK = "/webhooks/{webhook_id}/{token}"
_MESSAGES = (f"{_HOOK}/messages/@original", f"{_HOOK}/messages/{{message_id}}")
ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{token}/callback",
        callback,
        Pace(100, 1.0),
        by_token=True,
    ),
    Route("POST", _HOOK, follow_up, TOKENS, by_token=True),
    *(
        Route(method, template, handler, TOKENS, by_token=True)
        for template in _MESSAGES
        for method, handler in (("GET", get), ("PATCH", edit), ("DELETE", delete))
    ),
)
