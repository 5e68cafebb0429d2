"""Accounts, members and the application as JSON."""

from sandbox.raw import Json
from sandbox.shapes.moments import iso
from sandbox.world.model import App, Member, Person
from sandbox.world.world import World

VERIFY_KEY = "0" * 64


def user(person: Person) -> Json:
    """An account as others see it."""
    shown: Json = {
        "id": person.id,
        "username": person.username,
        "avatar": None,
        "discriminator": "0000" if person.bot else "0",
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "global_name": person.global_name,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }
    return {**shown, "bot": True} if person.bot else shown


def myself(person: Person) -> Json:
    """The bot's own account as it sees it."""
    more: Json = {"mfa_enabled": True, "locale": person.locale, "verified": True, "email": None}
    return {**user(person), **more}


def member_alone(member: Member) -> Json:
    """A membership without the account, as in a message."""
    return {
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": iso(member.joined),
        "nick": member.nick,
        "pending": False,
        "premium_since": None,
        "roles": list(member.roles),
        "mute": False,
        "deaf": False,
    }


def member(world: World, one: Member) -> Json:
    """A membership with the account."""
    return {**member_alone(one), "user": user(world.people[one.person_id])}


def application(world: World, app: App) -> Json:
    """The application as its bot sees it."""
    guilds = sum(app.bot_id in guild.members for guild in world.guilds.values())
    return {
        "id": app.id,
        "name": app.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.people[app.bot_id]),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}, "1": {}},
        "verify_key": VERIFY_KEY,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.people[app.owner_id]),
        "approximate_guild_count": guilds,
        "approximate_user_install_count": sum(
            person.user_installed for person in world.people.values()
        ),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }
