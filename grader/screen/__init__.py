"""What a person sees. The only place that imports rich."""
