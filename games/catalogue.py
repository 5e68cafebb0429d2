"""Look up every rule set by name, and rebuild stored rules from data.

The only module that knows both games.

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
NAMES = (*PRESETS, TABAL)  # every rule set without options
_LONGEST = 200  # characters; the longest valid name has 139


def game(name: str) -> Game:
    """The game of a rule set such as "larochelle+king-four"; options come in any order.

    Raises Unreadable for unknown names, Contradiction for options that don't go together.
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
    """Whether a stored match's rules still equal today's rule set of the same name.

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
    """Rule sets without options, grouped by board.

    >>> boards()["tabal"], boards()["tafl-7"]
    (('tabal',), ('brandubh',))
    """
    by_board: dict[str, tuple[str, ...]] = {}
    for name in NAMES:
        board = board_of(game(name))
        by_board[board] = (*by_board.get(board, ()), name)
    return by_board


def board_of(game: Game) -> str:
    """The board's name: tabal, or tafl with its number of ranks, as in tafl-9."""
    return TABAL if game.data["game"] == TABAL else f"tafl-{len(game.board.ranks)}"


@cache
def every_name() -> tuple[str, ...]:
    """Every rule set: each preset with every combination of options that makes sense."""
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
    """The game with exactly these rules, even if its preset has changed since.

    Raises Unreadable or Contradiction if the data are not valid rules.
    """
    rules = {key: value for key, value in data.items() if key != "game"}
    if data.get("game") == "tablut":
        return _tafl(tafl_rules(rules))
    if data.get("game") == "tabal":
        return _tabal(tabal_rules(rules))
    raise Unreadable(Fault.RECORD, data.get("game"))


@lru_cache(maxsize=256)  # each rule set builds its tables once; rule sets share slides
def _tafl(rules: Rules) -> Tafl:
    return Tafl(rules)


@lru_cache(maxsize=16)
def _tabal(rules: TabalRules) -> Tabal:
    return Tabal(rules)
