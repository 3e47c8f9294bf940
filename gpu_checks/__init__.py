"""The GPU tier: a small engine that runs a learner's scheduler under a real model.

Rows and tables in, tokens out. Read in this order: protocol, adapter, engine, verify, bench.
"""
