"""A run of the learner's own code as a picture.

Read in this order:

    picture  what a picture is made of: rows, cells, marks
    play     one scenario, played in a worker, and what there is to draw
    blocks   who holds which KV block, so that a block keeps its place between two steps
    forest   a tree at each call, with what went in place
    table    the picture of a drill that draws none of its own
    debug    the same run under a debugger, in a process of its own

How a drill is drawn stands in `grader/pictures/NAME.py`, which may be absent.
"""
