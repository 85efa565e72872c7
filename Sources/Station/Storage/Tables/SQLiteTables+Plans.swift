internal import Faults
package import Registry

/// Digests of plans, kept for each block of a batch.
extension SQLiteTables {
    func planChange(of batch: BatchName, since former: SQLiteTables) throws -> DocumentChange {
        let set = DocumentSet.tags(batch)
        guard let number = try plans?.removed[batch] ?? number(of: batch) else {
            return DocumentChange(set, before: nil, after: nil)
        }
        let kept = try planBlocks(ofBatch: number)
        guard let plans else {
            // A batch that came in pieces.
            return DocumentChange(set, before: nil, after: try DocumentDigest(kept))
        }
        if plans.removed[batch] != nil { return DocumentChange(set, before: try DocumentDigest(kept), after: nil) }
        let before = plans.before.filter { $0.key.batch == number }
        let after = try before.keys.map { (place: $0, block: try readBlock($0)) }
        for (place, block) in after { try keep(block, at: place) }
        return DocumentChange(
            set, before: try DocumentDigest(kept.with(before.map { ($0.key.block, $0.value) })),
            after: try DocumentDigest(kept.with(after.map { ($0.place.block, $0.block) })))
    }

    /// The row of a tag is about to change.
    func noteChange(of tag: TagID) throws {
        guard let plans else { return }
        let places = try database.rows("SELECT batch, row FROM tags WHERE id = ?", [.text(tag.text)]) {
            (batch: $0.integer("batch"), row: $0.integer("row"))
        }
        for place in places { try plans.note(batch: place.batch, row: place.row, read: readBlock) }
    }

    /// The digests that are kept, in their order.
    func planBlocks(ofBatch number: Int64) throws -> [PlanBlock] {
        try database.rows(
            "SELECT block, rows, digest FROM plan_blocks WHERE batch = ? ORDER BY block", [.integer(number)]
        ) { PlanBlock(number: $0.integer("block"), rows: $0.integer("rows"), digest: $0.text("digest")) }
    }

    /// The digest of a batch's plans by those that are kept; nil without tags.
    func keptDigest(of batch: BatchName) throws -> DocumentDigest? {
        try number(of: batch).flatMap { try DocumentDigest(planBlocks(ofBatch: $0)) }
    }

    func keep(_ block: PlanBlock?, at place: PlanChanges.Place) throws {
        guard let block else {
            return try database.run(
                "DELETE FROM plan_blocks WHERE batch = ? AND block = ?", [.integer(place.batch), .integer(place.block)])
        }
        try database.run(
            "INSERT OR REPLACE INTO plan_blocks VALUES (?, ?, ?, ?)",
            [.integer(place.batch), .integer(block.number), .integer(block.rows), .text(block.digest)])
    }

    /// Makes the digests of batches that an earlier version has taken in. A file that is damaged is left as it is, to be
    /// opened and reported: see ``SQLiteRegistry/inspect()``.
    func keepMissingPlans() throws {
        let batches = try database.rows(
            """
            SELECT number, name FROM batches WHERE \(StagedBatch.isShown)
                AND NOT EXISTS (SELECT 1 FROM plan_blocks WHERE plan_blocks.batch = batches.number)
            """
        ) { (number: $0.integer("number"), name: $0.text("name")) }
        guard try batches.isEmpty || RegistrySchema.damage(of: database) == nil else { return }
        for batch in batches {
            do {
                try database.transaction { try keepPlans(ofBatch: batch.number, named: batch.name) }
            } catch is any AnyFault {
                // A row that does not read as what it is for.
                continue
            }
        }
    }

    private func keepPlans(ofBatch number: Int64, named name: String) throws {
        var digests = try PlanDigests()
        try forEachTag(of: try SQLiteRegistry.identifier(name)) { try digests.add($0, row: $1) }
        for block in try digests.finish() {
            try keep(block, at: PlanChanges.Place(batch: number, block: block.number))
        }
    }

    /// By its rows; nil without tags.
    func readBlock(_ place: PlanChanges.Place) throws -> PlanBlock? {
        var digests = try PlanDigests()
        let first = place.block * PlanBlock.size
        try database.forEachRow(
            SQLiteRegistry.selectTag + " WHERE tags.batch = ? AND tags.row BETWEEN ? AND ? ORDER BY tags.row",
            [.integer(place.batch), .integer(first), .integer(first + PlanBlock.size - 1)]
        ) { try digests.add(try SQLiteRegistry.tag($0), row: $0.integer("row")) }
        return try digests.finish().first
    }

    func number(of batch: BatchName) throws -> Int64? {
        try database.integer("SELECT number FROM batches WHERE name = ?", [.text(batch.text)])
    }
}

extension [PlanBlock] {
    /// In their order, with these in the places of those with their numbers.
    package func with(_ changed: [(number: Int64, block: PlanBlock?)]) -> [PlanBlock] {
        let numbers = Set(changed.map(\.number))
        return (filter { !numbers.contains($0.number) } + changed.compactMap(\.block)).sorted { $0.number < $1.number }
    }
}
