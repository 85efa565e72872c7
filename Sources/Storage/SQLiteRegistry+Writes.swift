internal import Registry

/// How a tag moves. Each rule here is one that the journal relies on: a tag is on one chip, and a chip
/// carries one tag.
extension SQLiteRegistry {
    func intend(_ write: TagWrite) throws {
        let tag = try known(write.tag)
        guard tag.batch == write.batch, tag.url == write.url, tag.medium == .nfc else {
            throw contradiction(write, "the registry has this tag in batch \(tag.batch), as \(tag.medium.rawValue)")
        }
        guard tag.state != .retired else { throw contradiction(write, "the tag is retired") }
        if let uid = tag.uid, uid != write.uid {
            throw contradiction(write, "the tag is on chip \(uid)")
        }
        if let other = try self.tag(onChip: write.uid), other.id != tag.id {
            throw contradiction(write, "chip \(write.uid) carries tag \(other.id) of batch \(other.batch)")
        }
        try database.run(
            "UPDATE tags SET state = 'unfinished', uid = ?, product = ? WHERE id = ?",
            [.text(write.uid.hexadecimal), .text(write.product), .text(write.tag.text)])
    }

    func confirm(_ write: TagWrite) throws {
        let tag = try known(write.tag)
        guard tag.uid == write.uid, tag.url == write.url, tag.state == .unfinished || tag.state == .written else {
            throw contradiction(write, "no write of this tag to chip \(write.uid) was intended")
        }
        try database.run("UPDATE tags SET state = 'written' WHERE id = ?", [.text(write.tag.text)])
    }

    func move(_ id: TagID, to state: TagState, from allowed: [TagState]) throws {
        let tag = try known(id)
        guard allowed.contains(tag.state) else {
            throw RegistryError(
                .contradiction, "tag \(id) cannot become \(state.rawValue)", why: "it is \(tag.state.rawValue)",
                next: "see: waymark tag show \(id)")
        }
        if state == .planned {
            try database.run(
                "UPDATE tags SET state = 'planned', uid = NULL, product = NULL WHERE id = ?", [.text(id.text)])
        } else {
            try database.run("UPDATE tags SET state = ? WHERE id = ?", [.text(state.rawValue), .text(id.text)])
        }
    }

    private func known(_ id: TagID) throws -> Tag {
        guard let tag = try tag(id) else {
            throw RegistryError(
                .unknownTag, "tag \(id) is not known", why: "no batch holds it", next: "see: waymark batch list")
        }
        return tag
    }

    private func contradiction(_ write: TagWrite, _ reason: String) -> RegistryError {
        RegistryError(
            .contradiction, "tag \(write.tag) cannot be written to chip \(write.uid)", why: reason,
            next: "see: waymark tag show \(write.tag)")
    }
}
