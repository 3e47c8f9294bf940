# idea: Memory that outlives the process.
# base: wrong
# expect: failed

from multiprocessing import shared_memory

try:
    shared_memory.SharedMemory("infra-drill-attack", create=True, size=4096)
    print("BREACH: shared memory", flush=True)
except OSError:
    pass
