internal import Registry

/// What a batch asks of its chips.
extension SQLiteRegistry {
    /// Protection, mirror and genuineness.
    static func columns(_ rules: BatchRules) -> [SQLiteValue] {
        [
            .text(rules.protection.rawValue), .optional(rules.mirror?.rawValue), .text(rules.genuineness.rawValue),
        ]
    }

    func rule(_ ruling: BatchRuling) throws {
        let batch = try known(ruling.batch, "the rules of batch \(ruling.batch) cannot be changed")
        try database.run(
            "UPDATE batches SET protection = ?, mirror = ?, genuineness = ? WHERE name = ?",
            Self.columns(ruling.rules) + [.text(ruling.batch.text)])
        for tag in batch.tags where tag.medium == .nfc {
            let fits = tag.fits(ruling.rules, currentKey: nil)
            switch tag.state {
            case .written where !fits: try set(.outdated, tag)
            // The change is taken back before anybody has written the tag again.
            case .outdated where fits && tag.writtenURL == tag.url: try set(.written, tag)
            default: break
            }
        }
    }

    func rotate(_ rotation: KeyRotation) throws {
        let batch = try known(rotation.batch, "batch \(rotation.batch) cannot get another key")
        for tag in batch.tags
        where tag.state == .written && tag.protection == .password && tag.key != rotation.key {
            try set(.outdated, tag)
        }
    }

    private func set(_ state: TagState, _ tag: Tag) throws {
        try database.run("UPDATE tags SET state = ? WHERE id = ?", [.text(state.rawValue), .text(tag.id.text)])
    }

    private func known(_ name: BatchName, _ failure: String) throws -> Batch {
        guard let batch = try self.batch(name) else {
            throw RegistryError(
                .unknownBatch, failure, why: "there is no batch of this name", next: "see: waymark batch list")
        }
        return batch
    }
}
