# idea: An endless loop while the file is imported.
# base: wrong
# expect: limit

while True:
    pass
