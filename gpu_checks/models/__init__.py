"""The models: two exact ones that prove, and a float one that is fast.

Read in this order: model, fingerprint, bitexact, shapes, llama, weights.
"""
