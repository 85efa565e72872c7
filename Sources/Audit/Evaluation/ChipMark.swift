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
        while capacity < marks.count * 16 { capacity *= 2 }
        func place(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key) & (capacity - 1) }
        var met = BitSet(capacity)
        var again = BitSet(capacity)
        var isDoubtful = false
        for mark in marks {
            let key = key(mark)
            if key == 0 || met.insert(place(key)) { continue }
            again.insert(place(key))
            isDoubtful = true
        }
        if !isDoubtful { return [] }
        let doubtful = marks.filter { key($0) != 0 && again.contains(place(key($0))) }
        let counts = Dictionary(doubtful.map { (key($0), 1) }, uniquingKeysWith: +)
        return doubtful.filter { counts[key($0), default: 0] > 1 }
    }
}

/// Small numbers, one bit each.
private struct BitSet {
    private var words: [UInt64]

    /// For the numbers below a multiple of 64.
    init(_ capacity: Int) { words = Array(repeating: 0, count: capacity / 64) }

    @inline(__always)
    func contains(_ number: Int) -> Bool { words[number >> 6] & 1 << UInt64(number & 63) != 0 }

    /// Whether it was not there yet.
    @inline(__always) @discardableResult
    mutating func insert(_ number: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(number & 63)
        defer { words[number >> 6] |= bit }
        return words[number >> 6] & bit == 0
    }
}
