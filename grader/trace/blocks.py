"""Who holds which KV block, so that a block keeps its place between two steps of a picture.

Left out: the ids that the learner's block manager hands out. No rule speaks of them; what is drawn
is how many blocks each sequence holds, in places that we choose.
"""

from grader.trace.picture import Line, Mark

DRAWN = 24  # blocks that are drawn as squares; more are counted in words


class Blocks:
    """The places of all blocks; None is a free one."""

    def __init__(self, total: int) -> None:
        self.places: list[str | None] = [None] * min(total, DRAWN + 1)
        self.total = total

    def hold(self, counts: dict[str, int]) -> None:
        """Let each hold so many: first who holds less gives back, then who holds more takes.

        With 3 places held by A, B, C, {"A": 2, "B": 1} gives A, B, A: A takes what C gave back.
        """
        for name in set(filter(None, self.places)):
            for _ in range(self.places.count(name) - counts.get(name, 0)):
                self.places[len(self.places) - 1 - self.places[::-1].index(name)] = None
        for name, count in counts.items():
            for _ in range(count - self.places.count(name)):
                if None in self.places:
                    self.places[self.places.index(None)] = name

    def draw(self, counts: dict[str, int], free: int, owners: dict[str, int]) -> Line:
        """Return the squares, or words where there are too many or some are shared."""
        held = sum(counts.values())
        if self.total > DRAWN or held + free != self.total:
            return self._in_words(counts, free, owners)
        self.hold(counts)
        return tuple(
            Mark(" . ", "free") if name is None else Mark(f" {name} ", "owner", owners[name])
            for name in self.places
        )

    def _in_words(self, counts: dict[str, int], free: int, owners: dict[str, int]) -> Line:
        marks: list[Mark] = []
        for name, count in counts.items():
            if count:
                marks += [Mark(f" {name} {count} ", "owner", owners[name]), Mark(" ")]
        shared = sum(counts.values()) + free - self.total
        more = f", {shared} shared" if shared > 0 else f", {-shared} kept by nobody"
        return (*marks, Mark(f"{free} free" + more * bool(shared), "dim"))
