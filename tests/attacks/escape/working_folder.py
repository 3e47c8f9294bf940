# idea: The current folder and those above are listed.
# base: wrong
# expect: failed

import os

for folder in (".", "..", "../..", "/", os.getcwd(), "/tmp", "/home", "/root"):
    try:
        os.listdir(folder)
        print("BREACH: listed", folder, flush=True)
    except OSError:
        pass
