"""What an explosion does: damage to both submarines, mines swept away or set off (R110–R117, D11, D13)."""

from __future__ import annotations

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar import calls
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import TEAMS
from sonar_referee.games.grid import bits


def explosion(state: State, team: int, weapon: str, cell: int) -> list[a.Announcement]:
    """Resolve an explosion that `team` caused at `cell`; `weapon` is `torpedo`, `mine` or `archer_mine`.

    Damage goes to both submarines before anybody is declared destroyed (R116). The strongest of several explosions
    counts for each submarine (R117).
    """
    said: list[a.Announcement] = []
    centres = [cell]
    mines_set_off = _mines_set_off(state, weapon, cell)
    _sweep(state, cell)
    for owner, there in mines_set_off:
        said.append(a.MineTriggered(TEAMS[owner], state.chart.names[there]))
        centres.append(there)
        _sweep(state, there)
    damages = [max(_damage(state, target, centre) for centre in centres) for target in (0, 1)]
    if not state.options.self_damage:
        damages[team] = 0
    for target in (1 - team, team):
        sub = state.submarines[target]
        sub.damage = min(sub.damage + damages[target], state.hull)
    said.append(calls.IMPACT[1 - team][damages[1 - team]])
    if damages[team]:
        said.append(calls.IMPACT[team][damages[team]])
    return said


def _damage(state: State, target: int, centre: int) -> int:
    """2 at the impact, 1 on the eight spaces around it (R110)."""
    cell = state.submarines[target].cell
    if cell == centre:
        return 2
    return state.chart.near[centre] >> cell & 1


def _sweep(state: State, cell: int) -> None:
    """Remove the mines on an impact without a word (R115); an Archer mine there is crossed out (R144b, R144d)."""
    keep = ~(1 << cell)
    for sub in state.submarines:
        sub.mines &= keep
    state.archer_mines &= keep


def _mines_set_off(state: State, weapon: str, cell: int) -> list[tuple[int, int]]:
    """The mines that explode with this explosion, as owner and cell, nearest in the chain first (D13)."""
    chain = state.options.mine_chain
    if chain == "none" or (chain == "torpedo_adjacent" and weapon != "torpedo"):
        return []
    near = state.chart.near
    spared = 1 << cell if chain == "torpedo_adjacent" else 0
    left = [sub.mines & ~spared for sub in state.submarines]
    set_off: list[tuple[int, int]] = []
    front = [cell]
    while front:
        reach = 0
        for centre in front:
            reach |= near[centre]
        front = []
        for owner in (0, 1):
            for there in bits(left[owner] & reach):
                set_off.append((owner, there))
                front.append(there)
            left[owner] &= ~reach
        if chain == "torpedo_adjacent":
            break
    return set_off
