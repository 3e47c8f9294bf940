# idea: Anonymous maps, outside Python's memory.
# base: wrong
# expect: failed, limit

import mmap

keep = []
try:
    while True:
        keep.append(mmap.mmap(-1, 1 << 28))
        keep[-1][0] = 1
except (OSError, ValueError):
    keep.clear()
