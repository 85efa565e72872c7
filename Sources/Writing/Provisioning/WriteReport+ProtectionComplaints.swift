internal import Chips
internal import Faults
internal import Registry

extension Complaint {
    static func noPlaceholder(_ tag: Tag?, _ mirror: ChipMirror) -> Self {
        Self(
            code: "no-placeholder", message: "tag \(tag?.id.text ?? "") is not written",
            reason: "the batch's chips show \(mirror.words), and the URL \(tag?.url ?? "") has no place for it: "
                + mirror.placeholder,
            next: "put \(mirror.placeholder) into the template (waymark batch revise), or switch the mirror off: "
                + "waymark batch rules \(tag?.batch.text ?? "") --mirror none")
    }

    static func notGenuine(_ chip: WriteSession.Chip, _ genuineness: Genuineness) -> Self {
        Self(
            code: genuineness == .notGenuine ? "not-genuine" : "genuineness-unknown",
            message: "chip \(chip.uid) is not written",
            reason: genuineness == .notGenuine
                ? "the batch takes genuine chips only, and no maker's key has signed this one"
                : "the batch takes genuine chips only, and a chip of the kind \(chip.product) shows no signature that is "
                    + "known here",
            next: "take a genuine NTAG213, NTAG215 or NTAG216; complain to the seller of this one")
    }

    /// `namesake` is a key of the same identifier that is another one.
    static func missingKey(_ uid: ChipUID, _ tag: Tag, key: KeyName, namesake: KeyName?) -> Self {
        let found = namesake.map { ", and the key \($0.identifier) that is here is another one (\($0.check))" } ?? ""
        return Self(
            code: "missing-key", message: "tag \(tag.id) on chip \(uid) is not written",
            reason: "it opens with a password from key \(key.identifier) (check value \(key.check)), which this "
                + "station does not have\(found)",
            next: "give the key to the daemon (waymarkd --tag-key FILE); if it is lost, destroy the chip: "
                + "waymark tag replace \(tag.id)")
    }

    /// Lost power came between the first and the last part of a lock, and since then the batch has other rules.
    static func unwantedLock(_ uid: ChipUID, _ tag: Tag) -> Self {
        Self(
            code: "locked", message: "tag \(tag.id) on chip \(uid) is not confirmed",
            reason: "a part of it is locked for ever, as its lock was begun, and batch \(tag.batch) asks for no lock",
            next: "destroy this chip and write another: waymark tag replace \(tag.id) --reason \"locked\"; to keep "
                + "it, have the batch's chips locked: waymark batch rules \(tag.batch) --protect lock")
    }

    /// A lock of an earlier version left the configuration open, and another person has closed it since.
    static func closed(_ chip: WriteSession.Chip) -> Self {
        let id = chip.tag?.id.text ?? ""
        return Self(
            code: "password-protected", message: "tag \(id) on chip \(chip.uid) is not confirmed",
            reason:
                "its data is locked for ever, and its configuration has a password that is not known here: with it, "
                + "another person can hide the URL, or close it for phones",
            next:
                "destroy this chip and write another: waymark tag replace \(id) --reason \"password\"; if one of your "
                + "keys opens it, give it to the daemon: waymarkd --tag-key FILE")
    }

    static func locked(_ uid: ChipUID, _ tag: Tag, because reason: String) -> Self {
        let content = tag.writtenURL.map { ", and says \($0)" } ?? ""
        return Self(
            code: "locked", message: "tag \(tag.id) on chip \(uid) cannot be written again",
            reason: "it is locked for ever\(content): \(reason)",
            next: "destroy this chip and write another: waymark tag replace \(tag.id) --reason \"locked\"")
    }
}

extension ChipMirror {
    var words: String {
        switch self {
        case .uid: "their UID"
        case .counter: "how often they were read"
        case .both: "their UID and how often they were read"
        }
    }
}
