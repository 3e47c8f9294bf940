"""The arithmetic round of an interview: fresh numbers, answers with units, workings, a clock."""
