"""The mock interview: a round against the clock, its report, and rounds for somebody else."""
