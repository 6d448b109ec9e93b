"""What the server offers: its games and maps, and what it tells whoever runs it."""

from __future__ import annotations

from pathlib import Path

from tests.server.client import BLUE, SEATS, YELLOW, Client
from tests.server.running import Running

FLAT = 'name = "{name}"\ngrid = """\n....\n.#..\n....\n....\n"""\nsector_size = 2\n'


def test_games(client: Client) -> None:
    """Each game is listed with its seats by team, its bots, and the schema of its options."""
    game, duel = client.get("/api/games")["games"]
    assert (game["id"], game["title"]) == ("captain-sonar", "Captain Sonar")
    assert game["seats"] == list(SEATS)
    assert game["teams"] == {"blue": list(BLUE), "yellow": list(YELLOW)}
    assert "random" in game["bots"]
    assert game["options_schema"]["properties"]["hull"]["maximum"] == 6
    assert (duel["id"], duel["title"], duel["seats"]) == ("sonar-duel", "Sonar duel", ["blue", "yellow"])
    assert duel["options_schema"]["properties"]["clock"]["default"] == {"seconds": 45, "on_expiry": "default_order"}


def test_maps(client: Client) -> None:
    """The maps of a game are listed with their source and confidence; a map whose sheet is not known says so."""
    maps = client.get("/api/games/captain-sonar/maps")["maps"]
    assert [one["name"] for one in maps] == ["alpha", "bravo", "charlie", "delta", "echo"]
    for one in maps:
        assert set(one) == {"name", "title", "source", "confidence", "unofficial"}
        assert one["source"]
    assert [one["name"] for one in maps if one["unofficial"]] == ["delta"]


def test_map(client: Client) -> None:
    """A map has its columns, rows, sectors with their cells, islands and special cells."""
    alpha = client.get("/api/games/captain-sonar/maps/alpha")
    assert alpha["columns"] == list("ABCDEFGHIJ")
    assert alpha["rows"] == list(range(1, 11))
    assert list(alpha["sectors"]) == ["1", "2", "3", "4"]
    assert sum(len(cells) for cells in alpha["sectors"].values()) == 100
    assert {"D1", "H2"} <= set(alpha["islands"])
    assert (alpha["holes"], alpha["archer_mines"]) == ([], [])
    assert client.get("/api/games/captain-sonar/maps/delta")["holes"]
    assert client.get("/api/games/captain-sonar/maps/echo")["archer_mines"]


def test_unknown_game_and_map(client: Client) -> None:
    """An unknown game or map is refused with the names of those there are."""
    for path in ("/api/games/chess/maps", "/api/games/chess/maps/alpha"):
        assert "games are captain-sonar" in client.refused("no_such_game", "GET", path)["detail"]
    for name in ("atlantis", "Alpha", "alpha.toml", "%00", "a" * 500):
        problem = client.refused("no_such_map", "GET", f"/api/games/captain-sonar/maps/{name}")
        assert "maps are alpha, bravo" in problem["detail"]
        assert len(problem["detail"]) < 200


def test_maps_of_the_host(tmp_path: Path) -> None:
    """A host's folder adds maps; a file with a fault is left out and does not keep the others away."""
    (tmp_path / "pond.toml").write_text(FLAT.format(name="pond"))
    (tmp_path / "bad.toml").write_text(FLAT.format(name="bad").replace("#", "?"))
    (tmp_path / "notes.txt").write_text("no map")
    with Running(maps=tmp_path) as running, Client(running.address) as client:
        names = [one["name"] for one in client.get("/api/games/captain-sonar/maps")["maps"]]
        assert names == ["alpha", "bravo", "charlie", "delta", "echo", "pond"]
        meeting = client.full((BLUE, YELLOW), map="pond", first_team="blue")
        meeting.place("A1", "D4")
        assert meeting.view()["map"] == "pond"


def test_liveness_and_readiness(server: Running, client: Client) -> None:
    """The server says that it is alive, and that it is ready when its matches are back from the log."""
    assert client.get("/healthz") == {"status": "ok"}
    assert client.get("/readyz") == {"status": "ready"}
    server.app.state.ready = False
    assert client.get("/healthz") == {"status": "ok"}
    assert "still being read" in client.refused("not_ready", "GET", "/readyz")["detail"]
    server.app.state.ready = True
