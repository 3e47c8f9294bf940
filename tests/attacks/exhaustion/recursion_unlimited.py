# idea: Recursion until the C stack is used up.
# base: wrong
# expect: ungradable, limit, failed

import sys

sys.setrecursionlimit(1 << 30)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __repr__(self):
        return repr(self)


def simulate_static(out_lens, batch_size):
    return repr(Deep())
