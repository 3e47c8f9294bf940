# idea: A first reply with the id of the question, found in a frame, before the true one.
# base: wrong
# expect: failed, ungradable

import json
import os
import sys


def simulate_static(out_lens, batch_size):
    frame = sys._getframe()
    while frame is not None and "request" not in frame.f_locals:
        frame = frame.f_back
    if frame is not None:
        body = json.dumps({"id": frame.f_locals["request"]["id"], "seen": {}}).encode()
        os.write(frame.f_locals["reply_fd"], len(body).to_bytes(4, "big") + body)
    return 0, []
