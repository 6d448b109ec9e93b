"""The order list of a whole match in which everything occurs, and what the referee makes of it.

Blue goes round the island on E6 while Yellow surfaces, dives, and goes up the east side. Blue's mine on G9 hits
indirectly, its torpedo at G6 directly; that is the whole hull of three. Each team's spaces and gauges are its own:
no cell and no gauge of one is the other's.
"""

from pathlib import Path
from typing import Any, NamedTuple

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.map_file import read_map
from sonar_referee.games.captain_sonar.notation import read_match
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.game import Said

OPTIONS = {"map": "alpha", "hull": 3, "first_team": "blue", "role_bundles": "free"}

BLUE_ROUTE = ["D8", "E8", "F8", "F7", "F6", "F5", "E5", "D5", "D6", "D7", "E7"]
YELLOW_ROUTE = ["I10", "H10", "I10", "I9", "I8", "H8", "H7", "H6", "G6"]

SCRIPT = """\
bc place D8 / yc place I10
bc head east / be mark_breakdown E2 / bf mark_gauge mine / bc end_round
yc head west / yf mark_gauge silence / ye mark_breakdown W1 / yc end_round
bc head east / be mark_breakdown E4 / bf mark_gauge mine / bc drop_mine G9
yc surface
bc head north / bf mark_gauge drone / be mark_breakdown N1 / bc trigger_mine G9
bc head north / be mark_breakdown N3 / bf mark_gauge drone / bc end_round
bc head north / be mark_breakdown N6 / bf mark_gauge drone / bf launch_drone 4
yc head east / ye mark_breakdown E3 / yf mark_gauge silence / yc end_round
bc head west / be mark_breakdown W2 / bf mark_gauge torpedo / bc end_round
yc head north / ye mark_breakdown N2 / yf mark_gauge silence / yc end_round
bc head west / be mark_breakdown W5 / bf mark_gauge torpedo / bc end_round
yc head north / ye mark_breakdown N5 / yf mark_gauge silence / yc end_round
bc head south / be mark_breakdown S2 / bf mark_gauge torpedo / bc end_round
yc head west / ye mark_breakdown W5 / yf mark_gauge silence / yc activate_silence north 2
ye mark_breakdown N6 / yf mark_gauge sonar
bc head south / be mark_breakdown S6 / bf mark_gauge mine / bc end_round
yc head west / ye mark_breakdown W6 / yf mark_gauge sonar / yc activate_sonar
bc answer_sonar row 7 sector 1
bc head east / be mark_breakdown E6 / bf mark_gauge mine / bc launch_torpedo G6
"""


class Step(NamedTuple):
    """One order with its seat, what the referee then says, and the position after it."""

    seat: str
    order: Order
    said: list[Said]
    state: State


def whole_match(**options: str) -> list[Step]:
    """The match as the rules play it; raises `IllegalOrder` if the list has an order that they refuse."""
    head = " ".join(f"{name}={value}" for name, value in (OPTIONS | options).items())
    match = read_match("\n".join([head, *SCRIPT.strip().replace(" / ", "\n").split("\n")]))
    path = Path(__file__).parents[2] / "maps" / "captain_sonar" / "alpha.toml"
    state = CAPTAIN_SONAR.new(match.options, read_map(path.read_text(encoding="utf-8"), path.name), match.seed)
    steps = []
    for seat, order in match.orders:
        said = CAPTAIN_SONAR.apply(state, seat, order)
        steps.append(Step(seat, order, said, CAPTAIN_SONAR.copy(state)))
    return steps


def typed(order: Any) -> str:
    """An order as its station's command line takes it."""
    match order.type:
        case "head":
            return str(order.heading)
        case "mark_breakdown":
            return str(order.symbol)
        case "mark_gauge":
            return str(order.system)
        case "end_round":
            return "end"
        case "place":
            return f"place {order.cell}"
        case other:
            raise ValueError(f"{other} is given once, by its own control")
