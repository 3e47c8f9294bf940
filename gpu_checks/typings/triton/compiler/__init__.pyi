from collections.abc import Mapping

from triton import JITFunction

class ASTSource:
    def __init__(
        self,
        fn: JITFunction,
        signature: Mapping[str, str],
        constexprs: Mapping[str, int],
        attrs: Mapping[tuple[int, ...], list[list[str | int]]],
    ) -> None: ...
