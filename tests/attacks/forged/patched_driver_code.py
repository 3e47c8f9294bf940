# idea: The code of the driver's run is replaced in place.
# base: wrong
# expect: failed, ungradable

import sys


def run(module, scenario):
    return {"static": None, "continuous": None, "utilization": None}


sys.modules["drills.batching.driver"].run.__code__ = run.__code__
