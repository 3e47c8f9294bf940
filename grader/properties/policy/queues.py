"""The queue of level 3, played by the rule; the largest bound; the values that are refused.

Left out: where an answer differs (`ageing.py`).
"""

from typing import Literal

from grader.properties.policy.shapes import AgeScenario, RefusedScenario, ScoreScenario
from grader.properties.policy.words import rids


def scores_of(case: ScoreScenario) -> dict[str, int]:
    """Return the scores by name, in list order; match 1 after 4 passes of weight 3 is 13."""
    scores: list[int] = []
    for match, passes, *copies in case["waiting"]:
        scores += [match + case["age_weight"] * passes] * sum(copies or (1,))
    return dict(zip(rids(len(scores), case.get("names", "up")), scores, strict=True))


class Queue:
    """The queue of an age scenario, played by the rule."""

    def __init__(self, case: AgeScenario) -> None:
        self.case = case
        self.arrivals = [case["start"], *case["later"]]
        self.names = rids(sum(map(len, self.arrivals)), case.get("names", "up"))
        self.matches: list[int] = []
        self.joined: list[int] = []  # pass by number
        self.backlog: list[int] = []  # others in the list when it joins
        self.served: dict[int, int] = {}  # pass by number
        self.queue: list[int] = []  # numbers, in list order
        self.now = 0

    def is_over(self) -> bool:
        """Return whether nobody waits and nobody will join."""
        return not self.queue and self.now >= len(self.arrivals)

    def join(self) -> None:
        """Let the requests of this pass join the end of the list."""
        for match in self.arrivals[self.now] if self.now < len(self.arrivals) else ():
            self.queue.append(len(self.matches))
            self.matches.append(match)
            self.joined.append(self.now)
        self.backlog += [len(self.queue) - 1] * (len(self.matches) - len(self.backlog))

    def scores(self) -> dict[int, int]:
        """Return the score of everybody who waits."""
        weight = self.case["age_weight"]
        return {n: self.matches[n] + weight * (self.now - self.joined[n]) for n in self.queue}

    def order(self) -> list[int]:
        """Return the order that the contract asks for."""
        scores = self.scores()
        places = {number: place for place, number in enumerate(self.queue)}
        return sorted(self.queue, key=lambda n: (-scores[n], places[n]))

    def serve(self) -> None:
        """Let the first of the order leave."""
        for number in self.order()[: self.case["slots"]]:
            self.served[number] = self.now
            self.queue.remove(number)
        self.now += 1


def backlog_numbers(case: AgeScenario) -> tuple[int, int]:
    """Return the most that join in a later pass, and the largest match."""
    matches = [*case["start"], *(match for joining in case["later"] for match in joining)]
    return max((len(joining) for joining in case["later"]), default=0), max(matches, default=0)


def age_numbers(case: AgeScenario, backlog: int) -> list[int]:
    """Return what bound() is called with for one backlog of an age scenario."""
    arrivals, match = backlog_numbers(case)
    return [backlog, arrivals, case["slots"], match, case["age_weight"]]


def longest_wait(call: list[int]) -> int:
    """Return after how many passes the last one is served whom arrivals can keep waiting longest.

    It matches nothing, all others the most; one that joins d passes later gets ahead of it while
    d * age_weight is below that, and who is ahead stays there. [1, 1, 1, 5, 3] is 3: the backlog
    and one that joins in pass 2 go first.
    """
    backlog, arrivals, slots, match, weight = call
    overtaking = max(0, -(-match // weight) - 1)  # passes in which one can join and get ahead
    if backlog < slots:
        return 1
    if slots > arrivals:
        drained = (backlog - arrivals) // (slots - arrivals) + 1  # fewer join than leave
        if drained <= overtaking + 1:
            return drained
    return (backlog + arrivals * overtaking) // slots + 1


def largest_bound(call: list[int]) -> int:
    """Return the largest bound that is accepted, as task.md derives it: [1, 1, 1, 2, 1] is 8."""
    backlog, arrivals, _, match, weight = call
    return backlog + (arrivals + 1) * (-(-match // weight) + 1) + 1


NOBODY: Literal["order_with_age of nobody"] = (
    "order_with_age of nobody"  # the call with an empty list
)
FLOORS = {"backlog": 0, "arrivals": 0, "slots": 1, "max_match": 0, "age_weight": 1}


def refused_values(case: RefusedScenario) -> list[str]:
    """Return the values that the contract refuses."""
    return [str(number) for name, number in case["named"].items() if number < FLOORS[name]]
