"""Hidden checks, one module a drill: scenarios, and one check a rule."""
