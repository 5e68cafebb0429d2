"""Routes: which function answers which request, its rate limit and its kind of token."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast
from urllib.parse import unquote

from sandbox.raw import Json
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes.messages import Shapes
from sandbox.world.compose import Upload
from sandbox.world.model import Person
from sandbox.world.world import World


class Answer(NamedTuple):
    """A status and a body; no body for 204."""

    status: int
    body: object = None


DONE = Answer(204)


@dataclass(frozen=True, slots=True)
class Call:
    """A parsed request: the arguments of its path, its query and its body."""

    shapes: Shapes
    gateway_url: str
    args: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    uploads: tuple[Upload, ...] = ()

    @property
    def world(self) -> World:
        """The world."""
        return self.shapes.world

    @property
    def bot(self) -> Person:
        """The bot's account."""
        return self.world.people[self.world.app.bot_id]

    @property
    def form(self) -> Json:
        """The body, which must be an object; none counts as an empty one."""
        if self.body is None:
            return {}
        return as_form(self.body)

    def has_flag(self, name: str) -> bool:
        """Whether a switch in the query is on."""
        return self.query.get(name, "").lower() in {"1", "true"}


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Pace:
    """A rate limit: so many times in so many seconds."""

    times: int
    seconds: float


USUAL = Pace(10, 2.0)


@dataclass(frozen=True)
class Route:
    """One route. Those with an interaction's token need no bot token."""

    method: str
    template: str
    handler: Handler
    pace: Pace = USUAL
    by_token: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The template as a regular expression."""
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template))

    def bucket(self, args: Mapping[str, str]) -> str:
        """The key of its rate limit: the route with its channel, guild or token."""
        places = ("channel_id", "guild_id", "token")
        majors = "/".join(args[place] for place in places if place in args)
        return f"{self.method} {self.template} {majors}"


class Routes:
    """All routes; the first that matches a request answers it."""

    def __init__(self, *groups: Iterable[Route]) -> None:
        self.routes = tuple(route for group in groups for route in group)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """The route of a request, and the arguments in its path."""
        for route in self.routes:
            if route.method == method and (match := route.pattern.fullmatch(path)):
                return route, {name: unquote(value) for name, value in match.groupdict().items()}
        return None


def as_form(body: object) -> Json:
    """The body as an object, or a refusal."""
    if not isinstance(body, dict):
        sentence = "Only dictionaries may be used in a ModelType"
        raise wrong_form([Fault((), "MODEL_TYPE_CONVERT", sentence)])
    return cast("Json", body)


def check_ids(args: Mapping[str, str]) -> None:
    """Refuse a path whose ids are not snowflakes."""
    wrong = [
        Fault((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        for name, value in args.items()
        if name.endswith("_id") and not re.fullmatch(r"\d{1,20}", value)
    ]
    if wrong:
        raise wrong_form(wrong)


def own_application(call: Call) -> None:
    """Refuse requests for another application."""
    if call.args["application_id"] != call.world.app.id:
        raise refuse(20012)
