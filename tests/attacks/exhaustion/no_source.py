# idea: A file that is no Python.
# base: none
# expect: ungradable

def simulate_static(:
