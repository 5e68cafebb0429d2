"""Raw JSON: reading fields that may be missing or null."""

from typing import Any

Json = dict[str, Any]


def form_in(form: Json, name: str) -> Json:
    """The object in that field, or an empty one."""
    return form.get(name) or {}


def list_in(form: Json, name: str) -> list[Any]:
    """The list in that field, or an empty one."""
    return form.get(name) or []


def forms_in(form: Json, name: str) -> list[Json]:
    """The list of objects in that field, or an empty one."""
    return form.get(name) or []


def text_in(form: Json, name: str) -> str:
    """The text in that field, or an empty one."""
    return form.get(name) or ""
