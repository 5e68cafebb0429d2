"""One person's view of the world, as JSON for the page."""

from dataclasses import dataclass

from sandbox.raw import Json, form_in, forms_in
from sandbox.rules.permissions import May
from sandbox.shapes.messages import Shapes, message
from sandbox.world import user_actions
from sandbox.world.badges import badge, waiting
from sandbox.world.model import Channel, ChannelKind, Guild, Message, Person
from sandbox.world.world import World

SHOWN = 50


@dataclass(frozen=True, slots=True)
class View:
    """The world as one person sees it."""

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
    """The bot, and whether it is online."""
    known = view.world.app
    return {
        "id": known.id,
        "name": known.name,
        "bot_id": known.bot_id,
        "online": view.world.online,
    }


def guild(view: View, one: Guild) -> Json:
    """A guild that the viewer is in."""
    rights = view.world.guild_permissions(view.person_id, one)
    return {
        "id": one.id,
        "name": one.name,
        "has_app": view.world.has_app(one.id),
        "manages": bool(rights & May.MANAGE_GUILD),
        "roles": [{"id": role.id, "name": role.name, "color": role.color} for role in one.roles],
        "members": [
            {"user_id": member.person_id, "nick": member.nick, "roles": list(member.roles)}
            for member in one.members.values()
        ],
    }


def channel(view: View, one: Channel) -> Json:
    """A channel that the viewer sees."""
    world = view.world
    others = [person_id for person_id in one.recipients if person_id != view.person_id]
    name = world.people[others[0]].shown if one.kind is ChannelKind.DM else one.name
    return {
        "id": one.id,
        "type": int(one.kind),
        "name": name,
        "topic": one.topic or _tags(world, one),
        "guild_id": one.guild_id,
        "parent_id": one.parent_id,
        "position": one.position,
        "owner_id": one.owner_id,
        "recipients": others,
        "archived": one.archived,
        "locked": one.locked,
        "can_send": user_actions.can_write(world, view.person_id, one),
        "can_manage": user_actions.can_manage(world, view.person_id, one),
    }


def _tags(world: World, one: Channel) -> str | None:
    """Return the tags of a forum's post."""
    forum = world.channels.get(one.parent_id or "")
    names = [tag.name for tag in forum.tags if tag.id in one.applied] if forum else []
    return " · ".join(names) or None


def listed(view: View, one: Channel) -> bool:
    """Whether a channel is in the viewer's list; an empty conversation is in its opener's only."""
    if (
        one.kind is ChannelKind.DM
        and one.owner_id != view.person_id
        and not view.world.posts.get(one.id)
    ):
        return False
    return view.world.sees(view.person_id, one)


def post(view: View, one: Message) -> Json:
    """A message that the viewer sees."""
    return {**message(view.shapes, one), "pings_me": view.person_id in one.pings}


def posts(view: View, messages: list[Message]) -> list[Json]:
    """Messages that the viewer sees."""
    return [post(view, message) for message in messages]


def reads(view: View, channel_id: str) -> Json:
    """The viewer's unread messages in a channel."""
    return badge(view.world, view.person_id, channel_id)._asdict()


def snapshot(view: View) -> Json:
    """Everything that the viewer sees."""
    world = view.world
    channels = [one for one in world.channels.values() if listed(view, one)]
    recent = {
        one.id: posts(view, world.messages(one.id, view.person_id)[-SHOWN:]) for one in channels
    }
    guilds = [one for one in world.guilds.values() if view.person_id in one.members]
    return {
        "event": "snapshot",
        "offers_time": world.offers_time,
        "now": world.clock.now().isoformat(),
        "me": person(world.people[view.person_id]),
        "accounts": list(world.accounts),
        "app": app(view),
        "people": [person(account) for account in world.people.values()],
        "guilds": [guild(view, one) for one in guilds],
        "channels": [channel(view, one) for one in channels],
        "messages": recent,
        "reads": {one.id: reads(view, one.id) for one in channels},
        "waiting": {account: waiting(world, account) for account in world.accounts},
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
            shown[name] = [localized(part, locale) for part in forms_in(thing, name)]
    return shown
