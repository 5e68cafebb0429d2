"""Parts of messages and modals for tests, and the faults that a refusal names."""

from typing import Any

import pytest

from sandbox.rules import forms
from sandbox.rules.refusal import Refusal

V2 = {"flags": 1 << 15}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def button(**more: object) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **more}


def menu(*values: str, **more: object) -> dict[str, Any]:
    options = [{"label": value.upper(), "value": value} for value in values]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def label(part: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"type": 18, "label": "Field", "component": part, **more}


def flat(tree: dict[str, Any], path: str = "") -> set[str]:
    """`place: code` for each fault in an error tree."""
    faults = {f"{path}: {fault['code']}" for fault in tree.get("_errors", ())}
    for name, branch in tree.items():
        if name != "_errors":
            faults |= flat(branch, f"{path}.{name}" if path else name)
    return faults


def refused(form: dict[str, Any], *files: str) -> set[str]:
    v2 = bool(form.get("flags", 0) & 1 << 15)
    with pytest.raises(Refusal) as caught:
        forms.check_together(forms.check_message(form, v2=v2), files, v2=v2)
    assert (caught.value.status, caught.value.body["code"]) == (400, 50035)
    return flat(caught.value.body["errors"])
