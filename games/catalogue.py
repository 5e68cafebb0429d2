"""Every rule set by its name, and any stored one from its data. Alone in knowing all games.

>>> game("larochelle+diamond+king-four").name
'larochelle+king-four+diamond'
>>> restore(game("bga").data).name
'bga'
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from games.errors import Contradiction, Fault, GameError, Unreadable
from games.tabal.game import Tabal
from games.tabal.rules import Rules as TabalRules
from games.tabal.rules import from_data as tabal_rules
from games.tafl import presets
from games.tafl.game import Tafl
from games.tafl.presets import PRESETS, named
from games.tafl.record import from_data as tafl_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Game
    from games.tafl.rules import Rules

TABAL = "tabal"
NAMES = (*PRESETS, TABAL)  # every rule set that needs nothing added
_LONGEST = 200  # characters; the longest name that means anything has 139


def game(name: str) -> Game:
    """The game of a rule set's line, "larochelle+king-four"; the order of its options is free.

    Raises Unreadable for what is not known, Contradiction for what does not go together.
    """
    preset, *options = ("".join(name[:_LONGEST].split())).lower().split("+")
    if preset not in NAMES or len(name) > _LONGEST:
        raise Unreadable(Fault.RULES, name)
    if preset == TABAL:
        if options:
            raise Unreadable(Fault.OPTION, options[0], preset)
        return _tabal(TabalRules())
    return _tafl(named(preset, options))


def is_current(stored: Game) -> bool:
    """Whether the rules of a stored match are still those of that name.

    >>> is_current(game("bga"))
    True
    """
    try:
        return game(stored.name).data == stored.data
    except GameError:
        return False


def options(preset: str) -> Sequence[str]:
    """The options that can be added to a preset, one at a time or together."""
    if preset == TABAL:
        return ()
    return presets.options(preset)


@cache
def boards() -> Mapping[str, tuple[str, ...]]:
    """The rule sets that need nothing added, by the board that they are played on.

    >>> boards()["tabal"], boards()["tafl-7"]
    (('tabal',), ('brandubh',))
    """
    by_board: dict[str, tuple[str, ...]] = {}
    for name in NAMES:
        board = board_of(game(name))
        by_board[board] = (*by_board.get(board, ()), name)
    return by_board


def board_of(game: Game) -> str:
    """The board of a game: tabal, or tafl with the number of its ranks, as in tafl-9."""
    return TABAL if game.data["game"] == TABAL else f"tafl-{len(game.board.ranks)}"


@cache
def every_name() -> tuple[str, ...]:
    """Every rule set there is: each preset with every combination of options that makes sense."""
    return tuple(name for preset in NAMES for name in _combined(preset))


def _combined(preset: str) -> Iterator[str]:
    added = options(preset)
    for count in range(len(added) + 1):
        for chosen in combinations(added, count):
            try:
                yield named(preset, chosen).name if added else preset
            except Contradiction:
                continue


def restore(data: Mapping[str, object]) -> Game:
    """The game whose full rules these are, even if its preset says something else today.

    Raises Unreadable or Contradiction for data that are no rules.
    """
    rules = {key: value for key, value in data.items() if key != "game"}
    if data.get("game") == "tablut":
        return _tafl(tafl_rules(rules))
    if data.get("game") == "tabal":
        return _tabal(tabal_rules(rules))
    raise Unreadable(Fault.RECORD, data.get("game"))


@lru_cache(maxsize=256)  # a rule set's tables are made once; slides are shared between rule sets
def _tafl(rules: Rules) -> Tafl:
    return Tafl(rules)


@lru_cache(maxsize=16)
def _tabal(rules: TabalRules) -> Tabal:
    return Tabal(rules)
