/// What is asked of a reader: what no manual and no capture tells of it, and what everything else rests on.
package enum CheckQuestion: String, Hashable, Sendable, CaseIterable {
    case noTag = "no-tag"
    case selection
    case fieldReset = "field-reset"
    case version
    case read
    case longAnswer = "long-answer"
    case signature
    case write
    case refusal
    case password
    case message
    case plainRead = "plain-read"
    case plainWrite = "plain-write"
    case pair
    case takenAway = "taken-away"
    case type4
    case vicinitySelection = "type5-selection"
    case vicinityInformation = "type5-information"
    case vicinityRead = "type5-read"
    case vicinityLockStatus = "type5-lock-status"
    case vicinitySignature = "type5-signature"
    case vicinityStranger = "type5-stranger"
    case vicinityQuiet = "type5-field-reset"
    case vicinityRefusal = "type5-refusal"
    case vicinityWrite = "type5-write"
    case vicinityPlain = "type5-plain"
    case vicinityMessage = "type5-message"

    /// For people.
    package var text: String {
        switch self {
        case .noTag: "Does the reader say that no tag is there while none is?"
        case .selection: "Does it name the tag's family and its UID?"
        case .fieldReset: "Can a tag be selected anew, and how long does that take?"
        case .version: "Does GET_VERSION reach the tag?"
        case .read: "Does READ bring 16 bytes?"
        case .longAnswer: "Does FAST_READ bring an answer longer than 127 bytes?"
        case .signature: "Does READ_SIG bring 32 bytes?"
        case .write: "How does it pass on the acknowledgement of WRITE?"
        case .refusal: "How does it pass on a refusal, and does it work afterwards?"
        case .password: "Does PWD_AUTH reach the tag?"
        case .message: "Is a URL written and read back as a station does it?"
        case .plainRead: "Does READ BINARY (FF B0) read a page?"
        case .plainWrite: "Does UPDATE BINARY (FF D6) write a page?"
        case .pair: "Does it tell that two tags are there?"
        case .takenAway: "What does it say when the tag is taken away between two commands?"
        case .type4: "Do commands of ISO/IEC 7816-4 reach a Type 4 tag?"
        case .vicinitySelection: "Is a Type 5 tag selected, and with its UID in the right order?"
        case .vicinityInformation: "Does GET SYSTEM INFORMATION reach a Type 5 tag?"
        case .vicinityRead: "Do READ SINGLE BLOCK and READ MULTIPLE BLOCKS agree?"
        case .vicinityLockStatus: "Does GET MULTIPLE BLOCK SECURITY STATUS answer?"
        case .vicinitySignature: "Does READ SIGNATURE of an ICODE SLIX2 bring 32 bytes?"
        case .vicinityStranger: "Does a command for another UID stay without an answer?"
        case .vicinityQuiet: "Is the tag's power really taken away by a selection?"
        case .vicinityRefusal: "How does it pass on a Type 5 tag's error?"
        case .vicinityWrite: "Does WRITE SINGLE BLOCK write, and how long does it take?"
        case .vicinityPlain: "Do READ BINARY and UPDATE BINARY work for blocks?"
        case .vicinityMessage: "Is a URL written to a Type 5 tag and read back as a station does it?"
        }
    }
}

/// Spare tags that a person has at hand. Nothing that cannot be undone is done to them.
package enum SpareTag: String, Hashable, Sendable, CaseIterable {
    /// NTAG213, 215 or 216.
    case ntag
    /// Another tag of any kind, beside the NTAG.
    case pair
    /// Any tag of Type 4, such as an NTAG 424 DNA. It is only read.
    case type4
    /// ICODE SLIX or SLIX2.
    case type5

    /// What a person is asked to put on the reader.
    var words: String {
        switch self {
        case .ntag: "a spare NTAG213, NTAG215 or NTAG216"
        case .pair: "another tag"
        case .type4: "a Type 4 tag"
        case .type5: "a spare ICODE SLIX or ICODE SLIX2"
        }
    }
}
