"""The perft figures of the rules, to the last depth given there. Facts; nothing is worked out."""

from __future__ import annotations

from typing import NamedTuple

from games.core import Side


class Figures(NamedTuple):
    """How many sequences of 1, 2, 3 ... moves a rule set has."""

    name: str
    first: Side
    counts: tuple[int, ...]

    @property
    def family(self) -> str:
        """Which of the two games it is."""
        return "tabal" if self.name == "tabal" else "tablut"


DARK, LIGHT = Side.DARK, Side.LIGHT
FIGURES = (
    Figures("larochelle", DARK, (80, 4400, 353200, 19913864)),
    Figures("larochelle", LIGHT, (56, 4408, 251856)),
    Figures("ludens", DARK, (80, 4400, 353200)),
    Figures("fortresses", DARK, (72, 3944, 285728, 15951824)),
    Figures("bga", DARK, (72, 3944, 285728, 15951824)),
    Figures("bga-rim", DARK, (80, 4344, 337856)),
    Figures("larochelle+attackers-first", DARK, (80, 4400, 353200)),
    Figures("larochelle+goal-off-camps", DARK, (80, 4400, 353200)),
    Figures("larochelle+goal-off-camps+king-not-through-camps", DARK, (80, 4400, 353200)),
    Figures("larochelle+king-four", DARK, (80, 4400, 353200)),
    Figures("larochelle+goal-corners", DARK, (72, 3944)),
    Figures("larochelle+king-steps", DARK, (80, 4712, 378056)),
    Figures("larochelle+goal-off-camps+king-not-through-camps+king-four", DARK, (80, 4400, 353200)),
    Figures("larochelle+diamond", DARK, (76, 1540)),
    Figures("tabal", LIGHT, (9, 21, 61, 263, 1320, 6416, 34712, 198940)),
    Figures("tabal", DARK, (9, 21, 61, 263, 1320, 6416, 34712, 198940)),  # the board turned round
)
