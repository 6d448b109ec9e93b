"""The OpenAPI document: valid, complete and true; and its page, which needs no internet."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting, problem_in
from tests.server.documented import Documented

PROTOCOL = {
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/maps"),
    ("GET", "/api/games/{game}/maps/{name}"),
    ("POST", "/api/matches"),
    ("GET", "/api/matches"),
    ("GET", "/api/matches/{match_id}"),
    ("GET", "/api/join/{join_code}"),
    ("POST", "/api/matches/{match_id}/players"),
    ("PUT", "/api/matches/{match_id}/players/me/seats"),
    ("DELETE", "/api/matches/{match_id}/players/me"),
    ("POST", "/api/matches/{match_id}/bots"),
    ("DELETE", "/api/matches/{match_id}/bots"),
    ("POST", "/api/matches/{match_id}/start"),
    ("POST", "/api/matches/{match_id}/orders"),
    ("GET", "/api/matches/{match_id}/view"),
    ("GET", "/api/matches/{match_id}/announcements"),
    ("GET", "/api/matches/{match_id}/stream"),
    ("GET", "/api/matches/{match_id}/record"),
    ("GET", "/api/matches/{match_id}/analysis"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
}
"""The calls of the public interface."""


@pytest.fixture(name="document")
def openapi(client: Client) -> Json:
    """The document as it is served."""
    return client.get("/openapi.json")


@pytest.fixture(name="documented")
def checked_client(client: Client, document: Json) -> Documented:
    """Lets the client check every answer against the document."""
    documented = Documented(document)
    client.answered = documented.check
    return documented


def test_document_is_valid(document: Json) -> None:
    """The document is valid OpenAPI 3.1, and each schema in it valid JSON Schema."""
    validate(document)
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_all_calls_are_described(document: Json) -> None:
    """Every call of the protocol is there, and every call says in words what it does."""
    found = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    assert found >= PROTOCOL
    for operations in document["paths"].values():
        for operation in operations.values():
            assert operation["description"], "says in words what it does"


def test_no_refusal_is_described_as_plain_json(document: Json) -> None:
    """Refusals are described as problem documents, under their own media type."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status == "default" or int(status) >= 400:
                    (media_type,) = answer["content"]
                    assert media_type == "application/problem+json"
                    assert answer["content"][media_type]["schema"]["$ref"].endswith("/ProblemDocument")


def test_orders_and_options_are_described(client: Client, document: Json) -> None:
    """Each order and each option has its schema, which tells bounds and choices apart and refuses the unknown."""
    schemas = document["components"]["schemas"]
    order = schemas["GivenOrder"]["properties"]["order"]["oneOf"][0]
    kinds = schemas[order["$ref"].split("/")[-1]]["discriminator"]["mapping"]
    assert {"place", "head", "surface", "answer_sonar", "resign", "decline_draw"} <= set(kinds)
    options = client.get("/api/games")["games"][0]["options_schema"]
    Draft202012Validator.check_schema(options)
    assert options["additionalProperties"] is False
    for name, option in options["properties"].items():
        assert re.search(r"\((D|R|P)\d+\)$", option["description"]), f"{name} names its rule"
    checks = Draft202012Validator(options)
    assert checks.is_valid({})
    assert checks.is_valid({"hull": 6, "max_mines": None, "spectator_view": "none"})
    for wrong in ({"hull": 7}, {"max_mines": 0}, {"spectator_view": "all"}, {"speed": 1}, {"hull": "4"}):
        assert not checks.is_valid(wrong), wrong
        client.refused("malformed", "POST", "/api/matches", json={"options": wrong})


def test_every_default_option_stands_in_the_schema(client: Client) -> None:
    """The schema's defaults are what a match gets that chooses nothing."""
    for game in client.get("/api/games")["games"]:
        defaults = {name: option["default"] for name, option in game["options_schema"]["properties"].items()}
        assert client.create(game=game["id"]).state()["options"] == defaults


def example(document: Json, method: str, path: str) -> Json:
    """The example of a request's body."""
    content = document["paths"][path][method]["requestBody"]["content"]["application/json"]
    schema = document["components"]["schemas"][content["schema"]["$ref"].split("/")[-1]]
    (found,) = schema["examples"]
    result: Json = found
    return result


def test_examples_are_accepted(client: Client, document: Json) -> None:
    """Every request with a body has an example, and a match can be played up to its first order with them alone."""
    with_body = {
        (method, path)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "requestBody" in operation
    }
    one = "/api/matches/{match_id}"
    assert with_body == {
        ("post", "/api/matches"),
        ("post", f"{one}/players"),
        ("put", f"{one}/players/me/seats"),
        ("post", f"{one}/players/me/swap"),
        ("post", f"{one}/bots"),
        ("post", f"{one}/orders"),
        ("post", f"{one}/orders/check"),
        ("post", f"{one}/rematch"),
    }
    created = client.call("POST", "/api/matches", json=example(document, "post", "/api/matches"))
    assert created.status_code == 201
    meeting = Meeting(client, created.json())
    joined = client.call("POST", f"{meeting.path}/players", json=example(document, "post", f"{one}/players"))
    assert joined.status_code == 201
    token = joined.json()["player_token"]
    choice = example(document, "put", f"{one}/players/me/seats")
    assert client.call("PUT", f"{meeting.path}/players/me/seats", token, json=choice).status_code == 200
    bots = client.call("POST", f"{meeting.path}/bots", meeting.host, json=example(document, "post", f"{one}/bots"))
    assert bots.status_code == 201
    for seat in meeting.state()["seats"]:
        if seat["player"] is None:
            meeting.join(seat["seat"])
    meeting.start()
    order = example(document, "post", f"{one}/orders")
    assert client.call("POST", f"{meeting.path}/orders", meeting.tokens[order["seat"]], json=order).status_code == 200


