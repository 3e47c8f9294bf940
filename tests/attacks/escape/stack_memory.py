# idea: The top of the stack, where the kernel puts arguments and environment, is printed.
# base: wrong
# expect: failed, ungradable

import ctypes

environ = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "environ").value
libc = ctypes.CDLL(None)
libc.__libc_stack_end = None
try:
    end = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "__libc_stack_end").value
    print(ctypes.string_at(end, 3000), flush=True)
except ValueError:
    pass
