"""The documents of the HTTP interface that are no game's own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from sonar_referee.games.game import Outcome
from sonar_referee.wire import examples

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*$")]
OrderId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Seats = Annotated[list[str], Field(min_length=1, max_length=64)]


class Request(BaseModel):
    """A document that clients send; unknown members and silent conversions are refused."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewMatch(Request):
    """What a match is to be."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [examples.NEW_MATCH]},
    )
    game: str = examples.GAME
    options: dict[str, Any] = Field(default={}, description="The game's options, see `GET /api/games`.")
    name: Name | None = None
    public: bool = Field(default=True, description="Whether the list of matches shows it.")


class CreatedMatch(BaseModel):
    """A new match and its host's secret."""

    match_id: str = Field(examples=["4f0c9a7be211"])
    host_token: str = Field(examples=["srh_qk3v5m2xw7…"], description="Secret; sent as Bearer token by the host.")
    join_code: str = Field(examples=["K7QX2M"])
    join_url: str = Field(examples=["http://192.168.1.20:8000/#/join/K7QX2M"])


class Absence(BaseModel):
    """Nobody is at a seat of a running match: its player is disconnected, or there is none."""

    returns_within: float | None = Field(description="Seconds that the player has to return, null when they are over.")


class ClockState(BaseModel):
    """The time for what the table waits for, at the moment when this was sent."""

    seconds: float = Field(description="All of it.")
    left: float = Field(description="What is left, in seconds.")
    running: bool = Field(description="False while the clock stands still because somebody is away.")


class SeatState(BaseModel):
    """Who sits on a seat."""

    seat: str = Field(examples=[examples.SEAT])
    player: str | None = Field(examples=["Ada"])
    bot: str | None = Field(description="The bot's kind, null for people.")
    connected: bool
    away: Absence | None = Field(description="In a running match: null unless nobody is at this seat.")
    swap_with: str | None = Field(description="The seat with whose holder this one's offers to change places.")


class MatchState(BaseModel):
    """A match as anybody may see it."""

    match_id: str = Field(examples=["4f0c9a7be211"])
    game: str = Field(examples=[examples.GAME])
    name: str
    options: dict[str, Any]
    status: Literal["lobby", "running", "finished"]
    created_at: str = Field(examples=["2026-01-31T19:30:00.000Z"])
    seats: list[SeatState]
    round: int
    outcome: Outcome | None


class MatchList(BaseModel):
    """A page of public matches, the newest first."""

    matches: list[MatchState]
    next: str | None = Field(description="`before` of the next page, null on the last.")


class FoundMatch(BaseModel):
    """The match behind a join code."""

    match_id: str


class Invitation(BaseModel):
    """How others come to a match."""

    join_code: str = Field(examples=["K7QX2M"])
    join_url: str = Field(
        examples=["http://192.168.1.20:8000/#/join/K7QX2M"],
        description="The link; with `/` and a team behind it, it leads to that team.",
    )


class Readiness(BaseModel):
    """Whether a match can start."""

    ready: bool
    reason: str | None = Field(description="Why it cannot; null if it can.")


class NewPlayer(Request):
    """Who wants to sit where."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [examples.NEW_PLAYER]},
    )
    name: Name
    seats: Seats


class SeatChoice(Request):
    """The seats that a player wants to have instead."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.SEAT_CHOICE]})
    seats: Seats


class SwapOffer(Request):
    """Which seats are to change holders; `seat`, the own one, may be left out if there is only one."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [examples.SWAP_OFFER]})
    seat: str | None = None
    other: str


class SwapState(BaseModel):
    """What became of it: the two have changed places, the offer stands, or it was taken back."""

    swap: Literal["done", "offered", "withdrawn"]


class PlayerSeats(BaseModel):
    """A player and its seats."""

    player_id: str
    seats: list[str]


class JoinedPlayer(PlayerSeats):
    """A new player and its secret."""

    player_token: str = Field(examples=["srp_m5c2rdv6ek…"], description="Secret; sent as Bearer token by the player.")


class NewBots(Request):
    """Which bot is to play which seats."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [examples.NEW_BOTS]},
    )
    bot: str = "random"
    seats: Seats


class SeatedBots(BaseModel):
    """The bots that sat down, one for each seat."""

    bots: list[PlayerSeats]


class GivenOrder(Request):
    """An order; `seat` may be left out if only one of the player's seats gives orders of that type."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [examples.GIVEN_ORDER]},
    )
    seat: str | None = None
    order: dict[str, Any] = Field(description="One of the game's orders, told apart by `type`.")
    order_id: OrderId | None = Field(
        default=None, description="Chosen by the sender; the same one again answers as the first time."
    )


class GameInfo(BaseModel):
    """A game that this server referees."""

    id: str = Field(examples=[examples.GAME])
    title: str
    seats: list[str]
    teams: dict[str, list[str]]
    bots: list[str]
    options_schema: dict[str, Any]


class GameList(BaseModel):
    """All games."""

    games: list[GameInfo]


class MapSummary(BaseModel):
    """A map in the list of a game's maps."""

    name: str
    title: str
    source: str
    confidence: float
    unofficial: bool


class MapList(BaseModel):
    """A game's maps."""

    maps: list[MapSummary]


class ProblemDocument(BaseModel):
    """A refusal (RFC 9457)."""

    type: str = Field(examples=["urn:sonar-referee:problem:illegal_order"])
    title: str = Field(examples=["The rules do not allow this order"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["C4 is an island."])
    code: str = Field(examples=["illegal_order"])
    rule: str | None = Field(default=None, examples=["R34"], description="The rule's id, where the rules refused.")
    retry_after: int | None = Field(
        default=None, examples=[2], description="Seconds after which to ask the same again, where it came too often."
    )


class RecordedOrder(BaseModel):
    """An order as the log holds it; `player` is null where the referee gave it."""

    number: int
    at: str
    seat: str
    player: str | None
    order: dict[str, Any]


class MatchRecord(BaseModel):
    """A finished match: everything needed to play it again."""

    match_id: str
    game: str
    name: str
    created_at: str
    options: dict[str, Any]
    map: str = Field(description="The map file's text.")
    seed: int
    seats: list[SeatState]
    orders: list[RecordedOrder]
    outcome: Outcome | None


class AnalysisStep(BaseModel):
    """Where a team could think its enemy to be from one order on until its next step."""

    number: int = Field(description="The order's number in the record.")
    round: int = Field(description="The round in which the order was given.")
    cells: list[str]
    exact: bool = Field(description="Whether it could be on each of the cells; if not, some may be too many.")


class MatchAnalysis(BaseModel):
    """A finished match: what each team could know of its enemy's place, judged by what the team had heard."""

    match_id: str
    game: str
    teams: dict[str, list[AnalysisStep]] = Field(
        description="For each team a step whenever what it could know changed."
    )


# -- frames of the socket, client to server


class Hello(Request):
    """The first frame: who looks, and after which announcement."""

    type: Literal["hello"]
    token: str | None = None
    seat: str | None = None
    after: int | None = Field(default=None, ge=0)


class OrderFrame(GivenOrder):
    """An order."""

    type: Literal["order"]


class OverlayFrame(Request):
    """The team's notes, replaced as a whole."""

    type: Literal["overlay"]
    seat: str | None = None
    overlay: Any


class ChatFrame(Request):
    """A word to the own team."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class PingFrame(Request):
    """Answered by a pong."""

    type: Literal["ping"]


ClientFrame = Annotated[OrderFrame | OverlayFrame | ChatFrame | PingFrame, Field(discriminator="type")]
