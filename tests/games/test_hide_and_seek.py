"""The smallest game of the how-to: two lines make the server referee it, with views, bots, record and description."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, runnable
from tests.games import hide_and_seek
from tests.games.hide_and_seek import HIDE_AND_SEEK, Hide, Options, Search

PAGE = DOCS / "how-to" / "add-a-game.md"
POND = 'name = "pond"\ngame = "hide-and-seek"\ngrid = """\n...\n.#.\n..."""\n'


def test_the_page_shows_this_game() -> None:
    """The page has the whole program, word for word."""
    assert runnable(PAGE, "game") == Path(hide_and_seek.__file__).read_text(encoding="utf-8")


def test_the_seeker_cannot_tell_where_the_hider_is() -> None:
    """Two matches that differ in the secret only look the same to the seeker, and to spectators."""
    chart = HIDE_AND_SEEK.read_map(POND, "pond.toml")
    one, other = (HIDE_AND_SEEK.new(Options(), chart, 0) for _ in range(2))
    heard = [HIDE_AND_SEEK.apply(state, "hider", Hide(cell)) for state, cell in ((one, "A1"), (other, "C3"))]
    assert heard[0] == heard[1]
    for viewer in (frozenset({"seeker"}), frozenset[str]()):
        assert HIDE_AND_SEEK.view(one, viewer) == HIDE_AND_SEEK.view(other, viewer)
    assert HIDE_AND_SEEK.legal_orders(one, "seeker") == HIDE_AND_SEEK.legal_orders(other, "seeker")
    assert HIDE_AND_SEEK.view(one, frozenset({"hider"})).cell == "A1"
    assert HIDE_AND_SEEK.apply(one, "seeker", Search("A1")) != HIDE_AND_SEEK.apply(other, "seeker", Search("A1"))


@pytest.mark.slow
def test_the_server_referees_it(tmp_path: Path) -> None:
    """With the game in the registry a match of it is created, played by hand and by a bot, and verified."""
    (tmp_path / "pond.toml").write_text(POND, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout.splitlines()[-1])
    assert found["listed"]["seats"] == ["hider", "seeker"]
    assert found["listed"]["options_schema"]["properties"]["searches"]["maximum"] == 50
    assert {"HideAndSeekView", "HideAndSeekOrder", "HideAndSeekOptions"} <= set(found["schemas"])
    assert found["refused"] == {"code": "illegal_order", "detail": "B2 is no sea cell, or was searched before."}
    assert found["malformed"] == "malformed"
    assert "cell" not in found["seeker"]
    assert found["hider"]["cell"] == "A1"
    assert found["outcome"]["reason"] in ("found", "not_found")
    assert found["faults"] == []


_PROGRAM = """
import json, sys
from pathlib import Path
from sonar_referee.games.registry import GAMES
from tests.games.hide_and_seek import HIDE_AND_SEEK
GAMES[HIDE_AND_SEEK.id] = HIDE_AND_SEEK
from sonar_referee.bots import BOTS, Brief, RandomBot, make_bot
BOTS[HIDE_AND_SEEK.id] = {"random": RandomBot}

import httpx
from sonar_referee.match.audit import audit_record
from sonar_referee.wire.models import MatchRecord
from tests.client.serving import served

def bearer(token):
    return {"authorization": f"Bearer {token}"}

with served(maps=Path(sys.argv[1])) as url, httpx.Client(base_url=url, trust_env=False, timeout=60) as client:
    found = {"listed": client.get("/api/games").json()["games"][-1]}
    found["schemas"] = list(client.get("/openapi.json").json()["components"]["schemas"])
    match = client.post("/api/matches", json={"game": HIDE_AND_SEEK.id, "options": {"searches": 3}}).json()
    path = "/api/matches/" + match["match_id"]
    hider = client.post(path + "/players", json={"name": "Ada", "seats": ["hider"]}).json()["player_token"]
    seeker = client.post(path + "/players", json={"name": "Bo", "seats": ["seeker"]}).json()["player_token"]
    assert client.post(path + "/start", headers=bearer(match["host_token"])).status_code == 200
    wrong = client.post(path + "/orders", json={"order": {"type": "hide", "cell": "B2"}}, headers=bearer(hider)).json()
    found["refused"] = {key: wrong[key] for key in ("code", "detail")}
    loud = {"order": {"type": "hide", "cell": "A1", "loudly": True}}
    found["malformed"] = client.post(path + "/orders", json=loud, headers=bearer(hider)).json()["code"]
    hidden = client.post(path + "/orders", json={"order": {"type": "hide", "cell": "A1"}}, headers=bearer(hider))
    assert hidden.status_code == 200, hidden.text
    found["hider"] = client.get(path + "/view", headers=bearer(hider)).json()
    found["seeker"] = view = client.get(path + "/view", headers=bearer(seeker)).json()
    bot = make_bot("random", Brief(HIDE_AND_SEEK.id, {}, {}, ("seeker",), "seed"))
    while (choice := bot.choose(view)) is not None:
        order = {"order": choice.order}
        assert client.post(path + "/orders", json=order, headers=bearer(seeker)).status_code == 200
        view = client.get(path + "/view", headers=bearer(seeker)).json()
    found["outcome"] = view["outcome"]
    record = client.get(path + "/record", headers=bearer(hider))
    found["faults"] = [fault.reason for fault in audit_record(MatchRecord.model_validate_json(record.text)).faults]
print(json.dumps(found))
"""
