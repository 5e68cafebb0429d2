"""Checks what a bot asked, and what the sandbox answered, against Discord's own description.

The description is no part of the project: where it is not at hand, nothing can be checked.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from sandbox.rest.record import Exchange

PLACE = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
WHY_NOT = "Discord's openapi.json is not at hand (../shared/discord/openapi.json from the project)"
needed = pytest.mark.skipif(not PLACE.exists(), reason=WHY_NOT)
_ANSWERS, _REQUESTS = "urn:discord:answers", "urn:discord:requests"


@cache
def _document() -> dict[str, Any]:
    return json.loads(PLACE.read_text("utf-8"))


def _with_schemas(**changed: object) -> dict[str, Any]:
    components = _document()["components"]
    schemas = {**components["schemas"], **changed}
    return {**_document(), "components": {**components, "schemas": schemas}}


def _of_requests() -> dict[str, Any]:
    """With ids as numbers too: Discord takes them so, and discord.py sends them so."""
    snowflake = _document()["components"]["schemas"]["SnowflakeType"]
    return _with_schemas(SnowflakeType={**snowflake, "type": ["string", "integer"]})


def _of_answers() -> dict[str, Any]:
    """With words for the codes of a form's faults, as Discord's documents show them."""
    texts = {"code": {"type": "string"}, "message": {"type": "string"}}
    fault = {"type": "object", "properties": texts, "required": ["code", "message"]}
    errors = {"type": "array", "items": fault}
    return _with_schemas(
        InnerErrors={
            "type": "object",
            "properties": {"_errors": errors},
            "required": ["_errors"],
            "additionalProperties": False,
        }
    )


@cache
def _registry() -> Registry:
    return Registry([(_ANSWERS, _of_answers()), (_REQUESTS, _of_requests())])


@cache
def _paths() -> dict[str, str]:
    """The paths of the document by their form, without the names of parameters."""
    return {re.sub(r"\{\w+\}", "{}", path): path for path in _document()["paths"]}


@cache
def _validator(document: str, pointer: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{document}#{pointer}"}, registry=_registry())


def _faults(document: str, pointer: str, value: object, what: str) -> list[str]:
    errors = _validator(document, pointer).iter_errors(value)
    return [f"{what}: {_deepest(error)}" for error in errors]


def _deepest(error: ValidationError) -> str:
    """Return a fault's deepest cause: of the alternatives, the one that went furthest."""
    while ways := [way for ways in getattr(error.kind, "context", ()) for way in ways]:
        error = max(ways, key=lambda way: len(way.instance_path))
    place = "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path
    )
    return f"${place}: {error.message[:300]}"


def _escape(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def check(exchange: Exchange) -> list[str]:
    """Return the faults of a request that was not refused, and of its answer."""
    if exchange.template is None:
        return [f"{exchange.method} {exchange.path}: nothing is there"]
    path = _paths().get(re.sub(r"\{\w+\}", "{}", exchange.template))
    what = f"{exchange.method} {exchange.template}"
    method = exchange.method.lower()
    if path is None or method not in _document()["paths"][path]:
        return [f"{what}: Discord has no such thing"]
    if exchange.injected or not exchange.status:  # or the bot is gone, and had no answer
        return []
    pointer, operation = f"/paths/{_escape(path)}/{method}", _document()["paths"][path][method]
    return [
        *_request_faults(exchange, pointer, operation, what),
        *_answer_faults(exchange, pointer, operation, what),
    ]


def _request_faults(
    exchange: Exchange, pointer: str, operation: dict[str, Any], what: str
) -> list[str]:
    if exchange.status >= 400 or exchange.body is None:
        return []
    content = operation.get("requestBody", {}).get("content", {})
    kind = "multipart/form-data" if exchange.multipart else "application/json"
    if kind not in content:
        return [f"{what}: Discord takes no {kind} there"]
    schema = f"{pointer}/requestBody/content/{_escape(kind)}/schema"
    return _faults(_REQUESTS, schema, exchange.body, f"{what} asked")


def _answer_faults(
    exchange: Exchange, pointer: str, operation: dict[str, Any], what: str
) -> list[str]:
    responses, status = operation["responses"], str(exchange.status)
    if status not in responses:
        status = f"{status[0]}XX"
    if status not in responses:
        return [f"{what}: Discord never answers {exchange.status}"]
    response, at = responses[status], f"{pointer}/responses/{status}"
    if "$ref" in response:
        at = response["$ref"].removeprefix("#")
        response = _document()["components"]["responses"][at.rsplit("/", 1)[1]]
    if "content" not in response:
        return [] if exchange.answer is None else [f"{what}: {status} has no body"]
    schema = f"{at}/content/application~1json/schema"
    return _faults(_ANSWERS, schema, exchange.answer, f"{what} answered {status}")


def faults(exchanges: Iterable[Exchange]) -> list[str]:
    """Everything that is wrong, each thing once. Nothing where the description is not at hand."""
    if not PLACE.exists():
        return []
    return list(dict.fromkeys(fault for exchange in exchanges for fault in check(exchange)))
