internal import Registry

/// How a tag moves. Each rule here is one that the journal relies on: a tag is on one chip, and a chip
/// carries one tag.
extension SQLiteRegistry {
    func intend(_ write: TagWrite) throws {
        let tag = try known(write.tag)
        guard tag.batch == write.batch, tag.medium == .nfc else {
            throw contradiction(write, "the registry has this tag in batch \(tag.batch), as \(tag.medium.rawValue)")
        }
        guard tag.url == write.url else {
            throw contradiction(write, "the registry has another URL for this tag: \(tag.url)")
        }
        guard tag.state != .retired else { throw contradiction(write, "the tag is retired") }
        if let uid = tag.uid, uid != write.uid {
            throw contradiction(write, "the tag is on chip \(uid)")
        }
        if let other = try self.tag(onChip: write.uid), other.id != tag.id {
            throw contradiction(write, "chip \(write.uid) carries tag \(other.id) of batch \(other.batch)")
        }
        try database.run(
            "UPDATE tags SET state = 'unfinished', uid = ?, product = ?, genuineness = coalesce(?, genuineness) "
                + "WHERE id = ?",
            [
                .text(write.uid.hexadecimal), .text(write.product), .optional(write.genuineness?.rawValue),
                .text(write.tag.text),
            ])
    }

    func intend(_ protection: TagProtection) throws {
        let tag = try known(protection.tag)
        guard tag.batch == protection.batch, tag.uid == protection.uid, tag.state == .unfinished else {
            throw contradiction(
                protection.tag, "cannot be protected on chip \(protection.uid)",
                "no write of this tag to this chip is under way")
        }
        try database.run(
            "UPDATE tags SET intended_key = ? WHERE id = ?",
            [.optional(protection.key?.description), .text(protection.tag.text)])
    }

    func confirm(_ write: TagWrite) throws {
        let tag = try known(write.tag)
        guard tag.batch == write.batch, tag.uid == write.uid, tag.url == write.url,
            tag.state == .unfinished || tag.state == .written
        else {
            throw contradiction(write, "no write of this tag to chip \(write.uid) was intended")
        }
        try database.run(
            """
            UPDATE tags SET state = 'written', written_url = url, protection = ?, mirror = ?, key = ?,
                   intended_key = NULL WHERE id = ?
            """,
            [
                .optional(write.protection?.rawValue), .optional(write.mirror?.rawValue),
                .optional(write.key?.description), .text(write.tag.text),
            ])
    }

    /// Parts a tag from its chip, or from service.
    func part(_ release: TagRelease, to state: TagState, from allowed: [TagState]) throws {
        let tag = try known(release.tag)
        if let uid = release.uid, uid != tag.uid {
            let place = tag.uid.map { "is on chip \($0)" } ?? "is on no chip"
            throw contradiction(tag.id, "cannot become \(state.rawValue)", "it \(place), not on chip \(uid)")
        }
        try move(tag, to: state, from: allowed)
    }

    func print(_ id: TagID, of batch: BatchName) throws {
        let tag = try known(id)
        guard tag.batch == batch else {
            throw contradiction(id, "cannot be on a sheet of batch \(batch)", "it belongs to batch \(tag.batch)")
        }
        guard tag.medium != .nfc else {
            throw contradiction(id, "cannot be on a sheet", "its medium is nfc: it is written, not printed")
        }
        try move(tag, to: .printed, from: [.planned, .printed, .outdated])
        try database.run("UPDATE tags SET prints = prints + 1 WHERE id = ?", [.text(id.text)])
    }

    /// Labels of a batch that rests since a restoration may hang somewhere already.
    func checkDoubts(about name: BatchName) throws {
        let resting = try database.rows(
            "SELECT 1 FROM batches WHERE name = ? AND doubtful = 1 AND paused = 1", [.text(name.text)]
        ) { $0.integer(0) }
        guard !resting.isEmpty else { return }
        throw RegistryError(
            .contradiction, "no sheet of batch \(name) is made",
            why: "the registry was restored from a backup, and nobody knows which labels were made since",
            next: "look for labels that hang already; then: waymark batch resume \(name)")
    }

    /// A sheet is on record before it is printed.
    func checkSheet(of printed: PrintRecord) throws {
        let made = try database.rows(
            Self.selectEntry + """
                 WHERE kind = ? AND json_valid(payload) AND json_extract(payload, '$.digest') = ?
                    AND json_extract(payload, '$.batch') = ? LIMIT 1
                """,
            [
                .text(JournalEvent.Kind.sheetMade.rawValue), .text(printed.digest), .text(printed.batch.text),
            ], Self.entry)
        guard made.isEmpty else { return }
        throw RegistryError(
            .contradiction, "the sheet of batch \(printed.batch) cannot be recorded as printed",
            why: "the journal has no such sheet", next: "make it again: waymark sheet \(printed.batch)")
    }

    private func move(_ tag: Tag, to state: TagState, from allowed: [TagState]) throws {
        guard allowed.contains(tag.state) else {
            throw contradiction(tag.id, "cannot become \(state.rawValue)", "it is \(tag.state.rawValue)")
        }
        if state == .planned {
            try database.run(Self.clearing + " WHERE id = ?", [.text(tag.id.text)])
        } else {
            try database.run("UPDATE tags SET state = ? WHERE id = ?", [.text(state.rawValue), .text(tag.id.text)])
        }
    }

    /// Parts tags from their chips; a condition follows.
    static var clearing: String {
        """
        UPDATE tags SET state = 'planned', uid = NULL, product = NULL, written_url = NULL, protection = NULL,
               mirror = NULL, genuineness = NULL, key = NULL, intended_key = NULL
        """
    }

    private func known(_ id: TagID) throws -> Tag {
        guard let tag = try tag(id) else {
            throw RegistryError(
                .unknownTag, "tag \(id) is not known", why: "no batch holds it", next: "see: waymark batch list")
        }
        return tag
    }

    private func contradiction(_ write: TagWrite, _ reason: String) -> RegistryError {
        contradiction(write.tag, "cannot be written to chip \(write.uid)", reason)
    }

    private func contradiction(_ id: TagID, _ failure: String, _ reason: String) -> RegistryError {
        RegistryError(.contradiction, "tag \(id) \(failure)", why: reason, next: "see: waymark tag show \(id)")
    }
}
