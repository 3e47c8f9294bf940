# idea: os.write is replaced by one that changes the reply on its way out.
# base: right
# expect: failed, ungradable

import os

_write, _continuous = os.write, simulate_continuous


def write(fd, data):
    return _write(fd, bytes(data).replace(b'"changed":true', b'"changed":null'))


os.write = write


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
