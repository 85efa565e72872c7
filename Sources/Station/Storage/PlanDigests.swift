internal import Cryptography
package import Registry

/// The digests of a batch's plans, row by row.
package struct PlanDigests: ~Copyable {
    private var blocks: [PlanBlock] = []
    private var open: Int64 = 0
    private var digest: RunningDigest

    package init() throws { digest = try RunningDigest() }

    /// In the order of the rows.
    package mutating func add(_ tag: Tag, row: Int64) throws {
        let number = PlanBlock.number(of: row)
        if number != open { try close(next: number) }
        try digest.add(tag.document(inRow: row))
    }

    private mutating func close(next number: Int64) throws {
        if let block = try digest.take() {
            blocks.append(PlanBlock(number: open, rows: block.rows, digest: block.digest))
        }
        open = number
    }

    package consuming func finish() throws -> [PlanBlock] {
        try close(next: 0)
        return blocks
    }
}

extension DocumentDigest {
    /// That of a batch's plans; nil without tags.
    package init?(_ blocks: some Sequence<PlanBlock>) throws {
        var digest = try RunningDigest()
        var rows: Int64 = 0
        for block in blocks {
            try digest.add(block.document)
            rows += block.rows
        }
        guard let all = try digest.take() else { return nil }
        self.init(rows: rows, digest: all.digest)
    }
}

extension Batch {
    /// The digests of its tags' plans when it is created, away from the registry's thread, for which others wait.
    @concurrent func planBlocks() async throws -> [PlanBlock] {
        var digests = try PlanDigests()
        for (row, tag) in tags.enumerated() { try digests.add(tag, row: Int64(row)) }
        return try digests.finish()
    }
}

/// The digest of a set, row by row.
struct RunningDigest: ~Copyable {
    private var digest: SHA256
    private var rows: Int64 = 0

    init() throws { digest = try SHA256() }

    mutating func add(_ row: [UInt8]) throws {
        try digest.update(row)
        rows += 1
    }

    /// What was added since the last time; nil without rows.
    mutating func take() throws -> DocumentDigest? {
        guard rows > 0 else { return nil }
        defer { rows = 0 }
        var whole = try SHA256()
        swap(&whole, &digest)
        return DocumentDigest(rows: rows, digest: try whole.hexadecimal())
    }
}
