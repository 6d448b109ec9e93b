"""The environment for reinforcement learning: PettingZoo's own tests, and what its agents may know."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.terms import SEATS, TEAMS
from sonar_referee.rl import CaptainSonarEnv
from sonar_referee.rl.actions import orders_of
from tests.games.captain_sonar.play import draw, random_table
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.twins import BREAKDOWNS, CHART_SHEET, GAUGES, twin

# PettingZoo expects dicts of observations, masks of agents that are not to act, and other names of its own
# environments only
PETTINGZOOS_WISHES = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:We recommend agents to be named",
    "ignore:Action mask is all zeros",
)
both_forms = pytest.mark.parametrize("crews", [False, True], ids=["seats", "crews"])


def small(**options: Any) -> CaptainSonarEnv:
    """A short match on a chart of 10 by 10."""
    return CaptainSonarEnv(**{"map": "echo", "hull": 2, **options})


def step_somehow(env: CaptainSonarEnv, rng: Random) -> None:
    """Take one of the actions that the mask allows."""
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(rng.choice(np.flatnonzero(mask))))


def play(env: CaptainSonarEnv, seed: int) -> list[int]:
    """Play a match until it ends or is truncated; the round of each step."""
    rng, rounds = Random(seed), []
    env.reset(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        rounds.append(env.position.round)
        step_somehow(env, rng)
    return rounds


@both_forms
@pytest.mark.filterwarnings(*PETTINGZOOS_WISHES)
def test_pettingzoos_own_tests(crews: bool, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(small(crews=crews, render_mode="ansi"), num_cycles=40)  # type: ignore[no-untyped-call]
    seed_test(lambda: small(crews=crews), num_cycles=20)  # type: ignore[no-untyped-call]
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(20))
def test_every_legal_order_has_a_number_of_its_own(seed: int) -> None:
    """On every map and under all options, and nothing that gives the match up has one."""
    rng = Random(seed)
    state = random_table(seed, chart=sorted(CHARTS)[seed % len(CHARTS)], max_rounds=60, hull=6)
    orders = orders_of(state.chart)
    known = set(orders)
    assert len(known) == len(orders)
    while state.outcome is None:
        for seat in SEATS:
            assert known.issuperset(CAPTAIN_SONAR.legal_orders(state, seat))
            assert known.isdisjoint(CAPTAIN_SONAR.standing_orders(state, seat))
        CAPTAIN_SONAR.apply(state, *draw(state, rng))


def legal_orders(env: CaptainSonarEnv, agent: str) -> list[Order]:
    """What an agent may order, whether it is asked or not."""
    return [order for seat in env.seats[agent] for order in CAPTAIN_SONAR.legal_orders(env.position, seat)]


def with_options_of(seed: int, crews: bool) -> CaptainSonarEnv:
    """An environment with a map and options drawn from a seed."""
    options = random_table(seed, hull=6).options
    chosen = {field.name: getattr(options, field.name) for field in fields(options)}
    return CaptainSonarEnv(crews=crews, **{**chosen, "max_rounds": 25})


@both_forms
@pytest.mark.parametrize("seed", range(30))
def test_whoever_may_order_is_asked_under_all_options(seed: int, crews: bool) -> None:
    """At each position everybody who has a legal order, once, until one is given: those whom the table does not wait
    for before those for whom it does. Everything that anybody may order can be ordered, and the match ends."""
    env, rng = with_options_of(seed, crews), Random(seed)
    env.reset(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        position, phase = CAPTAIN_SONAR.position(env.position), env.position.phase
        awaited = [agent for agent in env.agents if set(CAPTAIN_SONAR.to_act(env.position)) & set(env.seats[agent])]
        able = [agent for agent in env.agents if legal_orders(env, agent)]
        asked = []
        while CAPTAIN_SONAR.position(env.position) == position:
            asked.append(env.agent_selection)
            mask = env.observe(asked[-1])["action_mask"]
            assert mask[-1] == (asked[-1] not in awaited)
            assert mask[:-1].sum() == len(set(legal_orders(env, asked[-1])))
            env.step(int(rng.choice(np.flatnonzero(mask))) if rng.random() < 0.5 or not mask[-1] else len(mask) - 1)
        assert len(set(asked)) == len(asked)
        if asked[-1] in awaited:  # everybody else has passed
            assert set(asked[:-1]) == (set() if phase == "placement" else set(able) - set(awaited))
        else:
            assert not set(asked) & set(awaited)


def given(env: CaptainSonarEnv, kinds: set[str], matches: int) -> set[tuple[str, bool]]:
    """Which agents gave orders of these kinds, which they prefer, and whether it was a round of their own team."""
    found = set()
    for seed in range(matches):
        rng = Random(seed)
        env.reset(seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            agent = env.agent_selection
            may = list(np.flatnonzero(env.observe(agent)["action_mask"]))
            wanted = [number for number in may if (order := env.orders[number]) and order.type in kinds]
            if wanted and rng.random() < 0.5:
                found.add((agent, agent.startswith(TEAMS[env.position.to_act])))
            else:
                wanted = may
            env.step(int(rng.choice(wanted)))
    return found


def test_a_first_mate_detects_where_the_captain_may_not() -> None:
    env = small(detection_by="first_mate_only", hull=6, max_rounds=60)
    assert given(env, {"launch_drone", "activate_sonar"}, 4) == {("blue.first_mate", True), ("yellow.first_mate", True)}


def test_a_first_mate_detects_as_well_as_the_captain() -> None:
    found = given(small(hull=6, max_rounds=60), {"launch_drone", "activate_sonar"}, 10)
    assert found == {(f"{team}.{role}", True) for team in TEAMS for role in ("captain", "first_mate")}


@both_forms
def test_a_mine_goes_off_out_of_turn(crews: bool) -> None:
    env = small(crews=crews, mine_trigger="anytime", hull=6, max_rounds=60)
    agents = TEAMS if crews else [f"{team}.captain" for team in TEAMS]
    assert {agent for agent, in_turn in given(env, {"trigger_mine"}, 6) if not in_turn} == set(agents)


@both_forms
def test_the_mask_is_what_the_selected_agent_may_order(crews: bool) -> None:
    """Exactly its legal orders; for every other agent none. Any other action is refused and changes nothing."""
    env, rng = small(crews=crews), Random(1)
    env.reset(1)
    for _ in range(60):
        agent = env.agent_selection
        may: set[Order | None] = set(legal_orders(env, agent))
        if not set(CAPTAIN_SONAR.to_act(env.position)) & set(env.seats[agent]):
            may.add(None)
        mask = env.observe(agent)["action_mask"]
        assert {env.orders[number] for number in np.flatnonzero(mask)} == may
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        before = CAPTAIN_SONAR.position(env.position)
        for action in (int(np.flatnonzero(mask == 0)[0]), -1, len(env.orders), None):
            with pytest.raises(ValueError, match=f"{agent} may not take action {action} now"):
                env.step(action)
        assert CAPTAIN_SONAR.position(env.position) == before
        step_somehow(env, rng)


@both_forms
def test_rewards_are_for_teams(crews: bool) -> None:
    """1 for every agent of the winners, -1 for the losers, and all agents are done; the winners vary."""
    winners = set()
    for seed in range(4):
        env = small(crews=crews, hull=1, max_rounds=1000)
        play(env, seed)
        outcome = env.position.outcome
        assert outcome is not None
        winners.add(outcome.winner)
        for agent in env.possible_agents:
            won = 0 if outcome.winner is None else 1 if agent.startswith(outcome.winner) else -1
            assert (env.rewards[agent], env.terminations[agent], env.truncations[agent]) == (won, True, False)
            assert env._cumulative_rewards[agent] == won
    assert winners >= set(TEAMS)


def test_an_open_match_is_truncated() -> None:
    """After the last of `max_rounds` rounds everybody is done, without a reward."""
    env = small(hull=6, max_rounds=7)
    played = [play(env, seed) for seed in range(4)]
    assert max(map(max, played)) == 7
    assert env.position.outcome is None
    assert env.position.round > 7
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0}


def test_seeds() -> None:
    """A seed decides this match and those after it; other seeds give other first teams."""

    def first_teams(env: CaptainSonarEnv, seed: int) -> list[int]:
        env.reset(seed)
        found = [env.position.seed]
        for _ in range(3):
            env.reset()
            found.append(env.position.seed)
        return found

    assert first_teams(small(), 5) == first_teams(small(), 5)
    assert len(set(first_teams(small(), 5) + first_teams(small(), 6))) == 8


@both_forms
def test_secrets_of_the_enemy_change_no_observation(crews: bool) -> None:
    """Whatever the enemy keeps to itself, agents of the other team see the same and are asked alike (R150)."""
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        env, other = (small(crews=crews, hull=6, mine_trigger="anytime") for _ in range(2))
        env.reset(seed)
        other.reset(seed)
        for _ in range(150):
            if env.position.outcome is not None:
                break
            for team, agents in ((0, "yellow"), (1, "blue")):
                other.position = twin(env.position, team, rng)
                assert asked(env, agents) == asked(other, agents)
                other.agent_selection = env.agent_selection
                for agent in env.possible_agents:
                    if agent.startswith(agents):
                        assert same(env.observe(agent), other.observe(agent))
                        compared += 1
            step_somehow(env, rng)
    assert compared > 400


def asked(env: CaptainSonarEnv, team: str) -> list[str]:
    """The agents of a team that are asked at the present position, one after the other."""
    kept = env.agent_selection, env._next
    env._select()
    found = [agent for agent in (env.agent_selection, *env._next) if agent.startswith(team)]
    env.agent_selection, env._next = kept
    return found


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two observations are equal."""
    return all(np.array_equal(one[name], other[name]) for name in ("observation", "action_mask"))


