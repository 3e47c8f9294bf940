"""How fast a scheduler is: four workloads, what its schedule is worth, what the clock says."""
