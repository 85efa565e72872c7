internal import Faults

/// Why the station refuses a request, or could not carry it out.
enum StationFaultCode: String, FaultCode, CaseIterable {
    /// The code that was scanned is that of several tags.
    case ambiguousCode = "ambiguous-code"
    /// The reader's connection is not one that Waymark takes.
    case badConnection = "bad-connection"
    /// The cursor of a list is not one that the list gave.
    case badCursor = "bad-cursor"
    /// The number of days is out of range.
    case badDays = "bad-days"
    /// The reason is empty or too long.
    case badReason = "bad-reason"
    /// The request is not as the API describes it.
    case badRequest = "bad-request"
    /// The token is unknown, expired or revoked.
    case badSecret = "bad-secret"
    /// The sign's write has begun, or it is done.
    case begun
    /// What is to be changed was changed since it was read.
    case changedMeanwhile = "changed-meanwhile"
    /// A file of the station cannot be read from its disk.
    case fileUnreadable = "file-unreadable"
    /// The write job has ended.
    case jobEnded = "job-ended"
    /// The Idempotency-Key was used for another request.
    case keyUsedOtherwise = "key-used-otherwise"
    /// No reader is ready.
    case noReader = "no-reader"
    /// No tag came in time.
    case noTag = "no-tag"
    /// The job does not ask for the sign of each chip.
    case notPicking = "not-picking"
    /// The request does not say what to erase.
    case nothingNamed = "nothing-named"
    /// The job has not written a tag that could be written again.
    case nothingWritten = "nothing-written"
    /// The code that was scanned is not a sign of this batch.
    case otherBatch = "other-batch"
    /// A number of days is out of range.
    case outOfRange = "out-of-range"
    /// Another job or reading uses the reader.
    case readerInUse = "reader-in-use"
    /// The reader was removed while it was in use.
    case readerRemoved = "reader-removed"
    /// A region moves although tags are deployed in it.
    case regionMoves = "region-moves"
    /// Two deployments have a store of this identifier.
    case sharedStore = "shared-store"
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
    /// Too many files wait to be read.
    case tooManyConversions = "too-many-conversions"
    /// Every name that the station gives to readers is taken.
    case tooManyReaders = "too-many-readers"
    /// Too many sheets wait to be made.
    case tooManySheets = "too-many-sheets"
    /// Too many event streams are open.
    case tooManyStreams = "too-many-streams"
    /// The code that was scanned is not known.
    case unknownCode = "unknown-code"
    /// No audit that waits for its files has this number.
    case unknownDraft = "unknown-draft"
    /// The import has ended, is for other rows, or is busy with the piece before.
    case unknownImport = "unknown-import"
    /// No write job has this number.
    case unknownJob = "unknown-job"
    /// No participant of the job has this number.
    case unknownParticipant = "unknown-participant"
    /// No sheet has this name.
    case unknownSheet = "unknown-sheet"
    /// No walk that is under way has this number.
    case unknownWalk = "unknown-walk"
    /// The station has several readers, and the request does not name one.
    case whichReader = "which-reader"
    /// Several readers show a sign, or none does.
    case whichSign = "which-sign"

    /// The HTTP status that says so (RFC 9110 section 15).
    var status: Int {
        switch self {
        case .badRequest: 400
        case .badSecret: 401
        case .unknownCode, .unknownDraft, .unknownJob, .unknownParticipant,
            .unknownSheet, .unknownWalk:
            404
        case .changedMeanwhile: 412
        case .badConnection, .badCursor, .badDays, .badReason, .keyUsedOtherwise, .nothingNamed, .outOfRange,
            .sheetRefused, .sightingsRefused:
            422
        case .fileUnreadable, .sheetFailed: 500
        case .stopping, .tooManyConversions, .tooManySheets, .tooManyStreams: 503
        case .noTag: 504
        case .ambiguousCode, .begun,
            .jobEnded, .noReader, .notPicking, .nothingWritten,
            .otherBatch, .readerInUse, .readerRemoved, .regionMoves, .requestInterrupted, .requestRunning, .shownOnce,
            .sharedStore,
            .tooManyReaders, .unknownImport, .whichReader, .whichSign:
            409
        }
    }
}
