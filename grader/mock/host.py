"""A round for somebody else: one file out, one file back.

Both carry a seal, a hash of all that stands in them. It tells an edit by hand; whoever computes it
anew is told only by the verdicts, which `regrade.py` makes again from the files themselves.
"""

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from grader.error import DrillError, reason
from grader.mock import clock
from grader.mock.round import Round, of_table
from grader.mock.session import Session
from grader.mock.store import Store, opened
from grader.report import versions

SCHEMA = 1
ROUND, RESULT = "infra-drill mock round", "infra-drill mock result"
BACK = "result.mock.json"
MOST_BYTES = 32 << 20
MOST_DAYS = 366.0
Table = dict[str, Any]


@dataclass(frozen=True)
class Sent:
    """A round that an interviewer sent; `about` is the whole file."""

    round: Round
    seed: int
    about: Table


def write(path: Path, chosen: Round, seed: int, days: float) -> str:
    """Write a round file; return until when it can be started, as a person reads it."""
    if not 0 < days <= MOST_DAYS:
        raise DrillError(f"{days:g} days are no time to start it in", hint="--days 7")
    now = clock.read().wall
    table: Table = {
        "kind": ROUND,
        "schema": SCHEMA,
        "round": chosen.table,
        "seed": seed,
        "made": now,
        "expires": now + days * 86_400,
        "nonce": secrets.token_hex(8),
        "versions": versions(),
    }
    sealed = seal(table)
    _save(path, sealed)
    with opened() as store:
        store.add_hosted(sealed["seal"], now, chosen.name)
    return datetime.fromtimestamp(table["expires"]).strftime("%Y-%m-%d %H:%M")


def read(path: Path) -> Sent:
    """Read a round file; a DrillError for one that is none, was edited, or has expired."""
    table = load(path, ROUND)
    if not is_whole(table):
        raise DrillError(
            f"{path} was edited after it was written", hint="ask for the file once more"
        )
    if clock.read().wall > table["expires"]:
        until = datetime.fromtimestamp(table["expires"]).strftime("%Y-%m-%d %H:%M")
        raise DrillError(f"{path} could be started until {until}", hint="ask for a new one")
    return Sent(of_table(table["round"]), table["seed"], table)


def load(path: Path, kind: str) -> Table:
    """Return the object in a file of ours; a DrillError says why it is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"it has over {MOST_BYTES >> 20} MiB")
        table = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(table, dict) or cast(Table, table).get("kind") != kind:
            raise ValueError(f"its kind is not {kind!r}")
        if cast(Table, table).get("schema") != SCHEMA:
            raise ValueError("it was written by another release")
    except (OSError, ValueError, RecursionError) as error:
        raise DrillError(
            f"{path} cannot be used: {reason(error)}", hint=f"it must be an {kind}"
        ) from error
    return cast(Table, table)


def write_result(store: Store, session: Session) -> Path | None:
    """Write the file that goes back, once, into the folder of the session; None if it is gone."""
    path = session.stored.folder / BACK
    if not session.stored.folder.is_dir() or path.exists():
        return path if path.exists() else None
    stored = session.stored
    table: Table = {
        "kind": RESULT,
        "schema": SCHEMA,
        "host": stored.host,
        "start": asdict(stored.start),
        "injected": stored.injected,
        "moments": [asdict(one) for one in session.moments],
        "snapshots": [asdict(one) for one in store.snapshots(session.id)],
        "grades": [asdict(one) for one in store.grades(session.id)],
        "verdicts": {str(n): one for n, one in sorted(store.verdicts(session.id).items())},
        "versions": versions(),
    }
    _save(path, seal(table))
    return path


def seal(table: Table) -> Table:
    """Return the table with the hash of all that is in it."""
    return {**table, "seal": _hash(table)}


def is_whole(table: Table) -> bool:
    """Return whether a table is as it was when it was sealed."""
    rest = {key: value for key, value in table.items() if key != "seal"}
    return bool(table.get("seal") == _hash(rest))


def _hash(table: Table) -> str:
    text = json.dumps(table, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _save(path: Path, table: Table) -> None:
    try:
        path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise DrillError(f"{path} cannot be written: {reason(error)}") from error
