# idea: What json encodes is changed on its way to the judge.
# base: right
# expect: failed, ungradable

import json.encoder

_encode, _continuous = json.encoder.JSONEncoder.iterencode, simulate_continuous


def iterencode(self, reply, _one_shot=False):
    for seen in reply.get("seen", {}).values():
        seen["changed"] = False
    return _encode(self, reply, _one_shot)


json.encoder.JSONEncoder.iterencode = iterencode


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
