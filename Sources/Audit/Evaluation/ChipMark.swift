internal import Dispatch
internal import Synchronization

/// Where a tag with a chip is in the ledger, to find the same identifier or the same chip elsewhere.
struct ChipMark: BitwiseCopyable, Sendable {
    let tag: UInt64
    let chip: UInt64
    let shard: Int32
    let entry: Int32

    /// The marks that share a tag identifier or a chip with another.
    static func doubles(_ marks: [ChipMark], threads: Int = 1) -> [ChipMark] {
        guard threads > 1 else { return repeated(marks) { $0.tag } + repeated(marks) { $0.chip } }
        let found = Mutex<[ChipMark]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            let half = number == 0 ? repeated(marks) { $0.tag } : repeated(marks) { $0.chip }
            found.withLock { $0 += half }
        }
        return found.withLock { $0 }
    }

    @inline(__always)
    private static func repeated(_ marks: [ChipMark], _ key: (ChipMark) -> UInt64) -> [ChipMark] {
        // A few bits for each mark tell nearly all keys that are there once. What meets a bit that is set is looked at.
        var capacity = 1 << 10
        while capacity < marks.count * 32 { capacity *= 2 }
        var bits = [UInt64](repeating: 0, count: capacity / 64)
        var counts: [UInt64: Int] = [:]
        for mark in marks {
            let key = key(mark)
            if key == 0 { continue }
            let place = Int(truncatingIfNeeded: key) & (capacity - 1)
            if bits[place >> 6] & 1 << UInt64(place & 63) != 0 { counts[key] = 0 }
            bits[place >> 6] |= 1 << UInt64(place & 63)
        }
        if counts.isEmpty { return [] }
        for mark in marks { if let count = counts[key(mark)] { counts[key(mark)] = count + 1 } }
        return marks.filter { key($0) != 0 && (counts[key($0)] ?? 0) > 1 }
    }
}
