"""Triton kernels: the KV of a step into its slots, and attention through block tables.

Read in this order: store, attention, merge, backend, compile.
"""
