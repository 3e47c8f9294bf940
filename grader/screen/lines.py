"""Plain lines with their verdict words in colour; the words carry the verdict without it."""

from collections.abc import Iterable, Iterator

from rich.text import Text

STYLES = {
    "ok": "green",
    "FAIL": "bold red",
    "PASSED": "bold green",
    "FAILED": "bold red",
}


def colored(lines: Iterable[str]) -> Iterator[Text]:
    """Yield each line with the first verdict word in it in its colour."""
    for line in lines:
        text = Text(line)
        words = line.split()
        for word in words[:1] + words[-1:]:
            if word in STYLES:
                at = line.index(word) if word == words[0] else line.rindex(word)
                text.stylize(STYLES[word], at, at + len(word))
        yield text
