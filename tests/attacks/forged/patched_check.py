# idea: The jail and the checks that happen to be loaded are patched.
# base: wrong
# expect: failed

import sys

for name, module in list(sys.modules.items()):
    if name.startswith("grader"):
        for attribute in ("level", "judge", "judge_run", "HELD", "BROKEN"):
            setattr(module, attribute, lambda *_, **__: "strong")