@pytest.mark.parametrize(
    ("sheet", "role"), [(CHART_SHEET, "captain"), (BREAKDOWNS, "engineer"), (GAUGES, "first_mate")]
)
def test_agents_see_their_own_sheet_alone_under_role_only(sheet: str, role: str) -> None:
    """Under `own_team_view: role_only` another role's sheet changes no observation, while its own role sees it."""
    noticed = 0
    for seed in range(3):
        rng = Random(seed)
        env, other = (small(own_team_view="role_only", hull=6) for _ in range(2))
        env.reset(seed)
        other.reset(seed)
        for _ in range(50):
            other.position = twin(env.position, 0, rng, frozenset({sheet}))
            other.agent_selection = env.agent_selection
            for agent in CAPTAIN_SONAR.teams["blue"]:
                equal = np.array_equal(env.observe(agent)["observation"], other.observe(agent)["observation"])
                if agent == f"blue.{role}":
                    noticed += not equal
                elif sheet != GAUGES:  # whose mark is due is known in the own team
                    assert equal
            step_somehow(env, rng)
    assert noticed > 50


def test_where_the_parts_of_an_observation_lie() -> None:
    """`layout` finds each part; they fill the vector, and are about the own team for either side."""
    env = small(first_team="blue")
    env.reset(1)
    for cell in ("C1", "I10"):
        place = next(number for number, order in enumerate(env.orders) if getattr(order, "cell", None) == cell)
        env.step(place)
    names = env.chart.names
    for agent, cell in (("blue.captain", "C1"), ("yellow.captain", "I10")):
        numbers = env.observe(agent)["observation"]
        assert [names[at] for at in np.flatnonzero(numbers[env.layout["cell"]])] == [cell]
        assert numbers[env.layout["team_to_act"]].tolist() == [agent.startswith("blue"), agent.startswith("yellow")]
        assert numbers[env.layout["enemy_cells"]].sum() == numbers[env.layout["sea"]].sum()
    covered = [number for part in env.layout.values() for number in range(part.start, part.stop)]
    assert covered == list(range(len(env.observe("blue.captain")["observation"])))


