import Checkpoints
import Registry
import Testing

@Suite struct `A log of heads` {
    @Test func `has the roots of the known log at every size`() throws {
        var log = try MemoryLog([])
        #expect(try log.frontier.root() == KnownLog.root(0))
        for (index, entry) in KnownLog.entries.enumerated() {
            try log.append(entry)
            #expect(try log.frontier.root() == KnownLog.root(UInt64(index + 1)))
        }
        for size in 0...KnownLog.entries.count {
            #expect(try log.proofs.root(at: UInt64(size)) == KnownLog.root(UInt64(size)))
        }
    }

    @Test(arguments: KnownLog.inclusions) func `makes the known inclusion proofs`(_ known: KnownLog.Proof) throws {
        let log = try MemoryLog(KnownLog.entries)
        let proof = try log.proofs.inclusion(of: known.from, in: known.size)
        #expect(proof.map(\.text) == known.hashes)
        #expect(
            try LogVerification.isIncluded(
                log.leaves[Int(known.from)], at: known.from, size: known.size, root: KnownLog.root(known.size),
                proof: proof))
    }

    @Test(arguments: KnownLog.consistencies) func `makes the known consistency proofs`(_ known: KnownLog.Proof) throws {
        let log = try MemoryLog(KnownLog.entries)
        let proof = try log.proofs.consistency(from: known.from, to: known.size)
        #expect(proof.map(\.text) == known.hashes)
        let (old, new) = (try KnownLog.root(known.from), try KnownLog.root(known.size))
        #expect(try LogVerification.isConsistent(from: (known.from, old), to: (known.size, new), proof: proof))
    }

    /// The definition of RFC 6962, 2.1, read once more.
    private func definedRoot(_ leaves: ArraySlice<LogHash>) throws -> LogHash {
        guard leaves.count > 1 else { return try leaves.first ?? LogHash.empty() }
        var half = 1
        while half * 2 < leaves.count { half *= 2 }
        let middle = leaves.startIndex + half
        return try LogHash.node(definedRoot(leaves[..<middle]), definedRoot(leaves[middle...]))
    }

    @Test func `proves every entry and every beginning, at all sizes up to 40, and nothing else`() throws {
        let log = try MemoryLog((0..<40).map { [UInt8($0), 7] })
        let roots = try (0...40).map { try definedRoot(log.leaves[..<$0]) }
        for size in 1...40 {
            let (count, root) = (UInt64(size), roots[size])
            #expect(try log.proofs.root(at: count) == root)
            for index in 0..<count {
                let proof = try log.proofs.inclusion(of: index, in: count)
                let leaf = log.leaves[Int(index)]
                func isIncluded(_ leaf: LogHash, _ index: UInt64, _ proof: [LogHash]) throws -> Bool {
                    try LogVerification.isIncluded(leaf, at: index, size: count, root: root, proof: proof)
                }
                #expect(try isIncluded(leaf, index, proof))
                #expect(try !isIncluded(roots[0], index, proof))
                #expect(try !isIncluded(leaf, index + 1, proof))
                #expect(try !isIncluded(leaf, index, proof + [root]))
                if !proof.isEmpty { #expect(try !isIncluded(leaf, index, Array(proof.dropLast()))) }
            }
            for old in 0...size {
                let proof = try log.proofs.consistency(from: UInt64(old), to: count)
                func isConsistent(_ oldRoot: LogHash, _ root: LogHash, _ proof: [LogHash]) throws -> Bool {
                    try LogVerification.isConsistent(from: (UInt64(old), oldRoot), to: (count, root), proof: proof)
                }
                #expect(try isConsistent(roots[old], root, proof))
                #expect(try !isConsistent(log.leaves[0] == roots[old] ? roots[0] : log.leaves[0], root, proof))
                #expect(try !isConsistent(roots[old], root, proof + [root]))
                if old > 0, old < size {
                    #expect(try !isConsistent(roots[old], roots[old], proof))
                    #expect(try !isConsistent(roots[old], root, []))
                }
            }
        }
    }

    @Test func `needs the nodes of its edge alone to grow, and completes two for each entry`() throws {
        var log = try MemoryLog([])
        var completed = 0
        for number in 0..<1_000 {
            completed += try log.append([UInt8(number & 255)])
            #expect(log.frontier.peaks.count == log.frontier.size.nonzeroBitCount)
        }
        #expect(completed <= 2 * 1_000)
        let again = try #require(LogFrontier(size: log.frontier.size, peaks: log.frontier.peaks))
        #expect(again == log.frontier)
        #expect(LogFrontier(size: 3, peaks: log.frontier.peaks) == nil)
    }

    @Test func `refuses proofs of what it does not have`() throws {
        let log = try MemoryLog(KnownLog.entries)
        #expect(throws: CheckpointError.self) { try log.proofs.inclusion(of: 8, in: 8) }
        #expect(throws: CheckpointError.self) { try log.proofs.inclusion(of: 8, in: 9) }
        #expect(throws: CheckpointError.self) { try log.proofs.consistency(from: 8, to: 7) }
    }

    @Test func `an entry is the head of a chain, on three lines`() throws {
        let head = HeadEntry(chain: ChainName(bits: 0xAB), sequence: 12, digest: try KnownLog.root(0))
        #expect(
            String(decoding: head.bytes, as: UTF8.self)
                == "000000000000000000000000000000ab\n12\n\(KnownLog.roots[0])\n")
    }
}
