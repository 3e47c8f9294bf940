"""Every attack ends in the verdict that its header names, and leaves nothing behind."""

import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest

from tests.attacks.arena import EXIT, Arena, Attack, Outcome, attacks, open_arena

AT_ONCE = 2
SECONDS = 4.0  # that the longest attack may take, on two free cores
MOST = 8  # times as long a machine may take that is so busy that its workers get no core
USUAL = 1.0  # seconds that a right file takes on two free cores; on a busy machine all takes longer
ALL = attacks()
HOSTILE = [attack for attack in ALL if not attack.name.startswith("known/")]
KNOWN = [attack for attack in ALL if attack.name.startswith("known/")]
UNSAFE = ("escape/", "harm/")  # not run where neither Landlock nor seccomp would hold them
each = pytest.mark.parametrize("name", [attack.name for attack in HOSTILE])


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    """Return the place where attacks run."""
    with open_arena() as opened:
        yield opened


@pytest.fixture(scope="module")
def right(arena: Arena) -> Outcome:
    """Return how the right base fares without an attack below it."""
    return arena.run(Attack("right", "", "right", frozenset({"passed"}), ""))


@pytest.fixture(scope="module")
def outcomes(arena: Arena, right: Outcome, request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """Run the attacks that were selected, two at a time, each once for all tests."""
    specs: list[Any] = [getattr(item, "callspec", None) for item in request.session.items]
    names: set[str] = {spec.params.get("name", "") for spec in specs if spec}
    if right.report["isolation"]["level"] == "basic":
        names = {name for name in names if not name.startswith(UNSAFE)}
    chosen = [attack for attack in HOSTILE if attack.name in names]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip((a.name for a in chosen), pool.map(arena.run, chosen), strict=True))


@pytest.fixture
def outcome(outcomes: dict[str, Outcome], name: str) -> Outcome:
    """Return what became of one attack; skip it where this system could not hold it."""
    if name not in outcomes:
        pytest.skip("the jail is basic here, so what does harm is not let loose")
    return outcomes[name]


@cache
def by_name(name: str) -> Attack:
    """Return an attack."""
    return next(attack for attack in ALL if attack.name == name)


def test_there_are_attacks_of_every_kind() -> None:
    """At least a hundred, and none without an idea or with a pass among its verdicts."""
    assert len(HOSTILE) >= 100
    assert {attack.name.split("/")[0] for attack in HOSTILE} == {
        "escape",
        "exhaustion",
        "forged",
        "harm",
        "state",
    }
    assert [attack.name for attack in HOSTILE if "passed" in attack.expected] == []
    assert len({attack.idea for attack in ALL}) == len(ALL)


def test_the_base_that_is_called_right_passes(right: Outcome) -> None:
    """Without an attack below it the right base passes, so the others fail for their own reason."""
    assert (right.status, right.code, right.left) == ("passed", 0, ())


@each
def test_the_verdict_is_the_expected_one(outcome: Outcome, name: str) -> None:
    """The status is one that the header names, never passed, and the exit code says the same."""
    assert outcome.status in by_name(name).expected, outcome.stdout + outcome.stderr
    assert outcome.status != "passed"
    assert outcome.code == EXIT[outcome.status]


@each
def test_it_gets_nowhere(arena: Arena, right: Outcome, outcome: Outcome, name: str) -> None:
    """Nothing that the attack tried worked, no file or process is left, and it took little time."""
    allowed = SECONDS * max(1.0, right.seconds / USUAL)

    assert "BREACH" not in outcome.stdout + outcome.stderr, outcome.stdout
    assert outcome.left == ()
    if outcome.seconds > allowed:  # something else may have held the machine up: once more, alone
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        again = arena.run(by_name(name))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert after.ru_utime - before.ru_utime < SECONDS
        assert again.seconds < MOST * SECONDS


@each
@pytest.mark.usefixtures("name")
def test_nothing_is_given_away(arena: Arena, outcome: Outcome) -> None:
    """No line of the reference, no variable and no control character is shown."""
    said = outcome.stdout + outcome.stderr

    assert arena.canary not in said
    assert [line for line in arena.secret if line in said] == []
    assert [sign for sign in said if ord(sign) < 32 and sign != "\n"] == []
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize("name", ["forged/terminal_control", "exhaustion/long_message"])
def test_the_screen_shows_no_control_characters(arena: Arena, name: str) -> None:
    """What a person sees cannot be redrawn by the learner's file, with colour or without."""
    for options in (("--seed", "1"), ("--seed", "2")):
        said = arena.run(by_name(name), *options).stdout

        assert [sign for sign in said if ord(sign) < 32 and sign != "\n"] == []
        assert "\u202e" not in said
        assert "\x9b" not in said
        assert said.strip() != ""


@pytest.mark.parametrize("name", [attack.name for attack in KNOWN])
def test_a_known_limit_is_still_one(arena: Arena, name: str) -> None:
    """What docs/trust.md says is not promised; whoever closes a gap moves its file and says so."""
    outcome = arena.run(by_name(name))

    assert outcome.status in by_name(name).expected
