internal import AuditLedger

/// Which entries of a shard carry the same URL, on different chips or on none.
struct SameURLs {
    /// The next entry with the same URL, -1 after the last.
    private var following: [Int32]
    private var firsts: [Bool]

    init(_ contents: borrowing ContentTable) {
        following = Array(repeating: -1, count: contents.count)
        firsts = Array(repeating: true, count: contents.count)
        // Only a chip makes two entries of one URL.
        guard (0..<contents.count).contains(where: { contents.hasChip($0) }) else { return }
        var capacity = 16
        while capacity < contents.count * 2 { capacity *= 2 }
        var slots = [Int32](repeating: -1, count: capacity)
        for entry in 0..<contents.count {
            let hash = contents.urlHash(entry)
            // The lowest bits are the shard's number.
            var slot = Int(truncatingIfNeeded: hash >> 9) & (capacity - 1)
            while slots[slot] >= 0 {
                let other = Int(slots[slot])
                if contents.urlHash(other) == hash, contents.haveSameURL(other, entry) { break }
                slot = (slot + 1) & (capacity - 1)
            }
            if slots[slot] >= 0 {
                // Later entries come in between; the head of the chain stays the same.
                let head = Int(slots[slot])
                following[entry] = following[head]
                following[head] = Int32(entry)
                firsts[entry] = false
            } else {
                slots[slot] = Int32(entry)
            }
        }
    }

    /// The entries whose URL no other has.
    var singles: [Int] { firsts.indices.filter { firsts[$0] && following[$0] < 0 } }

    func isFirst(_ entry: Int) -> Bool { firsts[entry] }

    func next(_ entry: Int) -> Int? {
        following[entry] < 0 ? nil : Int(following[entry])
    }

    func all(from first: Int) -> [Int] {
        var group = [first]
        while let last = group.last, let next = next(last) { group.append(next) }
        return group
    }
}
