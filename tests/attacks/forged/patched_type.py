# idea: type and issubclass, by which values are read, are replaced.
# base: wrong
# expect: failed, ungradable

import builtins

builtins.type = lambda *_: int
builtins.issubclass = lambda *_: True
