"""Finished games: one message in a channel that lists them, with a menu to replay them.

A day after its result was posted, a game joins the list: `FoldResult` looks whether the result may
go, and the transaction that ends it adds the game and a post that edits the list. Once that is
sent, the result is deleted. It stays, and isn't listed, if people reacted to it, pinned it or
started a thread from it, and in threads. Games without a result aren't listed. The list is reposted
when its message is a week old, so that it isn't far above what people read.
"""

from __future__ import annotations

from bot.features.finished import posting
from bot.ui.app import Feature

FEATURE = Feature(name="finished", posts=posting.POSTS)
