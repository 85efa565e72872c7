internal import NFCTags
internal import ReaderSupervision
internal import Registry

/// Everything that a write job works with.
struct WriteJobSetup: Sendable {
    let id: Int
    let batch: BatchName
    let queue: BatchQueue
    let reader: ReaderName
    let overwrite: Bool
    let link: any TagLink
    let readerChanges: @Sendable () -> AsyncStream<ReaderSnapshot>?
    let storage: any RegistryStorage
    let author: Author
    let now: @Sendable () -> Timestamp
    /// The wait between two looks at an empty field: short enough not to be noticed by whoever puts a tag down.
    var pollInterval = Duration.milliseconds(100)
}
