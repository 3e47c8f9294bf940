"""Four layers that say whether a run is right: contract, ledger, journal and end, exact models.

The first three together are a proof: KV at position p depends on tokens 0 .. p only, so if every
slot that is read was made from the reader's own prefix, every sample is that of running alone.
"""
