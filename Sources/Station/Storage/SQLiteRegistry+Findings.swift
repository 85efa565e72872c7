internal import Chips
internal import FoundationEssentials
package import Registry

/// What audits have left.
extension SQLiteRegistry {
    package func findings(in states: Set<KeptFinding.State>) throws -> [KeptFinding] {
        try translatingErrors {
            try tables.findings().lazy.filter { states.contains($0.state) }.map(\.kept)
        }
    }

    package func finding(_ number: Int64) throws -> KeptFinding? {
        try translatingErrors {
            try tables.findingLife(number)?.kept
        }
    }

    package func findings(identities: [String]) throws -> [KeptFinding] {
        try translatingErrors {
            try identities.flatMap { identity in
                try database.rows(
                    SQLiteTables.selectFinding + " WHERE identity = ?", [.text(identity)], as: SQLiteTables.finding)
            }.map(\.kept)
        }
    }

    package func picture(ofFinding number: Int64, _ side: RepairPictures.Side) throws -> ScanPicture? {
        try translatingErrors {
            let column = side.rawValue
            let found = try database.rows(
                "SELECT \(column) AS picture FROM repair_pictures WHERE finding = ? AND \(column) IS NOT NULL",
                [.integer(number)]
            ) { $0.bytes("picture") }
            return try found.first.map { try Self.picture($0, of: "finding", number: number) }
        }
    }

    package func lastLooks(at urls: [String]) throws -> [LastLook] {
        let list = String(decoding: try JSONEncoder().encode(urls), as: UTF8.self)
        return try translatingErrors {
            try database.rows(
                """
                SELECT url, uid, store, verdict, found_store, last_seen
                FROM contents JOIN verdicts ON contents.number = content
                WHERE url IN (SELECT value FROM json_each(?)) ORDER BY url, uid
                """, [.text(list)]
            ) { row in
                LastLook(
                    url: row.text("url"), uid: ChipUID(row.text("uid")),
                    store: try row.optionalText("store").map(Self.storeID), verdict: row.optionalText("verdict"),
                    foundStore: try row.optionalText("found_store").map(Self.storeID),
                    lastSeen: row.integer("last_seen"))
            }
        }
    }

    package func lastAuditedImport() throws -> Int64 {
        try translatingErrors { try database.integer(SQLiteTables.lastAuditedImport) ?? 0 }
    }

    package func endedImports() throws -> Int64 {
        try translatingErrors { try database.integer(SQLiteTables.endedImports) ?? 0 }
    }

    package func knownTags() throws -> [KnownTag] {
        try translatingErrors { try database.rows(Self.selectKnown, [], as: Self.knownTag) }
    }

    static let selectKnown = """
        SELECT url, uid, last_seen, last_inside FROM verdicts JOIN contents ON contents.number = content
        """

    static func knownTag(_ row: borrowing ResultRow) -> KnownTag {
        KnownTag(
            url: row.text("url"), uid: ChipUID(row.text("uid")), lastSeen: row.integer("last_seen"),
            lastInside: row.optionalInteger("last_inside"))
    }
}
