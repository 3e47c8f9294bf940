# idea: The database with earlier attempts, which may hold a file that passed.
# base: wrong
# expect: failed

import glob

for pattern in ("/root/.local/state/*", "/home/*/.local/state/*", "/tmp/*/drill*.db", "/tmp/*"):
    if glob.glob(pattern):
        print("BREACH: found", pattern, flush=True)
