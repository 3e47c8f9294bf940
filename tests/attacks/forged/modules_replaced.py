# idea: json, os, sys and the checks' modules are replaced by empty ones.
# base: wrong
# expect: failed, ungradable

import sys
import types

for name in ("json", "os", "math", "grader", "grader.plain", "grader.wire", "drills.batching.driver"):
    sys.modules[name] = types.ModuleType(name)
