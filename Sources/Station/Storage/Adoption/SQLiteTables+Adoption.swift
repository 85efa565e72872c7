internal import Registry

/// Rows that are only taken out where a hub takes the registry in.
extension SQLiteTables: AdoptedTables {
    func forEachFormerCarrier(_ receive: (FormerCarrier) throws -> Void) throws {
        try database.forEachRow(Self.selectCarrier + " ORDER BY rowid") { try receive(try Self.carrier($0)) }
    }

    func spentTags() throws -> [SpentTag] {
        try database.rows(
            """
            SELECT id, state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, proven
            FROM spent_tags ORDER BY id
            """
        ) { row in
            SpentTag(
                try SQLiteRegistry.identifier(row.text("id")), try SQLiteRegistry.life(row),
                isProven: row.integer("proven") == 1)
        }
    }

    func pictures(of finding: Int64) throws -> RepairPictures {
        let kept = try database.rows(
            "SELECT before, after FROM repair_pictures WHERE finding = ?", [.integer(finding)]
        ) { row in
            let pictures = try ["before", "after"].map { side in
                try row.optionalBytes(side).map { try SQLiteRegistry.picture($0, of: "finding", number: finding) }
            }
            return RepairPictures(before: pictures[0], after: pictures[1])
        }
        return kept.first ?? RepairPictures()
    }

    func forEachVerdict(_ receive: (KeptVerdict) throws -> Void) throws {
        try database.forEachRow(
            """
            SELECT url, uid, store, verdict, probability, distance, found_store, last_seen, last_inside
            FROM verdicts JOIN contents ON contents.number = content ORDER BY content
            """
        ) { row in
            let known = SQLiteRegistry.knownTag(row)
            try receive(
                KeptVerdict(
                    content: SeenContent(url: known.url, uid: known.uid),
                    store: try row.optionalText("store").map(SQLiteRegistry.storeID),
                    verdict: row.optionalText("verdict"), probability: row.optionalReal("probability"),
                    distance: row.optionalReal("distance"),
                    foundStore: try row.optionalText("found_store").map(SQLiteRegistry.storeID),
                    lastSeen: known.lastSeen, lastInside: known.lastInside))
        }
    }
}
