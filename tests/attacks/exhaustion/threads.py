# idea: Ten thousand threads.
# base: wrong
# expect: failed, limit, ungradable

import threading
import time

try:
    for _ in range(10_000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print("BREACH: ten thousand threads", flush=True)
except (RuntimeError, MemoryError):
    pass
