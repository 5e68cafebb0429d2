"""Every kind of post is stored under a name of its own, and has a sender."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bot.composition import FEATURES
from bot.feature_list import EXTENSIONS
from bot.model import posts
from bot.model.posts import Post
from bot.store.posts import kinds_of
from bot.ui.posting.poster import CORE
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

# The name of a kind never changes: it stands in files of hosts.
POST_KINDS = kinds_of(EXTENSIONS)
STORED = {
    "board",
    "challenge",
    "challenge-digest",
    "challenge-over",
    "clock",
    "close-offer",
    "announcement",
    "tournament-result",
    "pairing-reminder",
    "season-call",
    "daily-puzzle",
    "delete-challenge-copies",
    "delete-copies",
    "delete-message",
    "delete-reminder",
    "delete-reply",
    "delete-showing",
    "delete-turn-list",
    "digest",
    "edit-challenge",
    "delete-challenge",
    "delete-finished",
    "delete-leftover",
    "finished",
    "fold-announcement",
    "fold-result",
    "followed",
    "foursome-announcement",
    "greeting",
    "host",
    "late-challenge-ping",
    "late-ping",
    "notice",
    "nudge",
    "reminder",
    "rename-thread",
    "season",
    "showing",
    "shrink-board",
    "shrink-puzzle",
    "still-waits",
    "turn-list",
}
SENT = (*CORE, *FEATURES.posts)


def kinds(base: type[Post] = Post) -> Iterator[type[Post]]:
    """All that are posted: the others are what several kinds have in common."""
    for kind in base.__subclasses__():
        module = sys.modules[kind.__module__]
        if getattr(module, kind.__name__) is kind:  # not what a class with slots was made of
            yield from [kind] if hasattr(kind, "kind") else []
            yield from kinds(kind)


def test_the_names_are_those_of_the_first_release_that_had_them() -> None:
    assert {known.post.kind for known in POST_KINDS} == STORED
    assert len(POST_KINDS) == len(STORED)


@for_every("kind", [*kinds()])
def test_each_is_stored_and_sent(kind: type[Post]) -> None:
    assert [known.post for known in POST_KINDS].count(kind) == 1
    assert [known.kind for known in SENT].count(kind) == 1


def test_what_changes_old_messages_waits_apart() -> None:
    apart = {known.post.kind for known in POST_KINDS if known.post.changes_old}
    assert apart == {
        *("shrink-board", "delete-message", "delete-reminder", "delete-reply", "clock"),
        *("fold-result", "finished", "delete-finished", "fold-announcement"),
        *("delete-challenge", "delete-leftover", "shrink-puzzle"),
        *("turn-list", "delete-turn-list", "announcement", "delete-showing"),
        "foursome-announcement",
    }


def test_the_lanes_of_matches_and_their_old_messages() -> None:
    first, second = posts.BoardPost(7, 4), posts.BoardPost(8, 1, first=7)
    assert (first.lane, second.lane) == ("match 7", "match 7")
    assert posts.ShrinkBoard(7, 3, 900, 902).lane == posts.DeleteMessage(7, 901).lane
    assert posts.ShrinkBoard(7, 3, 900, 902).lane not in {
        "match 7",
        posts.ShrinkBoard(8, 3, 1, 902).lane,
    }
