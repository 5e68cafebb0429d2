"""Pseudonyms: keyed hashes of user IDs, which stay when the IDs are erased.

Without the key a pseudonym says nothing; with it, only whether it belongs to a known ID.
"""

from __future__ import annotations

from hashlib import blake2b


def keyed_hash(key: bytes, player: int) -> int:
    """Return the pseudonym of a user ID."""
    digest = blake2b(b"%d" % player, digest_size=8, key=key[:64]).digest()
    return int.from_bytes(digest, "big", signed=True)
