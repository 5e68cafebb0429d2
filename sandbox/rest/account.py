"""Who the bot is, where the gateway is, and other people's accounts."""

from sandbox.rest.table import Answer, Ask, Pace, Route
from sandbox.rules import forms
from sandbox.rules.refusal import refuse
from sandbox.shapes import people, places
from sandbox.world import places as world_places


def me(ask: Ask) -> Answer:
    """The bot's own account."""
    return Answer(200, people.myself(ask.bot))


def application(ask: Ask) -> Answer:
    """The bot's application."""
    return Answer(200, people.application(ask.world, ask.world.app))


def gateway(ask: Ask) -> Answer:
    """Where the gateway is."""
    return Answer(200, {"url": ask.gateway_url})


def gateway_for_bots(ask: Ask) -> Answer:
    """Where the gateway is, and with how many shards to come."""
    starts = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
    shards = ask.world.app.shards
    return Answer(200, {"url": ask.gateway_url, "shards": shards, "session_start_limit": starts})


def user(ask: Ask) -> Answer:
    """Somebody's account."""
    return Answer(200, people.user(ask.world.person(ask.args["user_id"])))


def direct(ask: Ask) -> Answer:
    """A conversation with somebody. Opening one is never refused; writing in it may be."""
    forms.check(forms.DIRECT, ask.form)
    recipient = ask.world.people.get(str(ask.form["recipient_id"]))
    if recipient is None:
        raise refuse(50033)
    channel = world_places.direct(ask.world, ask.bot.id, recipient.id)
    return Answer(200, places.channel(ask.world, channel))


ROUTES = (
    Route("GET", "/users/@me", me),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway", gateway),
    Route("GET", "/gateway/bot", gateway_for_bots),
    Route("POST", "/users/@me/channels", direct, Pace(10, 5.0)),
    Route("GET", "/users/{user_id}", user),
)
