"""Commands that there are no longer, and what is said of them.

Discord goes on showing a command for a while to those who have it on their screen.
"""

from __future__ import annotations

# By their names under /tablut: the key of the sentence that says what to use instead.
INSTEAD = {
    "board": "removed.games",
    "next": "removed.games",
    "draw": "removed.more",
    "takeback": "removed.more",
    "give": "removed.more",
    "resign": "removed.more",
    "export": "removed.file",
    "import": "removed.file",
    "profile": "removed.ranks",
}
