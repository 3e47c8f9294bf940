# idea: A gigabyte to the error stream.
# base: wrong
# expect: limit

import os

block = b"\x1b[31mx" * 10_000
for _ in range(1 << 30 >> 16):
    os.write(2, block)
