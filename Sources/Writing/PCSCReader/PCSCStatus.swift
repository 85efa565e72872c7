internal import CPCSC

/// What a call of pcsclite has failed with. See: pcsclite.h
struct PCSCStatus: Error, Hashable, Sendable {
    let code: UInt32

    /// Nil for success.
    init?(_ result: LONG) {
        code = UInt32(truncatingIfNeeded: result)
        if code == 0 { return nil }
    }

    init(code: UInt32) { self.code = code }

    /// Throws what a call has failed with.
    static func check(_ result: LONG) throws(PCSCStatus) {
        if let status = PCSCStatus(result) { throw status }
    }

    /// A worker treats all that mean the same alike.
    enum Meaning: Hashable, Sendable {
        /// No tag is there, or it has left.
        case noTag
        /// Something is there that does not say what it is.
        case mute
        /// The exchange did not come to its end: whether the tag has done it is unknown.
        case tagFailed
        /// Another program has made the tag forget everything.
        case resetByOther
        /// Another program has the reader for itself.
        case held
        /// The reader was unplugged.
        case readerGone
        /// pcscd has ended, and with it this context for ever.
        case serviceGone
        /// The rules of this machine do not let this user in.
        case refused
        case other
    }

    var meaning: Meaning {
        switch code {
        case 0x8010_0069, 0x8010_000C: .noTag  // REMOVED_CARD, NO_SMARTCARD
        case 0x8010_0066, 0x8010_0067: .mute  // UNRESPONSIVE_CARD, UNPOWERED_CARD
        case 0x8010_0016: .tagFailed  // NOT_TRANSACTED
        case 0x8010_0068: .resetByOther  // RESET_CARD
        case 0x8010_000B: .held  // SHARING_VIOLATION
        case 0x8010_0017, 0x8010_0011, 0x8010_0009, 0x8010_0003: .readerGone
        case 0x8010_001D, 0x8010_001E, 0x8010_0013: .serviceGone  // NO_SERVICE, SERVICE_STOPPED, COMM_ERROR
        case 0x8010_006A: .refused  // SECURITY_VIOLATION
        default: .other
        }
    }

    /// An answer shorter than its two bytes of status, which counts as none.
    static let notTransacted = PCSCStatus(code: 0x8010_0016)

    static let readerUnavailable = PCSCStatus(code: 0x8010_0017)

    /// Wraps `pcsc_stringify_error`, whose text stays as it is until this thread's next call.
    var text: String {
        let words = unsafe pcsc_stringify_error(LONG(code)).map { unsafe String(cString: $0) } ?? ""
        return "\(words) (\(String(code, radix: 16)))"
    }
}