def test_render_shows_everything(capsys: pytest.CaptureFixture[str]) -> None:
    """Text with both submarines, returned or printed; nothing without a mode."""
    shown = {}
    for mode in ("ansi", "human", None):
        env = small(first_team="blue", render_mode=mode)
        env.reset(1)
        for cell in ("C1", "I10"):
            env.step(next(number for number, order in enumerate(env.orders) if getattr(order, "cell", None) == cell))
        shown[mode] = env.render()
    printed = capsys.readouterr().out
    text = shown["ansi"]
    assert text is not None
    lines = text.splitlines()
    assert lines[0] == "round 1, blue order"
    assert lines[2].split()[3] == "B"
    assert lines[11].split()[9] == "Y"
    assert lines[-2:] == ["blue: C1, damage 0 of 2", "yellow: I10, damage 0 of 2"]
    assert printed.endswith(text + "\n")
    assert (shown["human"], shown[None]) == (None, None)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"max_rounds": 0}, "max_rounds must be at least 1, not 0"),
        ({"render_mode": "rgb_array"}, "render_mode must be ansi, human or None, not 'rgb_array'"),
        ({"hull": 9}, "hull must be 1 to 6, not 9"),
    ],
)
def test_refuses_what_it_cannot_do(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        CaptainSonarEnv(**wrong)
