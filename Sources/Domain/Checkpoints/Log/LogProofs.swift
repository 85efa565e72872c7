/// Where the complete subtrees of a log are kept: see ``LogFrontier/append(_:)``.
package protocol LogNodes {
    /// The hash of a complete subtree; nil where it was not kept.
    func node(level: Int, index: UInt64) throws -> LogHash?
}

/// Proofs over a log whose nodes are kept: each takes about log2 n look-ups and as many hashes.
package struct LogProofs<Nodes: LogNodes> {
    private let nodes: Nodes

    package init(_ nodes: Nodes) {
        self.nodes = nodes
    }

    /// The root that the log had at a size.
    package func root(at size: UInt64) throws -> LogHash {
        size == 0 ? try LogHash.empty() : try hash(from: 0, to: size)
    }

    /// That entry `index` is in the log of `size` entries (RFC 6962, 2.1.1): the siblings from the leaf up.
    package func inclusion(of index: UInt64, in size: UInt64) throws -> [LogHash] {
        guard index < size, try nodes.node(level: 0, index: index) != nil else {
            throw CheckpointError.outsideLog("entry \(index) is not in a log of \(size)")
        }
        var (proof, start, end) = ([LogHash](), UInt64(0), size)
        while end - start > 1 {
            let middle = start + Self.split(end - start)
            if index < middle {
                proof.append(try hash(from: middle, to: end))
                end = middle
            } else {
                proof.append(try hash(from: start, to: middle))
                start = middle
            }
        }
        return proof.reversed()
    }

    /// That the log of `old` entries is the beginning of that of `new` entries (RFC 6962, 2.1.2). Empty for 0 and for equal
    /// sizes, of which nothing need be proven.
    package func consistency(from old: UInt64, to new: UInt64) throws -> [LogHash] {
        guard old <= new else { throw CheckpointError.outsideLog("a log of \(new) entries has no \(old)") }
        guard old > 0, old < new else { return [] }
        var (proof, start, end) = ([LogHash](), UInt64(0), new)
        while end != old {
            let middle = start + Self.split(end - start)
            if old <= middle {
                proof.append(try hash(from: middle, to: end))
                end = middle
            } else {
                proof.append(try hash(from: start, to: middle))
                start = middle
            }
        }
        // The verifier knows the root of the whole old log.
        if start > 0 { proof.append(try hash(from: start, to: end)) }
        return proof.reversed()
    }

    /// The hash over a subtree, which begins where one of its size may begin.
    private func hash(from start: UInt64, to end: UInt64) throws -> LogHash {
        let count = end - start
        if count.nonzeroBitCount == 1 {
            let level = count.trailingZeroBitCount
            guard let hash = try nodes.node(level: level, index: start >> UInt64(level)) else {
                throw CheckpointError.outsideLog("the log does not have the entries from \(start) to \(end - 1)")
            }
            return hash
        }
        let middle = start + Self.split(count)
        return try LogHash.node(try hash(from: start, to: middle), try hash(from: middle, to: end))
    }

    /// The largest power of two below a number, which is 2 or more.
    private static func split(_ count: UInt64) -> UInt64 { 1 << UInt64(63 - (count - 1).leadingZeroBitCount) }
}
