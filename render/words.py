"""The words of pictures and of their descriptions: the keys, and what they say in English.

Words come in as data: anything that answers a key and its values with a sentence will do.
Captions are short; a face that knows only the Latin alphabet writes them.
"""

from __future__ import annotations

from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping


class Words(Protocol):
    """One language."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of a key, its values filled in."""
        ...


# t and T are Tablut's attackers and defenders, K the king; m, q, M, Q Tabal's men and dames.
_ENGLISH = {
    "picture.turn.t": "Attackers to move",
    "picture.turn.T": "Defenders to move",
    "picture.turn.m": "Dark to move",
    "picture.turn.M": "Light to move",
    "picture.won.t": "Attackers win",
    "picture.won.T": "Defenders win",
    "picture.won.m": "Dark wins",
    "picture.won.M": "Light wins",
    "picture.drawn": "A draw",
    "picture.no-result": "No result",
    "picture.move": "Move {number}",
    "picture.start": "Start",
    "picture.reason.king-escaped": "The king has escaped",
    "picture.reason.king-taken": "The king is taken",
    "picture.reason.king-imprisoned": "The king is imprisoned",
    "picture.reason.no-way-to-stop": "Nothing stops the king",
    "picture.reason.no-men": "No men are left",
    "picture.reason.no-move": "No move is left",
    "picture.reason.repetition": "Third repetition",
    "picture.reason.quiet": "Too long without a capture",
    "picture.reason.agreed": "By agreement",
    "picture.reason.resigned": "By resignation",
    "picture.reason.time": "Out of time",
    "picture.reason.stopped": "Stopped by a moderator",
    "alt.men.t": "Attackers: {points}.",
    "alt.men.T": "Defenders: {points}.",
    "alt.men.K": "King: {points}.",
    "alt.men.m": "Dark men: {points}.",
    "alt.men.q": "Dark dames: {points}.",
    "alt.men.M": "Light men: {points}.",
    "alt.men.Q": "Light dames: {points}.",
    "alt.lost.t": "Attackers taken: {count}.",
    "alt.lost.T": "Defenders taken: {count}.",
    "alt.lost.m": "Dark men taken: {count}.",
    "alt.lost.M": "Light men taken: {count}.",
    "alt.last": "Last move: {move}.",
    "alt.hand": "Move in hand: {move}.",
    "alt.taken": "It took: {points}.",
    "alt.raichi": "Raichi! The king's way out: {ways}.",
    "alt.tuichi": "Tuichi! The king's ways out: {ways}.",
    "alt.ways": "The king's way out: {ways}.",
    "alt.picked": "Chosen: {points}.",
    "alt.target": "It may go to: {points}.",
    "alt.taking": "It captures by going to: {points}.",
    "alt.prey": "Would be taken: {points}.",
    "alt.must": "Must capture: {points}.",
    "alt.barred": "In the way: {points}.",
    "alt.closer": "They closed on the king: {points}.",
    "alt.goal": "The king won on: {points}.",
}


class _English:
    """What this file says."""

    def __call__(self, key: str, /, **values: object) -> str:
        return _ENGLISH[key].format(**values)


ENGLISH: Words = _English()


def _placeholders(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


KEYS: Mapping[str, frozenset[str]] = MappingProxyType(
    {key: _placeholders(sentence) for key, sentence in _ENGLISH.items()}
)
