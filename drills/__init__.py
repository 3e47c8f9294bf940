"""The drills, one folder each: statement, stub, given code, driver, visible examples."""
