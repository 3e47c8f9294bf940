# idea: All objects of the process are searched for the reference.
# base: wrong
# expect: failed

import gc
import types

for found in gc.get_objects():
    if type(found) is types.FunctionType and found.__name__.startswith("simulate_"):
        if "reference" in found.__code__.co_filename:
            print("BREACH: the reference is in memory")
            globals()[found.__name__] = found
