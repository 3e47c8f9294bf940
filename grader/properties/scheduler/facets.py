"""What differs in a step besides its batch, each as a pair (what must hold, what was seen).

Left out: the batch itself, which is the first line of a row (`rows.py`).
"""

from typing import cast

from grader.properties.scheduler.claims import broken_rule
from grader.properties.scheduler.comparison import unequal, whose_differ
from grader.properties.scheduler.parting import Parting
from grader.properties.scheduler.shapes import State, Step
from grader.properties.scheduler.words import counted, listed, step_words, token_of


def facets(at: Parting) -> list[tuple[str, str]]:
    """Return what differs besides the batch, each as (must, got)."""
    must, got = at.must, at.got
    same = step_words(at, must, at.before) == step_words(at, got, at.before)
    if not got["kind"] or not (same or broken_rule(at) in ("R9", "R14")):
        return []  # the first line says it all
    if not got["is_new"]:
        return [("a list of its own", "a list that is also used elsewhere")]
    planned = at.planned
    if planned[0] != planned[1]:
        return _state_facets(at, *planned)
    if must == got and at.beside:
        return [("undisturbed beside a second scheduler", at.beside)]
    if must == got and at.trouble is None:
        return [("all tokens as sampled, all steps", "other tokens in the end, or fewer steps")]
    return _outcome_facets(at)


def _outcome_facets(at: Parting) -> list[tuple[str, str]]:
    must, got = at.must, at.got
    if must["sampled"] != got["sampled"] and got["sampled"]:
        return [(_sampled_words(must), _sampled_words(got))]
    if must["refused"] != got["refused"]:
        return [(must["refused"], got["refused"])]
    if must["left"] != got["left"] and got["left"]:
        return [(_left_words(must), _left_words(got))]
    pairs = _state_facets(at, *at.done) if got["done"] is not None else []
    if pairs and at.scenario["eos"] and token_of(at.scenario["eos"]) in must["sampled"]:
        pairs.insert(0, (_sampled_words(must), _sampled_words(got)))
    if got["last"] and must["last"] != got["last"]:
        pairs.append((_last_words(must), _last_words(got)))
    return pairs


def _sampled_words(step: Step) -> str:
    return "samples " + listed(
        [f"{t} for {n}" for t, n in zip(step["sampled"], step["batch"], strict=False)]
    )


def _last_words(step: Step) -> str:
    pairs = zip(step["batch"], step["last"], strict=False)
    return "last token of " + listed([f"{name} {token}" for name, token in pairs])


def _left_words(step: Step) -> str:
    pairs = zip(step["batch"], step["left"], strict=False)
    return "num_scheduled_tokens " + listed([f"{n} {left}" for n, left in pairs])


def _state_facets(at: Parting, must: State, got: State) -> list[tuple[str, str]]:
    """Return what differs in two states: whose life, else whose numbers, else the queues."""
    lives = whose_differ(at, must, got, "tokens", "status")
    pairs = [(_life_words(at, must, name), _life_words(at, got, name)) for name in _few(at, lives)]
    for key in ("cached", "tables"):
        others = whose_differ(at, must, got, key)
        others -= set() if at.scenario["caching"] else lives
        pairs += [
            (_number_words(at, must, name, key), _number_words(at, got, name, key))
            for name in _few(at, others)
        ]
    if lives:
        return pairs
    rest = ("waiting", "running", "free", "freed", "known", "hashed")
    wrong = unequal(must, got)
    return pairs + [(_rest_words(must, key), _rest_words(got, key)) for key in rest if key in wrong]


def _few(at: Parting, names: set[str]) -> list[str]:
    return [name for name in at.seats if name in names][:3]


def _number_words(at: Parting, state: State, name: str, key: str) -> str:
    number = cast(list[int], state.get(key))[at.seats[name]]
    return f"{name} has {counted(number, 'block' if key == 'tables' else 'cached token')}"


def _rest_words(state: State, key: str) -> str:
    if key == "free":
        return f"{counted(state['free'], 'block')} free"
    if key == "known":
        return f"{counted(state['known'], 'block')} registered for sharing"
    if key == "hashed":
        return f"hash_blocks() called for {listed(state['hashed'])}"
    if key == "freed":
        return f"blocks given back: {', then '.join(state['freed']) or 'none'}"
    return f"{key}: {listed(cast(list[str], state.get(key)))}"


def _life_words(at: Parting, state: State, name: str) -> str:
    """Return "A has no completion yet" or "A has 1 completion, finished"."""
    seat = at.seats[name]
    number = state["tokens"][seat] - at.prompts[seat]
    words = f"{name} has {counted(number, 'completion')}" if number else f"{name} has no completion"
    status = {"F": ", finished", "R": ", RUNNING", "W": ", WAITING"}.get(state["status"][seat])
    if status == ", WAITING" and not number:
        return words + " yet"
    return words + (status or ", of unknown status")
