internal import Registry

/// How a tag that is seen relates to what the journal says of it: a former carrier is not a third party's copy.
enum Bygone: Hashable {
    /// The chip was given up for another one.
    case replaced(FormerCarrier)
    case retired(TagID)
    /// It holds what was written or printed, and something else is planned since.
    case outdated(TagID)

    /// Nil for what is as the journal plans it, and for what the journal cannot explain.
    init?(_ tag: AuditedTag, _ planned: PlannedTags) {
        guard planned.areKnown else { return nil }
        // Foreign content is reported as such: it is more serious.
        if tag.reading.status.foreign != nil { return nil }
        if let uid = tag.uid, let own = planned.tag(on: uid) {
            self.init(own, holding: tag.url)
            return
        }
        if let former = planned.former(on: tag.uid, url: tag.url) {
            switch former.cause {
            case .replaced where tag.uid != nil: self = .replaced(former)
            case .replaced: return nil
            case .retired: self = .retired(former.tag)
            case .revised:
                self = planned.tag(former.tag)?.state == .retired ? .retired(former.tag) : .outdated(former.tag)
            }
            return
        }
        // A phone reports no chip.
        if tag.uid == nil, let own = planned.tag(written: tag.url), planned.position(url: tag.url) == nil {
            self = own.state == .retired ? .retired(own.id) : .outdated(own.id)
            return
        }
        guard let own = tag.reading.tag else { return nil }
        switch own.state {
        case .retired: self = .retired(own.id)
        case .outdated where own.medium != .nfc && !own.isNamed(by: tag.url): self = .outdated(own.id)
        default: return nil
        }
    }

    /// What a chip of this tag holds.
    private init?(_ own: Tag, holding url: String) {
        if own.state == .retired {
            self = .retired(own.id)
        } else if !own.isNamed(by: url), own.state == .unfinished || own.writtenURL == url {
            // A write that was not finished leaves the old message, none, or the new one.
            self = .outdated(own.id)
        } else {
            return nil
        }
    }
}
