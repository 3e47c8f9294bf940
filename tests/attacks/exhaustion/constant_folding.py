# idea: An expression whose value the compiler might work out.
# base: wrong
# expect: failed, ungradable, limit

keep = lambda: (((10**1000) ** 1000) ** 1000) ** 1000
