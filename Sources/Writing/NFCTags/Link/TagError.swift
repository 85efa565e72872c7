public import Faults

/// Why an operation on a tag came to nothing.
public typealias TagError = Fault<TagFaultCode>

public enum TagFaultCode: String, FaultCode, CaseIterable {
    public typealias Context = TagFaultCause

    /// The tag is of a kind that Waymark does not write.
    case unsupportedProduct = "unsupported-product"
    /// The message does not fit the data area.
    case tooSmall = "too-small"
    /// A page that would change is locked, or the capability container forbids writing.
    case locked
    /// A page that would be read or changed needs the password.
    case passwordProtected = "password-protected"
    /// The tag shows its UID or counter inside the message, so that what is written cannot be read back.
    case mirrored
    /// The capability container does not declare NDEF.
    case notFormatted = "not-formatted"
    /// The capability container or the TLV blocks before the message contradict the rules.
    case malformedMemory = "malformed-memory"
    /// The image lacks a page that the plan depends on.
    case incompleteImage = "incomplete-image"
    /// No tag is in the field any more.
    case tagLost = "tag-lost"
    /// Another tag is in the field than before.
    case tagChanged = "tag-changed"
    /// More than one tag is in the field.
    case severalTags = "several-tags"
    /// The tag gave no usable answer to a command that changes nothing.
    case noAnswer = "no-answer"
    /// A page write was not acknowledged: the page holds its old bytes or the new ones.
    case writeUnknown = "write-unknown"
    /// The tag does not hold what was written.
    case readBackDiffers = "read-back-differs"
    /// Its lock bits, or its capability container, can never be set as a lock needs it.
    case notLockable = "not-lockable"
    /// It has no password, or its configuration is frozen.
    case notProtectable = "not-protectable"
    /// It cannot show its UID or counter inside this message.
    case notMirrorable = "not-mirrorable"
    /// It does not open with the password, or none was given.
    case wrongPassword = "wrong-password"
    /// The protection that was written does not read back, or does not protect.
    case notProtected = "not-protected"
    /// A Type 4 tag answered a command with a status that is not good, or a Type 5 tag a write or a lock with an error.
    case commandRefused = "command-refused"
    /// The reader is in trouble. Whether a write under way took effect is unknown.
    case readerFailed = "reader-failed"
}

/// What is behind an error.
public struct TagFaultCause: Hashable, Sendable {
    /// What the link reported, when it was the link.
    public let link: TagLinkError?
    /// Whether it was the last command of a write: the tag may hold all of the message.
    public var isAtTheEnd = false
}

/// What a workflow does after an error.
public enum TagRecovery: String, Sendable {
    /// Select again, identify the tag in the field, read it, and plan anew.
    case selectAgain
    /// This tag cannot be written as asked; nothing was changed by the attempt that says so.
    case refuse
    /// Nothing can be said about the tag until the reader is back.
    case restoreReader
}

extension TagError {
    public init(code: Code, message: String, reason: String, next: String, link: TagLinkError? = nil) {
        self.init(code: code, message: message, reason: reason, next: next, context: TagFaultCause(link: link))
    }

    public var link: TagLinkError? { context.link }

    public var isAtTheEnd: Bool { context.isAtTheEnd }

    /// The same error, of the last command of a write.
    var atTheEnd: TagError {
        TagError(
            code: code, message: message, reason: reason, next: next,
            context: TagFaultCause(link: link, isAtTheEnd: true))
    }

    public var recovery: TagRecovery { code.recovery }
}

extension TagFaultCode {
    /// What a workflow does after an error of this code.
    public var recovery: TagRecovery {
        switch self {
        case .tagLost, .tagChanged, .severalTags, .noAnswer, .writeUnknown, .readBackDiffers, .notProtected:
            .selectAgain
        case .readerFailed: .restoreReader
        case .unsupportedProduct, .tooSmall, .locked, .passwordProtected, .mirrored, .notFormatted,
            .malformedMemory, .incompleteImage, .notLockable, .notProtectable,
            .notMirrorable, .wrongPassword, .commandRefused:
            .refuse
        }
    }
}
