# idea: A compiled module is left in a cache folder for the next start.
# base: wrong
# expect: failed

import os
import py_compile

root = "/opt/infra-drill"
for target in (f"{root}/grader/__pycache__/attack.pyc", "/tmp/infra-drill-attack.pyc"):
    try:
        py_compile.compile(os.__file__, target, doraise=True)
        print("BREACH: compiled", target, flush=True)
    except (OSError, py_compile.PyCompileError):
        pass
