"""A rule set with an option unknown to the fast board is searched by the games themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.limits import Limits
from engine.plain import PlainSearch
from engine.player import search_of
from engine.protocol import start
from engine.tafl_rules import Unsupported, read
from games.catalogue import game
from games.tafl.game import Tafl
from games.tafl.rules import Rules


@dataclass(frozen=True, slots=True)
class Stranger(Rules):
    """A rule set of another day."""

    moonlight: bool = False


def strange(*, moonlight: bool) -> Tafl:
    own = game("bga")
    assert isinstance(own, Tafl)
    values = {name: getattr(own.rules, name) for name in Rules.__dataclass_fields__}
    return Tafl(Stranger(**values, moonlight=moonlight))


def test_it_is_refused_by_the_fast_board_and_played_all_the_same() -> None:
    played = strange(moonlight=True)
    with pytest.raises(Unsupported, match="moonlight"):
        read(played)
    search = search_of(played)
    assert isinstance(search, PlainSearch)
    position = start(played)
    assert search.search(position, [], Limits(depth=1)).move in played.moves(position)


def test_an_option_that_is_not_used_does_not_matter() -> None:
    assert read(strange(moonlight=False)).side == 9


def test_what_is_no_tafl_is_refused() -> None:
    with pytest.raises(Unsupported):
        read(game("tabal"))


def test_replacing_keeps_the_rules_known() -> None:
    own = game("bga")
    assert isinstance(own, Tafl)
    assert read(Tafl(replace(own.rules, king_captures=True))).king_captures
