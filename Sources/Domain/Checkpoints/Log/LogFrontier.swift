package import Cryptography

/// The right edge of a log: what is needed to append to it and to say its root, and no more than 64 hashes.
package struct LogFrontier: Hashable, Sendable {
    /// A complete subtree: 2^level entries from entry index * 2^level on. It never changes again.
    package struct Node: Hashable, Sendable {
        package let level: Int
        package let index: UInt64
        package let hash: LogHash

        package init(level: Int, index: UInt64, hash: LogHash) {
            self.level = level
            self.index = index
            self.hash = hash
        }
    }

    /// How many entries the log has.
    package private(set) var size: UInt64
    /// The largest complete subtrees, from the left: one for each bit of the size that is set.
    package private(set) var peaks: [LogHash]

    /// A log without entries.
    package init() {
        (size, peaks) = (0, [])
    }

    /// A log of this size, whose peaks were kept; nil where their number does not fit.
    package init?(size: UInt64, peaks: [LogHash]) {
        guard peaks.count == size.nonzeroBitCount else { return nil }
        self.size = size
        self.peaks = peaks
    }

    /// Appends an entry by its leaf's hash, and gives the subtrees that this completes, the leaf first: for a log of n
    /// entries 2n - 1 of them at most, and each is kept once.
    package mutating func append(_ leaf: LogHash) throws(CryptographyError) -> [Node] {
        var completed = [Node(level: 0, index: size, hash: leaf)]
        var peaks = peaks
        for level in 0..<size.trailingOneBitCount {
            let (left, right) = (peaks.removeLast(), completed[level].hash)
            completed.append(
                Node(level: level + 1, index: size >> UInt64(level + 1), hash: try LogHash.node(left, right)))
        }
        self.peaks = peaks + [completed[completed.count - 1].hash]
        size += 1
        return completed
    }

    /// The root over all entries.
    package func root() throws(CryptographyError) -> LogHash {
        guard var root = peaks.last else { return try LogHash.empty() }
        for peak in peaks.dropLast().reversed() { root = try LogHash.node(peak, root) }
        return root
    }
}

extension UInt64 {
    /// How many of the lowest bits are set.
    fileprivate var trailingOneBitCount: Int { (~self).trailingZeroBitCount }
}
