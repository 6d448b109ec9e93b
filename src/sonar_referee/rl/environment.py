"""The environment: PettingZoo's agents, actions and rewards over the rules of Captain Sonar."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.game import Outcome
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.rl.actions import orders_of
from sonar_referee.rl.observations import Observer
from sonar_referee.rl.text_chart import text_chart

Observation = dict[str, NDArray[Any]]


class CaptainSonarEnv(AECEnv[str, Any, Any]):
    """Turn-by-turn Captain Sonar for eight agents, one a seat, or with `crews` for two, one a team.

    Further arguments are options of the match; `radio_assist` is `cells` unless it says otherwise. A match that is
    still open after `max_rounds` rounds is truncated. Who may give an order without being awaited, as a First Mate may
    order a drone, is asked before those who are, and may pass.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "captain_sonar_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        crews: bool = False,
        max_rounds: int = 200,
        render_mode: Literal["ansi", "human"] | None = None,
        chart: Chart | None = None,
        **options: Any,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if max_rounds < 1:
            raise ValueError(f"max_rounds must be at least 1, not {max_rounds}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be ansi, human or None, not {render_mode!r}")
        self.chart = chart or Maps([shipped_folder()]).find(CAPTAIN_SONAR, options.get("map", "alpha"))
        self.options = Options(**{"radio_assist": "cells", **options, "map": self.chart.name})
        self.max_rounds = max_rounds
        self.render_mode = render_mode
        self.orders = (*orders_of(self.chart), None)
        """The order of each action. The last one has none: it passes."""
        self._number = {order: number for number, order in enumerate(self.orders)}
        teams = CAPTAIN_SONAR.teams
        self.seats: dict[str, tuple[str, ...]] = dict(teams) if crews else {s: (s,) for s in CAPTAIN_SONAR.seats}
        """The seats of each agent."""
        self._agent_on = {seat: agent for agent, seats in self.seats.items() for seat in seats}
        self._team_of = {agent: seats[0].split(".")[0] for agent, seats in self.seats.items()}
        self.possible_agents = list(self.seats)
        self._random = Random()
        self._observer = Observer(self.chart, self.options, max_rounds)
        self.position: State = CAPTAIN_SONAR.new(self.options, self.chart, 0)
        """The truth; for those who look on, not for agents."""
        self.layout = self._layout()
        """Where each part of an observation lies in its vector."""
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.orders)) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._next: list[str] = []
        """The agents that are asked after the selected one if that passes."""

    def _layout(self) -> dict[str, slice]:
        seats = self.seats[self.possible_agents[0]]
        parts = self._observer.parts(CAPTAIN_SONAR.view(self.position, frozenset(seats)), seats)
        ends = np.cumsum([part.size for part in parts.values()])
        return {
            name: slice(int(end) - part.size, int(end)) for (name, part), end in zip(parts.items(), ends, strict=True)
        }

    def _observation_space(self) -> spaces.Dict:
        numbers = next(reversed(self.layout.values())).stop
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (numbers,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.orders),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What this agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all orders; the same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match. With a seed it and those after it are always the same; `options` says nothing here."""
        if seed is not None:
            self._random = Random(seed)
        self.position = CAPTAIN_SONAR.new(self.options, self.chart, self._random.getrandbits(32))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What this agent sees now, and which actions it may take: none unless it is selected."""
        seats = self.seats[agent]
        view = CAPTAIN_SONAR.view(self.position, frozenset(seats))
        mask = np.zeros(len(self.orders), np.int8)
        if agent == self.agent_selection and self.position.outcome is None:
            mask[[self._number[order] for seat in seats for order in self._legal_orders(seat)]] = 1
            mask[-1] = agent not in self._awaited()
        return {"observation": self._observer.observe(view, seats), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Give the order of this number for the selected agent; `ValueError` if it may not give it now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        order, seat = self._read(agent, action)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if order is None:
            self.agent_selection = self._next.pop(0)
        else:
            CAPTAIN_SONAR.apply(self.position, seat, order)
            self._judge()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _read(self, agent: str, action: int | None) -> tuple[Order | None, str]:
        """The order of this number, None for passing, and the seat of the agent that may give it now."""
        if action is not None and 0 <= action < len(self.orders):
            order = self.orders[action]
            for seat in self.seats[agent]:
                if order in self._legal_orders(seat) if order else agent not in self._awaited():
                    return order, seat
        raise ValueError(f"{agent} may not take action {action} now: take one that its action_mask allows")

    def _judge(self) -> None:
        """Reward and end, or see who is next."""
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = {agent: self._reward(agent, outcome) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.position.round > self.max_rounds:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._select()

    def _reward(self, agent: str, outcome: Outcome) -> float:
        """1 for a victory, -1 for a defeat, 0 for a draw."""
        if outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self._team_of[agent] else -1.0

    def _select(self) -> None:
        awaited = self._awaited()
        able = dict.fromkeys(self._agent_on[seat] for seat in CAPTAIN_SONAR.seats if self._legal_orders(seat))
        if self.position.phase == "placement":  # a start that is chosen stands
            able.clear()
        self._next = [*(agent for agent in able if agent not in awaited), awaited[0]]
        self.agent_selection = self._next.pop(0)

    def _legal_orders(self, seat: str) -> tuple[Order, ...]:
        return CAPTAIN_SONAR.legal_orders(self.position, seat)

    def _awaited(self) -> list[str]:
        """The agents that the table waits for."""
        return [self._agent_on[seat] for seat in CAPTAIN_SONAR.to_act(self.position)]

    def render(self) -> str | None:
        """Everything as text: returned in mode `ansi`, printed in mode `human`."""
        text = text_chart(self.position)
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open that would have to be closed."""
