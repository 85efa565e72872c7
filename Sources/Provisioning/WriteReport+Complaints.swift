public import Explaining
public import Registry

extension WriteReport.Complaint {
    public init(_ error: some ExplainedError) {
        self.init(code: error.code.rawValue, message: error.message, reason: error.reason, next: error.next)
    }

    static func occupied(_ uid: ChipUID, _ tag: Tag) -> Self {
        tag.state == .retired
            ? Self(
                code: "retired", message: "chip \(uid) is not written",
                reason: "it carries tag \(tag.id), which is retired",
                next: "put it aside and take a blank one")
            : Self(
                code: "otherBatch", message: "chip \(uid) is not written",
                reason: "it carries tag \(tag.id) of batch \(tag.batch) (\(tag.store), \(tag.placement))",
                next: "put it back where it belongs and take a blank one")
    }

    /// Nothing is left for a new chip.
    public static func exhausted(_ batch: BatchName, _ bound: [Tag]) -> Self {
        guard !bound.isEmpty else {
            return Self(
                code: "batchComplete", message: "this chip is not written",
                reason: "every tag of batch \(batch) is written or being written", next: "keep it for the next batch")
        }
        let list = bound.prefix(5).map { "\($0.id) on \($0.uid?.hexadecimal ?? "?")" }.joined(separator: ", ")
        return Self(
            code: "onlyUnfinishedLeft", message: "this chip is not written",
            reason: "the tags that are left belong to other chips, begun or to be rewritten: \(list)",
            next: "present those chips; for one that is lost or broken: waymark tag replace TAG")
    }

    static func otherSign(_ uid: ChipUID, _ tag: Tag, picked: Tag) -> Self {
        Self(
            code: "otherSign", message: "chip \(uid) does not belong to the sign that was scanned",
            reason: "it carries tag \(tag.id) (\(tag.store), \(tag.placement)); the code is that of "
                + "\(picked.id) (\(picked.store), \(picked.placement))",
            next: "put it on its own sign, or scan the code of the sign that it is on")
    }

    static func taken(_ tag: Tag) -> Self {
        let place = tag.uid.map { "it is on chip \($0)" } ?? "it is being written on another reader"
        return Self(
            code: "signTaken", message: "this chip is not written",
            reason: "the code that was scanned is that of tag \(tag.id), and \(place)",
            next: "scan the code of another sign; if that chip is spoiled: waymark tag replace \(tag.id)")
    }

    static let notPicked = Self(
        code: "notPicked", message: "this chip is not written", reason: "no sign was chosen for it",
        next: "take it away, scan the code of its sign, and put it on again")

    static func foreign(_ chip: WriteSession.Chip, says: String) -> Self {
        chip.isConfirmation
            ? Self(
                code: "wrongContent", message: "chip \(chip.uid) is not written",
                reason: "it was written as tag \(chip.tag?.id.text ?? "") but now carries \(says)",
                next: "find out who changed it; then: waymark write --overwrite, or waymark tag replace")
            : Self(
                code: "foreignContent", message: "chip \(chip.uid) is not written",
                reason: "it is not known here and carries \(says)",
                next: "take a blank one, or allow it to be written over: waymark write --overwrite")
    }
}
