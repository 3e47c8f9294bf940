"""Grade many files: find them, judge them in warm processes or on a cluster, keep the verdicts."""
