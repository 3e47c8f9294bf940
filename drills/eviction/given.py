"""What you are handed: a node of the tree, and a request that is being generated.

Read it, import it, leave it as it is.
"""


class Node:
    """One edge of the radix tree and what hangs below it; compared by identity.

    `key` holds the tokens of the edge, `value` their KV slots, one a token. The root has neither,
    and its parent is None. You may put further attributes on a node.
    """

    def __init__(self, key: tuple[int, ...], value: list[int], parent: "Node | None") -> None:
        self.key = key
        self.value = value
        self.parent = parent
        self.children: dict[object, Node] = {}  # first page of the child's key -> child
        self.last_access: int = 0  # tick of the last call that used this node
        self.lock_ref: int = 0  # locks on this node and on all nodes below it

    def __repr__(self) -> str:
        return f"Node({self.key}, {self.value}, lock_ref={self.lock_ref})"


class Request:
    """One running request, as level 2 sees it.

    `slots` holds the KV slots of its leading tokens: len(slots) tokens have KV. After the prompt
    that is all but the last sampled one; in the middle of a chunked prompt it is fewer.
    The tree owns the first `protected_len` of these slots, the request alone the others;
    `last_node` is the node that spells those tokens, and the request holds one lock on it.
    """

    def __init__(
        self, tokens: list[int], slots: list[int], protected_len: int, last_node: Node
    ) -> None:
        self.tokens = tokens
        self.slots = slots
        self.protected_len = protected_len
        self.last_node = last_node

    def __repr__(self) -> str:
        return f"Request({self.tokens}, {self.slots}, protected_len={self.protected_len})"
