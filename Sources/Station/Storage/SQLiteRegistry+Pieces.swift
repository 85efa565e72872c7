package import Registry

/// Large changes in short transactions, beside those of the bench.
extension SQLiteRegistry {
    /// Batches of more tags than this, and audits with more verdicts, come in pieces.
    static let wholeLimit = 256

    /// Takes a batch in piece by piece, shown by one short transaction with its journal entry. Refused or not, nothing of
    /// it is seen before.
    func create(
        _ batch: Batch, expecting basis: EditBasis?, by author: Author
    ) async throws -> JournalEntry {
        let staged = try begin(batch)
        async let digests = batch.planBlocks()
        do {
            let stores = Set(try stores().map(\.id))
            try await inPieces(batch.tags.count) { range in
                var tables = SQLiteTables(database: database, staged: staged)
                for tag in batch.tags[range] { try tables.stage(tag, of: batch, stores: stores) }
            }
            let blocks = try await digests
            try await inPieces(blocks.count) { range in
                let tables = SQLiteTables(database: database)
                for block in blocks[range] {
                    try tables.keep(block, at: PlanChanges.Place(batch: staged.number, block: block.number))
                }
            }
            let entry = try write(.batchCreated(batch), expecting: basis, by: author, staged)
            arrivals.remove(staged.text)
            return entry
        } catch {
            try? await remove(staged.text, endingWhenCancelled: false)
            arrivals.remove(staged.text)
            throw error
        }
    }

    /// Keeps what an audit says of tags, before its own event.
    package func keepVerdicts(of run: AuditRun) async throws -> AuditRun {
        try await inPieces(run.verdicts.count) { range in
            try tables.checkNothingForgotten(since: run)
            try tables.keep(run.verdicts[range])
        }
        return run.withVerdictsKept
    }

    private func begin(_ batch: Batch) throws -> StagedBatch {
        try translatingErrors {
            try database.transaction {
                let number = try database.integer("SELECT coalesce(max(number), 0) + 1 FROM batches") ?? 1
                let staged = StagedBatch(batch.name, number: number)
                var tables = SQLiteTables(database: database, staged: staged)
                try tables.putHead(of: batch)
                arrivals.insert(staged.text)
                return staged
            }
        }
    }

    /// Removes what is left of batches that were deleted, or whose import ended with the process.
    ///
    /// `ends`: whether it throws `CancellationError` between two pieces where its task is cancelled; the next call
    /// removes the rest.
    package func removeLeftovers(endingWhenCancelled ends: Bool = false) async throws {
        let all = try translatingErrors {
            try database.rows("SELECT name FROM batches WHERE NOT \(StagedBatch.isShown)") { $0.text("name") }
        }
        for name in all where !arrivals.contains(name) { try await remove(name, endingWhenCancelled: ends) }
    }

    private func remove(_ staged: String, endingWhenCancelled ends: Bool) async throws {
        let number = "(SELECT number FROM batches WHERE name = ?)"
        try await removeRows(
            "tags WHERE rowid IN (SELECT rowid FROM tags WHERE batch = \(number) LIMIT ?)", of: staged,
            endingWhenCancelled: ends)
        try await removeRows(
            """
            plan_blocks WHERE (batch, block) IN (SELECT batch, block FROM plan_blocks WHERE batch = \(number) LIMIT ?)
            """, of: staged, endingWhenCancelled: ends)
        try translatingErrors { try database.run("DELETE FROM batches WHERE name = ?", [.text(staged)]) }
    }

    /// `rows`: a table, and a condition that takes a batch's name and how many rows.
    private func removeRows(_ rows: String, of staged: String, endingWhenCancelled ends: Bool) async throws {
        var isLeft = true
        while isLeft {
            if ends { try Task.checkCancellation() }
            try await inPieces(pieces.rows) { range in
                try database.run("DELETE FROM \(rows)", [.text(staged), .integer(Int64(range.count))])
                isLeft = database.changes > 0
            }
            await Task.yield()
        }
    }

    /// Carries out a change of so many rows in short transactions; who waits for the registry comes between two of them.
    ///
    /// `checkingReferences`: whether SQLite looks up what each row refers to, where the change may refer to what is not
    /// there. Rows of evidence would read three pages more for each.
    func inPieces(
        _ count: Int, checkingReferences: Bool = true, _ piece: (Range<Int>) throws -> Void
    ) async throws {
        var start = 0
        while start < count {
            let range = start..<min(start + pieces.rows, count)
            let began = ContinuousClock.now
            try translatingErrors {
                if !checkingReferences { try database.run("PRAGMA foreign_keys = OFF") }
                defer { if !checkingReferences { try? database.run("PRAGMA foreign_keys = ON") } }
                try database.transaction { try piece(range) }
            }
            pieces.note(range.count, took: .now - began)
            start = range.upperBound
            if start < count { await Task.yield() }
        }
    }
}
