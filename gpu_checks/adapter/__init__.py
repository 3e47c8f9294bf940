"""What stands between a learner's file and the engine: the same turns, whichever drill it answers.

`turn`, `tables`, `scheduler` and `budget` run in the worker beside the learner's code; `session`
runs beside the engine and asks them.
"""
