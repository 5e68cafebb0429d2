"""Discord's limits on a message's text, embeds, files and mentions: what is refused, and where."""

from typing import Any

import pytest

from sandbox.rules import forms
from sandbox.rules.refusal import Refusal
from tests.every import for_every
from tests.sandbox.forms import refused

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("long content", {"content": "x" * 2001}, "content: BASE_TYPE_MAX_LENGTH"),
    ("no text", {"content": 5}, "content: STRING_TYPE_CONVERT"),
    ("11 embeds", {"embeds": [{"title": "a"}] * 11}, "embeds: BASE_TYPE_MAX_LENGTH"),
    ("no list", {"embeds": {}}, "embeds: LIST_TYPE_CONVERT"),
    ("no form", {"embeds": ["a"]}, "embeds.0: MODEL_TYPE_CONVERT"),
    ("long title", {"embeds": [{"title": "x" * 257}]}, "embeds.0.title: BASE_TYPE_MAX_LENGTH"),
    ("color", {"embeds": [{"color": 1 << 24}]}, "embeds.0.color: NUMBER_TYPE_MAX"),
    ("color's kind", {"embeds": [{"color": "red"}]}, "embeds.0.color: NUMBER_TYPE_COERCE"),
    (
        "field",
        {"embeds": [{"fields": [{"name": "a"}]}]},
        "embeds.0.fields.0.value: BASE_TYPE_REQUIRED",
    ),
    (
        "scheme",
        {"embeds": [{"image": {"url": "ftp://a/b"}}]},
        "embeds.0.image.url: URL_TYPE_INVALID_SCHEME",
    ),
    ("address", {"embeds": [{"url": "nowhere"}]}, "embeds.0.url: URL_TYPE_INVALID_URL"),
    (
        "embeds' sum",
        {"embeds": [{"description": "x" * 3001}] * 2},
        "embeds: MAX_EMBED_SIZE_EXCEEDED",
    ),
    (
        "unknown file in an embed",
        {"embeds": [{"image": {"url": "attachment://b.png"}}]},
        "embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ("long nonce", {"nonce": "x" * 26}, "nonce: BASE_TYPE_MAX_LENGTH"),
    ("flag", {"enforce_nonce": 1}, "enforce_nonce: BOOLEAN_TYPE_CONVERT"),
    (
        "parse and list",
        {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.parse: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        "parse what",
        {"allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0: BASE_TYPE_CHOICES",
    ),
    (
        "alt text",
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description: BASE_TYPE_MAX_LENGTH",
    ),
    ("file's id", {"attachments": [{"id": "first"}]}, "attachments.0.id: NUMBER_TYPE_COERCE"),
]


@for_every(("form", "fault"), [case[1:] for case in WRONG])
def test_a_wrong_message_is_refused(form: dict[str, Any], fault: str) -> None:
    assert fault in refused(form)


def test_a_message_that_shows_nothing() -> None:
    with pytest.raises(Refusal) as caught:
        forms.check_not_empty({"content": "  "}, files=False)
    assert caught.value.body == {"code": 50006, "message": "Cannot send an empty message"}
