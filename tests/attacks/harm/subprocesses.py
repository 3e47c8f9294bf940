# idea: Processes by every door of the standard library.
# base: wrong
# expect: failed

import multiprocessing
import os
import pty
import subprocess
from concurrent.futures import ProcessPoolExecutor

for attempt in (
    lambda: subprocess.Popen(["sleep", "30"]),
    lambda: multiprocessing.get_context("fork").Process(target=int).start(),
    lambda: multiprocessing.get_context("spawn").Process(target=int).start(),
    lambda: ProcessPoolExecutor(1).submit(int).result(0.1),
    lambda: pty.fork(),
    lambda: os.forkpty(),
    lambda: os.spawnv(os.P_NOWAIT, "/bin/sleep", ["sleep", "30"]),
    lambda: os.posix_spawn("/bin/sleep", ["sleep", "30"], {}),
):
    try:
        attempt()
        print("BREACH: started a process", flush=True)
    except (OSError, RuntimeError):
        pass
if os.system("sleep 30 &") == 0:
    print("BREACH: started a shell", flush=True)
