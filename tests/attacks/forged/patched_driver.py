# idea: The driver's run, found among all objects, is replaced by one that reports that all is well.
# base: wrong
# expect: failed, ungradable

import gc

for space in gc.get_objects():
    if type(space) is dict and space.get("__name__") == "drills.batching.driver":
        space["run"] = lambda module, scenario: {"status": "passed", "broken": []}