def look_around(meeting: Meeting) -> None:
    """Ask for everything that anybody may look at."""
    meeting.everything()
    meeting.view()
    meeting.client.get(f"{meeting.path}/view", meeting.tokens["blue.captain"])
    meeting.heard()
    meeting.heard("yellow.engineer")


@pytest.mark.parametrize(
    ("crews", "options"),
    [
        (tuple((seat,) for seat in SEATS), {"map": "echo", "auto_answers": "captain_confirms", "hull": 2}),
        ((BLUE, YELLOW), {"map": "delta", "spectator_view": "omniscient", "own_team_view": "role_only", "hull": 2}),
    ],
)
def test_answers_of_a_match_are_as_described(
    client: Client, documented: Documented, crews: tuple[tuple[str, ...], ...], options: dict[str, Any]
) -> None:
    """In a whole match every answer has a status, a media type and a content that the document declares, and no
    member that it does not describe."""
    meeting = client.create(max_rounds=16, **options)
    client.get("/api/matches", limit=2)
    client.get(f"/api/join/{meeting.join_code}")
    for seats in crews:
        meeting.join(*seats)
    meeting.everything()
    meeting.start()
    rng = Random(7)
    steps = 0
    while (seat := meeting.awaited()) is not None:
        orders = meeting.view(seat)["legal_orders"] if steps % 10 else [{"type": "resign", "x": 1}]
        meeting.give(seat, rng.choice(orders))
        meeting.give(rng.choice(SEATS), {"type": "surface"})
        steps += 1
        if steps % 20 == 0:
            look_around(meeting)
    look_around(meeting)
    client.get(f"{meeting.path}/record")
    client.get(f"{meeting.path}/analysis")
    assert meeting.view("blue.captain")["reveal"]
    assert {("POST", "/api/matches/{match_id}/orders", status) for status in ("200", "409", "422")} <= documented.seen


def test_answers_of_all_calls_are_as_described(client: Client, documented: Documented) -> None:
    """Every call answers as the document declares, accepted and refused."""
    for path in ("/api/games", "/api/games/captain-sonar/maps", "/api/games/captain-sonar/maps/echo"):
        client.get(path)
    meeting = client.create(spectator_view="none")
    token = meeting.join("blue.captain")
    client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["blue.engineer"]})
    client.call("DELETE", f"{meeting.path}/players/me", token)
    meeting.bots("blue.captain")
    client.call("DELETE", f"{meeting.path}/bots", meeting.host, params={"seat": "blue.captain"})
    for path in ("/healthz", "/readyz", "/metrics"):
        assert client.call("GET", path).status_code == 200
    for method, path in PROTOCOL:
        address = path.format(game="chess", name="atlantis", match_id=meeting.match_id, join_code="000000")
        client.call(method, address, "srp_nobody")
        client.call(method, address)
        client.call(method, address, json={})
        if "{match_id}" in path:
            client.call(method, path.format(match_id="0"), "srp_nobody")
        if method != "GET":
            client.call(method, address, content=b"x" * 70_000)


def test_stream_is_as_described(client: Client, document: Json) -> None:
    """Each line of a stream is an announcement as described."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    meeting.fill_the_mine_gauge()
    meeting.order("blue.captain", "resign")
    content = document["paths"]["/api/matches/{match_id}/stream"]["get"]["responses"]["200"]["content"]
    documented = Documented(document)
    with client.stream(f"{meeting.path}/stream") as stream:
        for line in stream.iter_lines():
            documented.validate(json.loads(line), content["application/x-ndjson"]["schema"])


def test_documentation_page_needs_no_internet(client: Client) -> None:
    """The documentation page and all that it loads come from this server."""
    page = client.call("GET", "/docs")
    assert page.status_code == 200
    assert not re.search(r"https?:|[\"'(]//", page.text), "no address of another server"
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", page.text)
    assert len(loaded) == 3
    for address in loaded:
        answer = client.call("GET", address)
        assert answer.status_code == 200
        assert len(answer.content) > 100
    styles = next(address for address in loaded if address.endswith(".css"))
    assert not re.search(r"url\(['\"]?https?:", client.call("GET", styles).text)


def test_wrong_method_names_the_right_ones(client: Client, document: Json) -> None:
    """A method that an address has not is refused with all those that it has (RFC 9110, 15.5.6)."""
    meeting = client.create()
    for path, operations in document["paths"].items():
        address = path.format(
            game="captain-sonar",
            name="alpha",
            match_id=meeting.match_id,
            join_code=meeting.join_code,
            seat="blue.captain",
        )
        answer = client.call("PATCH", address)
        problem_in(answer, "method_not_allowed")
        assert set(answer.headers["allow"].split(", ")) == {method.upper() for method in operations}
    assert client.call("POST", "/web/style.css").headers["allow"] == "GET, HEAD"


def test_calls_that_need_no_token_say_so(document: Json) -> None:
    """Calls that answer those who have no token as well are described so; all others that take one demand it."""
    optional = set()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if "security" in operation:
                assert {"HTTPBearer": []} in operation["security"]
                if {} in operation["security"]:
                    optional.add((method.upper(), path))
    one = "/api/matches/{match_id}"
    looking = {("GET", f"{one}/view"), ("GET", f"{one}/announcements"), ("GET", f"{one}/stream")}
    after_the_end = {("GET", f"{one}/record"), ("GET", f"{one}/analysis")}
    assert optional == looking | after_the_end | {("POST", "/api/matches"), ("GET", "/metrics")}
