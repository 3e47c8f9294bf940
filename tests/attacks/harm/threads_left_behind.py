# idea: Threads that never end, none of them a daemon.
# base: wrong
# expect: failed

import threading
import time

for _ in range(8):
    threading.Thread(target=time.sleep, args=(60,)).start()
