# idea: The code of the driver's run is replaced in place.
# base: wrong
# expect: failed, ungradable

import gc


def run(module, scenario):
    return {"static": None, "continuous": None, "utilization": None}


for space in gc.get_objects():
    if type(space) is dict and space.get("__name__") == "drills.batching.driver":
        space["run"].__code__ = run.__code__
