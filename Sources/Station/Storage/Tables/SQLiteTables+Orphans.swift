internal import AppClips
internal import Chips
internal import Registry

/// What only rows of evidence were about that are erased.
extension SQLiteTables {
    /// What has become of contents without rows; references are not checked meanwhile.
    func removeOrphans() throws {
        let orphans = try database.rows(Self.selectOrphans) { row in
            (number: row.integer("number"), content: SeenContent(url: row.text("url"), uid: ChipUID(row.text("uid"))))
        }
        for (number, _) in orphans {
            for table in ["verdicts", "evidence", "changed", "judged", "refolds"] {
                try database.run("DELETE FROM \(table) WHERE content = ?", [.integer(number)])
            }
            try database.run("DELETE FROM contents WHERE number = ?", [.integer(number)])
        }
        try database.run(
            """
            DELETE FROM devices WHERE number NOT IN (SELECT device FROM sightings WHERE device IS NOT NULL)
                AND number NOT IN (SELECT device FROM confirmations WHERE device IS NOT NULL)
                AND number NOT IN (SELECT device FROM remarks)
            """)
        if !orphans.isEmpty { try removeFindings(about: orphans.map(\.content)) }
    }

    /// Contents that no row has, and that the registry neither plans nor wrote.
    private static let selectOrphans = """
        SELECT number, url, uid FROM contents
        WHERE number NOT IN (SELECT content FROM sightings) AND number NOT IN (SELECT content FROM confirmations)
            AND number NOT IN (SELECT content FROM remarks)
            AND NOT EXISTS (SELECT 1 FROM tags WHERE tags.url = contents.url)
            AND url NOT IN (SELECT written_url FROM tags WHERE written_url <> tags.url)
            AND url NOT IN (SELECT former.url FROM former_carriers AS former WHERE former.url IS NOT NULL)
            AND url NOT IN (SELECT written_url FROM spent_tags WHERE written_url IS NOT NULL)
            AND url NOT IN (SELECT experiences.url FROM experiences)
        """

    /// Their numbers are not given out again.
    private func removeFindings(about orphans: [SeenContent]) throws {
        let others = try database.rows("SELECT DISTINCT url FROM contents") { $0.text("url") }
        let kept = Set(others.lazy.map { SeenContent(url: $0, uid: nil).origin })
            .union(try experiences().map { SeenContent(url: $0.url.text, uid: nil).origin })
        let chips = Set(try database.rows("SELECT DISTINCT uid FROM contents") { $0.text("uid") })
        let erased = try ErasedContents(orphans, besides: kept) { uid in
            try chips.contains(uid.hexadecimal) || tag(onChip: uid) != nil || formerCarrier(onChip: uid) != nil
        }
        let last = try lastFinding()
        for finding in try findings() where erased.areNamed(by: finding) {
            try database.run("DELETE FROM repair_pictures WHERE finding = ?", [.integer(finding.number)])
            try database.run("DELETE FROM findings WHERE number = ?", [.integer(finding.number)])
        }
        try database.run("INSERT OR REPLACE INTO spent_numbers VALUES ('findings', ?)", [.integer(last)])
    }
}
