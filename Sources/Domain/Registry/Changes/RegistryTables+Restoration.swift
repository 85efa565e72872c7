internal import Chips
internal import Faults

/// What a registry takes over when it replaces another one.
extension RegistryTables {
    /// Takes over what the replaced registry knew of tags. Identifiers whose plans are not here are kept as spent:
    /// when a batch brings them again, they resume their recorded life.
    ///
    /// - Throws: ``RegistryError`` when two of those tags are on one chip, which no registry says of itself.
    mutating func restore(_ restoration: RegistryRestoration, _ lost: LostRecords) throws {
        try lost.checkChips()
        for (id, life) in lost.lives {
            // A chip that carries another tag by now.
            guard let uid = life.uid, var holder = try tag(onChip: uid), holder.id != id else { continue }
            holder.life.leaveChip()
            try put(holder)
        }
        for (id, life) in lost.lives {
            guard var tag = try tag(id), let rules = try head(tag.batch)?.rules else {
                try put(SpentTag(id, life, isProven: lost.isProven))
                continue
            }
            tag.life =
                lost.hasSamePlans ? life : life.resumed(planned: tag.url, rules, isProven: lost.isProven)
            try put(tag)
        }
        let known = Set(try formerCarriers().map(\.occasion))
        for former in lost.formerCarriers where !known.contains(former.occasion) { try add(former) }
        try spend(findings: restoration.lastFinding, imports: restoration.lastImport)
        for name in restoration.revoked { try remove(name) }
        try endSessions()
        guard restoration.isDoubtful else { return }
        for name in try batchNames() {
            if let doubted = try batch(name)?.doubted() { try put(doubted) }
        }
    }

    /// What a tag that a batch brings is already: it may be on a chip or a label since before a restoration.
    mutating func takeSpentLife(of tag: Tag, _ rules: BatchRules) throws -> TagLife {
        guard let spent = try spentTag(tag.id) else { return TagLife() }
        var life = spent.life
        // The chip was given to another tag in the meantime: it is not this one's any more.
        if let uid = life.uid, let holder = try self.tag(onChip: uid), holder.id != tag.id { life.leaveChip() }
        try removeSpentTag(tag.id)
        return life.resumed(planned: tag.url, rules, isProven: spent.isProven)
    }
}

extension LostRecords {
    fileprivate func checkChips() throws(RegistryError) {
        var holders: [ChipUID: TagID] = [:]
        for (id, life) in lives.sorted(by: { $0.key < $1.key }) {
            guard let uid = life.uid, let other = holders.updateValue(id, forKey: uid) else { continue }
            throw RegistryError(
                .contradiction, "the registry is not restored",
                why: "the replaced registry has tags \(other) and \(id) on one chip, \(uid.hexadecimal)",
                next: "see which of them the chip holds: waymark read")
        }
    }
}

extension FormerCarrier {
    /// What makes it the same in two registries. Not the URL: different versions may have written that otherwise.
    fileprivate var occasion: [String] { [tag.text, uid?.hexadecimal ?? "", cause.rawValue, ended.iso8601] }
}
