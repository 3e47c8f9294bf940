# idea: Text without end while the file is imported.
# base: wrong
# expect: limit

while True:
    print("x" * 1000)
