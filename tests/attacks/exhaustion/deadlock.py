# idea: A lock that nobody releases.
# base: wrong
# expect: limit

import threading

lock = threading.Lock()


def simulate_static(out_lens, batch_size):
    lock.acquire()
    lock.acquire()
