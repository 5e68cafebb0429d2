"""The sample world: a few invented accounts, and two guilds, one without the bot.

Their ids never change, so that what a bot stores stays valid after a restart.
"""

import base64
import secrets
from dataclasses import dataclass

from sandbox.rules.permissions import EVERYONE, STEWARD
from sandbox.snowflake import moment
from sandbox.world.model import App, Channel, ChannelKind, Guild, Member, Person, Role
from sandbox.world.world import Scene

APP_ID = "1200000000000000001"
LONG_TABLE, ELSEWHERE = "1200000000000000100", "1200000000000000200"
HEARTH, GAMES, QUIET, LOBBY = (
    "1200000000000000101",
    "1200000000000000102",
    "1200000000000000103",
    "1200000000000000201",
)
_STEWARDS = Role("1200000000000000110", "Stewards", STEWARD, 1, 0xB5533C, mentionable=True)
_FIRST = 1200000000000000010

PEOPLE = (
    Person(str(_FIRST), "reindeer", "Reindeer", about="manages The Long Table", color="#b5533c"),
    Person(str(_FIRST + 1), "birch", "Birch", about="plays along", color="#4f8a4c"),
    Person(
        str(_FIRST + 2),
        "north-wind",
        "North Wind",
        about="takes no direct messages",
        color="#4a78b5",
        dms_closed=True,
    ),
    Person(str(_FIRST + 3), "riviere", "Rivière", "fr", about="a French client", color="#8a5fb0"),
    Person(str(_FIRST + 4), "cairn", "Cairn", about="looks on from Elsewhere too", color="#8f7a3a"),
)


@dataclass(frozen=True, slots=True)
class Cast:
    """The bot's name, its privileged intents (`granted`) and number of connections (`shards`)."""

    name: str = "Bot"
    granted: int = 0
    shards: int = 1


def scene(cast: Cast) -> Scene:
    """The sample world with this bot and a fresh token."""
    first = base64.urlsafe_b64encode(APP_ID.encode()).decode().rstrip("=")
    app = App(
        id=APP_ID,
        name=cast.name,
        bot_id=APP_ID,
        owner_id=PEOPLE[0].id,
        token=f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}",
        granted=cast.granted,
        shards=cast.shards,
    )
    bot = Person(
        APP_ID, cast.name, about="the bot", color="#5865f2", bot=True, user_installed=False
    )
    here = [person.id for person in PEOPLE]
    return Scene(
        app=app,
        people=(*PEOPLE, bot),
        guilds=(
            _guild(LONG_TABLE, "The Long Table", [*here, bot.id], _STEWARDS),
            _guild(ELSEWHERE, "Elsewhere", [here[1], here[4]]),
        ),
        channels=(
            Channel(HEARTH, ChannelKind.TEXT, "hearth", LONG_TABLE, topic="For talking"),
            Channel(GAMES, ChannelKind.TEXT, "games", LONG_TABLE, position=1, topic="For playing"),
            Channel(QUIET, ChannelKind.TEXT, "quiet", LONG_TABLE, position=2),
            Channel(LOBBY, ChannelKind.TEXT, "lobby", ELSEWHERE, topic="The bot is not here"),
        ),
        accounts=tuple(here),
    )


def _guild(guild_id: str, name: str, members: list[str], *more: Role) -> Guild:
    """A guild owned by its first member, who has all its extra roles."""
    joined = moment(guild_id)
    belonging = {member: Member(member, joined) for member in members}
    owner = members[0]
    belonging[owner] = Member(owner, joined, roles=tuple(role.id for role in more))
    everyone = Role(guild_id, "@everyone", EVERYONE)
    return Guild(guild_id, name, owner, (everyone, *more), belonging)
