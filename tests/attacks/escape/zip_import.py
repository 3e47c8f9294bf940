# idea: Zip files anywhere near are tried as import paths.
# base: wrong
# expect: failed

import sys
import zipimport

for path in ("/usr/lib/python311.zip", "/tmp/drill.zip", sys.base_prefix + "/lib/python.zip"):
    try:
        zipimport.zipimporter(path).load_module("reference")
        print("BREACH: imported from", path, flush=True)
    except ImportError:
        pass
