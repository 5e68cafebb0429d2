"""REST routes: the bot's account and application, the gateway's address, other accounts."""

from sandbox.rest.routing import Answer, Call, Pace, Route
from sandbox.rules import forms
from sandbox.rules.refusal import refuse
from sandbox.shapes import people, places
from sandbox.world import places as world_places


def me(call: Call) -> Answer:
    """The bot's own account."""
    return Answer(200, people.myself(call.bot))


def application(call: Call) -> Answer:
    """The bot's application."""
    return Answer(200, people.application(call.world, call.world.app))


def gateway(call: Call) -> Answer:
    """Return the gateway's address."""
    return Answer(200, {"url": call.gateway_url})


def gateway_for_bots(call: Call) -> Answer:
    """Return the gateway's address, and the number of shards to use."""
    starts = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    shards = call.world.app.shards
    return Answer(200, {"url": call.gateway_url, "shards": shards, "session_start_limit": starts})


def user(call: Call) -> Answer:
    """A person's account."""
    return Answer(200, people.user(call.world.person(call.args["user_id"])))


def direct(call: Call) -> Answer:
    """Open a conversation. This is never refused; writing in it may be."""
    forms.check(forms.DIRECT, call.form)
    recipient = call.world.people.get(str(call.form["recipient_id"]))
    if recipient is None:
        raise refuse(50033)
    channel = world_places.direct(call.world, call.bot.id, recipient.id)
    return Answer(200, places.channel(call.world, channel))


ROUTES = (
    Route("GET", "/users/@me", me),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway", gateway),
    Route("GET", "/gateway/bot", gateway_for_bots),
    Route("POST", "/users/@me/channels", direct, Pace(10, 5.0)),
    Route("GET", "/users/{user_id}", user),
)
