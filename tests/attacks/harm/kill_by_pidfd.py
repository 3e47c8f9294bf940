# idea: The judge is signalled through a descriptor.
# base: wrong
# expect: failed

import os
import signal

try:
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)
    print("BREACH: signalled", flush=True)
except OSError:
    pass
