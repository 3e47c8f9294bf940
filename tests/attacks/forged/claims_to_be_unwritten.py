# idea: NotImplementedError whenever an input looks hard.
# base: right
# expect: failed, ungradable

_static = simulate_static


def simulate_static(out_lens, batch_size):
    if len(out_lens) > 3:
        raise NotImplementedError("write simulate_static()")
    return 0, []
