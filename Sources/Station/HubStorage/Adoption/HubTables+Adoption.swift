internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Many rows at once, for a registry that the hub takes in.
extension HubTables: AdoptingTables {
    func known(_ tags: [TagID]) throws -> [TagID: BatchName?] {
        guard !tags.isEmpty else { return [:] }
        let rows = try connection.all(
            """
            SELECT tags.id, batches.name FROM tags JOIN batches ON batches.number = tags.batch WHERE tags.id = ANY($1)
            UNION ALL SELECT id, batch FROM renewed_tags WHERE id = ANY($1)
            UNION ALL SELECT id, NULL FROM unplanned_tags WHERE id = ANY($1)
            UNION ALL SELECT id, NULL FROM spent_tags WHERE id = ANY($1)
            """, [.texts(tags.map { KeptText.kept($0.text) })]
        ) { (tag: try $0.identifier() as TagID, batch: try $0.optionalIdentifier() as BatchName?) }
        return Dictionary(rows.map { ($0.tag, $0.batch) }) { first, other in first ?? other }
    }

    func carried(by chips: [ChipUID]) throws -> [ChipUID: TagID] {
        guard !chips.isEmpty else { return [:] }
        let rows = try connection.all(
            "SELECT uid, id FROM tags WHERE uid = ANY($1)", [.texts(chips.map(\.hexadecimal))]
        ) { (uid: try $0.optionalUID(), tag: try $0.identifier() as TagID) }
        return Dictionary(rows.compactMap { row in row.uid.map { ($0, row.tag) } }) { first, _ in first }
    }

    func placed(_ tags: [TagID]) throws -> [TagID: PlacedTag] {
        let rows = try connection.all(
            Columns.selectTag + " WHERE tags.id = ANY($1)", [.texts(tags.map { KeptText.kept($0.text) })]
        ) { columns in
            let (tag, row) = try columns.readPlacedTag()
            return PlacedTag(tag, row: row)
        }
        return Dictionary(rows.map { ($0.tag.id, $0) }) { first, _ in first }
    }

    /// The digests of plans are made on the way: the rows are compared one by one before a station gets them.
    func add(
        to batch: BatchName, heldBy chain: ChainName, _ bring: (_ add: (PlacedTag) throws -> Void) throws -> Void
    ) throws {
        guard let number = try number(of: batch) else { return }
        work.note(.everything)
        let right = PostgresValue.bytes(chain.bytes)
        var digests = try PlanDigests()
        try connection.copyIn(
            """
            COPY tags (id, batch, row, store, placement, medium, url, deployed_latitude, deployed_longitude,
                deployed_accuracy, deployed_time, \(Columns.life()), holder, begun) FROM STDIN (FORMAT binary)
            """
        ) { take in
            try withoutActuallyEscaping(take) { take in
                try bring { placed in
                    let tag = placed.tag
                    try digests.add(tag, row: placed.row)
                    try take(
                        [.kept(tag.id.text), .integer(number), .integer(placed.row)] + tag.planValues
                            + tag.life.values + [right, .bool(tag.life.isBegun)])
                }
            }
        }
        for block in try digests.finish() {
            work.plans.note(batch: number, row: block.number * PlanBlock.size) { _ in nil }
            work.broughtBlocks[PlanChanges.Place(batch: number, block: block.number)] = block
        }
    }

    func known(besides chain: ChainName) throws -> [TagID: BatchName?] {
        let held = "WHERE id IN (SELECT id FROM tags WHERE holder = $1)"
        let rows = try connection.all(
            """
            SELECT id, batch FROM renewed_tags \(held)
            UNION ALL SELECT id, NULL FROM unplanned_tags \(held)
            UNION ALL SELECT id, NULL FROM spent_tags \(held)
            """, [.bytes(chain.bytes)]
        ) { (tag: try $0.identifier() as TagID, batch: try $0.optionalIdentifier() as BatchName?) }
        return Dictionary(rows.map { ($0.tag, $0.batch) }) { first, other in first ?? other }
    }

    /// A chip's turns are counted on.
    func add(_ carriers: [FormerCarrier]) throws {
        work.note(.everything)
        try connection.change(
            """
            INSERT INTO former_carriers (chain, sequence, part, \(Columns.ofCarrier), turn)
            SELECT $1, $2, part, \(Columns.ofCarrier), CASE WHEN uid IS NULL THEN 1 ELSE
                (SELECT coalesce(max(turn), 0) FROM former_carriers AS known WHERE known.uid = given.uid)
                + row_number() OVER (PARTITION BY uid ORDER BY part) END
            FROM unnest($3, $4, $5, $6, $7, $8) AS given (part, \(Columns.ofCarrier))
            """,
            [
                .bytes(work.chain.bytes), .integer(work.sequence), .integers(carriers.map { _ in work.nextCarrier() }),
                .kept(carriers.map(\.tag.text)), .kept(carriers.map { $0.uid?.hexadecimal }),
                .kept(carriers.map(\.url)), .kept(carriers.map(\.cause.rawValue)),
                .integers(carriers.map(\.ended.milliseconds)),
            ])
    }

