"""The rules of level 2: R8 and R9.

Left out: what must hold (`trees.py`).
"""

import json
from typing import cast

from grader.check import Difference, Row, Run, Told
from grader.plain import Plain
from grader.properties.policy.shapes import TreeObservation, TreeScenario
from grader.properties.policy.trees import tree_must
from grader.properties.policy.words import answer_words, must_words


def a_weight_counts_everybody_below(run: Run) -> Difference | Told:
    """R8: the weights of all nodes, and that the queue is what it was."""
    must, _ = tree_must(cast(TreeScenario, run.scenario))
    seen = cast(TreeObservation, run.got)
    answer = cast("dict[str, Plain]", seen["weights"])
    got = answer.get("returned")
    pairs = got["dict"] if type(got) is dict and "dict" in got else None
    found = sorted(json.dumps(pair) for pair in cast("list[Plain]", pairs or []))
    wanted = sorted(json.dumps([name, weight]) for name, weight in must.items())
    if pairs is not None and found == wanted and not seen["changed"]:
        return Told.HELD
    words = ", ".join(f"{name} {weight}" for name, weight in must.items())
    told = answer_words(answer)
    if pairs is not None:
        told = weight_words(cast("list[list[Plain]]", pairs), list(must))
    if seen["changed"]:
        told += "\nand changed what it was handed"
    return Difference((Row("weights(…)", words, told),), heading="call")


def the_heaviest_child_goes_first(run: Run) -> Difference | Told:
    """R9: depth first by weight, own requests after the children's."""
    weights, must = tree_must(cast(TreeScenario, run.scenario))
    seen = cast(TreeObservation, run.got)
    answer = cast("dict[str, Plain]", seen["order"])
    if json.dumps(answer.get("returned")) == json.dumps(must):
        return Told.HELD
    before = "weights: " + ", ".join(f"{name} {weight}" for name, weight in weights.items())
    row = Row("order_by_weight(…)", must_words(must, answer), answer_words(answer, must))
    return Difference((row,), heading="call", before=before)


def weight_words(pairs: list[list[Plain]], names: list[str]) -> str:
    """Return weights in the order of the nodes, what is no node's name last."""
    rank = {json.dumps(name): place for place, name in enumerate(names)}
    known = sorted(pairs, key=lambda pair: rank.get(json.dumps(pair[0]), len(rank)))
    return ", ".join(f"{_name_words(name)} {json.dumps(weight)}" for name, weight in known[:24])


def _name_words(name: Plain) -> str:
    return name if type(name) is str else json.dumps(name)
