"""What one part of a soak run reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the closing table: how much was asked for and done, how many faults that showed, in how long."""

    part: str
    asked: int
    done: int
    faults: int
    seconds: float
    remark: str = ""
