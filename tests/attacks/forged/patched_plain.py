# idea: What makes plain data answers a constant.
# base: wrong
# expect: failed, ungradable

import gc

for space in gc.get_objects():
    if type(space) is dict and space.get("__name__") in ("grader.plain", "drills.batching.driver"):
        space["plain"] = lambda *_: {"tuple": [250, [20, 200, 250, 230]]}
        space["attempt"] = lambda *_: {"returned": {"tuple": [250, [20, 200, 250, 230]]}}
