"""The judge: runs a learner's file in a separate process and says which rule it breaks."""

__version__ = "0.1.0"
