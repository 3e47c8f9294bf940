"""For authors: make drills and prove them."""
