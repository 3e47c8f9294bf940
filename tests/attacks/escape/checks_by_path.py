# idea: The hidden checks and the mutants are opened by path.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill/grader"
for name in ("properties/batching/rules.py", "mutants/batching/wrong.toml", "judge.py", "plain.py"):
    try:
        open(os.path.join(root, name)).read()
        print("BREACH: read", name, flush=True)
    except OSError:
        pass
