# idea: The first answer is kept for all questions.
# base: wrong
# expect: failed

_kept = []


def simulate_static(out_lens, batch_size):
    if not _kept:
        _kept.append((len(out_lens), list(out_lens)))
    return _kept[0]
