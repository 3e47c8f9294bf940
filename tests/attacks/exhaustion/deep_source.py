# idea: Source with brackets a hundred thousand deep.
# base: none
# expect: ungradable, limit

text = "(" * 100_000 + ")" * 100_000
eval(text)
