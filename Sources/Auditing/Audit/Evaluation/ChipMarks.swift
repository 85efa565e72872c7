internal import Dispatch
internal import Synchronization

/// The marks of very many chips, in parts so that growing copies nothing.
struct ChipMarks: Sendable {
    private static let partSize = 1 << 15

    /// All but the last of each thread are full.
    private var parts: [[ChipMark]] = []

    mutating func append(_ mark: ChipMark) {
        if parts.last.map({ $0.count == Self.partSize }) ?? true {
            parts.append([])
            parts[parts.count - 1].reserveCapacity(Self.partSize)
        }
        parts[parts.count - 1].append(mark)
    }

    /// Takes over another thread's; nothing is to be appended after that.
    mutating func merge(_ other: ChipMarks) { parts += other.parts }

    /// The marks that share a tag identifier or a chip with another.
    func doubles(threads: Int = 1) -> [ChipMark] {
        guard threads > 1 else { return repeated { $0.tag } + repeated { $0.chip } }
        let found = Mutex<[ChipMark]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            let half = number == 0 ? repeated { $0.tag } : repeated { $0.chip }
            found.withLock { $0 += half }
        }
        return found.withLock { $0 }
    }

    @inline(__always)
    private func repeated(_ key: (ChipMark) -> UInt64) -> [ChipMark] {
        // A few bits for each mark filter out nearly all keys that occur once. Keys that meet a set bit are counted.
        let count = parts.reduce(0) { $0 + $1.count }
        var capacity = 1 << 10
        while capacity < count * 16 { capacity *= 2 }
        func place(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key) & (capacity - 1) }
        var met = BitSet(capacity)
        var again = BitSet(capacity)
        for part in parts {
            for mark in part {
                let key = key(mark)
                if key != 0, !met.insert(place(key)) { again.insert(place(key)) }
            }
        }
        var doubtful: [ChipMark] = []
        for part in parts {
            doubtful += part.lazy.filter { key($0) != 0 && again.contains(place(key($0))) }
        }
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
