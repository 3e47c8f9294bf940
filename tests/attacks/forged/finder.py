# idea: An import hook offers a false `given`, driver and checks.
# base: wrong
# expect: failed

import sys
import types


class Finder:
    def find_spec(self, name, path=None, target=None):
        print("asked for", name)

    find_module = find_spec


sys.meta_path.insert(0, Finder())
sys.modules["given"] = types.ModuleType("given")
