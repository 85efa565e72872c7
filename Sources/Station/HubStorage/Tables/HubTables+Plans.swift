internal import PostgreSQL
internal import Registry
internal import Storage

/// Digests of plans, kept for each block of a batch.
extension HubTables {
    func planChange(of batch: BatchName, since former: HubTables) throws -> DocumentChange {
        let set = DocumentSet.tags(batch)
        if let blocks = work.removed[batch] {
            return DocumentChange(set, before: try DocumentDigest(blocks), after: nil)
        }
        guard let number = try number(of: batch) else { return DocumentChange(set, before: nil, after: nil) }
        let kept = try planBlocks(ofBatch: number)
        let before = work.plans.before.filter { $0.key.batch == number }
        let after = try before.keys.map { (place: $0, block: try work.broughtBlocks[$0] ?? readBlock($0)) }
        try keep(after, ofBatch: number)
        return DocumentChange(
            set, before: try DocumentDigest(kept.with(before.map { ($0.key.block, $0.value) })),
            after: try DocumentDigest(kept.with(after.map { ($0.place.block, $0.block) })))
    }

    /// The row of a tag is about to change.
    func noteChange(of tag: TagID) throws {
        let places = try connection.all("SELECT batch, row FROM tags WHERE id = $1", [.kept(tag.text)]) {
            (batch: try $0.integer(), row: try $0.integer())
        }
        for place in places { try work.plans.note(batch: place.batch, row: place.row, read: readBlock) }
    }

    /// The digests that are kept, in their order.
    func planBlocks(ofBatch number: Int64) throws -> [PlanBlock] {
        try connection.all(
            "SELECT block, rows, digest FROM plan_blocks WHERE batch = $1 ORDER BY block", [.integer(number)]
        ) { PlanBlock(number: try $0.integer(), rows: try $0.integer(), digest: try $0.text()) }
    }

    /// The digest of a batch's plans by those that are kept; nil without tags.
    func keptDigest(of batch: BatchName) throws -> DocumentDigest? {
        try number(of: batch).flatMap { try DocumentDigest(planBlocks(ofBatch: $0)) }
    }

    private func keep(_ changed: [(place: PlanChanges.Place, block: PlanBlock?)], ofBatch number: Int64) throws {
        guard !changed.isEmpty else { return }
        try connection.change(
            "DELETE FROM plan_blocks WHERE batch = $1 AND block = ANY($2)",
            [.integer(number), .integers(changed.map(\.place.block))])
        let blocks = changed.compactMap(\.block)
        try connection.change(
            """
            INSERT INTO plan_blocks (batch, block, rows, digest)
            SELECT $1, block, rows, digest FROM unnest($2, $3, $4) AS changed (block, rows, digest)
            """,
            [
                .integer(number), .integers(blocks.map(\.number)), .integers(blocks.map(\.rows)),
                .kept(blocks.map(\.digest)),
            ])
    }

    /// By its rows; nil without tags.
    func readBlock(_ place: PlanChanges.Place) throws -> PlanBlock? {
        let first = place.block * PlanBlock.size
        let tags = try connection.all(
            Columns.selectTag + " WHERE tags.batch = $1 AND tags.row BETWEEN $2 AND $3 ORDER BY tags.row",
            [.integer(place.batch), .integer(first), .integer(first + PlanBlock.size - 1)]
        ) { try $0.readPlacedTag() }
        var digests = try PlanDigests()
        for placed in tags { try digests.add(placed.tag, row: placed.row) }
        return try digests.finish().first
    }
}
