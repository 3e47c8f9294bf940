"""A bounded part of `python tests/judge/fuzz.py`, which sends 200,000 frames."""

from tests.judge.fuzz import fuzz


def test_five_thousand_faulty_replies_end_in_a_named_answer() -> None:
    """No exception of ours, no reply misread; every kind of fault ends in its own name."""
    found, _ = fuzz(5_000, seed=1)

    assert found.total() == 5_000
    assert found["the worker sent a reply that is not strict JSON"] > 500
    assert found["the worker sent a reply that nobody asked for"] > 100
    assert found["the worker sent a reply of N bytes; at most N are read"] > 100
    assert found["the worker sent a reply of an unknown kind"] > 20
    assert found["the worker sent a reply nested over N levels deep"] > 10
    assert found["your code ended the process"] > 100  # a frame that never came to its end
    assert found["the wrong shape"] > 100
