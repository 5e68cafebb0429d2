"""What features add to the stores of tests: rule sets lean to no side before a game has counted."""

from __future__ import annotations

from bot.extensions import extensions
from bot.service.balance import even

EXTENSIONS = extensions(even)
