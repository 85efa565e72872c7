internal import Chips
internal import Geodesy
internal import Registry

/// Tags, what was given up, and what is known of tags without a plan.
extension SQLiteTables {
    func tags() throws -> [Tag] {
        try database.rows(SQLiteRegistry.selectTag + " ORDER BY tags.batch, tags.row", [], as: SQLiteRegistry.tag)
    }

    func tag(_ id: TagID) throws -> Tag? {
        try database.rows(SQLiteRegistry.selectTag + " WHERE tags.id = ?", [.text(id.text)], as: SQLiteRegistry.tag)
            .first
    }

    func tag(onChip uid: ChipUID) throws -> Tag? {
        try database.rows(
            SQLiteRegistry.selectTag + " WHERE tags.uid = ?", [.text(uid.hexadecimal)], as: SQLiteRegistry.tag
        ).first
    }

    func countTags(for store: StoreID) throws -> Int {
        Int(try number("SELECT count(*) FROM tags WHERE store = ?", [.text(store.key)]))
    }

    func tags(_ ids: [TagID]) throws -> [TagID: Tag] {
        var known: [TagID: Tag] = [:]
        for id in ids { known[id] = try tag(id) }
        return known
    }

    func add(_ tags: [Tag]) throws { for tag in tags { try add(tag) } }

    private func add(_ tag: Tag) throws {
        try note(Rejudging(nil, tag))
        let places = try database.rows(
            """
            SELECT number, (SELECT coalesce(max(row), -1) + 1 FROM tags WHERE tags.batch = batches.number) AS row
            FROM batches WHERE name = ?
            """, [.text(staged?.text ?? tag.batch.text)]
        ) { (batch: $0.integer("number"), row: $0.integer("row")) }
        for place in places {
            try plans?.note(batch: place.batch, row: place.row, read: readBlock)
            try database.run(
                """
                INSERT INTO tags (
                    id, batch, row, store, placement, medium, url, deployed_latitude, deployed_longitude,
                    deployed_accuracy, deployed_time, state, uid, product, written_url, protection, mirror, genuineness,
                    key, intended_key, prints)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [.text(tag.id.text), .integer(place.batch), .integer(place.row)] + tag.planValues + tag.life.values)
        }
    }

    func put(_ tag: Tag) throws {
        try note(Rejudging(try self.tag(tag.id), tag))
        try noteChange(of: tag.id)
        try database.run(
            """
            UPDATE tags SET store = ?, placement = ?, medium = ?, url = ?, deployed_latitude = ?, deployed_longitude = ?,
                   deployed_accuracy = ?, deployed_time = ?, state = ?, uid = ?, product = ?, written_url = ?,
                   protection = ?, mirror = ?, genuineness = ?, key = ?, intended_key = ?, prints = ? WHERE id = ?
            """, tag.planValues + tag.life.values + [.text(tag.id.text)])
    }

    func remove(_ tag: TagID) throws {
        try note(Rejudging(try self.tag(tag), nil))
        try noteChange(of: tag)
        try database.run("DELETE FROM tags WHERE id = ?", [.text(tag.text)])
    }

    func formerCarriers() throws -> [FormerCarrier] {
        try database.rows(Self.selectCarrier + " ORDER BY ended, rowid", [], as: Self.carrier)
    }

    func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try database.rows(
            Self.selectCarrier + " WHERE uid = ? ORDER BY rowid DESC LIMIT 1", [.text(uid.hexadecimal)],
            as: Self.carrier
        ).first
    }

    func add(_ former: FormerCarrier) throws {
        try note(Rejudging(former))
        try database.run(
            "INSERT INTO former_carriers VALUES (?, ?, ?, ?, ?)",
            [
                .text(former.tag.text), .optional(former.uid?.hexadecimal), .optional(former.url),
                .text(former.cause.rawValue), .text(former.ended.iso8601),
            ])
    }

    static let selectCarrier = "SELECT tag, uid, url, cause, ended FROM former_carriers"

    static func carrier(_ row: borrowing ResultRow) throws -> FormerCarrier {
        FormerCarrier(
            tag: try SQLiteRegistry.identifier(row.text("tag")),
            uid: try row.optionalText("uid").map(SQLiteRegistry.uid), url: row.optionalText("url"),
            cause: try SQLiteRegistry.name(row.text("cause")), ended: try SQLiteRegistry.time(row.text("ended")))
    }

    func spentTag(_ id: TagID) throws -> SpentTag? {
        try database.rows(
            """
            SELECT state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, proven
            FROM spent_tags WHERE id = ?
            """, [.text(id.text)]
        ) { row in SpentTag(id, try SQLiteRegistry.life(row), isProven: row.integer("proven") == 1) }.first
    }

    func put(_ spent: SpentTag) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO spent_tags (
                state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, id, proven
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, spent.life.values + [.text(spent.id.text), .integer(spent.isProven ? 1 : 0)])
    }

    func removeSpentTag(_ id: TagID) throws {
        try database.run("DELETE FROM spent_tags WHERE id = ?", [.text(id.text)])
    }

    func number(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64 {
        try database.integer(sql, values) ?? 0
    }
}

extension Tag {
    /// Store, placement, medium, URL and where it was put up, in eight columns.
    fileprivate var planValues: [SQLiteValue] {
        [
            .text(store.key), .text(placement), .text(medium.rawValue), .text(url),
            .optional(deployed?.position.latitude), .optional(deployed?.position.longitude),
            .optional(deployed?.accuracy), .optional(deployed?.time?.iso8601),
        ]
    }
}

extension TagLife {
    /// From the state to the number of labels, in ten columns.
    fileprivate var values: [SQLiteValue] {
        [
            .text(state.rawValue), .optional(uid?.hexadecimal), .optional(product), .optional(writtenURL),
            .optional(protection?.rawValue), .optional(mirror?.rawValue), .optional(genuineness?.rawValue),
            .optional(key?.description), .optional(intendedKeys.lines), .integer(Int64(prints)),
        ]
    }
}
