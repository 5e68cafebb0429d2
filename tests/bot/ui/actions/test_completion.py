"""The suggestions of the option for rules while a person types."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.service.usual import DEFAULT_RULES
from bot.ui.actions.completion import complete_rules, moves_offered
from bot.ui.words import languages
from games import catalogue
from games.notation import read_position
from tests.bot.ui.model import record
from tests.every import for_every
from tests.games.positions import scattered
from tests.games.test_bounded import TANGLES, calls, changed

if TYPE_CHECKING:
    from bot.model.matches import Record
    from games.core import Game, Position

_MOST = 25
_LONGEST = 100


async def offered(typed: str, locale: str = "en-GB") -> dict[str, str]:
    """Value to name, in order."""
    interaction = cast("Any", SimpleNamespace(locale=locale))
    return {choice.value: choice.name for choice in await complete_rules(interaction, typed)}


async def test_presets_come_first_by_the_names_that_readers_know() -> None:
    choices = await offered("")
    others = [name for name in catalogue.NAMES if name != DEFAULT_RULES]
    assert [*choices] == [DEFAULT_RULES, *others]
    assert choices["bga"] == "Board Game Arena · Tablut"
    assert all(len(choices[name]) <= 45 for name in catalogue.NAMES)  # Discord cuts more on a phone
    assert choices["tabal"].startswith("Tabal")
    choices = await offered("la roch")
    assert next(iter(choices)) == "larochelle"
    assert choices["larochelle+attackers-first"] == "La Rochelle + attackers first"
    assert len(choices) == _MOST


@for_every("locale", list(languages()))
async def test_the_rule_sets_of_a_board_are_found_by_its_size(locale: str) -> None:
    for board, side in (("tafl-11", "11"), ("tafl-7", "7\u00d77")):
        assert tuple(await offered(side, locale)) == catalogue.boards()[board]


@pytest.mark.parametrize(
    ("typed", "locale", "first"),
    [
        ("la rochelle corners", "en-US", "larochelle+goal-corners"),
        ("LAROCHELLE+GOAL-CORNERS", "en-US", "larochelle+goal-corners"),
        ("forteresses losange", "fr", "fortresses+diamond"),
        ("fortresses+diamond", "fr", "fortresses+diamond"),
    ],
)
async def test_a_rule_set_is_found_by_its_name_and_by_its_line(
    typed: str, locale: str, first: str
) -> None:
    assert next(iter(await offered(typed, locale))) == first


async def test_what_no_rule_set_has_offers_nothing() -> None:
    assert await offered("chess") == {}


@for_every("locale", list(languages()))
async def test_every_choice_is_one_that_discord_takes_and_none_reads_like_another(
    locale: str,
) -> None:
    for typed in ("", "diamond", "attackers-first", "camps king four", "empty steps"):
        choices = await offered(typed, locale)
        assert all(len(part) <= _LONGEST for choice in choices.items() for part in choice)
        assert len(set(choices.values())) == len(choices)


def test_moves_are_offered_as_typed_the_captures_first() -> None:
    begun = record("larochelle", "e2-f2")
    assert moves_offered(begun, "e3")[:2] == ["e3-a3", "e3-b3"]
    assert moves_offered(begun, "e3a3") == ["e3-a3"]
    assert moves_offered(begun, "z") == []
    chain = record("tabal", start="1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0")
    assert moves_offered(chain, "") == ["a3xc5xe7"]
    assert moves_offered(chain, "a3c5e") == ["a3xc5xe7"]
    assert moves_offered(chain, "a3c3") == []


@pytest.mark.parametrize(("line", "move"), TANGLES)
def test_among_too_many_moves_the_next_points_are_offered(line: str, move: tuple[str, ...]) -> None:
    tangle = record("tabal", "-".join(move), start=line)
    game, position = tangle.match.game, tangle.match.position
    (dame,) = game.choices(position)
    paths = [f"{dame}-{point}" for point in game.choices(position, (dame,))]
    assert moves_offered(tangle, "") == moves_offered(tangle, dame) == paths
    begun = moves_offered(tangle, paths[0].replace("-", ""))
    assert all(path.startswith(paths[0]) for path in begun)
    assert calls(lambda: moves_offered(tangle, "")) < 10_000


@pytest.mark.slow
@for_every("name", ["tabal", "larochelle", "copenhagen"], nth=3)
def test_a_keystroke_costs_little_in_the_worst_positions_that_are_found(name: str) -> None:
    played, chance = catalogue.game(name), random.Random(f"typed {name}")

    def cost(position: Position) -> int:
        return calls(partial(moves_offered, standing(played, position), ""))

    position = max((scattered(played, chance) for _ in range(20)), key=cost)
    if name == "tabal":
        line, move = TANGLES[0]
        position = played.play(read_position(played, line), move).after
    most = 0
    for _ in range(150):
        other = changed(played, position, chance)
        if (spent := cost(other)) >= most:
            position, most = other, spent
    assert 500 < most < 60_000  # about 10 ms


def standing(played: Game, position: Position) -> Record:
    """A match in which the men stand so."""
    begun = record(played.name)
    return replace(begun, match=replace(begun.match, game=played, start=position))


def test_several_games_share_the_work() -> None:
    begun = record("larochelle")
    alone = moves_offered(begun, "")
    assert len(alone) == 80
    assert len(moves_offered(begun, "", 25)) == 6
    assert moves_offered(begun, "e2f", 25) == moves_offered(begun, "e2f") == ["e2-f2"]
    chain = record("tabal", start="1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0")
    assert moves_offered(chain, "", 500) == ["a3xc5xe7"]
