"""A language's words, as pictures and their descriptions need them.

Words come in as data: any callable that turns a key and values into a sentence. Captions are short,
in letters of the fonts in render/fonts/.
"""

from __future__ import annotations

from typing import Protocol


class Words(Protocol):
    """A language's words."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The key's sentence, with values filled in."""
        ...
