"""How the world looks to one person, in the page's JSON."""

from dataclasses import dataclass

from sandbox.raw import Json, form_in, forms_in
from sandbox.rules.permissions import May
from sandbox.shapes.messages import Shapes, message
from sandbox.world import acts
from sandbox.world.badges import badge, waiting
from sandbox.world.things import Channel, Guild, Message, Person, Place
from sandbox.world.world import World

SHOWN = 50


@dataclass(frozen=True, slots=True)
class View:
    """The world through somebody's eyes."""

    shapes: Shapes
    person_id: str

    @property
    def world(self) -> World:
        """The world itself."""
        return self.shapes.world


def person(one: Person) -> Json:
    """An account."""
    return {
        "id": one.id,
        "username": one.username,
        "global_name": one.global_name,
        "bot": one.bot,
        "locale": one.locale,
        "about": one.about,
        "color": one.color,
        "dms_closed": one.dms_closed,
    }


def app(view: View) -> Json:
    """The bot, and whether it is there."""
    known = view.world.app
    return {
        "id": known.id,
        "name": known.name,
        "bot_id": known.bot_id,
        "online": view.world.online,
    }


def guild(view: View, one: Guild) -> Json:
    """A guild of the viewer's."""
    rights = view.world.guild_permissions(view.person_id, one)
    return {
        "id": one.id,
        "name": one.name,
        "has_app": view.world.has_app(one.id),
        "manages": bool(rights & May.MANAGE_GUILD),
        "roles": [{"id": each.id, "name": each.name, "color": each.color} for each in one.roles],
        "members": [
            {"user_id": each.person_id, "nick": each.nick, "roles": list(each.roles)}
            for each in one.members.values()
        ],
    }


def channel(view: View, one: Channel) -> Json:
    """A channel that the viewer sees."""
    world = view.world
    others = [each for each in one.recipients if each != view.person_id]
    name = world.people[others[0]].shown if one.kind is Place.DM else one.name
    return {
        "id": one.id,
        "type": int(one.kind),
        "name": name,
        "topic": one.topic,
        "guild_id": one.guild_id,
        "parent_id": one.parent_id,
        "position": one.position,
        "owner_id": one.owner_id,
        "recipients": others,
        "archived": one.archived,
        "locked": one.locked,
        "can_send": acts.can_write(world, view.person_id, one),
        "can_manage": acts.can_manage(world, view.person_id, one),
    }


def listed(view: View, one: Channel) -> bool:
    """Whether the viewer sees a channel in the list; an empty conversation only its opener does."""
    if one.kind is Place.DM and one.owner_id != view.person_id and not view.world.posts.get(one.id):
        return False
    return view.world.sees(view.person_id, one)


def post(view: View, one: Message) -> Json:
    """A message that the viewer sees."""
    return {**message(view.shapes, one), "pings_me": view.person_id in one.pings}


def posts(view: View, messages: list[Message]) -> list[Json]:
    """Messages that the viewer sees."""
    return [post(view, each) for each in messages]


def reads(view: View, channel_id: str) -> Json:
    """What the viewer has not read in a channel."""
    return badge(view.world, view.person_id, channel_id)._asdict()


def snapshot(view: View) -> Json:
    """Everything that the viewer sees."""
    world = view.world
    channels = [each for each in world.channels.values() if listed(view, each)]
    recent = {
        each.id: posts(view, world.messages(each.id, view.person_id)[-SHOWN:]) for each in channels
    }
    mine = [each for each in world.guilds.values() if view.person_id in each.members]
    return {
        "event": "snapshot",
        "now": world.clock.now().isoformat(),
        "me": person(world.people[view.person_id]),
        "accounts": list(world.accounts),
        "app": app(view),
        "people": [person(each) for each in world.people.values()],
        "guilds": [guild(view, each) for each in mine],
        "channels": [channel(view, each) for each in channels],
        "messages": recent,
        "reads": {each.id: reads(view, each.id) for each in channels},
        "waiting": {each: waiting(world, each) for each in world.accounts},
    }


def localized(thing: Json, locale: str) -> Json:
    """A command, option or choice with its name and description in a language."""
    shown = dict(thing)
    for name in ("name", "description"):
        if name in thing:
            translated = form_in(thing, f"{name}_localizations").get(locale)
            shown[f"{name}_localized"] = translated or thing[name]
            shown.pop(f"{name}_localizations", None)
    for name in ("options", "choices"):
        if name in thing:
            shown[name] = [localized(each, locale) for each in forms_in(thing, name)]
    return shown
