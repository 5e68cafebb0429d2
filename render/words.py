"""One language, as pictures and their descriptions ask for it.

Words come in as data: anything that answers a key and its values with a sentence will do.
Captions are short, and in letters that the fonts of render/fonts/ have.
"""

from __future__ import annotations

from typing import Protocol


class Words(Protocol):
    """One language."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of a key, its values filled in."""
        ...
