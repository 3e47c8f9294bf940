# idea: The right answer as a JSON text.
# base: right
# expect: failed

import json

_static = simulate_static


def simulate_static(out_lens, batch_size):
    return json.dumps(_static(out_lens, batch_size))
