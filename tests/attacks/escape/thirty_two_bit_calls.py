# idea: open through the 32-bit entry, whose numbers the filter does not know.
# base: wrong
# expect: failed, ungradable

import ctypes
import mmap
import os

if os.uname().machine == "x86_64":
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x02\x00\x00\x00\xcd\x80\xc3")  # mov eax, 2 (fork); int 0x80; ret
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    if call() > 0:
        print("BREACH: forked", flush=True)
