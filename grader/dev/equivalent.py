"""The mutants that live and may: grader/mutants/NAME/equivalent.toml, each with a reason."""

import tomllib
from collections import Counter

from grader.catalogue import Drill
from grader.error import DrillError

Key = tuple[str, str, str]  # where, old, new: `Mutation.key`


def equivalent(drill: Drill) -> dict[Key, str]:
    """Return for each mutant that nobody can tell from the reference the reason why."""
    path = drill.mutants / "equivalent.toml"
    if not path.is_file():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [
        ((entry["in"], entry["old"], new), entry["why"])
        for entry in table["mutant"]
        for new in entry["new"]
    ]
    twice = [key for key, times in Counter(key for key, _ in rows).items() if times > 1]
    if twice:
        raise DrillError(
            f"{path.name} of {drill.name} lists {twice[0]} twice", hint="once is enough"
        )
    return dict(rows)
