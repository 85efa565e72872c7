internal import Faults
internal import Grants
internal import PostgreSQL
internal import Registry

/// Tags that leave their chips.
extension StationRows {
    /// A tag that was replaced is on nothing, unless there are labels with it. It is counted all the same: see ``TurnReplay``.
    func free(_ id: TagID) throws {
        try connection.change("UPDATE tags SET frees = frees + 1 WHERE id = $1", [.kept(id.text)])
        guard let tag = try row(id)?.tag, !tag.life.isBegun else { return }
        var tables = HubGrantTables(self)
        _ = try tables.handle(.replaced(id))
    }

    /// How often the tags of a grant have left a chip; nil where none has.
    func turns(of grant: Grant) throws -> [String: Int]? {
        let counted = try connection.all(
            "SELECT id, frees FROM tags WHERE id = ANY($1) AND frees > 0",
            [.texts(grant.tags.map { KeptText.kept($0.text) })]
        ) { (tag: try $0.identifier() as TagID, count: Int(try $0.integer())) }
        return counted.isEmpty ? nil : Dictionary(counted.map { ($0.tag.text, $0.count) }) { first, _ in first }
    }

    /// What the hub has forgotten, and a station knows.
    func noteTurns(of grant: Grant) throws {
        for (tag, count) in grant.turns ?? [:] {
            try connection.change(
                "UPDATE tags SET frees = greatest(frees, $2) WHERE id = $1", [.kept(tag), .integer(Int64(count))])
        }
    }

    /// Throws why a tag does not leave its chip: it may be on another one.
    func checkReplacing(_ id: TagID) throws {
        let open = try connection.number(
            "SELECT min(number) FROM conflicts WHERE tag = $1 AND settled_chain IS NULL", [.kept(id.text)])
        guard let open else { return }
        throw RegistryError(
            .contradiction, "tag \(id) is not replaced", why: "conflict \(open) says that it may be on another chip",
            next: "look at the chips, then settle it: waymark hub settle \(open) --reason ...")
    }
}
