internal import Chips
internal import Faults

extension TagError {
    /// The link failed under a page write. Not even a refusal is certain: see `TagLinkError.Code.unknown`.
    static func writeUnknown(_ uid: ChipUID, page: Int, _ error: TagLinkError) -> TagError {
        if error.concernsReader { return readerFailed(uid, error) }
        return TagError(
            code: .writeUnknown,
            message: "writing page \(page.pageNumber) of tag \(uid) was not acknowledged",
            reason: "\(error.reason); whether the page changed is unknown",
            next: "put the tag on the reader again", link: error)
    }

    static func readerFailed(_ uid: ChipUID?, _ error: TagLinkError) -> TagError {
        TagError(
            code: .readerFailed,
            message: uid.map { "the reader failed at tag \($0): \(error.message)" } ?? error.message,
            reason: error.reason, next: error.next, link: error)
    }

    static func severalTags(_ error: TagLinkError) -> TagError {
        TagError(
            code: .severalTags, message: "two tags or more are on the reader", reason: error.reason,
            next: "take all but one away", link: error)
    }

    static func tagLost(_ uid: ChipUID) -> TagError {
        TagError(
            code: .tagLost, message: "tag \(uid) has left the reader", reason: "no tag is in the field",
            next: "put the tag on the reader again and leave it there")
    }

    static func tagChanged(_ uid: ChipUID, now other: ChipUID) -> TagError {
        TagError(
            code: .tagChanged, message: "tag \(uid) was exchanged",
            reason: "tag \(other) is on the reader instead",
            next: "put tag \(uid) back, or start again with the new one")
    }
}
