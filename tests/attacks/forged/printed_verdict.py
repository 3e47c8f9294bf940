# idea: A report that says passed is printed, again and again.
# base: wrong
# expect: failed

import json
import sys

report = {"schema": 1, "status": "passed", "rules": [], "problem": None}
for stream in (sys.stdout, sys.stderr):
    print(json.dumps(report), file=stream, flush=True)
print("PASSED  batching   attempt 1", flush=True)
