"""The pool drawn as a table: each block, who holds it, its tokens, its hash.

Left out: how it came to this, which the rows say (`rows.py`).
"""

from grader.properties.blocks.ledger import Ledger
from grader.properties.blocks.words import list_words, token_words


def picture(book: Ledger) -> str:
    """Draw the first 12 blocks, the free list, and who holds what."""
    refs, held = book.refs, _contents(book)
    known = {one.block for one in book.log if book.alive(one) and book.entry(one.key) is one}
    rows = [["block", "ref", "tokens", "registered"]]
    rows += [
        [str(block), str(refs[block]), held[block], "yes" if block in known else "-"]
        for block in range(min(book.blocks, 12))
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if book.blocks > 12:
        lines.append(f"... {book.blocks} blocks in all")
    lines.append(f"free: {list_words(book.free)}")
    lines += [_holder(book, name) for name, table in book.tables.items() if table]
    return "\n".join(lines)


def _holder(book: Ledger, name: str) -> str:
    tokens, cached = token_words(book.tokens[name]), book.cached[name]
    return f"{name}: {list_words(book.tables[name])}   tokens {tokens}   {cached} cached"


def _contents(book: Ledger) -> list[str]:
    """Return for each block the tokens whose KV it holds."""
    held = ["-"] * book.blocks
    for one in book.log:
        if book.alive(one):
            held[one.block] = token_words(one.prefix[-book.size :])
    for name, table in book.tables.items():
        for i, block in enumerate(table):
            start, end = i * book.size, min((i + 1) * book.size, book.cached[name])
            if start < end:
                held[block] = token_words(book.tokens[name][start:end])
    return held
