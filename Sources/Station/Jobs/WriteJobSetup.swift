internal import API
internal import NFCTags
internal import ReaderSupervision
internal import Registry

/// Everything that a write job works with.
struct WriteJobSetup: Sendable {
    let id: Int
    let batch: Batch
    let request: WriteJobRequest
    let storage: any RegistryStorage
    let keys: KeyRing
    let author: Author
    let now: @Sendable () -> Timestamp
    /// Readers that have become free since, or have been plugged in; they are taken, and given back by `giveBack`.
    let newReaders: @Sendable () -> [LaneReader]
    let giveBack: @Sendable (ReaderName) -> Void
    /// Tells whoever follows the whole station.
    let tell: @Sendable (WriteEvent) -> Void
    /// The wait between two looks at an empty field: short enough not to be noticed by whoever puts a tag down.
    var pollInterval = Duration.milliseconds(100)
    /// The wait between two looks for new readers.
    var plugInterval = Duration.milliseconds(500)
}

/// A reader that a job has taken.
struct LaneReader: Sendable {
    let name: ReaderName
    let link: any TagLink
    let changes: @Sendable () -> AsyncStream<ReaderSnapshot>?
}
