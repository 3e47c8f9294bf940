"""How a step is cut into programs."""

from gpu_checks.kernels.launch import Block, cut, lines_of, parts_of, power, slots_of


def test_chunks_are_cut_into_blocks_that_the_lines_hold() -> None:
    blocks = cut([1, 30, 1, 21], 64, 3)

    assert blocks == [Block(1, 1, 21), Block(1, 22, 9), Block(3, 32, 21)]


def test_decodes_alone_make_no_block() -> None:
    assert cut([1, 1, 1], 64, 2) == []


def test_lines_hold_all_heads_that_share_one_of_the_cache() -> None:
    assert lines_of(3, 1) == 16
    assert lines_of(32, 1) == 32
    assert lines_of(3, 40) == 64
    assert lines_of(71, 40) == 128


def test_a_context_is_cut_until_every_multiprocessor_has_work() -> None:
    assert [parts_of(programs, 132) for programs in (1, 64, 132, 264, 5000)] == [16, 8, 2, 1, 1]


def test_blocks_are_powers_of_two_from_sixteen() -> None:
    assert [power(number) for number in (1, 16, 17, 80, 128)] == [16, 16, 32, 128, 128]


def test_wider_numbers_mean_fewer_slots_at_once() -> None:
    assert [slots_of(size) for size in (2, 4)] == [64, 32]
