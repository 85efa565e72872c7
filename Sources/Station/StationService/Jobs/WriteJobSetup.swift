internal import API
internal import Logging
internal import NFCTags
internal import ReaderSupervision
internal import Registry

/// Everything that a write job works with.
struct WriteJobSetup: Sendable {
    let id: Int
    let batch: Batch
    let request: WriteJobRequest
    let storage: any RegistryStorage
    /// The same for looking only.
    let reading: any RegistryStorage
    let loans: LoanDesk
    /// Whether other stations of a hub may have written the batch's chips.
    let isUnderHub: Bool
    let visits: SharedVisits
    let keys: KeyRing
    /// Whether chips are written of kinds that no one has written yet.
    let allowsUntriedChips: Bool
    /// Whether the batch, as it is now, may be written: as at the job's start.
    let check: @Sendable (Batch) async throws -> Void
    let author: Author
    let conditions: StationConditions
    let metrics: StationMetrics
    let logger: Logger
    let now: @Sendable () -> Timestamp
    /// Readers that have become free since, or have been plugged in; they are taken, and given back by `giveBack`.
    let newReaders: @Sendable () -> [ReservedReader]
    let giveBack: @Sendable (ReaderName) -> Void
    /// Sends an event to the clients that follow the whole station.
    let publish: @Sendable (WriteEvent) -> Void
    /// The wait between two looks at an empty field: short enough not to be noticed when a tag is put down.
    var pollInterval = Duration.milliseconds(100)
    /// The wait between two looks for new readers.
    var plugInterval = Duration.milliseconds(500)
}

/// A reader that a job has taken.
struct ReservedReader: Sendable {
    let name: ReaderName
    let link: any TagLink
    let changes: @Sendable () -> AsyncStream<ReaderSnapshot>?
}
