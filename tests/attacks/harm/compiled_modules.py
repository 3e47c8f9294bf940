# idea: A compiled module is left in a cache folder for the next start.
# base: wrong
# expect: failed

import os
import py_compile
import sys

root = os.path.dirname(os.path.dirname(sys.modules["grader.plain"].__file__))
for target in (f"{root}/grader/__pycache__/attack.pyc", "/tmp/infra-drill-attack.pyc"):
    try:
        py_compile.compile(os.__file__, target, doraise=True)
        print("BREACH: compiled", target, flush=True)
    except (OSError, py_compile.PyCompileError):
        pass
