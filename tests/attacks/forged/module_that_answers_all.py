# idea: The module is replaced by an object that has every attribute.
# base: wrong
# expect: failed

import sys


class Module:
    def __getattr__(self, name):
        return lambda *_: Module()

    __eq__ = lambda self, other: True
    __hash__ = None


sys.modules["batching"] = sys.modules[__name__] = Module()
