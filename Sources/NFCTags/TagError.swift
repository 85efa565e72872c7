public import Explaining

/// Why an operation on a tag came to nothing.
public struct TagError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The tag is of a kind that Waymark does not write.
        case unsupportedProduct
        /// The message does not fit the data area.
        case tooSmall
        /// A page that would change is locked, or the capability container forbids writing.
        case locked
        /// A page that would be read or changed needs the password.
        case passwordProtected
        /// The tag shows its UID or counter inside the message, so that nobody reads what is written.
        case mirrored
        /// The capability container does not declare NDEF.
        case notFormatted
        /// The capability container or the TLV blocks before the message contradict the rules.
        case malformedMemory
        /// The image lacks a page that the plan depends on.
        case incompleteImage
        /// No tag is in the field any more.
        case tagLost
        /// Another tag is in the field than before.
        case tagChanged
        /// The tag gave no usable answer to a command that changes nothing.
        case noAnswer
        /// A page write was not acknowledged: the page holds its old bytes or the new ones.
        case writeUnknown
        /// The tag does not hold what was written.
        case readBackDiffers
        /// Its lock bits, or its capability container, can never be set as a lock needs it.
        case notLockable
        /// It has no password, or its configuration is frozen.
        case notProtectable
        /// It cannot show its UID or counter inside this message.
        case notMirrorable
        /// It does not open with the password, or none was given.
        case wrongPassword
        /// The protection that was written does not read back, or does not protect.
        case notProtected
        /// A Type 4 tag answered a command with a status that is not good.
        case commandRefused
        /// The reader is in trouble. Whether a write under way took effect is unknown.
        case readerFailed
    }

    /// What a workflow does after an error.
    public enum Recovery: String, Sendable {
        /// Select again, identify the tag in the field, read it, and plan anew.
        case selectAgain
        /// This tag cannot be written as asked; nothing was changed by the attempt that says so.
        case refuse
        /// Nothing can be said about the tag until the reader is back.
        case restoreReader
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
    /// What the link reported, when it was the link.
    public let link: TagLinkError?

    public init(code: Code, message: String, reason: String, next: String, link: TagLinkError? = nil) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
        self.link = link
    }

    public var recovery: Recovery {
        switch code {
        case .tagLost, .tagChanged, .noAnswer, .writeUnknown, .readBackDiffers, .notProtected: .selectAgain
        case .readerFailed: .restoreReader
        case .unsupportedProduct, .tooSmall, .locked, .passwordProtected, .mirrored, .notFormatted,
            .malformedMemory, .incompleteImage, .notLockable, .notProtectable,
            .notMirrorable, .wrongPassword, .commandRefused:
            .refuse
        }
    }
}
