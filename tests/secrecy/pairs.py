"""Two worlds that play a script side by side, and everything that their observed viewers get, compared byte by byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Literal, get_args

from sonar_referee.games.registry import GAMES
from tests.secrecy.duels import write_duel
from tests.secrecy.scripts import Act, Kind, Script, Step, write_script
from tests.secrecy.world import Json, Line, World, settle

HEARTBEAT = 0.6
"""Seconds between signs of life on streams; steps are a second apart, and secrets come between."""
STEPS = 80
"""Steps of a script; about twenty rounds."""
LATE = 0.04
"""Seconds into a step at which somebody comes late: after the order that may be heard, before all secrets."""
NOW_AND_THEN = 5
"""One in so many positions is also seen by latecomers, and through what should never depend on it."""

AnyKind = Kind | Literal["duel"]
"""Who is observed in Captain Sonar, or a duel before each of its seats and before strangers in turn."""
KINDS: tuple[AnyKind, ...] = (*get_args(Kind), "duel")

TOKEN = re.compile("sr[hp]_[a-z2-7]{32}")
"""A secret of a player or host, which nobody is ever told again."""


class Difference(AssertionError):
    """Something that the observed viewers get tells the two worlds apart."""


class Side:
    """One of the two worlds, with the match of the script."""

    def __init__(self, side: int, script: Script) -> None:
        self.side = side
        self.script = script
        self.seats = GAMES[script.game].seats
        self.world = World(side, heartbeat=HEARTBEAT)
        self.tokens: dict[str, str] = {}
        self.lines: dict[str, Line] = {}
        self.secret_lines: dict[str, Line] = {}
        self.host = self.foreign = self.path = self.match_id = ""
        self._turn = 0
        self._alone = {crew[0] for crew in script.crews if len(crew) == 1}
        """Who has one seat: its view is the player's."""
        self._late: list[Line] = []
        self.answers: list[tuple[str, Any]] = []
        """What the observed seats were answered in the last step."""
        self.world.run(self._begin())

    # -- before the first step

    async def _begin(self) -> None:
        world, script = self.world, self.script
        other = (
            await world.call("POST", "/api/matches", document={"public": False, "name": f"private {self.side}"})
        ).json
        self.foreign = (await self._join(other["match_id"], ("blue.captain",))).json["player_token"]
        world.chance.seed = None if script.seeds is None else script.seeds[self.side]
        wanted = {"game": script.game, "options": script.options, "name": "Pair"}
        created = (await world.call("POST", "/api/matches", document=wanted)).json
        self.match_id, self.host = created["match_id"], created["host_token"]
        self.path = f"/api/matches/{self.match_id}"
        for crew in script.crews:
            token = (await self._join(self.match_id, crew)).json["player_token"]
            self.tokens |= dict.fromkeys(crew, token)
        started = await world.call("POST", f"{self.path}/start", self.host)
        assert started.status == 200, started
        self._listen()
        await settle(world.loop)
        for line in (*self.secret_lines.values(), *(self.lines[seat] for seat in script.observed)):
            assert any('{"type":"welcome"' in text for _at, text in line.came), line.came

    async def _join(self, match_id: str, seats: tuple[str, ...]) -> Any:
        return await self.world.call(
            "POST", f"/api/matches/{match_id}/players", document={"name": f"player of {seats[0]}", "seats": seats}
        )

    def _listen(self) -> None:
        """Open a socket for everybody, so that all count as connected, and a stream for each observed viewer."""
        for seat in self.seats:
            lines = self.lines if seat in self.script.observed else self.secret_lines
            lines[seat] = self.world.socket(self.match_id, {"token": self.tokens[seat], "seat": seat}, seat)
        for name, token in self.viewers():
            self.lines[f"all of {name}"] = self.world.socket(self.match_id, {"token": token}, name)
            self.lines[f"stream of {name}"] = self.world.stream(f"{self.path}/stream", token, who=name)

    def viewers(self) -> Iterator[tuple[str, str | None]]:
        """The observed viewers by name, each player once, with their tokens."""
        seen = set()
        for seat in self.script.observed:
            if self.tokens[seat] not in seen:
                seen.add(self.tokens[seat])
                yield seat, self.tokens[seat]
        yield "spectator", None
        yield "host", self.host

    # -- a step

    def play(self, number: int, step: Step) -> None:
        """Do what happens in this world, each at its time, up to the next full second."""
        self.world.run(self._play(number, step.acts[self.side]))

    async def _play(self, number: int, acts: tuple[Act, ...]) -> None:
        await self._do_in_time(number, [act for act in acts if not act.after])
        if number % NOW_AND_THEN == 0:
            await self.world.until(number + LATE)
            await self._come_late(number)
        await self._do_in_time(number, [act for act in acts if act.after])
        await self.world.until(number + 0.99)

    async def _do_in_time(self, begin: int, acts: list[Act]) -> None:
        for act in acts:
            await self.world.until(begin + act.after)
            await self._do(act)
            await settle(self.world.loop)

    async def _do(self, act: Act) -> None:
        token = self.tokens[act.seat]
        observed = act.seat in self.script.observed
        if act.does == "look":
            await self.world.call("GET", f"{self.path}/view", token, who=act.seat)
        elif act.does in ("chat", "notes"):
            frame: Json = (
                {"type": "chat", "text": act.what} if act.does == "chat" else {"type": "overlay", "overlay": act.what}
            )
            self._line(act.seat).say(frame)
        elif act.by_socket and act.does != "check":
            frame = {"type": "order", "seat": act.seat, "order": act.what, "order_id": act.order_id}
            line = self._line(act.seat)
            came = len(line.came)
            line.say(frame)
            await settle(self.world.loop)
            if act.does == "order" and not observed:
                assert any('{"type":"accepted"' in text for _at, text in line.came[came:]), (act, line.came[came:])
        else:
            path = f"{self.path}/orders{'/check' if act.does == 'check' else ''}"
            document = {"seat": act.seat, "order": act.what, "order_id": act.order_id}
            answer = await self.world.call("POST", path, token, document, who=act.seat)
            if observed:
                self.answers.append((f"{act.seat} {act.does}", answer))
            else:
                assert (answer.status == 200) == (act.does == "order") or act.order_id, (act, answer)

    def _line(self, seat: str) -> Line:
        return (self.lines if seat in self.script.observed else self.secret_lines)[seat]

    # -- what is compared

    def told(self) -> Iterator[tuple[str, Any]]:
        """What came unasked, and the log."""
        yield from self.answers
        self.answers = []
        for name, line in self.lines.items():
            yield f"frames of {name}", line.taken()
        yield "log", sorted(self.world.log)  # listeners are a set, woken in any sequence
        self.world.log.clear()

    def asked(self, number: int, step: Step) -> list[tuple[str, Any]]:
        """Every answer that the observed viewers and strangers get on asking at this position."""
        return self.world.run(self._ask(number, step))

    async def _ask(self, number: int, step: Step) -> list[tuple[str, Any]]:
        found = [(what, await self.world.call("GET", *call)) for what, call in self._questions()]
        for at, (seat, order) in enumerate(step.probes):
            if (number + at) % 3:
                self.lines[seat].say({"type": "order", "seat": seat, "order": order, "order_id": f"probe-{number}"})
            else:
                path = f"{self.path}/orders{'/check' * (at % 2)}"
                answer = await self.world.call(
                    "POST", path, self.tokens[seat], {"seat": seat, "order": order}, who=seat
                )
                found.append((f"{seat} tries {order}", answer))
                assert answer.status >= 400, (seat, order, answer)
        return found

    def _questions(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Every view and what everybody sees of the match; of the rest each in its turn."""
        path, viewers, observed = self.path, list(self.viewers()), self.script.observed
        self._turn += 1
        number = self._turn
        for seat in observed:
            yield f"view of {seat}", (f"{path}/view", self.tokens[seat], None, f"seat={seat}", seat)
        for name, token in viewers:
            if name not in self._alone:
                yield f"view of all of {name}", (f"{path}/view", token, None, "", name)
        name, token = viewers[number % len(viewers)]
        seat = observed[number % len(observed)] if observed else ""
        after = f"after={number // 4}"
        stranger = next(seat for seat in self.seats if seat not in observed)
        in_turn = (
            ("announcements", (f"{path}/announcements", token, None, "" if number % 3 else after, name)),
            ("announcements of a seat", (f"{path}/announcements", self.tokens.get(seat), None, f"seat={seat}", seat)),
            ("view of a stranger's seat", (f"{path}/view", viewers[0][1], None, f"seat={stranger}", name)),
            ("announcements to come", (f"{path}/announcements", token, None, "after=99999", name)),
            ("view with the token of another match", (f"{path}/view", self.foreign, None, "", "foreigner")),
            ("record", (f"{path}/record", token, None, "", name)),
            ("analysis", (f"{path}/analysis", token, None, "", name)),
        )
        yield in_turn[number % 2]
        yield in_turn[2 + number % 5]
        yield "match", (path, token, None, "", name)
        yield "metrics", ("/metrics", None, None, "", "stranger")
        if number % 2:
            yield "matches", ("/api/matches", None, None, "", "stranger")
        if number % NOW_AND_THEN == 0:
            for where in ("readiness", "invitation", "rematch", "nothing"):
                yield where, (f"{path}/{where}", None, None, "", "stranger")
            for where in ("/readyz", "/healthz"):
                yield where, (where, None, None, "", "stranger")

    async def _come_late(self, number: int) -> None:
        """Let each observed viewer come once more: with a socket after some announcements, and with a long poll."""
        for line in self._late:
            line.ask(type="websocket.disconnect", code=1001)
        self._late.clear()
        for name, token in self.viewers():
            hello = {"token": token, "after": min(1, number)}
            self._late.append(self.world.socket(self.match_id, hello, name))
            self.lines[f"{name} at {number}"] = self._late[-1]
            path = f"{self.path}/announcements"
            heard = (await self.world.call("GET", path, token, who=name)).json.get("seq", 0)
            poll = self.world.stream(path, token, f"after={heard}&wait=50", name)
            self.lines[f"long poll of {name} at {number}"] = poll
        await settle(self.world.loop)

    def close(self) -> None:
        """End the world."""
        self.world.close()


def compare(script: Script, most: int | None = None, every: int = 1) -> int:
    """Play a script in two worlds; what comes unasked is compared at each step, all else at one step in `every`.

    Returns how many pairs of positions were compared with all their channels, at `most` so many; raises `Difference`.
    """
    one, other = Side(0, script), Side(1, script)
    pairs = 0
    try:
        _require_equal(script, "before the first step", list(one.told()), list(other.told()))
        for number, step in enumerate(script.steps[:most], 1):
            for side in (one, other):
                side.play(number, step)
            where = f"step {number}: {step.acts[0]} / {step.acts[1]}"
            _require_equal(script, where, list(one.told()), list(other.told()))
            if number % every == 0:
                _require_equal(script, where, one.asked(number, step), other.asked(number, step))
                _require_equal(script, where, list(one.told()), list(other.told()))
                pairs += 1
    finally:
        one.close()
        other.close()
    return pairs


def numbered_script(number: int, seed: int, kinds: Sequence[AnyKind]) -> Script:
    """The script with this number from a seed on; the kinds take turns."""
    kind, drawn = kinds[number % len(kinds)], seed + number // len(kinds)
    return write_duel(drawn, STEPS) if kind == "duel" else write_script(drawn, kind, STEPS)


def compare_many(kinds: Sequence[AnyKind], seed: int, amount: int) -> int:
    """Compare scripts of these kinds, drawn from this seed on, until so many pairs are done; returns how many."""
    pairs = 0
    for number in count():
        if pairs >= amount:
            break
        pairs += compare(numbered_script(number, seed, kinds), amount - pairs)
    return pairs


def _require_equal(script: Script, where: str, mine: list[tuple[str, Any]], theirs: list[tuple[str, Any]]) -> None:
    for (what, one), (_what, other) in zip(mine, theirs, strict=True):
        if TOKEN.search(str(one)):
            raise Difference(f"{script.name}, {where}: {what} holds a token")
        if one != other:
            raise Difference(f"{script.name}, {where}: {what}\n{_around(str(one), str(other))}")


def _around(one: str, other: str) -> str:
    """Where two texts begin to differ."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "\n".join(f"… {text[max(0, at - 150) : at + 150]} …" for text in (one, other))
