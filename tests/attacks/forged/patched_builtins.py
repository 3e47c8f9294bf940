# idea: all, any, len, isinstance and sum answer what suits.
# base: wrong
# expect: failed, ungradable

import builtins

builtins.all = builtins.any = builtins.isinstance = lambda *_: True
builtins.sum = builtins.len = lambda *_: 0
