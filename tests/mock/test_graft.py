"""A file that goes on from another one: nothing in it is changed, what lacks is added."""

import pytest

from grader import catalogue
from grader.mock.graft import graft, hollow
from tests.mock.desk import reference


def test_what_is_there_stays_and_what_lacks_is_added() -> None:
    base = '"""Mine."""\n\nimport os\n\n\nclass A:\n    def f(self):\n        return os  # mine\n'
    more = "import os\nfrom x import y, z\n\n\nclass A:\n    def f(self): ...\n\n    def g(self):\n"
    more += "        return y\n\n\ndef h():\n    return z\n"

    assert graft(base, more) == (
        '"""Mine."""\n\nimport os\nfrom x import y, z\n\n\nclass A:\n    def f(self):\n'
        "        return os  # mine\n\n    def g(self):\n        return y\n\n\ndef h():\n"
        "    return z\n"
    )


def test_a_file_with_a_syntax_error_keeps_its_text() -> None:
    found = graft("def broken(:\n", "def g():\n    return 1\n")

    assert found.startswith("def broken(:\n")
    assert found.endswith("def g():\n    return 1\n")


@pytest.mark.parametrize(("first", "second"), [("scheduler", "budget"), ("radix", "eviction")])
def test_an_answer_goes_on_with_the_next_stub(first: str, second: str) -> None:
    stub = catalogue.find(second).text("stub.py")

    found = graft(reference(first), stub)

    compile(found, "grafted", "exec")
    for line in reference(first).splitlines():
        assert line in found
    assert "raise NotImplementedError" in found


def test_emptied_functions_keep_signature_and_docstring() -> None:
    text = 'class A:\n    def f(self) -> int:\n        """Return one."""\n        return 1\n\n'
    text += "    def _g(self):\n        return 2\n\n    def h(self):\n        return 3\n"

    assert hollow(text, ("A.f",), ("A._g",)) == (
        'class A:\n    def f(self) -> int:\n        """Return one."""\n'
        '        raise NotImplementedError("write f()")\n\n    def h(self):\n        return 3\n'
    )
