internal import Chips
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

    package func lastAuditedImport() throws -> Int64 {
        try translatingErrors {
            try database.integer("SELECT last_import FROM audits ORDER BY number DESC LIMIT 1") ?? 0
        }
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
