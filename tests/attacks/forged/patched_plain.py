# idea: What makes plain data answers a constant.
# base: wrong
# expect: failed, ungradable

import sys

for name in ("grader.plain", "drills.batching.driver"):
    module = sys.modules[name]
    module.plain = lambda *_: {"tuple": [250, [20, 200, 250, 230]]}
    module.attempt = lambda *_: {"returned": {"tuple": [250, [20, 200, 250, 230]]}}
