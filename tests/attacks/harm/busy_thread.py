# idea: A thread that computes for ever beside the answers.
# base: wrong
# expect: failed

import threading


def work():
    while True:
        pass


threading.Thread(target=work).start()
