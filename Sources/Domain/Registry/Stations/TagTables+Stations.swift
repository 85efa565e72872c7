internal import AppClips
internal import Faults

/// What a station has done to a tag, at the hub.
extension TagTables {
    /// Moves a tag as an entry of the chain says that holds it. The station may have known an older plan: then the tag is
    /// outdated. What is done of a tag that no batch holds is remembered.
    ///
    /// - Returns: why the tag stays as it is; nil where it was moved.
    public mutating func follow(_ step: TagStep, at time: Timestamp) throws -> String? {
        guard let tag = try tag(step.tag) else {
            try remember(step, at: time)
            return nil
        }
        var known = tag
        if let url = step.event.url { known.url = InvocationURL.carried(url) }
        var moved: Tag
        do {
            moved = try known.after(step.event, try chip(of: step.event))
        } catch let refusal as RegistryError where refusal.code == .contradiction {
            return "\(refusal.message): \(refusal.reason)"
        }
        moved.url = tag.url
        if let former = tag.givenUp(by: step.event, at: time) { try add(former) }
        try put(moved.judged(by: try head(tag.batch)?.rules))
        return nil
    }

    /// Puts what is known of a tag that was lent in the place of what is older.
    ///
    /// - Returns: why the tag stays as it is; nil where it was moved, and for a tag that no batch holds.
    public mutating func regain(_ life: TagLife, of id: TagID) throws -> String? {
        guard var tag = try tag(id), let rules = try head(tag.batch)?.rules else { return nil }
        if let uid = life.uid, let holder = try self.tag(onChip: uid), holder.id != id {
            return "tag \(id) was lent for chip \(uid): the chip carries tag \(holder.id)"
        }
        tag.life = life.resumed(planned: tag.url, rules, isProven: true)
        try put(tag)
        return nil
    }

    private mutating func remember(_ step: TagStep, at time: Timestamp) throws {
        var life = try spentTag(step.tag)?.life ?? TagLife()
        if let cause = step.event.cause, let former = life.chipGivenUp(cause, of: step.tag, at: time) {
            try add(former)
        }
        life.follow(step.event)
        try put(SpentTag(step.tag, life, isProven: true))
    }

    func chip(of event: TagEvent) throws -> ChipRecord {
        guard case .writeIntended(let write) = event else { return ChipRecord() }
        return ChipRecord(holder: try tag(onChip: write.uid), former: try formerCarrier(onChip: write.uid))
    }
}
