# idea: SystemExit while the file is imported.
# base: wrong
# expect: ungradable

raise SystemExit(0)
