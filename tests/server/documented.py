"""Holds every answer of a server against what its OpenAPI document says."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from tests.server.client import Json

OTHER_PROBLEMS = {"body_too_large", "internal_error", "method_not_allowed", "not_found"}
"""The codes that an operation need not list: they come before it."""


class Documented:
    """The OpenAPI document, strict: what is not described may not be sent."""

    def __init__(self, document: Json) -> None:
        self.paths: Json = document["paths"]
        self.seen: set[tuple[str, str, str]] = set()
        """Method, path and status of the answers so far."""
        self._components = document["components"]
        for schema in self._components["schemas"].values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)
        self._patterns = {path: re.compile(re.sub(r"{\w+}", "[^/]+", path)) for path in self.paths}
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, answer: httpx.Response) -> None:
        """Check an answer: its status, media type and content are those that the operation declares."""
        path = self.path_of(answer.request.url.path)
        if path is None:
            assert answer.status_code == 404
            return
        operation = self.paths[path].get(answer.request.method.lower())
        if operation is None:
            assert answer.status_code == 405
            return
        status = str(answer.status_code)
        self.seen.add((answer.request.method, path, status))
        declared = operation["responses"].get(status, operation["responses"]["default"])
        if "content" not in declared:
            assert answer.read() == b""
            return
        media_type = answer.headers["content-type"].split(";")[0]
        assert media_type in declared["content"], f"{media_type} is not declared for {path} {status}"
        if media_type == "application/problem+json":
            self._check_code(answer.json()["code"], declared, status in operation["responses"])
        if media_type.endswith("json") and not media_type.endswith("ndjson"):
            self.validate(answer.json(), declared["content"][media_type]["schema"])

    @staticmethod
    def _check_code(code: str, declared: Json, by_status: bool) -> None:
        if by_status:
            assert f"`{code}`" in declared["description"] or code in OTHER_PROBLEMS
        else:
            assert code in OTHER_PROBLEMS, f"{code} is not declared"

    def path_of(self, path: str) -> str | None:
        """The documented path that an address belongs to."""
        found = [known for known, pattern in self._patterns.items() if pattern.fullmatch(path)]
        return min(found, key=lambda known: known.count("{"), default=None)

    def validate(self, value: Any, schema: Json) -> None:
        """Check a value against a schema of the document."""
        key = json.dumps(schema)
        if key not in self._validators:
            self._validators[key] = Draft202012Validator({**schema, "components": self._components})
        self._validators[key].validate(value)
