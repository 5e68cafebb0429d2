"""The table of routes: which function answers which request, how often, and with what token."""

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
from sandbox.world.things import Person
from sandbox.world.world import World


class Answer(NamedTuple):
    """A status and a body; no body for 204."""

    status: int
    body: object = None


DONE = Answer(204)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request, read: what stood in its path, its query and its body."""

    shapes: Shapes
    gateway_url: str
    args: Mapping[str, str]
    query: Mapping[str, str]
    body: object = None
    uploads: tuple[Upload, ...] = ()

    @property
    def world(self) -> World:
        """The world that it is about."""
        return self.shapes.world

    @property
    def bot(self) -> Person:
        """Who asks."""
        return self.world.people[self.world.app.bot_id]

    @property
    def form(self) -> Json:
        """The body, which must be a form; none counts as an empty one."""
        if self.body is None:
            return {}
        return as_form(self.body)

    def asks_for(self, name: str) -> bool:
        """Whether a switch in the query is on."""
        return self.query.get(name, "").lower() in {"1", "true"}


Handler = Callable[[Ask], Answer]


@dataclass(frozen=True, slots=True)
class Pace:
    """How often something may be done, in how many seconds."""

    times: int
    seconds: float


USUAL = Pace(10, 2.0)


@dataclass(frozen=True)
class Route:
    """A line of the table. Routes that take an interaction's token need no other."""

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
        """What its requests are counted under: the route and the place that it is about."""
        places = ("channel_id", "guild_id", "token")
        majors = "/".join(args[each] for each in places if each in args)
        return f"{self.method} {self.template} {majors}"


class Table:
    """All routes; the first that fits a request answers it."""

    def __init__(self, *groups: Iterable[Route]) -> None:
        self.routes = tuple(each for group in groups for each in group)

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """The route of a request, and what stands in its path."""
        for route in self.routes:
            if route.method == method and (match := route.pattern.fullmatch(path)):
                return route, {name: unquote(each) for name, each in match.groupdict().items()}
        return None


def as_form(body: object) -> Json:
    """A body that must be a form."""
    if not isinstance(body, dict):
        sentence = "Only dictionaries may be used in a ModelType"
        raise wrong_form([Fault((), "MODEL_TYPE_CONVERT", sentence)])
    return cast("Json", body)


def check_ids(args: Mapping[str, str]) -> None:
    """Refuse a path with something else where an id belongs."""
    wrong = [
        Fault((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        for name, value in args.items()
        if name.endswith("_id") and not re.fullmatch(r"\d{1,20}", value)
    ]
    if wrong:
        raise wrong_form(wrong)


def own_application(ask: Ask) -> None:
    """Refuse what is about another application."""
    if ask.args["application_id"] != ask.world.app.id:
        raise refuse(20012)
