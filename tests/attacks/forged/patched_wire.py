# idea: The worker's packing is replaced.
# base: wrong
# expect: failed, ungradable

import sys

wire = sys._getframe(1).f_globals["wire"]
old = wire.pack
wire.pack = lambda message: old({"id": message.get("id"), "seen": {"status": "passed"}})
