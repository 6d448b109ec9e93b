"""When something comes tells nothing either."""

from __future__ import annotations

from tests.secrecy.pairs import HEARTBEAT, Side
from tests.secrecy.scripts import Act, Script, Step

PLACE = {"type": "place", "cell": "C2"}
CREWS = tuple(
    tuple(f"{team}.{role}" for role in ("captain", "first_mate", "engineer", "radio_operator"))
    for team in ("blue", "yellow")
)


def times_of_stream(*after: float) -> list[float]:
    """When lines come on a spectator's stream while blue chooses its start anew at these times."""
    places = tuple(Act("blue.captain", "order", PLACE, after=at) for at in after)
    script = Script("placement", {"role_bundles": "free"}, CREWS, (), [Step((places, places), ())])
    side = Side(0, script)
    try:
        list(side.told())
        side.play(1, script.steps[0])
        told = dict(side.told())
    finally:
        side.close()
    return [at for at, _line in told["frames of stream of spectator"]]


def test_a_sign_of_life_is_not_put_off_by_what_is_not_heard() -> None:
    """Empty lines come at equal distances from the last line, whatever else happens meanwhile."""
    quiet = times_of_stream()
    assert len(quiet) == int(1.99 / HEARTBEAT)
    assert times_of_stream(0.1) == quiet
    assert times_of_stream(0.1, 0.15, 0.4) == quiet
