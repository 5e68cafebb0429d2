"""Published rule sets by name, and the modules that can be added to `larochelle`.

>>> named("larochelle", ["diamond", "king-four"]).name
'larochelle+king-four+diamond'
>>> named("bga", ["king-four"])
Traceback (most recent call last):
games.errors.Contradiction: king-four is a module of larochelle, not of bga
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.core import Ruling, Side
from games.errors import Clash, Contradiction, Fault, Unreadable
from games.tafl.rules import Gait, Goal, Man, Rules, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_KINGS_CORNER = Zone(stop=Man.KING, crushes=Man.ALL)
_BRANDUBH = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3"
_HNEFATAFL = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"
_LEWIS = "4ttt4/4ttt4/5T5/5T5/tt3T3tt/ttTTTKTTTtt/tt3T3tt/5T5/5T5/4ttt4/4ttt4"
_FORTRESSES = Rules(
    name="fortresses",
    first=Side.DARK,
    goal=Goal.CORNER,
    throne=Zone(stop=Man.KING, crushes=Man.KING),
    corners=_KINGS_CORNER,
    edge_crushes=Man.KING,
    king_captures=False,
    repetition=Ruling.DARK_WINS,
    quiet_limit=100,
    agreement=False,
)
_BGA = replace(_FORTRESSES, name="bga", repetition=Ruling.DRAW, quiet_limit=None, agreement=True)

# Everyone can pass over the empty throne, and it is hostile to everyone.
_SAAMI = Rules(
    name="saami",
    first=Side.DARK,
    throne=Zone(stop=Man.KING, crushes=Man.ALL),
    king=Strength.TWO_OFF_THRONE,
    encirclement=True,
    repetition=Ruling.DARK_WINS,
    times=4,
)
_COPENHAGEN = replace(
    _SAAMI,
    name="copenhagen",
    side=11,
    setup=_HNEFATAFL,
    goal=Goal.CORNER,
    corners=Zone(stop=Man.KING, crushes=Man.SOLDIERS),
    king=Strength.FOUR,
    shieldwall=True,
    exit_fort=True,
)

PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(name="larochelle"),
        Rules(
            name="ludens",
            first=Side.DARK,
            # No man returns to the konakis, not even the king; only he can pass over.
            throne=Zone(stop=Man.NONE, cross=Man.KING, crushes=Man.KING),
            imprisonment=True,
            no_way_out=True,
        ),
        _FORTRESSES,
        _BGA,
        replace(
            _BGA,
            name="bga-rim",
            goal=Goal.EDGE,
            corners=Zone(),
            camps=Zone(stop=Man.NONE, cross=Man.NONE, crushes=Man.KING),
            home_camps=True,
            edge_crushes=Man.NONE,
        ),
        _SAAMI,
        Rules(
            name="ashton",
            first=Side.LIGHT,
            throne=Zone(Man.NONE, Man.NONE, crushes=Man.ALL, always=Man.DEFENDER),
            camps=Zone(Man.NONE, Man.NONE, crushes=Man.ALL, always=Man.ALL),
            home_camps=True,
            king=Strength.TWO_OFF_THRONE,
            times=2,
        ),
        replace(_SAAMI, name="seabattle", throne=Zone(), king=Strength.FOUR, king_captures=False),
        replace(
            _SAAMI,
            name="brandubh",
            side=7,
            setup=_BRANDUBH,
            goal=Goal.CORNER,
            corners=_KINGS_CORNER,
        ),
        _COPENHAGEN,
        replace(
            _COPENHAGEN,
            name="fetlar",
            shieldwall=False,
            exit_fort=False,
            repetition=Ruling.DRAW,
            times=3,
        ),
        replace(_SAAMI, name="tawlbwrdd", side=11, setup=_LEWIS),
    )
}


def _not_in_camps(rules: Rules) -> Rules:
    return replace(rules, camps=replace(rules.camps, stop=Man.SOLDIERS))


def _not_through_camps(rules: Rules) -> Rules:
    return replace(rules, camps=replace(rules.camps, stop=Man.SOLDIERS, cross=Man.SOLDIERS))


MODULES: Mapping[str, Callable[[Rules], Rules]] = {
    "attackers-first": lambda rules: replace(rules, first=Side.DARK),
    "goal-off-camps": lambda rules: replace(rules, goal=Goal.EDGE_OFF_CAMPS, edge_crushes=Man.KING),
    "king-not-in-camps": _not_in_camps,
    "king-not-through-camps": _not_through_camps,  # after the module above: the stricter holds
    "camps-open-when-empty": lambda rules: replace(rules, open_when_empty=True),
    "king-four": lambda rules: replace(rules, gait=Gait.FOUR),
    "goal-corners": lambda rules: replace(
        rules, goal=Goal.CORNER, corners=_KINGS_CORNER, edge_crushes=Man.KING
    ),
    "king-steps": lambda rules: replace(rules, gait=Gait.STEPS),
}
SETUPS = ("diamond",)
_WITH_MODULES = ("larochelle",)
_WITH_SETUPS = ("larochelle", "ludens", "fortresses", "bga", "bga-rim")

_CAMP_MODULES = ("king-not-in-camps", "king-not-through-camps")
_EXCLUDES = (("goal-off-camps", "goal-corners"), ("king-four", "king-steps"))


def options(preset: str) -> tuple[str, ...]:
    """Modules and setups that can be added to a preset, singly or together."""
    modules = tuple(MODULES) if preset in _WITH_MODULES else ()
    return (*modules, *(SETUPS if preset in _WITH_SETUPS else ()))


def named(preset: str, added: Sequence[str] = ()) -> Rules:
    """The rules of a preset with these modules and setup, in any order.

    Raises Unreadable for unknown names, Contradiction for names that clash.
    """
    rules = PRESETS[preset]
    for option in added:
        if option not in MODULES and option not in options(preset):
            raise Unreadable(Fault.OPTION, option, preset)
        if added.count(option) > 1:
            raise Unreadable(Fault.TWICE, option)
    modules = [module for module in MODULES if module in added]
    _refuse_clashes(preset, modules)
    for module in modules:
        rules = MODULES[module](rules)
    setups = [setup for setup in SETUPS if setup in added]
    if setups:
        rules = replace(rules, setup=setups[0])
    return replace(rules, name="+".join([preset, *modules, *setups]))


def _refuse_clashes(preset: str, modules: Sequence[str]) -> None:
    if modules and preset not in _WITH_MODULES:
        raise Contradiction(Clash.NOT_FOR, modules[0], preset)
    for one, other in _EXCLUDES:
        if one in modules and other in modules:
            raise Contradiction(Clash.EXCLUDES, one, other)
    camp_modules = [module for module in _CAMP_MODULES if module in modules]
    if "camps-open-when-empty" in modules and not camp_modules:
        raise Contradiction(Clash.NOTHING_TO_SOFTEN, "camps-open-when-empty")
    if camp_modules and "goal-off-camps" not in modules:
        raise Contradiction(Clash.NEEDS, camp_modules[0], "goal-off-camps")
