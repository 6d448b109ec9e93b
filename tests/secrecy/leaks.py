"""Faults that leak, each of one line: what the comparison of pairs must find.

A leak is planted into the running code. It is no test of its own: `test_leaks` plants each and expects a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar import calls, referee, views
from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.captain_sonar import CaptainSonar
from sonar_referee.games.captain_sonar.panel import SYMBOL_NUMBER, crossed_names
from sonar_referee.games.captain_sonar.state import NOBODY
from sonar_referee.games.captain_sonar.terms import HEADING_NUMBER, STATION, SYSTEM_NUMBER, TEAMS
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, Said
from sonar_referee.match.match import Answer, Match
from sonar_referee.match.matches import Matches
from sonar_referee.match.streams import Streams
from sonar_referee.match.table import Table
from sonar_referee.server.metrics import Metrics
from sonar_referee.server.routes import play
from sonar_referee.wire.encode import announcement_json, dump, present
from tests.secrecy.planting import LEAKS, Patch, after, edit, in_summary, keep_of_entries, leak, say

__all__ = ["LEAKS"]


# -- what a view shows


@leak("the enemy's cell and mines are in the view of its opponents", "start")
def _(patch: Patch) -> None:
    patch.setitem(
        views._FILL, "enemy", lambda state, team, _: views._submarine(state, 1 - team, frozenset({"captain"}))
    )


@leak("spectators see where the submarines are", "strangers")
def _(patch: Patch) -> None:
    captains = frozenset({"captain"})
    patch.setitem(views._FILL, "teams", lambda state, *_: [views._submarine(state, team, captains) for team in (0, 1)])


@leak("the truth is shown to everybody", "strangers")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "truth", PUBLIC)


@leak("the reveal is open before the end")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "reveal", "team")


@leak("an early mark shows in whom the table waits for")
def _(patch: Patch) -> None:
    patch.setitem(views._FILL, "awaiting", lambda state, *_: views.to_act(state))


@leak("a view has the enemy's gauges")
def _(patch: Patch) -> None:
    patch.setitem(views._FILL, "gauges", lambda state, team, _: views._gauges(state, state.submarines[1 - team]))


@leak("a view has the enemy's breakdowns")
def _(patch: Patch) -> None:
    def enemys(state: Any, team: int, _mine: frozenset[str]) -> tuple[str, ...]:
        return crossed_names(state.submarines[1 - team].breakdowns)

    patch.setitem(views._FILL, "breakdowns", enemys)


@leak("whether a gauge is full shows in the enemy's damage")
def _(patch: Patch) -> None:
    fill = views._FILL["enemy"]
    patch.setitem(
        views._FILL,
        "enemy",
        lambda state, team, mine: (fill(state, team, mine), sum(state.submarines[1 - team].gauges)),
    )


@leak("a silent course is shown to the enemy", "silence")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "silent_heading", PUBLIC)
    patch.setitem(
        views._FILL, "silent_heading", lambda state, team, mine: state.submarines[state.to_act].heading_to_mark
    )


@leak("role_only is forgotten for gauges", "radio operator")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "gauges", "team")


@leak("role_only is forgotten for breakdowns", "radio operator")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "breakdowns", "team")


@leak("role_only is forgotten for the chart", "engineer")
def _(patch: Patch) -> None:
    patch.setitem(
        views._FILL, "submarine", lambda state, team, mine: views._submarine(state, team, frozenset({"captain"}))
    )


@leak("role_only is forgotten for the notes", "engineer")
def _(patch: Patch) -> None:
    patch.setattr(
        CaptainSonar, "reads_notes", lambda _self, _state, viewer: TEAMS[STATION[min(viewer)][0]] if viewer else None
    )


@leak("the enemy's notes are in the view")
def _(patch: Patch) -> None:
    patch.setattr(CaptainSonar, "reads_notes", lambda _self, _state, _viewer: TEAMS[1])


@leak("spectators read a team's notes", "strangers")
def _(patch: Patch) -> None:
    patch.setattr(CaptainSonar, "reads_notes", lambda _self, _state, _viewer: TEAMS[0])


@leak("legal orders of all seats are listed")
def _(patch: Patch) -> None:
    def orders(match: Match, _seats: list[str], orders_of: Callable[..., Any]) -> str:
        every = [(seat, order) for seat in match.game.seats for order in orders_of(match.state, seat)]
        return dump([{"seat": seat, **present(order)} for seat, order in every])

    patch.setattr(Match, "_orders", orders)


# -- what is said


@leak("a start is told by its sector", "start")
def _(patch: Patch) -> None:
    say(patch, o.Place, lambda state, team, _: a.Surfaced(TEAMS[team], state.chart.sector[state.submarines[team].cell]))


@leak("a gauge mark is said aloud")
def _(patch: Patch) -> None:
    say(patch, o.MarkGauge, lambda _state, team, order: calls.READY[team][SYSTEM_NUMBER[order.system]])


@leak("the First Mate's OK is said at once")
def _(patch: Patch) -> None:
    def ok(state: Any, team: int, _order: Any) -> Any:
        return calls.FIRST_MATE_OK[team] if state.submarines[team].heading_to_mark != NOBODY else None

    say(patch, o.MarkGauge, ok)


@leak("the symbol that an Engineer crosses is said aloud")
def _(patch: Patch) -> None:
    say(patch, o.MarkBreakdown, lambda _state, team, order: a.Damage(TEAMS[team], SYMBOL_NUMBER[order.symbol], 0))


@leak("a mine's cell is said aloud", "mines")
def _(patch: Patch) -> None:
    say(patch, o.DropMine, lambda _state, team, order: a.MineTriggered(TEAMS[team], order.cell))


@leak("a silent course is said aloud", "silence")
def _(patch: Patch) -> None:
    say(patch, o.ActivateSilence, lambda _state, team, order: calls.COURSE[team][HEADING_NUMBER[order.heading]])


@leak("everybody hears READY where only the own team should", "mines")
def _(patch: Patch) -> None:
    def apply(*given: Any) -> list[Said]:
        return [Said(call.round, PUBLIC, call.announcement) for call in referee.apply(*given)]

    patch.setattr(CaptainSonar, "apply", staticmethod(apply))


@leak("everybody belongs to all audiences", "mines")
def _(patch: Patch) -> None:
    patch.setattr(CaptainSonar, "hears", lambda _self, _state, _viewer: frozenset({PUBLIC, *TEAMS}))


# -- refusals


@leak("a refusal names the enemy's cell")
def _(patch: Patch) -> None:
    def check(state: Any, seat: str, order: Any) -> None:
        try:
            referee.check(state, seat, order)
        except IllegalOrder as fault:
            enemy = state.submarines[1 - STATION[seat][0]]
            raise IllegalOrder(fault.rule, f"{fault.reason} {enemy.cell}", fault.code) from None

    patch.setattr(CaptainSonar, "check", staticmethod(check))


@leak("who asks for the enemy's seat learns how many orders there are")
def _(patch: Patch) -> None:
    edit(
        patch,
        Match.require_seat,
        'f"You do not hold',
        'f"{self.entries} You do not hold',
    )


@leak("an order_id that somebody else has used is refused")
def _(patch: Patch) -> None:
    patch.setattr(Match, "may_be_repeated", lambda _match, _player, order_id: order_id is not None)

    async def first_given(table: Any, _player: Any, order_id: str) -> Any:
        entries = await table._store.entries(table.match.match_id)
        return next((entry for entry in entries if entry.order_id == order_id), None)

    patch.setattr(Table, "_first_given", first_given)


@leak("who asks ahead is told how many orders there are")
def _(patch: Patch) -> None:
    edit(patch, play._require_heard, "is {seq}", "is {table.match.entries}")


# -- numbers


@leak("the revision counts what is hidden")
def _(patch: Patch) -> None:
    after(patch, Match, "revision", lambda revision, match, _viewer: revision + match.entries)


@leak("the sequence counts orders")
def _(patch: Patch) -> None:
    after(patch, Match, "answer", lambda answer, match, *_: Answer(match.entries, answer.announcements))


@leak("the sequence counts what the enemy hears", "ready")
def _(patch: Patch) -> None:
    patch.setattr(Streams, "seq", lambda streams, _viewer: len(_enemys(streams).said))


@leak("announcements are taken from somebody else's stream", "ready")
def _(patch: Patch) -> None:
    def announcements(streams: Any, _viewer: Any, after: int, upto: int | None = None) -> list[str]:
        heard = _enemys(streams).said[after:upto]
        return [announcement_json(seq, said) for seq, said in enumerate(heard, after + 1)]

    patch.setattr(Streams, "announcements", announcements)


def _enemys(streams: Any) -> Any:
    """What yellow hears."""
    return next(stream for stream in streams._streams.values() if "yellow" in stream.audiences)


@leak("a match tells how many orders it has had")
def _(patch: Patch) -> None:
    in_summary(patch, "orders", lambda match: match.entries)


@leak("a match tells its seed", "start")
def _(patch: Patch) -> None:
    in_summary(patch, "seed", lambda match: match.setup.seed)


@leak("a match tells who gave its orders")
def _(patch: Patch) -> None:
    keep_of_entries(patch, lambda entry: entry.seat)


@leak("a match tells when its orders were given")
def _(patch: Patch) -> None:
    keep_of_entries(patch, lambda entry: entry.at)


@leak("a match tells how many of its orders have ids", "strangers")
def _(patch: Patch) -> None:
    in_summary(patch, "ids", lambda match: len(match._order_ids))


@leak("private matches are listed", "start")
def _(patch: Patch) -> None:
    patch.setattr(Matches, "public", lambda matches: list(reversed(matches.all())))


@leak("a view's length depends on the number of orders")
def _(patch: Patch) -> None:
    after(patch, Match, "view_json", lambda text, match, _viewer: text + " " * (match.entries % 7))


@leak("an ETag is made of the whole log")
def _(patch: Patch) -> None:
    edit(
        patch,
        play.show_view,
        "return json_reply(",
        "return (lambda text: Response(text, headers={'ETag': str(table.match.entries)}))(",
    )


@leak("the record is open while the match runs", "start")
def _(patch: Patch) -> None:
    edit(patch, play.show_record, 'match.status != "finished"', 'match.status == "lobby"')


@leak("metrics count the orders of running matches")
def _(patch: Patch) -> None:
    after(patch, Metrics, "for_everybody", lambda text, metrics: text + metrics.for_operator())


@leak("orders are logged")
def _(patch: Patch) -> None:
    after(
        patch,
        Match,
        "carry_out",
        lambda _none, _match, entry, order: structlog.get_logger().info("order", seat=entry.seat, order=order),
    )


@leak("refusals are logged")
def _(patch: Patch) -> None:
    edit(patch, Match.decide, "raise problem_of(refusal)", "log.info('refused', seat=seat); raise problem_of(refusal)")
    patch.setitem(Match.decide.__globals__, "log", structlog.get_logger())


# -- frames, and when they come


@leak("everybody gets a view after each order")
def _(patch: Patch) -> None:
    after(patch, Match, "carry_out", lambda _none, match, *_: match.streams.note_change_for_all())


@leak("everybody is woken by a refused order")
def _(patch: Patch) -> None:
    def decide(match: Match, seat: str, order: Any) -> None:
        try:
            before(match, seat, order)
        except Exception:
            match.streams.note_change_for_all()
            raise

    before = Match.decide
    patch.setattr(Match, "decide", decide)


@leak("chat goes to everybody")
def _(patch: Patch) -> None:
    def chat(table: Any, player: Any, text: str) -> None:
        for listener in table.listeners:
            listener.send(dump({"type": "chat", "from": player.name, "text": text}))

    patch.setattr(Table, "chat", chat)


@leak("everybody gets a frame when notes are written")
def _(patch: Patch) -> None:
    after(patch, Match, "write_notes", lambda _none, match, *_: match.streams.note_change_for_all())


@leak("presence tells how many orders there are")
def _(patch: Patch) -> None:
    after(patch, Table, "presence", lambda frame, table: f'{frame[:-1]},"orders":{table.match.entries}}}')


@leak("a sign of life is put off by what is not heard")
def _(patch: Patch) -> None:
    edit(patch, play.stream, "asyncio.timeout_at(told + heartbeat)", "asyncio.timeout(heartbeat)")


@leak("an early mark starts the clock anew")
def _(patch: Patch) -> None:
    patch.setattr(
        CaptainSonar, "waits_for", staticmethod(lambda state: (state.round, state.phase, views.to_act(state)))
    )


@leak("each order starts the clock anew")
def _(patch: Patch) -> None:
    after(patch, Match, "carry_out", lambda _none, match, *_: setattr(match, "wait_began", match.entries))


@leak("a long poll ends whatever happens", "ready")
def _(patch: Patch) -> None:
    after(
        patch, play, "_nothing_new", lambda nothing, _table, listener, _heard: nothing and not listener.changed.is_set()
    )


@leak("a token is in somebody's view", "start")
def _(patch: Patch) -> None:
    in_summary(patch, "host", lambda _match: "srh_" + "a2" * 16)
