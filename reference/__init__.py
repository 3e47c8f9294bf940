"""The answers, one module a drill, written to be read after solving."""
