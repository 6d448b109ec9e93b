"""Faults of one line that leak in a duel, on the same list as Captain Sonar's."""

from __future__ import annotations

from typing import Any

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, Said
from sonar_referee.games.sonar_duel import referee, views
from sonar_referee.games.sonar_duel.announcements import Emission
from sonar_referee.games.sonar_duel.sonar_duel import SonarDuel
from sonar_referee.games.sonar_duel.terms import SEAT_NUMBER, SEATS
from tests.secrecy.planting import LEAKS, Patch, edit, leak

__all__ = ["LEAKS"]

SILENT = "[Said(state.turn, PUBLIC, TurnPassed())]"


def _enemys(name: str) -> Any:
    """A field of a view filled with the enemy's."""
    fill = views._FILL[name]
    return lambda state, own: fill(state, next(one for one in state.submarines if one is not own))


@leak("a sound from afar gives away the block", "duel")
def _(patch: Patch) -> None:
    edit(patch, referee.emission, "if distance <= NEAR", "if True")


@leak("a sound tells something of how far away it is", "duel")
def _(patch: Patch) -> None:
    edit(patch, referee.emission, 'detected=system == "sonar" and', "detected=distance % 2 == 0 or")


@leak("only a wait is told as a silent turn", "duel")
def _(patch: Patch) -> None:
    edit(patch, referee._act, SILENT, f"{SILENT} * (not isinstance(action, Move))")


@leak("a move is told twice", "duel")
def _(patch: Patch) -> None:
    edit(patch, referee._act, SILENT, f"{SILENT} * (1 + isinstance(action, Move))")


@leak("a silent turn is told with another number after a move", "duel")
def _(patch: Patch) -> None:
    edit(patch, referee._act, SILENT, "[Said(state.turn - isinstance(action, Move), PUBLIC, TurnPassed())]")


@leak("a silent turn gives away the block", "duel")
def _(patch: Patch) -> None:
    def apply(state: Any, seat: str, order: Any) -> list[Said]:
        said = referee.apply(state, seat, order)
        block = state.chart.block(state.submarines[SEAT_NUMBER[seat]].cell)
        return [*said, Said(state.turn, PUBLIC, Emission(system=None, turn=0, sector=1, block=block, detected=False))]

    patch.setattr(SonarDuel, "apply", staticmethod(apply))


@leak("a view has the enemy's cell", "duel")
def _(patch: Patch) -> None:
    patch.setitem(views._FILL, "cell", _enemys("cell"))


@leak("a view has the enemy's deeds", "duel")
def _(patch: Patch) -> None:
    patch.setitem(views._FILL, "deeds", _enemys("deeds"))


@leak("a view counts the enemy's steps", "duel")
def _(patch: Patch) -> None:
    patch.setitem(
        views._FILL,
        "torpedoes",
        lambda state, own: (own.torpedoes, [len({cell for *_, cell in one.actions}) for one in state.submarines]),
    )


@leak("the tracks are open before the end", "duel")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "reveal", "seat")


@leak("strangers see the tracks before the end", "duel before strangers")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "reveal", PUBLIC)


@leak("strangers see where a submarine is", "duel before strangers")
def _(patch: Patch) -> None:
    patch.setitem(views._AUDIENCE, "cell", PUBLIC)


@leak("everybody hears readings and emissions", "duel before strangers")
def _(patch: Patch) -> None:
    patch.setattr(SonarDuel, "hears", staticmethod(lambda _state, _viewer: frozenset({PUBLIC, *SEATS})))


@leak("a refusal names the enemy's place", "duel")
def _(patch: Patch) -> None:
    def check(state: Any, seat: str, order: Any) -> None:
        try:
            referee.check(state, seat, order)
        except IllegalOrder as fault:
            enemy = state.submarines[1 - SEAT_NUMBER[seat]]
            raise IllegalOrder(fault.rule, f"{fault.reason} {enemy.cell}", fault.code) from None

    patch.setattr(SonarDuel, "check", staticmethod(check))


@leak("what is offered depends on where the enemy is", "duel")
def _(patch: Patch) -> None:
    def offered(state: Any, seat: str) -> Any:
        orders = referee.legal_orders(state, seat)
        return orders[state.submarines[1 - SEAT_NUMBER[seat]].cell % 2 :]

    patch.setattr(SonarDuel, "legal_orders", staticmethod(offered))


@leak("a move starts the clock otherwise than a wait", "duel")
def _(patch: Patch) -> None:
    patch.setattr(SonarDuel, "waits_for", staticmethod(lambda state: tuple(one.cell for one in state.submarines)))
