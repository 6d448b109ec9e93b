"""`sonar-referee verify`: whether what a database or a record holds follows from the rules."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path

from pydantic import ValidationError

from sonar_referee.cli.bad_input import BadInput
from sonar_referee.match.audit import Fault, Finding, audit, audit_record
from sonar_referee.store import StoreError, reading
from sonar_referee.wire.adapters import explain
from sonar_referee.wire.models import MatchRecord

_DATABASE = b"SQLite format 3\0"
_HASH_SHOWN = 16
_ROW = "{:22}  {:9} {:>7}  {:16}  {}"


def verify(file: Path, as_json: bool) -> bool:
    """Print what was found out about each match; returns whether all follow from the rules. Raises `BadInput`."""
    return asyncio.run(_verify(file, as_json))


async def _verify(file: Path, as_json: bool) -> bool:
    found = []
    if not as_json:
        print(_ROW.format("match", "status", "orders", "state hash", "verdict"))
    async for finding in _findings(file):
        found.append(finding)
        if not as_json:
            _show(finding)
    sound = not any(finding.faults for finding in found)
    if as_json:
        print(json.dumps({"sound": sound, "matches": [asdict(finding) for finding in found]}, indent=2))
    else:
        _show_sum(found)
    return sound


async def _findings(file: Path) -> AsyncIterator[Finding]:
    """What is found out about each match in a file; raises `BadInput` for a file that is neither kind."""
    try:
        with file.open("rb") as opened:
            beginning = opened.read(len(_DATABASE))
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if beginning == _DATABASE:
        try:
            async with reading(file) as store:
                for stored in await store.matches():
                    yield audit(stored, await store.entries(stored.match_id))
        except StoreError as error:
            raise BadInput(str(error)) from error
    else:
        yield audit_record(_read_record(file))


def _read_record(file: Path) -> MatchRecord:
    wanted = f"{file} is neither a database of Sonar Referee nor the record of a match"
    try:
        return MatchRecord.model_validate_json(file.read_bytes())
    except ValidationError as error:
        raise BadInput(f"{wanted}: {explain(error.errors(include_url=False))}") from None


def _show(finding: Finding) -> None:
    faults = len(finding.faults)
    verdict = f"{faults} {'fault' if faults == 1 else 'faults'}" if faults else "follows from the rules"
    shown = (finding.state_hash or "-")[:_HASH_SHOWN]
    print(_ROW.format(finding.match_id, finding.status, finding.orders, shown, verdict))
    for fault in finding.faults:
        print(f"  {_sentence(finding, fault)}")


def _sentence(finding: Finding, fault: Fault) -> str:
    place = f"match {finding.match_id}" + (f", entry {fault.entry}" if fault.entry is not None else "")
    rule = f" ({fault.rule})" if fault.rule else ""
    return f"{place}: {fault.reason.rstrip('.')}{rule}."


def _show_sum(found: list[Finding]) -> None:
    faulty = sum(1 for finding in found if finding.faults)
    matches = f"{len(found)} {'match' if len(found) == 1 else 'matches'}"
    print(f"\n{matches}, {f'{faulty} with faults' if faulty else 'no faults'}.")
