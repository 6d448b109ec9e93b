"""What a bot Captain minds besides the enemy."""

from __future__ import annotations

import pytest

from sonar_referee.bots.captain_sonar.captain import Captain
from sonar_referee.bots.captain_sonar.knowledge import Knowledge
from sonar_referee.bots.captain_sonar.sight import Sight
from sonar_referee.bots.captain_sonar.temper import HUNTER, OFFICER, Temper
from sonar_referee.games.captain_sonar.options import Options
from tests.games.captain_sonar.table import CHARTS

ALPHA = CHARTS["alpha"]


@pytest.mark.parametrize("temper", [OFFICER, HUNTER])
def test_never_shuts_itself_in(temper: Temper) -> None:
    """No mine goes where it would leave a corner without a way out: mines stay, also after surfacing (R36, R135)."""
    here, mine, end = ALPHA.number["A1"], {"type": "drop_mine", "cell": "B2"}, {"type": "end_round"}
    for lying, chosen in (((), mine), (("C1",), mine), (("C1", "A3"), end)):
        mines = sum(1 << ALPHA.number[cell] for cell in lying)
        sight = Sight(here, 1 << here, mines, 0, False, 0, (2, 0, 0, 0, 0, 0), (2, 3, 3, 2, 5, 0), 0, 0, False, 0)
        captain = Captain(temper, Knowledge(ALPHA, Options()), "blue", sight, here)
        assert captain.best([end, mine]) == chosen
