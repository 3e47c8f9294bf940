"""How a result is shown: lines on a terminal, a live view, an HTML page, a PNG, JSON.

Everything here is a pure function of a `Result` or a `Course`; nothing prints.
"""
