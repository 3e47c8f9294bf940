# idea: The encoder writes a frame of its own.
# base: wrong
# expect: failed, ungradable

import json

json.JSONEncoder.encode = lambda self, value: '{"seen": "right"}'
json.dumps = lambda *_, **__: '{"status": "passed"}'
json.loads = lambda *_: {"id": "0", "scenario": {}}
