"""The errors of the rules: each is the same after it was sent to another process."""

from __future__ import annotations

import pickle

from games.errors import (
    Clash,
    Contradiction,
    Fault,
    GameError,
    Illegal,
    Spoilt,
    Unreadable,
    Why,
)
from tests.every import for_every

ERRORS = (
    GameError("no"),
    Unreadable(Fault.RANKS, 3, 9),
    Contradiction(Clash.EXCLUDES, "a", "b"),
    Illegal(Why.IN_THE_WAY, "e4", "e5"),
    Spoilt(7, Illegal(Why.CAMP, "e1")),
)


@for_every("error", ERRORS)
def test_an_error_is_the_same_in_another_process(error: GameError) -> None:
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    assert type(sent) is type(error)
    assert str(sent) == str(error)
    assert repr(vars(sent)) == repr(vars(error))
