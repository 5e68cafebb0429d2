"""Discord's errors: status, code, sentence; for an invalid form the tree of faults."""

from collections.abc import Iterable
from typing import NamedTuple

from sandbox.raw import Json

Path = tuple[str | int, ...]

KNOWN: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10087: (404, "Unknown tag"),
    10063: (404, "Unknown application command"),
    10014: (404, "Unknown Emoji"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30003: (400, "Maximum number of pins reached (250)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40061: (400, "Tag names must be unique"),
    40067: (400, "A tag is required to create a forum post in this channel"),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (403, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}


class Fault(NamedTuple):
    """One fault in a form: its path, Discord's code and sentence."""

    path: Path
    code: str
    message: str


class Refusal(Exception):
    """The request is refused and had no effect."""

    def __init__(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        super().__init__(body.get("message"))
        self.status = status
        self.body = body
        self.headers = headers or {}


def refuse(code: int) -> Refusal:
    """Discord's error of that code."""
    status, message = KNOWN[code]
    return Refusal(status, {"message": message, "code": code})


def unauthorized() -> Refusal:
    """The token is wrong or missing."""
    return Refusal(401, {"message": "401: Unauthorized", "code": 0})


def wrong_form(faults: Iterable[Fault]) -> Refusal:
    """The form is wrong at these places."""
    tree: Json = {}
    for fault in faults:
        branch = tree
        for step in fault.path:
            branch = branch.setdefault(str(step), {})
        branch.setdefault("_errors", []).append({"code": fault.code, "message": fault.message})
    status, message = KNOWN[50035]
    return Refusal(status, {"message": message, "code": 50035, "errors": tree})
