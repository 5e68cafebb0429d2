"""What is done with an interaction's token: the callback, `@original`, and follow-ups."""

from sandbox.rest.table import DONE, Answer, Ask, Pace, Route
from sandbox.shapes import asked
from sandbox.shapes.messages import message
from sandbox.world import answers
from sandbox.world.things import Interaction, Message

TOKENS = Pace(5, 2.0)


def callback(ask: Ask) -> Answer:
    """The first answer."""
    waiting = answers.find(ask.world, ask.args["interaction_id"], ask.args["token"])
    reply = answers.Reply(ask.form, ask.uploads)
    done = answers.answer(ask.world, waiting, reply)
    if not ask.asks_for("with_response"):
        return DONE
    return Answer(200, asked.answered(ask.shapes, done, ask.form["type"]))


def _token(ask: Ask) -> Interaction:
    return answers.by_token(ask.world, ask.args["webhook_id"], ask.args["token"])


def _message(ask: Ask, interaction: Interaction) -> Message:
    which = ask.args.get("message_id", "@original")
    return answers.addressed(ask.world, interaction, which)


def follow_up(ask: Ask) -> Answer:
    """Another message. Interactions always wait for it, whatever the query says."""
    written = answers.follow_up(ask.world, _token(ask), answers.Reply(ask.form, ask.uploads))
    return Answer(200, message(ask.shapes, written))


def get(ask: Ask) -> Answer:
    """One of the token's messages."""
    return Answer(200, message(ask.shapes, _message(ask, _token(ask))))


def edit(ask: Ask) -> Answer:
    """Change one of the token's messages."""
    interaction = _token(ask)
    old = _message(ask, interaction)
    reply = answers.Reply(ask.form, ask.uploads)
    return Answer(200, message(ask.shapes, answers.revise(ask.world, interaction, old, reply)))


def delete(ask: Ask) -> Answer:
    """Delete one of the token's messages."""
    interaction = _token(ask)
    answers.remove(ask.world, interaction, _message(ask, interaction))
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
