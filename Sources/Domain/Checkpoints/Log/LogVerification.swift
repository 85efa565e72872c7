package import Cryptography

/// Checks of proofs with nothing but roots: RFC 9162, 2.1.3.2 and 2.1.4.2, whose trees are those of RFC 6962.
package enum LogVerification {
    /// Whether the entry with this leaf's hash is number `index` of the log with this size and root.
    package static func isIncluded(
        _ leaf: LogHash, at index: UInt64, size: UInt64, root: LogHash, proof: [LogHash]
    ) throws(CryptographyError) -> Bool {
        guard index < size else { return false }
        var (node, last, hash) = (index, size - 1, leaf)
        for sibling in proof {
            guard last > 0 else { return false }
            if node & 1 == 1 || node == last {
                hash = try LogHash.node(sibling, hash)
                while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
            } else {
                hash = try LogHash.node(hash, sibling)
            }
            (node, last) = (node >> 1, last >> 1)
        }
        return last == 0 && hash == root
    }

    /// Whether the log of `old` entries with the first root is the beginning of that of `new` entries with the other.
    package static func isConsistent(
        from old: (size: UInt64, root: LogHash), to new: (size: UInt64, root: LogHash), proof: [LogHash]
    ) throws(CryptographyError) -> Bool {
        guard old.size <= new.size else { return false }
        if old.size == new.size { return proof.isEmpty && old.root == new.root }
        if old.size == 0 {
            let empty = try LogHash.empty()
            return proof.isEmpty && old.root == empty
        }
        // A whole subtree has its root in no proof: the verifier has it.
        var path = old.size.nonzeroBitCount == 1 ? [old.root] + proof : proof
        guard !path.isEmpty else { return false }
        let first = path.removeFirst()
        var (node, last) = (old.size - 1, new.size - 1)
        while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
        var (before, after) = (first, first)
        for sibling in path {
            guard last > 0 else { return false }
            if node & 1 == 1 || node == last {
                (before, after) = (try LogHash.node(sibling, before), try LogHash.node(sibling, after))
                while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
            } else {
                after = try LogHash.node(after, sibling)
            }
            (node, last) = (node >> 1, last >> 1)
        }
        return last == 0 && before == old.root && after == new.root
    }
}
