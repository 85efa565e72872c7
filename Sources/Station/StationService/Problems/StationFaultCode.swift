internal import Faults

/// Why the station refuses a request, or could not carry it out.
enum StationFaultCode: String, FaultCode, CaseIterable {
    /// The reader's connection is not one that Waymark takes.
    case badConnection = "bad-connection"
    /// The cursor of a list is not one that the list gave.
    case badCursor = "bad-cursor"
    /// The picture is not one that the station keeps.
    case badPicture = "bad-picture"
    /// The request is not as the API describes it.
    case badRequest = "bad-request"
    /// The token is unknown, expired or revoked.
    case badSecret = "bad-secret"
    /// A file of the station cannot be read from its disk.
    case fileUnreadable = "file-unreadable"
    /// The Idempotency-Key was used for another request.
    case keyUsedOtherwise = "key-used-otherwise"
    /// No tag came in time.
    case noTag = "no-tag"
    /// A number of days or of rows, or a moment, is out of range.
    case outOfRange = "out-of-range"
    /// A token that is for programs was used to sign in.
    case programsToken = "programs-token"
    /// The program that makes sheets failed.
    case sheetFailed = "sheet-failed"
    /// The sheet cannot be made as it was asked for.
    case sheetRefused = "sheet-refused"
    /// A request of this Idempotency-Key was interrupted, and how far it came is not known.
    case requestInterrupted = "request-interrupted"
    /// A request of this Idempotency-Key still runs.
    case requestRunning = "request-running"
    /// The file is not a file of sightings, or cannot be read safely.
    case sightingsRefused = "sightings-refused"
    /// The request was done, and its answer is shown only once.
    case shownOnce = "shown-once"
    /// The station is ending.
    case stopping
    /// The sender has handed in more confirmations than it may at a time.
    case tooManyConfirmations = "too-many-confirmations"
    /// The body has more confirmations than their sender may ever hand in at a time.
    case confirmationsTooLong = "confirmations-too-long"
    /// The code for pairing is unknown, used or too old.
    case badPairing = "bad-pairing"
    /// The caller is not a phone on a walk.
    case noWalk = "no-walk"
    /// The program that draws a code for pairing failed.
    case symbolFailed = "symbol-failed"
    /// Too many wrong codes for pairing, or wrong invitations, came in a minute.
    case tooManyAttempts = "too-many-attempts"
    /// A phone has sent too often.
    case tooManyUploads = "too-many-uploads"
    /// Too many files wait to be read.
    case tooManyConversions = "too-many-conversions"
    /// Too many sheets wait to be made.
    case tooManySheets = "too-many-sheets"
    /// Too many event streams are open.
    case tooManyStreams = "too-many-streams"
    /// No audit that waits for its files has this number.
    case unknownDraft = "unknown-draft"
    /// The import has ended, is for other rows, or is busy with the piece before.
    case unknownImport = "unknown-import"
    /// No remark has this number, or it has no picture.
    case unknownRemark = "unknown-remark"
    /// No sheet has this name.
    case unknownSheet = "unknown-sheet"
    /// No walk that is under way has this number.
    case unknownWalk = "unknown-walk"

    /// The HTTP status that says so (RFC 9110 section 15).
    var status: Int {
        switch self {
        case .badRequest: 400
        case .badPairing, .badSecret: 401
        case .programsToken: 403
        case .noWalk, .unknownDraft, .unknownRemark, .unknownSheet, .unknownWalk: 404
        case .requestInterrupted, .requestRunning, .shownOnce, .unknownImport: 409
        case .confirmationsTooLong: 413
        case .badConnection, .badCursor, .badPicture, .keyUsedOtherwise, .outOfRange, .sheetRefused, .sightingsRefused:
            422
        case .tooManyAttempts, .tooManyConfirmations, .tooManyUploads: 429
        case .fileUnreadable, .sheetFailed, .symbolFailed: 500
        case .stopping, .tooManyConversions, .tooManySheets, .tooManyStreams: 503
        case .noTag: 504
        }
    }
}
