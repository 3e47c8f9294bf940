"""The jail in which the learner's code runs: layers that a worker puts around itself.

Read in this order: `layer.py` (what a layer answers), `enter.py` (the order in which they go on),
then a file a layer. Everything uses the standard library and system calls through ctypes alone.
Left out: limits on wall-clock time and on output, which the judge keeps from outside.
"""

from grader.jail.enter import enter
from grader.jail.layer import LEVELS, Layer, Limits, is_enough, level, missing

__all__ = ["LEVELS", "Layer", "Limits", "enter", "is_enough", "level", "missing"]
