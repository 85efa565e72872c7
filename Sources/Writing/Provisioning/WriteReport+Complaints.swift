internal import Chips
package import Faults
internal import NFCTags
package import Registry

extension Complaint {
    static func occupied(_ uid: ChipUID, _ tag: Tag) -> Self {
        tag.state == .retired
            ? Self(
                code: "retired", message: "chip \(uid) is not written",
                reason: "it carries tag \(tag.id), which is retired",
                next: "destroy it, so that it is not put up again, and take a blank one")
            : Self(
                code: "chip-of-other-batch", message: "chip \(uid) is not written",
                reason: "it carries tag \(tag.id) of batch \(tag.batch) (\(tag.store), \(tag.placement))",
                next: "put it back where it belongs and take a blank one")
    }

    /// Not even `--overwrite` lets such a chip carry a tag again: it was thrown away for a reason, and others that took
    /// it for the tag's chip would be sent elsewhere.
    static func spoiled(_ uid: ChipUID, _ former: FormerCarrier) -> Self {
        let minute = former.ended.iso8601.prefix(16).replacing("T", with: " at ")
        let cause = former.cause == .retired ? "retired" : "replaced"
        let content = former.url.map { "; it may still open \($0)" } ?? ""
        return Self(
            code: "spoiled-chip", message: "chip \(uid) is not written",
            reason: "it is spoiled: it carried tag \(former.tag) until the tag was \(cause) on \(minute) UTC\(content)",
            next: "destroy it, so that it is not put up again, and take a blank one; --overwrite does not write it")
    }

    /// Nothing is left for a new chip.
    package static func exhausted(_ batch: BatchName, _ bound: [Tag]) -> Self {
        guard !bound.isEmpty else {
            return Self(
                code: "batch-complete", message: "this chip is not written",
                reason: "every tag of batch \(batch) is written or being written", next: "keep it for the next batch")
        }
        let list = bound.prefix(5).map { "\($0.id) on \($0.uid?.hexadecimal ?? "?")" }.joined(separator: ", ")
        return Self(
            code: "only-unfinished-left", message: "this chip is not written",
            reason: "the tags that are left belong to other chips, begun or to be rewritten: \(list)",
            next: "present those chips; for one that is lost or broken: waymark tag replace TAG")
    }

    static func otherSign(_ uid: ChipUID, _ tag: Tag, picked: Tag) -> Self {
        Self(
            code: "other-sign", message: "chip \(uid) does not belong to the sign that was scanned",
            reason: "it carries tag \(tag.id) (\(tag.store), \(tag.placement)); the code is that of "
                + "\(picked.id) (\(picked.store), \(picked.placement))",
            next: "put it on its own sign, or scan the code of the sign that it is on")
    }

    static func taken(_ tag: Tag) -> Self {
        let place = tag.uid.map { "it is on chip \($0)" } ?? "it is being written on another reader"
        return Self(
            code: "sign-taken", message: "this chip is not written",
            reason: "the code that was scanned is that of tag \(tag.id), and \(place)",
            next: "scan the code of another sign; if that chip is spoiled: waymark tag replace \(tag.id)")
    }

    static var severalTags: Self {
        Self(
            code: TagError.Code.severalTags.rawValue, message: "nothing is written",
            reason: "two tags or more are on the reader", next: "take all but one away")
    }

    static func randomUID(_ uid: ChipUID) -> Self {
        Self(
            code: "random-uid", message: "\(uid) is not written",
            reason: "it is a phone, or a card with a random serial number: it has another one each time",
            next: "take it away and put a tag on the reader")
    }

    static var notPicked: Self {
        Self(
            code: "not-picked", message: "this chip is not written", reason: "no sign was chosen for it",
            next: "take it away, scan the code of its sign, and put it on again")
    }

    static func foreign(_ chip: WriteSession.Chip, says: String) -> Self {
        chip.ownTag == nil
            ? Self(
                code: "foreign-content", message: "chip \(chip.uid) is not written",
                reason: "it is not known here and carries \(says)",
                next: "take a blank one, or allow it to be written over: waymark write --overwrite")
            : wrongContent(chip, says: says)
    }

    static let askedForCode: OpenCode = "asked-for"

    /// The chip may be another station's: its tag is asked for, and meanwhile nothing is written over.
    static func askedFor(_ uid: ChipUID, carrying url: String) -> Self {
        Self(
            code: askedForCode.rawValue, message: "chip \(uid) is not written",
            reason: "it is not known here and carries the URL \(url): another station may have written it, "
                + "and the hub is asked for its tag",
            next: "take it away, and present it again after the next round with the hub (the answer: waymark station "
                + "status); without a network have it written where it is known, or take a blank one")
    }

    static func wrongContent(_ chip: WriteSession.Chip, says: String) -> Self {
        Self(
            code: "wrong-content", message: "chip \(chip.uid) is not written",
            reason: "it was written as tag \(chip.tag?.id.text ?? "") but now carries \(says)",
            next: "find out who changed it, or whether it is a copy with the same UID; then: waymark write "
                + "--overwrite, or waymark tag replace")
    }

    /// A chip that took its tag's message comes back without it.
    static func lostMessage(_ chip: WriteSession.Chip) -> Self {
        let id = chip.tag?.id.text ?? ""
        return Self(
            code: "wrong-content", message: "chip \(chip.uid) is not written",
            reason: "tag \(id) was written to a chip with this UID, and this one does not hold it",
            next: "present the chip that was written, and put this copy away; if that chip is lost: "
                + "waymark tag replace \(id)")
    }

    /// Two chips with one UID are there at the same time.
    static func twin(_ uid: ChipUID, on other: ReaderName) -> Self {
        Self(
            code: "same-uid", message: "chip \(uid) is not written",
            reason: "two chips have this UID: the other one is on reader \(other)",
            next: "put one of them away: a UID belongs to one chip, so one of the two is a copy")
    }
}
