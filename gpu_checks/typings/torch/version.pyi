cuda: str | None