    func add(_ spent: [SpentTag]) throws {
        guard !spent.isEmpty else { return }
        work.noteSpentTag()
        try connection.copyIn(
            "COPY spent_tags (id, \(Columns.life()), proven) FROM STDIN (FORMAT binary)",
            spent.lazy.map { [.kept($0.id.text)] + $0.life.values + [.bool($0.isProven)] })
    }

    func add(_ findings: [FindingLife]) throws {
        let rows = try findings.map { try Self.values(of: $0) }
        try connection.copyIn("COPY findings (\(Self.findingColumns)) FROM STDIN (FORMAT binary)", rows)
    }

    func findings(numbered numbers: [Int64]) throws -> [FindingLife] {
        try connection.all(
            Self.selectFinding + " WHERE number = ANY($1) ORDER BY number", [.integers(numbers)], as: Self.finding)
    }

    func formerCarriers(of batch: BatchName) throws -> [FormerCarrier] {
        try connection.all(
            """
            SELECT \(Columns.ofCarrier) FROM former_carriers
            WHERE tag IN (SELECT id FROM tags WHERE batch = (SELECT number FROM batches WHERE name = $1))
            ORDER BY ended, chain, sequence, part
            """, [.kept(batch.text)]
        ) { try $0.readCarrier() }
    }

    func formerCarriers(adoptedWith chain: ChainName) throws -> [FormerCarrier] {
        try connection.all(
            "SELECT \(Columns.ofCarrier) FROM former_carriers WHERE chain = $1 ORDER BY sequence, part",
            [.bytes(chain.bytes)]
        ) { try $0.readCarrier() }
    }

    func pictures(of finding: Int64) throws -> RepairPictures {
        let kept = try connection.all(
            "SELECT before, after FROM repair_pictures WHERE finding = $1", [.integer(finding)]
        ) { columns in
            func picture() throws -> ScanPicture? {
                try columns.optionalBytes().map { try HubRegistry.picture($0, of: "finding", number: finding) }
            }
            return RepairPictures(before: try picture(), after: try picture())
        }
        return kept.first ?? RepairPictures()
    }

    func keep(_ verdicts: [KeptVerdict]) throws {
        let named = try verdicts.map { (name: try ContentName($0.content), verdict: $0) }.sorted { $0.name < $1.name }
        try LooseContents(connection).note(connection.add(named.map { ($0.name, $0.verdict.content) }))
        let all = named.map(\.verdict)
        // No audit of the hub's: they are older than its numbers.
        try connection.change(
            """
            INSERT INTO verdicts (content, audit, \(Self.verdictColumns))
            SELECT content, 0, \(Self.verdictColumns)
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS row (content, \(Self.verdictColumns))
            ON CONFLICT (content) DO UPDATE SET
                audit = excluded.audit, store = excluded.store, verdict = excluded.verdict,
                probability = excluded.probability, distance = excluded.distance, found_store = excluded.found_store,
                last_seen = excluded.last_seen, last_inside = coalesce(excluded.last_inside, verdicts.last_inside)
            WHERE excluded.last_seen >= verdicts.last_seen
            """,
            [
                .byteStrings(named.map(\.name.bytes)), .kept(all.map { $0.store?.key }), .kept(all.map(\.verdict)),
                .doubles(all.map(\.probability)), .doubles(all.map(\.distance)), .kept(all.map { $0.foundStore?.key }),
                .integers(all.map(\.lastSeen)), .integers(all.map(\.lastInside)),
            ])
    }

    func verdicts(on contents: [SeenContent]) throws -> [SeenContent: KeptVerdict] {
        let rows = try connection.all(
            """
            SELECT url, uid, \(Self.verdictColumns) FROM verdicts JOIN contents ON contents.content = verdicts.content
            WHERE verdicts.content = ANY($1)
            """, [.byteStrings(try contents.map { try ContentName($0).bytes })]
        ) { columns in
            let content = SeenContent(url: try columns.text(), uid: try columns.optionalUID())
            let (store, verdict) = (try columns.optionalStore(), try columns.optionalText())
            let (probability, distance) = (try columns.optionalDouble(), try columns.optionalDouble())
            return KeptVerdict(
                content: content, store: store, verdict: verdict, probability: probability, distance: distance,
                foundStore: try columns.optionalStore(), lastSeen: try columns.integer(),
                lastInside: try columns.optionalInteger())
        }
        return Dictionary(rows.map { ($0.content, $0) }) { first, _ in first }
    }
}
