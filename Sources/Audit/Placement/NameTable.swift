/// Finds names in part of a buffer without making a text of it.
struct NameTable: Sendable {
    /// Position of the name plus one, 0 where none is.
    private var slots: [UInt32]
    private var texts: [UInt8] = []
    private var ends: [Int] = []
    private var repeated: Set<Int> = []

    /// Of equal names the first counts.
    init(_ names: some Collection<String>) {
        var capacity = 16
        while capacity < names.count * 2 { capacity *= 2 }
        slots = Array(repeating: 0, count: capacity)
        ends.reserveCapacity(names.count)
        for name in names {
            texts += name.utf8
            ends.append(texts.count)
        }
        for position in ends.indices {
            let range = range(position)
            if let first = self.position(texts.span, range) {
                repeated.insert(first)
                continue
            }
            var slot = place(texts.span, range)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(position + 1)
        }
    }

    /// Whether no later name is equal to the one at this position, which is the first of its kind.
    func isOnly(_ position: Int) -> Bool { !repeated.contains(position) }

    func position(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Int? {
        var slot = place(bytes, name)
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if isEqual(position, bytes, name) { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private func place(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Int {
        Int(truncatingIfNeeded: ContentHash.hash(bytes, name)) & (slots.count - 1)
    }

    private func range(_ position: Int) -> Range<Int> {
        (position == 0 ? 0 : ends[position - 1])..<ends[position]
    }

    private func isEqual(_ position: Int, _ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        let own = range(position)
        return own.count == name.count && ByteComparison.isEqual(texts.span, at: own.lowerBound, bytes, name)
    }
}
