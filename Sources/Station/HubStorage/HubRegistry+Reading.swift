internal import AppClips
package import Chips
internal import PostgreSQL
package import Registry
internal import Storage

extension HubRegistry {
    private func tables<Value>(_ body: (HubTables) throws -> Value) throws -> Value {
        try read { try body(HubTables(reading: $0, of: chain)) }
    }

    package func stores() throws -> [Store] { try tables { try $0.stores() } }
    package func experiences() throws -> [Experience] { try tables { try $0.experiences() } }
    package func readers() throws -> [ReaderRecord] { try tables { try $0.readers() } }
    package func deployments() throws -> [DeploymentProfile] { try tables { try $0.profiles() } }
    package func batch(_ name: BatchName) throws -> Batch? { try tables { try $0.batch(name) } }
    package func planDigest(of batch: BatchName) throws -> DocumentDigest? {
        try tables { try $0.keptDigest(of: batch) }
    }

    package func tags() throws -> [Tag] { try tables { try $0.tags() } }
    package func tag(_ id: TagID) throws -> Tag? { try tables { try $0.tag(id) } }
    package func tag(onChip uid: ChipUID) throws -> Tag? { try tables { try $0.tag(onChip: uid) } }
    package func formerCarriers() throws -> [FormerCarrier] { try tables { try $0.formerCarriers() } }

    package func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try tables { try $0.formerCarrier(onChip: uid) }
    }

    package func tags(withURL url: String) throws -> [Tag] {
        try read { connection in
            try connection.all(
                """
                \(Columns.selectTag)
                WHERE \(HubSchema.digest("tags.url")) IN (\(HubSchema.digest("$1")), \(HubSchema.digest("$2")))
                    AND tags.url IN ($1, $2) ORDER BY tags.batch, tags.row
                """, [.kept(url), .kept(InvocationURL.carried(url))]
            ) { try $0.readTag() }
        }
    }

    package func templates() throws -> [StoreTemplate] {
        try read { connection in
            try connection.all(
                """
                SELECT template, deployment FROM batches WHERE template IS NOT NULL
                UNION SELECT template, name FROM deployments WHERE template IS NOT NULL ORDER BY 1, 2 NULLS FIRST
                """
            ) { columns in
                try StoreTemplate(
                    try columns.text(), of: try columns.optionalText().flatMap { DeploymentName($0) })
            }
        }
    }

    package func batches() throws -> [BatchSummary] { try summaries() }

    package func batch(summary name: BatchName) throws -> BatchSummary? {
        try summaries("WHERE name = $1", [.kept(name.text)]).first
    }

    package func batch(head name: BatchName) throws -> Batch? { try tables { try $0.head(name) } }

    /// In the order in which they were made. Tags that are only planned are counted by the blocks of plans: they may be a
    /// million.
    private func summaries(_ condition: String = "", _ values: [PostgresValue] = []) throws -> [BatchSummary] {
        try read { connection in
            let heads = try connection.all(
                """
                SELECT number, (SELECT coalesce(sum(rows), 0)::bigint FROM plan_blocks WHERE batch = batches.number),
                       \(Columns.ofBatch)
                FROM batches \(condition) ORDER BY number
                """, values
            ) { (number: try $0.integer(), tags: Int(try $0.integer()), batch: try $0.readBatch()) }
            return try heads.map { head in
                let used = try connection.all(
                    """
                    SELECT state, count(*) FROM tags
                    WHERE batch = $1 AND \(HubSchema.usedTag) AND state <> 'planned' GROUP BY state
                    """, [.integer(head.number)]
                ) { (state: try $0.name() as TagState, count: Int(try $0.integer())) }
                var counts = Dictionary(uniqueKeysWithValues: used.map { ($0.state, $0.count) })
                counts[.planned] = head.tags - used.map(\.count).reduce(0, +)
                return BatchSummary(
                    name: head.batch.name, counts: counts, isPaused: head.batch.isPaused, rules: head.batch.rules,
                    deployment: head.batch.deployment)
            }
        }
    }
}
