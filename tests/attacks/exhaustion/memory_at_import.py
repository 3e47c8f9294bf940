# idea: Eight gigabytes while the file is imported.
# base: wrong
# expect: limit

keep = bytearray(1 << 33)
