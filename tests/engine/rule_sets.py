"""The rule sets that the fast boards play. Any other is searched by the games themselves, slowly.

A new rule set is not among them until engine.tafl_rules knows its options.
"""

from __future__ import annotations

from games.catalogue import TABAL, every_name

FAST_PRESETS = (
    *("larochelle", "ludens", "fortresses", "bga", "bga-rim", "saami", "ashton", "seabattle"),
    *("brandubh", "copenhagen", "fetlar", "tawlbwrdd", TABAL),
)
FAST = tuple(name for name in every_name() if name.split("+")[0] in FAST_PRESETS)
