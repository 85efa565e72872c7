internal import Faults
internal import NDEF
internal import NFCTags
internal import Registry

/// What the journal allows with a chip, whatever it holds.
extension WriteSession {
    /// What a chip may lose: its write is on record as begun, so that lost power may have left half a page, or the operator
    /// gives up what unknown chips hold.
    func mayLose(_ chip: Chip) -> GivenUp {
        if chip.isBegun { return .remains }
        return overwrite ? .data : .nothing
    }

    /// What is known of a chip's password: one of ours, or perhaps the factory's where lost power within CFG0 has closed a
    /// chip that was being written.
    func passwordKnowledge(_ chip: Chip) -> PasswordKnowledge {
        if chip.isOpened { return .known }
        if let tag = chip.ownTag, !tag.possibleKeys.isEmpty { return .known }
        return chip.mayBeProtected ? .guessed : .none
    }

    /// Whether a password may be there that opens the chip.
    func mayHavePassword(_ chip: Chip) -> Bool { passwordKnowledge(chip) != .none }

    /// Why what a chip says now must not be written over; nil when it may.
    func objection(to image: TagImage, _ plan: WritePlan, on chip: Chip) -> Complaint? {
        if overwrite { return nil }
        if let revealed = chip.revealed, !plan.keepsBody, !keepsBody(of: revealed, image, chip) {
            return .lostMessage(chip)
        }
        // An unfinished write of ours: old, empty or new are all it can be.
        return chip.isBegun ? nil : objection(toContentOf: image, on: chip)
    }

    /// The same where a chip of ours shows something in place of a part of what it stores.
    func objection(to image: TagImage, hiding message: NDEFMessage, on chip: Chip) -> Complaint? {
        if overwrite { return nil }
        let former = (chip.revealed ?? chip.tag?.writtenURL).flatMap { try? NDEFMessage(uri: $0) }
        let candidates = [message, former].compactMap(\.self)
        if chip.revealed != nil, !candidates.contains(where: image.mayHoldBody) { return .lostMessage(chip) }
        if chip.isBegun || candidates.contains(where: image.mayHold) { return nil }
        return objection(toContentOf: image, on: chip)
    }

    /// Why what a chip says cannot be what it was written with, or what another has left on it.
    private func objection(toContentOf image: TagImage, on chip: Chip) -> Complaint? {
        let isOurs = chip.ownTag != nil
        return switch image.content {
        // Another chip with the UID of the one that was written, or that one after it was erased.
        case .blank, .empty, .unformatted: isOurs ? .wrongContent(chip, says: "no message") : nil
        // To be rewritten: what it says may show its UID or counter in place of what was written.
        case _ where isOurs && !chip.isConfirmation: nil
        // Ours as well, before the batch was changed.
        case .url(let url) where isOurs && chip.tag?.wasWritten(as: url) == true: nil
        case .url(let url) where isUnderHub && !isOurs && chip.tag?.hasSite(of: url) == true:
            .askedFor(chip.uid, carrying: url)
        case .url(let url): .foreign(chip, says: "the URL \(url)")
        case .other: .foreign(chip, says: "a message that is not a URL")
        case .damaged(let reason): .foreign(chip, says: "bytes that are not an NDEF message (\(reason))")
        }
    }

    /// The longer one of the message that a chip is to hold and the one that it took before: an image that was read for
    /// it shows whether the chip holds either.
    func longer(_ message: NDEFMessage, _ chip: Chip) -> NDEFMessage {
        guard let former = chip.revealed.flatMap({ try? NDEFMessage(uri: $0) }) else { return message }
        return former.encoded.count > message.encoded.count ? former : message
    }

    /// Whether a chip holds the message with this URL, but for its beginning at most.
    private func keepsBody(of url: String, _ image: TagImage, _ chip: Chip) -> Bool {
        guard let message = try? NDEFMessage(uri: url) else { return false }
        let mirror = rules.mirror.flatMap { TextMirror(TextMirror.Kind($0), replacingZerosIn: message) }
        let plan = try? WritePlan(
            writing: message, to: image, mirror: mirror, hasPassword: mayHavePassword(chip),
            givingUp: mayLose(chip))
        return plan?.keepsBody ?? false
    }

    /// Another reader has a chip with this UID: nothing is done before one of the two is put away.
    mutating func meetTwin(of chip: Chip, on other: ReaderName) -> Step {
        twinLooks += 1
        guard twinLooks < Self.twinLimit else { return refuse(chip, .twin(chip.uid, on: other)) }
        state = .looking
        return Step(.select(pause: true))
    }
}

extension WriteSession.Chip {
    /// Whether the journal says that a write of its tag was begun on this chip and has not ended well.
    var isBegun: Bool { ownTag?.state == .unfinished }

    /// Whether it may be protected in a way that is not on record: lost power came between the protection and its
    /// result, or the registry was restored since. Then what it is now is looked at before it is confirmed.
    var mayBeProtected: Bool { isBegun || isRecognised }
}

extension Tag {
    /// Whether a URL is on the tag's own web site: then it may be another tag's.
    fileprivate func hasSite(of found: String) -> Bool {
        func site(_ url: String) -> [Substring] {
            Array(url.lowercased().split(separator: "/", omittingEmptySubsequences: false).prefix(3))
        }
        return site(url).count == 3 && site(url) == site(found)
    }
}
