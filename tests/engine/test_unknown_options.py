"""A rule set with an option unknown to the fast board is searched by the games themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.limits import Limits
from engine.plain import PlainSearch
from engine.search import search_of
from engine.start import start_of
from engine.tafl_rules import Unsupported, read_rules
from games import catalogue
from games.tafl.game import Tafl
from games.tafl.rules import Rules


@dataclass(frozen=True, slots=True)
class Stranger(Rules):
    """A rule set of another day."""

    moonlight: bool = False


def strange(*, moonlight: bool) -> Tafl:
    bga = catalogue.game("bga")
    assert isinstance(bga, Tafl)
    values = {name: getattr(bga.rules, name) for name in Rules.__dataclass_fields__}
    return Tafl(Stranger(**values, moonlight=moonlight))


def test_it_is_refused_by_the_fast_board_and_played_all_the_same() -> None:
    game = strange(moonlight=True)
    with pytest.raises(Unsupported, match="moonlight"):
        read_rules(game)
    search = search_of(game)
    assert isinstance(search, PlainSearch)
    position = start_of(game)
    assert search.search(position, [], Limits(depth=1)).move in game.moves(position)


def test_an_option_that_is_not_used_does_not_matter() -> None:
    assert read_rules(strange(moonlight=False)).side == 9


def test_what_is_no_tafl_is_refused() -> None:
    with pytest.raises(Unsupported):
        read_rules(catalogue.game("tabal"))


def test_replacing_keeps_the_rules_known() -> None:
    bga = catalogue.game("bga")
    assert isinstance(bga, Tafl)
    assert read_rules(Tafl(replace(bga.rules, king_captures=True))).king_captures
