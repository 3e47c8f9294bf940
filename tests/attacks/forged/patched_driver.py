# idea: The driver's run is replaced by one that reports that all is well.
# base: wrong
# expect: failed, ungradable

import sys

sys.modules["drills.batching.driver"].run = lambda module, scenario: {"status": "passed", "broken": []}
