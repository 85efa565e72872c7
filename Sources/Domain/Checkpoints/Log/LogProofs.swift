/// Where the complete subtrees of a log are kept: see ``LogFrontier/append(_:)``.
package protocol LogNodes {
    /// The hashes of complete subtrees, as far as they were kept. One look-up for all of them.
    func hashes(at places: [LogPlace]) throws -> [LogPlace: LogHash]
}

/// A complete subtree: 2^level entries from entry index * 2^level on.
package struct LogPlace: Hashable, Sendable {
    package let level: Int
    package let index: UInt64

    package init(level: Int, index: UInt64) {
        self.level = level
        self.index = index
    }
}

/// Proofs over a log whose nodes are kept: each takes one look-up of about log2 n nodes, and as many hashes.
package struct LogProofs<Nodes: LogNodes> {
    private let nodes: Nodes

    package init(_ nodes: Nodes) {
        self.nodes = nodes
    }

    /// The root that the log had at a size.
    package func root(at size: UInt64) throws -> LogHash {
        guard size > 0 else { return try LogHash.empty() }
        return try hash(0..<size, try nodes.hashes(at: (0..<size).subtrees))
    }

    /// That entry `index` is in the log of `size` entries (RFC 6962, 2.1.1): the siblings from the leaf up.
    package func inclusion(of index: UInt64, in size: UInt64) throws -> [LogHash] {
        let known = index < size ? try nodes.hashes(at: Self.places(ofInclusionOf: index, in: size)) : [:]
        guard known[LogPlace(level: 0, index: index)] != nil else {
            throw CheckpointError.outsideLog("entry \(index) is not in a log of \(size)")
        }
        return try Self.siblings(of: index, in: size).reversed().map { try hash($0, known) }
    }

    /// What ``inclusion(of:in:)`` looks up.
    package static func places(ofInclusionOf index: UInt64, in size: UInt64) -> [LogPlace] {
        [LogPlace(level: 0, index: index)] + siblings(of: index, in: size).flatMap(\.subtrees)
    }

    /// From the root down.
    private static func siblings(of index: UInt64, in size: UInt64) -> [Range<UInt64>] {
        var (siblings, rest) = ([Range<UInt64>](), 0..<size)
        while index < size, rest.count > 1 {
            let middle = rest.middle
            if index < middle {
                siblings.append(middle..<rest.upperBound)
                rest = rest.lowerBound..<middle
            } else {
                siblings.append(rest.lowerBound..<middle)
                rest = middle..<rest.upperBound
            }
        }
        return siblings
    }

    /// That the log of `old` entries is the beginning of that of `new` entries (RFC 6962, 2.1.2). Empty for 0 and for equal
    /// sizes, of which nothing need be proven.
    package func consistency(from old: UInt64, to new: UInt64) throws -> [LogHash] {
        guard old <= new else { throw CheckpointError.outsideLog("a log of \(new) entries has no \(old)") }
        guard old > 0, old < new else { return [] }
        var (parts, rest) = ([Range<UInt64>](), 0..<new)
        while rest.upperBound != old {
            let middle = rest.middle
            if old <= middle {
                parts.append(middle..<rest.upperBound)
                rest = rest.lowerBound..<middle
            } else {
                parts.append(rest.lowerBound..<middle)
                rest = middle..<rest.upperBound
            }
        }
        // The verifier knows the root of the whole old log.
        if rest.lowerBound > 0 { parts.append(rest) }
        let known = try nodes.hashes(at: parts.flatMap(\.subtrees))
        return try parts.reversed().map { try hash($0, known) }
    }

    /// The hash over a part.
    private func hash(_ part: Range<UInt64>, _ known: [LogPlace: LogHash]) throws -> LogHash {
        if part.isComplete {
            guard let hash = known[part.place] else {
                throw CheckpointError.outsideLog(
                    "the log does not have the entries from \(part.lowerBound) to \(part.upperBound - 1)")
            }
            return hash
        }
        return try LogHash.node(
            try hash(part.lowerBound..<part.middle, known), try hash(part.middle..<part.upperBound, known))
    }
}

/// A part of a log, which begins where one of its size may begin.
extension Range<UInt64> {
    /// Behind the largest complete subtree that is not all of it.
    fileprivate var middle: UInt64 {
        lowerBound + (1 << UInt64(63 - (upperBound - lowerBound - 1).leadingZeroBitCount))
    }

    fileprivate var isComplete: Bool { (upperBound - lowerBound).nonzeroBitCount == 1 }

    /// Of a complete one.
    fileprivate var place: LogPlace {
        let level = (upperBound - lowerBound).trailingZeroBitCount
        return LogPlace(level: level, index: lowerBound >> UInt64(level))
    }

    /// The complete ones of which it is made.
    fileprivate var subtrees: [LogPlace] {
        isComplete ? [place] : [(lowerBound..<middle).place] + (middle..<upperBound).subtrees
    }
}
