"""Counts of all sequences of legal actions, and of the positions they lead to, against those of the naive reading."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel import naive
from tests.games.sonar_duel.table import TWELVE, Table, drawn

KNOWN: dict[str, list[list[int]]] = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))

NARROW = drawn("..#.", ".##.", "....")

START: dict[str, Table] = {
    **{f"twelve from seed {seed}": Table.fresh(TWELVE, seed) for seed in (1, 2, 3)},
    "face to face": Table.at("A3", "C3", NARROW),
    "last torpedoes": Table.at("A1", "D3", NARROW, torpedoes=2),
    "last turns": Table.at("A3", "D3", NARROW, act="yellow", turn=98),
}
"""Positions by name; `perft.json` has for each, by number of turns, how many sequences and how many positions."""


def naive_twin(state: State) -> naive.Duel:
    """The same position as the naive reading holds it."""
    places = [naive.unname(state.chart.names[submarine.cell]) for submarine in state.submarines]
    first = SEATS[(state.to_act + state.turn - 1) % 2]
    duel = naive.Duel(naive.Sea(state.chart.text), first, places[0], places[1])
    duel.turns_done = state.turn - 1
    duel.left = {seat: submarine.torpedoes for seat, submarine in zip(SEATS, state.submarines, strict=True)}
    return duel


def add_up(state: State, depth: int, sequences: list[int], positions: list[set[Any]]) -> None:
    """Count every continuation of a position, turn by turn, with the engine."""
    if not depth or state.outcome is not None:
        return
    (seat,) = SONAR_DUEL.to_act(state)
    for order in SONAR_DUEL.legal_orders(state, seat):
        after = SONAR_DUEL.copy(state)
        SONAR_DUEL.apply(after, seat, order)
        sequences[-depth] += 1
        cells = tuple((after.chart.names[submarine.cell], submarine.torpedoes) for submarine in after.submarines)
        end = None if after.outcome is None else (after.outcome.winner, after.outcome.reason)
        positions[-depth].add((cells, end))
        add_up(after, depth - 1, sequences, positions)


def add_up_naively(duel: naive.Duel, depth: int, sequences: list[int], positions: list[set[Any]]) -> None:
    """The same with the naive reading."""
    if not depth or duel.result is not None:
        return
    seat = duel.mover()
    for order in duel.offers(seat):
        after = copy.copy(duel)
        after.at, after.left = duel.at.copy(), duel.left.copy()
        after.told, after.track = {one: [] for one in SEATS}, {one: [] for one in SEATS}
        after.play(seat, order)
        sequences[-depth] += 1
        positions[-depth].add((tuple((naive.name(after.at[one]), after.left[one]) for one in SEATS), after.result))
        add_up_naively(after, depth - 1, sequences, positions)


def count(name: str, depth: int, naively: bool = False) -> list[list[int]]:
    """Sequences and positions after 1, 2, … turns."""
    sequences, positions = [0] * depth, [set[Any]() for _ in range(depth)]
    if naively:
        add_up_naively(naive_twin(START[name].state), depth, sequences, positions)
    else:
        add_up(START[name].state, depth, sequences, positions)
    return [sequences, [len(reached) for reached in positions]]


def test_every_position_is_counted() -> None:
    """Each named position has its counts."""
    assert set(KNOWN) == set(START)


@pytest.mark.parametrize("depth", [3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", START)
def test_the_tree_of_actions_has_the_known_size(name: str, depth: int) -> None:
    """Neither one sequence more nor one less, and as many positions."""
    assert count(name, depth) == [counts[:depth] for counts in KNOWN[name]]


@pytest.mark.parametrize("name", START)
def test_the_known_sizes_are_the_naive_readings(name: str) -> None:
    """The numbers of the file are not the engine's own."""
    assert count(name, 3, naively=True) == [counts[:3] for counts in KNOWN[name]]
