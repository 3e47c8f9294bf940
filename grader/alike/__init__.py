"""Which of many files are nearly the same: a place to look, never a verdict."""
