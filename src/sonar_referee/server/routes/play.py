"""Playing over HTTP: orders, views, announcements, the record, the analysis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from sonar_referee.match.analysis import Analyses
from sonar_referee.match.listeners import Listener
from sonar_referee.match.record import record_of
from sonar_referee.match.table import Table
from sonar_referee.server.bearer import AllMatches, OpenTable, ThePlayer, TheTable, TheViewer, door_of
from sonar_referee.server.listening import bind_connection, listening
from sonar_referee.server.openapi import AnnouncementPage, AnyAnnouncement, AnyView, OrderAnswer
from sonar_referee.server.replies import TOKEN_OPTIONAL, json_reply, refusals, value_reply
from sonar_referee.wire.models import GivenOrder, MatchAnalysis, MatchRecord
from sonar_referee.wire.problems import Problem

router = APIRouter(prefix="/api/matches/{match_id}", tags=["play"])

After = Annotated[int | None, Query(ge=0, description="The last number heard; later announcements are told.")]
_LOOKING = ("not_authenticated", "not_your_seat", "no_spectators", "no_such_match", "no_such_seat", "malformed")
_LISTENING = (*_LOOKING, "too_many")


@router.post(
    "/orders",
    response_model=OrderAnswer,
    responses=refusals(
        "not_authenticated",
        "not_your_seat",
        "no_such_match",
        "not_running",
        "not_your_turn",
        "wrong_phase",
        "order_id_reused",
        "illegal_order",
        "seat_needed",
        "no_such_seat",
        "malformed",
        "not_stored",
    ),
)
async def give_order(table: TheTable, player: ThePlayer, given: GivenOrder) -> Response:
    """Give an order. The answer comes when the order is stored for good: what you heard of it, and your sequence."""
    answer = await table.order(player, given.seat, given.order, given.order_id)
    return json_reply(f'{{"seq":{answer.seq},"announcements":[{",".join(answer.announcements)}]}}')


@router.get("/view", response_model=AnyView, responses=refusals(*_LOOKING), openapi_extra=TOKEN_OPTIONAL)
async def show_view(table: TheTable, who: TheViewer) -> Response:
    """Everything that the viewer may know now."""
    viewer, _player = who
    return json_reply(table.match.view_json(viewer))


@router.get(
    "/announcements",
    response_model=AnnouncementPage,
    responses=refusals(*_LISTENING, "not_ready"),
    openapi_extra=TOKEN_OPTIONAL,
)
async def list_announcements(
    request: Request,
    table: TheTable,
    who: TheViewer,
    after: After = None,
    wait: Annotated[float, Query(ge=0, description="Seconds to wait for one if there is none; capped.")] = 0,
) -> Response:
    """What the viewer heard after `after`; with `wait` the call is held until there is something."""
    viewer, player = who
    heard = _require_heard(table, viewer, after)
    longest = min(wait, request.app.state.settings.longest_wait)
    if longest:
        door_of(request).caps.require_place(table, viewer, player)
    bind_connection()
    with listening(request.app.state.metrics, "poll", table, viewer, player) as listener:
        try:
            async with asyncio.timeout(longest):
                while _nothing_new(table, listener, heard):
                    listener.changed.clear()
                    await listener.changed.wait()
        except TimeoutError:
            pass
        _require_current(listener)
    streams = table.match.streams
    listed = ",".join(streams.announcements(viewer, heard))
    return json_reply(f'{{"announcements":[{listed}],"seq":{streams.seq(viewer)}}}')


def _nothing_new(table: Table, listener: Listener, heard: int) -> bool:
    waiting = listener.ended is None and table.match.status != "finished"
    return waiting and table.match.streams.seq(listener.viewer) <= heard


def _require_current(listener: Listener) -> None:
    if listener.ended == "stopping":
        raise Problem("not_ready", "The server is stopping; ask again when it is back.")
    if listener.ended is not None:
        raise Problem("not_authenticated", "Your seats have changed; ask again.")


def _require_heard(table: Table, viewer: frozenset[str], after: int | None) -> int:
    """The number to go on from; raises `malformed` for one that has not been reached."""
    seq = table.match.streams.seq(viewer)
    if after is not None and after > seq:
        raise Problem("malformed", f"after: this number has not been reached; the last one is {seq}.")
    return after or 0


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={
        200: {
            "model": AnyAnnouncement,
            "description": "One announcement a line; empty lines are signs of life.",
            "content": {"application/x-ndjson": {}},
        },
        **refusals(*_LISTENING),
    },
    openapi_extra=TOKEN_OPTIONAL,
)
async def stream(request: Request, table: TheTable, who: TheViewer, after: After = None) -> StreamingResponse:
    """The announcements as newline-delimited JSON, kept open; ends when the match does."""
    viewer, player = who
    heard = _require_heard(table, viewer, after)
    heartbeat = request.app.state.settings.heartbeat
    door_of(request).caps.require_place(table, viewer, player)

    async def lines() -> AsyncIterator[str]:
        nonlocal heard
        bind_connection()
        with listening(request.app.state.metrics, "stream", table, viewer, player) as listener:
            loop = asyncio.get_running_loop()
            told = loop.time()
            while listener.ended is None:
                listener.changed.clear()
                for announcement in table.match.streams.announcements(viewer, heard):
                    heard += 1
                    told = loop.time()
                    yield announcement + "\n"
                if table.match.status == "finished":
                    return
                try:
                    # from the last line on: what is not heard must not put the next sign of life off
                    async with asyncio.timeout_at(told + heartbeat):
                        await listener.changed.wait()
                except TimeoutError:
                    told = loop.time()
                    yield "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"Cache-Control": "no-store"})


_TOLD_AT_END = ("no_such_match", "not_finished", "not_stored", "not_authenticated", "not_host")


@router.get("/record", response_model=MatchRecord, responses=refusals(*_TOLD_AT_END), openapi_extra=TOKEN_OPTIONAL)
async def show_record(matches: AllMatches, table: OpenTable) -> Response:
    """The record of a finished match: options, seats, every order with its time, outcome."""
    match = table.match
    if match.status != "finished":
        raise Problem("not_finished", "The record is open when the match is over.")
    return value_reply(record_of(match, table.summary(), await matches.entries(table)))


async def _analyses(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


@router.get("/analysis", response_model=MatchAnalysis, responses=refusals(*_TOLD_AT_END), openapi_extra=TOKEN_OPTIONAL)
async def show_analysis(analyses: Annotated[Analyses, Depends(_analyses)], table: OpenTable) -> Response:
    """Where each team of a finished match could think its enemy to be, from its first order to its last."""
    return json_reply(await analyses.of(table))
