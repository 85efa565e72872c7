internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Tags, what was given up, and what is known of tags without a plan.
extension HubTables {
    func tags() throws -> [Tag] {
        try connection.all(Columns.selectTag + " ORDER BY tags.batch, tags.row") { try $0.readTag() }
    }

    func tag(_ id: TagID) throws -> Tag? {
        try connection.all(Columns.selectTag + " WHERE tags.id = $1" + work.lock, [.kept(id.text)]) {
            try $0.readTag()
        }.first
    }

    func tag(onChip uid: ChipUID) throws -> Tag? {
        try connection.all(Columns.selectTag + " WHERE tags.uid = $1" + work.lock, [.kept(uid.hexadecimal)]) {
            try $0.readTag()
        }.first
    }

    func countTags(for store: StoreID) throws -> Int {
        Int(try connection.number("SELECT count(*) FROM tags WHERE store = $1", [.kept(store.key)]) ?? 0)
    }

    func tags(_ ids: [TagID]) throws -> [TagID: Tag] {
        var known: [TagID: Tag] = [:]
        for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
            let page = ids[start..<min(start + Self.pageSize, ids.count)].map { KeptText.kept($0.text) }
            // In one order: who locks the same tags waits for the first of them.
            let found = try connection.all(
                Columns.selectTag + " WHERE tags.id = ANY($1) ORDER BY tags.id" + work.lock, [.texts(page)]
            ) { try $0.readTag() }
            for tag in found { known[tag.id] = tag }
        }
        return known
    }

    private static let pageSize = 10_000

    func add(_ tags: [Tag]) throws {
        guard let name = tags.first?.batch, let batch = try number(of: name) else { return }
        let rows = try tags.map { tag -> [PostgresValue] in
            work.note(Rejudging(nil, tag))
            let row = try work.nextRow(ofBatch: batch) {
                try connection.number(
                    "SELECT row FROM tags WHERE batch = $1 ORDER BY row DESC LIMIT 1", [.integer(batch)]) ?? -1
            }
            try work.plans.note(batch: batch, row: row, read: readBlock)
            return [.kept(tag.id.text), .integer(batch), .integer(row)] + tag.planValues + tag.life.values
                + [.bool(tag.life.isBegun)]
        }
        try connection.copyIn(
            """
            COPY tags (id, batch, row, store, placement, medium, url, deployed_latitude, deployed_longitude,
                deployed_accuracy, deployed_time, \(Columns.life()), begun) FROM STDIN (FORMAT binary)
            """, rows)
        try takeUnplannedRights(of: tags.map { KeptText.kept($0.id.text) })
        try HandedBackBatches(connection).hold(tagsOf: [name])
    }

    func put(_ tag: Tag) throws {
        if !work.isShared { try noteChange(of: tag.id) }
        let former = try connection.all(
            """
            UPDATE tags SET store = $1, placement = $2, medium = $3, url = $4, deployed_latitude = $5,
                deployed_longitude = $6, deployed_accuracy = $7, deployed_time = $8, state = $9, uid = $10,
                product = $11, written_url = $12, protection = $13, mirror = $14, genuineness = $15, key = $16,
                intended_key = $17, prints = $18, begun = tags.begun OR $20
            FROM tags AS former WHERE tags.id = $19 AND former.id = $19 RETURNING former.url, former.uid
            """, tag.planValues + tag.life.values + [.kept(tag.id.text), .bool(tag.life.isBegun)]
        ) { (url: try $0.text(), uid: try $0.optionalUID()) }
        for former in former { work.note(former.url, former.uid, tag) }
    }

    func remove(_ tag: TagID) throws {
        try noteChange(of: tag)
        work.forgetRows()
        let removed = try connection.all("DELETE FROM tags WHERE id = $1 RETURNING url, uid", [.kept(tag.text)]) {
            (url: try $0.text(), uid: try $0.optionalUID())
        }
        for former in removed { work.note(former.url, former.uid, nil) }
    }

    /// A batch brings tags that a station has taken before the hub knew them, or knew them again.
    private func takeUnplannedRights(of ids: [String]) throws {
        let hasAny = try work.hasUnplannedTags {
            try connection.number("SELECT 1::bigint FROM unplanned_tags LIMIT 1") != nil
        }
        guard hasAny else { return }
        try connection.change(
            """
            UPDATE tags SET holder = known.holder, begun = tags.begun OR known.begun, renewed_in = known.renewed_in
            FROM unplanned_tags AS known WHERE known.id = ANY($1) AND tags.id = known.id
            """, [.texts(ids)])
        try connection.change("DELETE FROM unplanned_tags WHERE id = ANY($1)", [.texts(ids)])
    }

    /// A row has given the identifier up: a station that was declared lost may still write it.
    func batch(bringing id: TagID) throws -> BatchName? {
        let hasAny = try work.hasRenewedTags {
            try connection.number("SELECT 1::bigint FROM renewed_tags LIMIT 1") != nil
        }
        guard hasAny else { return nil }
        return try connection.all("SELECT batch FROM renewed_tags WHERE id = $1", [.kept(id.text)]) {
            try $0.identifier() as BatchName
        }.first
    }

    func formerCarriers() throws -> [FormerCarrier] {
        try connection.all("SELECT \(Columns.ofCarrier) FROM former_carriers ORDER BY \(Self.carrierOrder)") {
            try $0.readCarrier()
        }
    }

    func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try connection.all(
            """
            SELECT \(Columns.ofCarrier) FROM former_carriers WHERE uid = $1
            ORDER BY turn DESC LIMIT 1
            """, [.kept(uid.hexadecimal)]
        ) { try $0.readCarrier() }.first
    }

    private static let carrierOrder = "ended, chain, sequence, part"

    /// A chip's turns are counted: clocks may be set back, and each chain has its own.
    func add(_ former: FormerCarrier) throws {
        try add(former, of: work.sequence, part: work.nextCarrier())
    }

    /// `entry`: the number of the one that gave it up; `part`: which of several it is there.
    func add(_ former: FormerCarrier, of entry: Int64, part: Int64) throws {
        work.note(Rejudging(former))
        try connection.change(
            """
            INSERT INTO former_carriers (chain, sequence, part, \(Columns.ofCarrier), turn)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
                    (SELECT coalesce(max(turn), 0) + 1 FROM former_carriers WHERE uid = $5))
            """,
            [
                .bytes(work.chain.bytes), .integer(entry), .integer(part),
                .kept(former.tag.text), .optional(former.uid?.hexadecimal), .optional(former.url),
                .kept(former.cause.rawValue), .time(former.ended),
            ])
    }

    func spentTag(_ id: TagID) throws -> SpentTag? {
        let hasAny = try work.hasSpentTags {
            try connection.number("SELECT 1::bigint FROM spent_tags LIMIT 1") != nil
        }
        guard hasAny else { return nil }
        return try connection.all(
            "SELECT \(Columns.life()), proven FROM spent_tags WHERE id = $1", [.kept(id.text)]
        ) { SpentTag(id, try $0.readLife(), isProven: try $0.bool()) }.first
    }

    func spentTags() throws -> [SpentTag] {
        try connection.all("SELECT id, \(Columns.life()), proven FROM spent_tags ORDER BY id") {
            SpentTag(try $0.identifier(), try $0.readLife(), isProven: try $0.bool())
        }
    }

    func put(_ spent: SpentTag) throws {
        work.noteSpentTag()
        try connection.put(
            "id, \(Columns.life()), proven", into: "spent_tags",
            [.kept(spent.id.text)] + spent.life.values + [.bool(spent.isProven)])
    }

    func removeSpentTag(_ id: TagID) throws {
        try connection.change("DELETE FROM spent_tags WHERE id = $1", [.kept(id.text)])
    }
}
