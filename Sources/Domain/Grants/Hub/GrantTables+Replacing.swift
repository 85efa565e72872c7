internal import Faults
internal import Registry

/// Tags that leave their chips, to be written to others.
extension GrantTables {
    /// What is on nothing is granted as what was never written.
    mutating func free(_ id: TagID) throws {
        guard var tag = try tag(id), tag.state == .written else { return }
        (tag.state, tag.chip) = (.planned, nil)
        try put(tag)
    }

    /// Throws why the hub may not free a tag for another chip: a station that was lost while it had the right may do so as
    /// well, and a station that was not heard may have it.
    func checkReplacing(_ tag: GrantedTag, _ failure: String) throws {
        guard tag.chip != nil else { return }
        if try hub().mayHaveForgotten(tag) { throw GrantError.unsettled(failure) }
        let lost = try grantsOfLostChains(with: tag.id).first { $0.loan == nil }?.chain ?? unheardLoss()
        if let lost { throw GrantError.lost(tag.id, with: lost, failure) }
    }

    /// A chain that was declared lost before the hub had heard it in its era: it may have any tag.
    private func unheardLoss() throws -> ChainName? {
        try lostChains().sorted().first { try chain($0)?.adopted == nil }
    }
}
