internal import NFCTags
internal import Registry

extension WriteReport.Complaint {
    init(_ error: TagError) {
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

    static func exhausted(_ batch: BatchName, _ unfinished: [Tag]) -> Self {
        guard !unfinished.isEmpty else {
            return Self(
                code: "batchComplete", message: "this chip is not written",
                reason: "every tag of batch \(batch) is written or being written", next: "keep it for the next batch")
        }
        let list = unfinished.prefix(5).map { "\($0.id) on \($0.uid?.hexadecimal ?? "?")" }.joined(separator: ", ")
        return Self(
            code: "onlyUnfinishedLeft", message: "this chip is not written",
            reason: "the tags that are left were begun on other chips: \(list)",
            next: "present those chips; for one that is lost or broken: waymark tag replace TAG")
    }

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
