internal import Chips
internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// What a transaction has changed in memory goes to the database.
extension StationRows {
    func flush() throws {
        try writeRenewals()
        try writeTags()
        try writeUnplanned()
        try writeClaims()
        for new in newCarriers { try tables.add(new.former, of: new.entry, part: new.part) }
        newCarriers = []
        try writeStandings()
        for (id, row) in tags where row.isLifeChanged || row.isRightChanged { settle(id, row) }
    }

    private func settle(_ id: TagID, _ row: StationRow) {
        var row = row
        (row.isLifeChanged, row.isRightChanged, row.hadMoreClaimants) = (false, false, row.claimants.count > 1)
        tags[id] = row
    }

    /// Before the other changes: a row is found by its identifier.
    private func writeRenewals() throws {
        guard !renewed.isEmpty else { return }
        for row in renewed {
            work.note(.contents(urls: [ByteCompared(row.former.url), ByteCompared(row.url)], chips: []))
        }
        let (former, fresh) = (
            renewed.map { KeptText.kept($0.former.id.text) }, renewed.map { KeptText.kept($0.fresh.text) }
        )
        let eras = PostgresValue.byteStrings(renewed.map(\.era.bytes))
        try connection.change(
            """
            UPDATE tags SET id = renewed.fresh, url = renewed.url, renewed_in = renewed.era, holder = NULL
            FROM unnest($1, $2, $3, $4) AS renewed(id, fresh, url, era) WHERE tags.id = renewed.id
            """, [.texts(former), .texts(fresh), .texts(renewed.map { KeptText.kept($0.url) }), eras])
        try connection.change(
            """
            INSERT INTO renewed_tags (id, batch, url, era, fresh, renewed_in)
            SELECT id, batch, url, era, fresh, nullif(former, ''::bytea)
            FROM unnest($1, $2, $3, $4, $5, $6) AS renewed(id, batch, url, era, fresh, former)
            """,
            [
                .texts(former), .texts(renewed.map { KeptText.kept($0.former.batch.text) }),
                .texts(renewed.map { KeptText.kept($0.former.url) }), eras, .texts(fresh),
                .byteStrings(renewed.map { $0.renewedIn?.bytes ?? [] }),
            ])
        try connection.change("DELETE FROM claims WHERE tag = ANY($1)", [.texts(former)])
        renewed = []
    }

    private func writeTags() throws {
        var (moved, held): ([(TagID, StationRow, TagLife)], [(TagID, StationRow)]) = ([], [])
        for (id, row) in tags {
            guard case .planned = row.place, let life = row.tag?.life else { continue }
            if row.isLifeChanged { moved.append((id, row, life)) } else if row.isRightChanged { held.append((id, row)) }
        }
        if !held.isEmpty {
            try connection.change(
                """
                UPDATE tags SET holder = nullif(moved.holder, ''::bytea), begun = moved.begun <> 0
                FROM unnest($1, $2, $3) AS moved(id, holder, begun) WHERE tags.id = moved.id
                """, rights(held))
        }
        guard !moved.isEmpty else { return }
        let columns = moved.map(\.2.optionalTexts)
        let texts = (0..<9).map { column in PostgresValue.texts(columns.map { $0[column] ?? Self.null }) }
        try connection.change(
            """
            UPDATE tags SET holder = nullif(moved.holder, ''::bytea), begun = moved.begun <> 0, state = moved.state,
                \(TagLife.nullableColumns.map { "\($0) = nullif(moved.\($0), E'\\x10')" }.joined(separator: ", ")),
                prints = moved.prints
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                AS moved(id, holder, begun, state, \(TagLife.nullableColumns.joined(separator: ", ")), prints)
            WHERE tags.id = moved.id
            """,
            rights(moved.map { ($0.0, $0.1) }) + texts + [.integers(moved.map { Int64($0.2.prints) })])
    }

    /// No kept text is a single U+0010: see ``KeptText``.
    private static let null = "\u{10}"

    private func rights(_ rows: [(TagID, StationRow)]) -> [PostgresValue] {
        [
            .texts(rows.map { KeptText.kept($0.0.text) }),
            .byteStrings(rows.map { $0.1.claimants.min()?.bytes ?? [] }), .integers(rows.map { $0.1.isBegun ? 1 : 0 }),
        ]
    }

    private func writeUnplanned() throws {
        for case (let id, let row) in tags where row.isRightChanged {
            guard case .renewed = row.place else { continue }
            try connection.change(
                "UPDATE renewed_tags SET holder = $2 WHERE id = $1",
                [.kept(id.text), row.claimants.min().map { .bytes($0.bytes) } ?? .null])
        }
        for (id, row) in tags where row.place == .unplanned && row.isRightChanged {
            try connection.put(
                "id, holder, begun, retired, renewed_in", into: "unplanned_tags",
                [
                    .kept(id.text), row.claimants.min().map { .bytes($0.bytes) } ?? .null, .bool(row.isBegun),
                    .bool(row.isRetired), row.renewedIn.map { .bytes($0.bytes) } ?? .null,
                ])
        }
    }

    private func writeClaims() throws {
        let many = tags.filter {
            $0.value.isRightChanged && ($0.value.hadMoreClaimants || $0.value.claimants.count > 1)
        }
        guard !many.isEmpty else { return }
        try connection.change(
            "DELETE FROM claims WHERE tag = ANY($1)", [.texts(many.keys.map { KeptText.kept($0.text) })])
        let claims = many.flatMap { id, row in row.claimants.sorted().dropFirst().map { (id, $0) } }
        guard !claims.isEmpty else { return }
        try connection.change(
            "INSERT INTO claims (tag, chain) SELECT tag, chain FROM unnest($1, $2) AS claim(tag, chain)",
            [.texts(claims.map { KeptText.kept($0.0.text) }), .byteStrings(claims.map(\.1.bytes))])
    }
}

extension TagLife {
    static let nullableColumns = [
        "uid", "product", "written_url", "protection", "mirror", "genuineness", "key", "intended_key",
    ]

    /// The state, and the columns of ``nullableColumns``.
    fileprivate var optionalTexts: [String?] {
        [
            state.rawValue, uid?.hexadecimal, product, writtenURL, protection?.rawValue, mirror?.rawValue,
            genuineness?.rawValue, key?.description, intendedKeys.lines,
        ].map { $0.map(KeptText.kept) }
    }
}
