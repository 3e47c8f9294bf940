"""The hints of a drill: three a rule, mild to strong, read from hints.md."""

import re

from grader.catalogue import Drill


def ladder(drill: Drill) -> dict[str, list[str]]:
    """Return the hints by rule id, mild to strong."""
    hints: dict[str, list[str]] = {}
    for section in re.split(r"^## ", drill.text("hints.md"), flags=re.MULTILINE)[1:]:
        head, _, body = section.partition("\n")
        items = re.split(r"^\d\. ", body, flags=re.MULTILINE)[1:]
        hints[head.split()[0].rstrip(":.")] = [" ".join(item.split()) for item in items]
    return hints
