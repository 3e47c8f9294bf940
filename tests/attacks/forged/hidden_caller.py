# idea: The worker's loop is called a second time, from inside.
# base: wrong
# expect: failed

import sys


def simulate_static(out_lens, batch_size):
    main = sys.modules["__main__"]
    for name in ("main", "judge", "grade"):
        getattr(main, name, lambda *_: None)
    return 0, []
