# idea: Input that nobody types.
# base: wrong
# expect: failed, ungradable

answer = ""
try:
    answer = input("your name? ")
except EOFError:
    pass
