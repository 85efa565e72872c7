internal import Registry

/// What a registry goes on with when it has taken another one's place.
extension SQLiteRegistry {
    /// Takes over what the replaced registry knew of tags. Identifiers whose plans are not here are spent all the same:
    /// when a batch brings them again, they are what they have become.
    func restore(_ restoration: RegistryRestoration, _ fates: [TagFate], isProven: Bool) throws {
        for fate in fates {
            // A chip that carries another tag by now.
            guard let uid = fate.uid?.hexadecimal else { continue }
            try database.run(Self.clearing + " WHERE uid = ? AND id <> ?", [.text(uid), .text(fate.id.text)])
        }
        for fate in fates {
            guard let tag = try tag(fate.id), let rules = try batch(tag.batch)?.rules else {
                try keep(fate, isProven: isProven)
                continue
            }
            try give(fate, to: tag, fate.state(planned: tag, rules, isProven: isProven))
        }
        try database.run(
            "INSERT OR REPLACE INTO spent_numbers VALUES ('findings', ?)", [.integer(restoration.lastFinding)])
        // An import takes the number after the highest that there was: see AUTOINCREMENT.
        try database.run("DELETE FROM sqlite_sequence WHERE name = 'imports'")
        try database.run(
            "INSERT INTO sqlite_sequence (name, seq) VALUES ('imports', ?)", [.integer(restoration.lastImport)])
        for name in restoration.revoked {
            try database.run("DELETE FROM tokens WHERE name = ?", [.text(name.text)])
        }
        try database.run("DELETE FROM sessions")
        guard restoration.isDoubtful else { return }
        try database.run(
            """
            UPDATE batches SET doubtful = 1, paused = 1 WHERE number IN (
                SELECT batch FROM tags WHERE state IN ('planned', 'unfinished', 'outdated')
            )
            """)
    }

    /// A tag that a batch brings may be on a chip or a label since before a restoration.
    func giveFate(to tag: Tag, _ rules: BatchRules) throws {
        let spent = try database.rows(
            """
            SELECT state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, proven
            FROM spent_tags WHERE id = ?
            """, [.text(tag.id.text)]
        ) { row in
            var fate = TagFate(tag.id)
            fate.state = try Self.name(row.text(0))
            fate.uid = try row.optionalText(1).map(Self.uid)
            fate.product = row.optionalText(2)
            fate.writtenURL = row.optionalText(3)
            fate.protection = try row.optionalText(4).map(Self.name)
            fate.mirror = try row.optionalText(5).map(Self.name)
            fate.genuineness = try row.optionalText(6).map(Self.name)
            fate.key = try row.optionalText(7).map(Self.keyName)
            fate.intendedKey = try row.optionalText(8).map(Self.keyName)
            fate.prints = Int(row.integer(9))
            return (fate: fate, isProven: row.integer(10) == 1)
        }
        guard let found = spent.first else { return }
        var fate = found.fate
        // The chip was given to another tag in the meantime: it is not this one's any more.
        if let uid = fate.uid, let holder = try self.tag(onChip: uid), holder.id != tag.id { fate.follow(.replaced) }
        try give(fate, to: tag, fate.state(planned: tag, rules, isProven: found.isProven))
        try database.run("DELETE FROM spent_tags WHERE id = ?", [.text(tag.id.text)])
    }

    private func give(_ fate: TagFate, to tag: Tag, _ state: TagState) throws {
        try database.run(
            """
            UPDATE tags SET state = ?, uid = ?, product = ?, written_url = ?, protection = ?, mirror = ?,
                   genuineness = ?, key = ?, intended_key = ?, prints = ? WHERE id = ?
            """, [.text(state.rawValue)] + Self.columns(fate) + [.text(tag.id.text)])
    }

    private func keep(_ fate: TagFate, isProven: Bool) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO spent_tags (
                state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, id, proven
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.text(fate.state.rawValue)] + Self.columns(fate) + [.text(fate.id.text), .integer(isProven ? 1 : 0)])
    }

    private static func columns(_ fate: TagFate) -> [SQLiteValue] {
        [
            .optional(fate.uid?.hexadecimal), .optional(fate.product), .optional(fate.writtenURL),
            .optional(fate.protection?.rawValue), .optional(fate.mirror?.rawValue),
            .optional(fate.genuineness?.rawValue), .optional(fate.key?.description),
            .optional(fate.intendedKey?.description), .integer(Int64(fate.prints)),
        ]
    }
}
