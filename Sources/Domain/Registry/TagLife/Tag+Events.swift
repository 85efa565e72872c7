internal import AppClips
internal import Chips
public import Faults

/// What the registry knows of a chip before a tag is written to it.
public struct ChipRecord: Hashable, Sendable {
    /// The tag that the chip carries or was meant to carry.
    public let holder: Tag?
    /// What the chip was when it was given up, the last time.
    public let former: FormerCarrier?

    public init(holder: Tag? = nil, former: FormerCarrier? = nil) {
        self.holder = holder
        self.former = former
    }
}

/// How a tag moves. Each rule here is one that the journal relies on: a tag is on one chip, and a chip carries one tag.
extension Tag {
    /// The tag after an event. Throws `contradiction` for an event that the registry refuses.
    ///
    /// `chip`: what is known of the chip that an intended write names; other events do not ask.
    public func after(_ event: TagEvent, _ chip: ChipRecord = ChipRecord()) throws(RegistryError) -> Tag {
        switch event {
        case .writeIntended(let write): try check(intended: write, chip)
        case .protectionIntended(let protection):
            guard batch == protection.batch, life.uid == protection.uid, life.state == .unfinished else {
                throw contradiction(
                    "cannot be protected on chip \(protection.uid)",
                    why: "no write of this tag to this chip is under way")
            }
            // A lock would keep what is planned no more for ever.
            guard protection.url.map({ InvocationURL.carried($0) == url }) ?? true else {
                throw contradiction(
                    "is not protected on chip \(protection.uid)",
                    why: "the chip holds \(protection.url ?? ""), and the tag's URL is \(url) by now",
                    next: "put the chip on the reader again: it gets the new URL")
            }
        case .writeConfirmed(let write):
            guard batch == write.batch, life.uid == write.uid, url == write.url,
                life.state == .unfinished || life.state == .written
            else { throw unwritable(write, "no write of this tag to chip \(write.uid) was intended") }
        case .replaced(let release):
            try check(release, to: .planned, from: [.unfinished, .written, .printed, .outdated])
        case .retired(let release): try check(release, to: .retired, from: TagState.allCases)
        case .printed(let sheet): try check(printedFor: sheet)
        }
        var tag = self
        tag.life.follow(event)
        return tag
    }

    /// Refuses a protection that the batch does not ask for: its rules may have changed since the write began.
    public func check(_ protection: TagProtection, by rules: BatchRules) throws(RegistryError) {
        guard protection.protection == rules.protection, protection.mirror == rules.mirror else {
            throw contradiction(
                "is not protected on chip \(protection.uid)",
                why: "its batch has other rules by now: protection \(rules.protection.rawValue), mirror "
                    + (rules.mirror?.rawValue ?? "none"),
                next: "write the batch again, and put the chip on the reader: waymark write \(batch)")
        }
    }

    /// The tag behind the result of a write: outdated where its plan, or the rules of its batch, are others by now.
    public func judged(by rules: BatchRules?) -> Tag {
        guard life.state == .written else { return self }
        var tag = self
        if life.writtenURL != url {
            tag.life.state = .outdated
            return tag
        }
        return rules.map(tag.under) ?? tag
    }

    /// The chip or the labels that no longer carry it after an event; nil when it was on nothing, and when it stays there.
    public func givenUp(by event: TagEvent, at time: Timestamp) -> FormerCarrier? {
        event.cause.flatMap { givenUp($0, at: time) }
    }

    func givenUp(_ cause: FormerCarrier.Cause, at time: Timestamp) -> FormerCarrier? {
        if let chip = life.chipGivenUp(cause, of: id, at: time) { return chip }
        // A tag that was never begun is on nothing, and what a retired one was on is known.
        guard life.state != .retired, life.prints > 0 else { return nil }
        return FormerCarrier(tag: id, uid: nil, url: url, cause: cause, ended: time)
    }

    private func check(intended write: TagWrite, _ chip: ChipRecord) throws(RegistryError) {
        guard batch == write.batch, medium == .nfc else {
            throw unwritable(write, "the registry has this tag in batch \(batch), as \(medium.rawValue)")
        }
        guard url == write.url else { throw unwritable(write, "the registry has another URL for this tag: \(url)") }
        guard life.state != .retired else { throw unwritable(write, "the tag is retired") }
        if let uid = life.uid, uid != write.uid { throw unwritable(write, "the tag is on chip \(uid)") }
        if let holder = chip.holder, holder.id != id {
            throw unwritable(write, "chip \(write.uid) carries tag \(holder.id) of batch \(holder.batch)")
        }
        // A chip that carries the tag now is the tag's, whatever it was before: earlier versions wrote such chips again.
        if let former = chip.former, life.uid == nil {
            throw unwritable(
                write, "the chip was given up: tag \(former.tag), which it carried, was \(former.cause.rawValue)",
                next: "destroy the chip and take a blank one")
        }
    }

    private func check(_ release: TagRelease, to state: TagState, from allowed: [TagState]) throws(RegistryError) {
        if let chip = release.uid, chip != life.uid {
            let place = life.uid.map { "is on chip \($0)" } ?? "is on no chip"
            throw contradiction("cannot become \(state.rawValue)", why: "it \(place), not on chip \(chip)")
        }
        try check(to: state, from: allowed)
    }

    private func check(printedFor sheet: BatchName) throws(RegistryError) {
        guard batch == sheet else {
            throw contradiction("cannot be on a sheet of batch \(sheet)", why: "it belongs to batch \(batch)")
        }
        guard medium != .nfc else {
            throw contradiction("cannot be on a sheet", why: "its medium is nfc: it is written, not printed")
        }
        try check(to: .printed, from: [.planned, .printed, .outdated])
    }

    private func check(to next: TagState, from allowed: [TagState]) throws(RegistryError) {
        guard allowed.contains(life.state) else {
            throw contradiction("cannot become \(next.rawValue)", why: "it is \(life.state.rawValue)")
        }
    }

    private func unwritable(_ write: TagWrite, _ reason: String, next: String? = nil) -> RegistryError {
        contradiction("cannot be written to chip \(write.uid)", why: reason, next: next)
    }

    private func contradiction(_ failure: String, why reason: String, next: String? = nil) -> RegistryError {
        RegistryError(
            .contradiction, "tag \(id) \(failure)", why: reason, next: next ?? "see: waymark tag show \(id)")
    }
}
