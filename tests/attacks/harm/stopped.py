# idea: The worker stops itself and waits for a signal that never comes.
# base: wrong
# expect: limit

import signal


def simulate_static(out_lens, batch_size):
    signal.raise_signal(signal.SIGSTOP)
    return 0, []
