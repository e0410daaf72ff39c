"""The OpenAPI description, made from the endpoints and their forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from alfiere import __version__
from alfiere.server.endpoint import Endpoint
from alfiere.server.forms import Error
from alfiere.server.packing import JSON

REFUSALS = {
    400: "the request is not JSON, or asks for another host",
    401: "a key is needed",
    403: "the key does not open this, or the page that asks is not allowed to",
    404: "there is no such thing",
    409: "not now: the answer is late, or the game is not where the request thinks it is",
    410: "this part of the past cannot be shown any more",
    413: "the request is too long",
    422: "the request does not have its form, or the rules forbid it",
    429: "too often",
    503: "not at the moment",
}


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole API."""
    forms = [form for one in endpoints for form in (one.body, one.answer) if form is not None]
    kinds = list(dict.fromkeys([*forms, Error]))
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Alfiere", "version": __version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "the key of a seat"}},
        },
    }


def _operation(one: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": _path_schema(name)}
        for name in re.findall(r"\{(\w+)", one.path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": dict(schema)} for name, schema in one.query.items()
    ]
    responses: dict[str, Any] = {
        str(one.status): {"description": "done", "content": {JSON: {"schema": schema_of[one.answer]}}}
    }
    for status, why in REFUSALS.items():
        responses[str(status)] = {"description": why, "content": {JSON: {"schema": schema_of[Error]}}}
    found: dict[str, Any] = {
        "operationId": one.run.__name__,
        "summary": one.summary,
        "parameters": parameters,
        "responses": responses,
        "security": [{"key": []}] if one.needs_key else [{}, {"key": []}],
    }
    if one.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[one.body]}}}
    return found


def _path_schema(name: str) -> dict[str, Any]:
    if name == "moment":
        return {"type": "integer", "minimum": 0}
    return {"type": "string", "pattern": "^[0-9A-Za-z_-]{16}$"} if name == "id" else {"type": "string", "minLength": 1}
