"""A class that holds a binary heap of its own, without heapq; the slowest right program.

Odd: object-oriented throughout; raises a subclass of ValueError.
"""


class BadInput(ValueError):
    pass


class Slots:
    def __init__(self, size):
        self.size = size
        self.heap = []

    def run(self, length):
        if len(self.heap) < self.size:
            self.heap.append(length)
            self._up(len(self.heap) - 1)
            return length
        end = self.heap[0] + length
        self.heap[0] = end
        self._down(0)
        return end

    def _up(self, i):
        heap = self.heap
        while i and heap[(i - 1) // 2] > heap[i]:
            parent = (i - 1) // 2
            heap[parent], heap[i] = heap[i], heap[parent]
            i = parent

    def _down(self, i):
        heap = self.heap
        while True:
            least = i
            for child in (2 * i + 1, 2 * i + 2):
                if child < len(heap) and heap[child] < heap[least]:
                    least = child
            if least == i:
                return
            heap[least], heap[i] = heap[i], heap[least]
            i = least


class Group:
    def __init__(self, begin):
        self.begin = self.end = begin
        self.members = 0

    def run(self, length):
        self.members += 1
        self.end = max(self.end, self.begin + length)
        return self.begin + length


class Workload:
    def __init__(self, lengths, slots):
        for value in [slots, *lengths]:
            self.need(value, 1)
        self.lengths, self.slots = lengths, slots

    @staticmethod
    def need(value, least):
        if type(value) is not int:
            raise BadInput("an int is needed, not " + str(value))
        if value < least:
            raise BadInput("at least " + str(least) + " is needed, not " + str(value))

    def static(self):
        group, finish = Group(0), []
        for length in self.lengths:
            if group.members == self.slots:
                group = Group(group.end)
            finish.append(group.run(length))
        return group.end, finish

    def continuous(self):
        slots = Slots(self.slots)
        finish = [slots.run(length) for length in self.lengths]
        return max(finish) if finish else 0, finish

    def share(self, steps):
        self.need(steps, 1 if len(self.lengths) else 0)
        if not len(self.lengths):
            return 0.0
        return sum(self.lengths) / (self.slots * steps)


def simulate_static(out_lens, batch_size):
    return Workload(out_lens, batch_size).static()


def simulate_continuous(out_lens, batch_size):
    return Workload(out_lens, batch_size).continuous()


def utilization(out_lens, batch_size, total_steps):
    return Workload(out_lens, batch_size).share(total_steps)
