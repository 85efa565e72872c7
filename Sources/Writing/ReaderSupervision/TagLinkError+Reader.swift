internal import Chips
internal import Faults
internal import NFCTags

extension TagLinkError {
    static func tagFailed(_ reason: String) -> TagLinkError {
        TagLinkError(
            code: .unknown, message: "the tag did not answer as it should", reason: reason,
            next: "put the tag on the reader again and leave it there")
    }

    static func severalTags(_ uids: [ChipUID]) -> TagLinkError {
        TagLinkError(
            code: .severalTags, message: "more than one tag is on the reader",
            reason: "these tags answer: \(uids.map(\.description).joined(separator: ", "))",
            next: "take all of them away but one")
    }

    static func unsupported(_ name: String, _ reason: String) -> TagLinkError {
        TagLinkError(
            code: .unsupported, message: "reader \(name) cannot send this command to a tag", reason: reason,
            next: "use a reader that can; docs/readers.md lists them")
    }

    static func readerGone(_ name: String, _ reason: String) -> TagLinkError {
        TagLinkError(
            code: .readerGone, message: "reader \(name) does not answer", reason: reason,
            next: "check its cable, and see: waymark reader list")
    }

    static func late(_ name: String, after limit: Duration) -> TagLinkError {
        TagLinkError(
            code: .timeout, message: "reader \(name) does not answer", reason: "its worker said nothing for \(limit)",
            next: "wait until it is started again; if it happens again, unplug the reader and plug it in")
    }
}
