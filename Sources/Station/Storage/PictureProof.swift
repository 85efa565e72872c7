internal import Cryptography
internal import Registry

/// Notes and pictures that people made, against what a disk may have changed. A remark has a digest of itself, and a
/// finding has those of the pictures of its work, which the journal has as well.
struct PictureProof {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Remarks that an earlier version has taken in.
    func keepMissingDigests() throws {
        let numbers = try database.rows("SELECT number FROM remarks WHERE digest IS NULL") { $0.integer("number") }
        guard !numbers.isEmpty else { return }
        try database.transaction {
            for number in numbers {
                try forEachRemark("WHERE number = ?", [.integer(number)]) { digest, _ in
                    try database.run(
                        "UPDATE remarks SET digest = ? WHERE number = ?", [.integer(digest), .integer(number)])
                }
            }
        }
    }

    /// How many rows are not what was written.
    func countDamaged() throws -> Int {
        var wrong = 0
        try forEachRemark { if $0 != $1 { wrong += 1 } }
        try database.forEachRow(
            """
            SELECT findings.*, finding IS NOT NULL AS is_pictured, before, after
            FROM findings LEFT JOIN repair_pictures ON finding = findings.number
            """
        ) { row in
            let work = try SQLiteTables.finding(row).repair?.work
            let before = try row.optionalBytes("before").map { try SHA256.hexadecimal(of: $0) }
            let after = try row.optionalBytes("after").map { try SHA256.hexadecimal(of: $0) }
            let isPictured = row.integer("is_pictured") == 1
            if before != work?.before || after != work?.after || isPictured != (before != nil || after != nil) {
                wrong += 1
            }
        }
        return wrong
    }

    /// Hands over the digest of what a row has, and the one that it has of itself.
    private func forEachRemark(
        _ condition: String = "", _ values: [SQLiteValue] = [], _ receive: (Int64, Int64?) throws -> Void
    ) throws {
        var digests = try EvidenceDigest()
        try database.forEachRow("SELECT note, picture, digest FROM remarks \(condition)", values) { row in
            let digest = try digests.digest(ofNote: row.text("note"), picture: row.optionalBytes("picture"))
            try receive(digest, row.optionalInteger("digest"))
        }
    }
}
