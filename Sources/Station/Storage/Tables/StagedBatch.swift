internal import Registry

/// A batch on its way into the registry or out of it, piece by piece. Its rows are in the tables and no reader sees them:
/// they belong to a batch whose name has a second line, which no batch's own name has. To show them the second line is
/// removed.
struct StagedBatch {
    /// The name in the table.
    let text: String
    let number: Int64

    /// Whether a row of `batches` is one that readers see.
    static let isShown = "instr(batches.name, char(10)) = 0"

    /// `number`: the batch's own in the table.
    init(_ name: BatchName, number: Int64) {
        self.number = number
        text = "\(name.text)\n\(number)"
    }
}

extension SQLiteTables {
    func batch(bringing tag: TagID) throws -> BatchName? {
        try database.rows(
            """
            SELECT substr(name, 1, instr(name, char(10)) - 1) AS own FROM tags
            JOIN batches ON batches.number = tags.batch WHERE tags.id = ? AND NOT \(StagedBatch.isShown)
            """, [.text(tag.text)]
        ) { row -> BatchName in try SQLiteRegistry.identifier(row.text("own")) }.first
    }

    func reveal(_ batch: Batch) throws -> Bool {
        guard let staged else { return false }
        guard try head(batch.name) == nil else { throw RegistryError.batchExists(batch.name) }
        try noteTemplate(of: batch)
        try database.run("UPDATE batches SET name = ? WHERE name = ?", [.text(batch.name.text), .text(staged.text)])
        return true
    }

    /// CROSS JOIN keeps the order: few tags are spent, after a restoration, and a batch may have a million.
    func spentTags(of batch: BatchName) throws -> [TagID] {
        try database.rows(
            """
            SELECT spent_tags.id FROM spent_tags CROSS JOIN tags ON tags.id = spent_tags.id
            WHERE tags.batch = (SELECT number FROM batches WHERE name = ?)
            """, [.text(batch.text)]
        ) { try SQLiteRegistry.identifier($0.text("id")) }
    }
}
