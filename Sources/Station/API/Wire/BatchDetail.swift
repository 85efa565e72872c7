package import Registry

/// A batch with everything that putting it on tags needs.
package struct BatchDetail: Hashable, Sendable, Codable {
    /// A tag that must not be put up as it is planned.
    package struct Doubt: Hashable, Sendable, Codable {
        package let tag: TagID
        package let code: BatchCheck.Doubt.Code
        package let why: String
        package let next: String

        init(_ doubt: BatchCheck.Doubt) {
            tag = doubt.tag.id
            code = doubt.code
            why = doubt.why
            next = doubt.next
        }
    }

    package let schema: Int
    package let batch: Batch
    /// The stores that its tags name.
    package let stores: [Store]
    package let doubts: [Doubt]

    package init(_ batch: Batch, stores: [Store], doubts: [BatchCheck.Doubt]) {
        schema = 1
        self.batch = batch
        self.stores = stores
        self.doubts = doubts.map(Doubt.init)
    }

    /// The doubts with their tags.
    package var batchDoubts: [BatchCheck.Doubt] {
        let tags = Dictionary(batch.tags.map { ($0.id, $0) }) { first, _ in first }
        return doubts.compactMap { doubt in
            tags[doubt.tag].map { BatchCheck.Doubt(tag: $0, code: doubt.code, why: doubt.why) }
        }
    }
}

/// A batch that was created.
package struct BatchCreated: Hashable, Sendable, Codable {
    package let schema: Int
    package let batch: BatchSummary
    package let warnings: [String]
    /// Whether nothing was changed, because the request asked for that.
    package let isDryRun: Bool

    package init(_ batch: BatchSummary, warnings: [String], isDryRun: Bool = false) {
        self.isDryRun = isDryRun
        schema = 1
        self.batch = batch
        self.warnings = warnings
    }
}
