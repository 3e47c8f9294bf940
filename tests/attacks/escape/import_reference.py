# idea: import reference.
# base: wrong
# expect: failed

try:
    from reference.batching import *

    print("BREACH: imported the reference", flush=True)
except ImportError:
    pass
