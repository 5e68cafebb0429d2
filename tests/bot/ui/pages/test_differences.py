"""The line about rules other than the house game's is true of their values, whatever they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from bot.service.usual import DEFAULT_RULES
from bot.ui.pages.differences import differences, differences_in_short, differing
from games import catalogue
from games.tafl.game import Tafl
from games.tafl.rules import Gait, Goal, Man, Strength, Zone
from tests.bot.ui.model import ALL, EN
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.tafl.rules import Rules

# When each phrase is true. Written down here too, so that a phrase said by mistake is noticed.
TRUE: dict[str, Callable[[Rules], bool]] = {
    "goal.edge-off-camps": lambda rules: rules.goal is Goal.EDGE_OFF_CAMPS,
    "goal.corner": lambda rules: rules.goal is Goal.CORNER,
    "captures.no": lambda rules: not rules.king_captures,
    "gait.four": lambda rules: rules.gait is Gait.FOUR,
    "gait.steps": lambda rules: rules.gait is Gait.STEPS,
    "camps.closed": lambda rules: rules.home_camps and rules.camps.stop is Man.NONE,
    "camps.not-through": lambda rules: rules.camps.cross is Man.SOLDIERS,
    "camps.not-in": lambda rules: (rules.camps.stop, rules.camps.cross) == (Man.SOLDIERS, Man.ALL),
    "way-out.yes": lambda rules: rules.no_way_out,
    "king.four": lambda rules: rules.king is Strength.FOUR,
    "throne.king-only": lambda rules: rules.throne.stop is rules.throne.cross is Man.KING,
    "throne.nobody": lambda rules: rules.throne.stop is Man.NONE,
    "throne.closed": lambda rules: rules.throne.cross is Man.NONE,
    "throne.none": lambda rules: rules.throne == Zone(),
    "shieldwall.yes": lambda rules: rules.shieldwall,
    "camps-help.yes": lambda rules: Man.SOLDIERS in rules.camps.crushes,
    "throne-helps.no": lambda rules: not rules.throne.crushes & Man.SOLDIERS,
    "corners-help.yes": lambda rules: Man.SOLDIERS in rules.corners.crushes,
    "side.7": lambda rules: rules.side == 7,
    "side.11": lambda rules: rules.side == 11,
}


def rules_of(name: str) -> Rules:
    game = catalogue.game(name)
    assert isinstance(game, Tafl)
    return game.rules


HOUSE = rules_of(DEFAULT_RULES)
TAFL = [name for name in catalogue.every_name() if isinstance(catalogue.game(name), Tafl)]


@for_every("name", TAFL)
def test_what_is_said_of_rules_is_true_of_their_values_and_not_of_the_house_game(name: str) -> None:
    keys = [*differing(rules_of(name), HOUSE)]
    for key in keys:
        assert TRUE[key](rules_of(name)), key
        assert not TRUE[key](HOUSE), key
    same = replace(rules_of(name), name=HOUSE.name) == HOUSE
    assert bool(keys) is not same
    assert len(keys) == len({*keys})


def test_every_phrase_is_said_of_some_rules() -> None:
    said = {key for name in TAFL for key in differing(rules_of(name), HOUSE)}
    assert said == {*TRUE}


def test_the_line_is_short_and_has_every_phrase_in_every_language() -> None:
    for words in ALL:
        for name in catalogue.every_name():
            line = "".join(differences(name, words))
            keys = differing(rules_of(name), HOUSE) if name in TAFL else ()
            for key in islice(keys, 3):
                assert words(f"differs.{key}") in line
            assert len(line) < 220, line


def test_what_fits_is_said_of_other_boards_and_games() -> None:
    assert differences(DEFAULT_RULES, EN) == ()
    assert differences("tawlbwrdd", EN) == (f"Unlike Saami Tablut: {EN('differs.side.11')}.",)
    assert differences("tabal", EN) == ()
    assert differences_in_short("tabal", EN) == ()
    assert differences_in_short("seabattle", EN) == ("the king can't capture",)
    assert differences_in_short("bga", EN) == (
        "the king must reach a corner; the king can't capture",
    )
    assert differences("seabattle", EN) == (
        (
            "Unlike Saami Tablut: the king can't capture; "
            "it takes all four sides to capture the king; there's no throne."
        ),
    )
