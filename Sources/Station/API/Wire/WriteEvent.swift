public import Chips
public import Registry

/// One step of a write job, as it is streamed (server-sent events from the daemon, JSON Lines from `--json`).
///
/// Which fields are there depends on the type; programs ignore fields and types that they do not know.
public struct WriteEvent: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The sign that the next blank tag becomes: `tag`, `store`, `placement`; on this `reader`, or on any.
        case next
        /// The next sign is to be chosen by its code.
        case scan
        /// No sign is left for a new chip: `why` says what the others wait for.
        case nothingLeft = "nothing-left"
        /// A sign was left for later: `tag`.
        case skipped
        /// A tag was parted from its spoiled chip and is to be written again: `tag`.
        case redone
        /// A `reader` has joined.
        case joined
        /// Another participant (`by`) takes part in the job.
        case entered
        /// A participant (`by`) has left; the job continues for the others.
        case left
        /// A tag is on the reader: `uid`.
        case presented
        /// A write begins: `tag`, `uid`, `product`.
        case writing
        /// Written and read back, and in the journal.
        case written
        /// A tag that was written before is still right; nothing was changed.
        case confirmed
        /// A chip was refused and not changed: `code`, `message`, `why`, `next`.
        case refused
        /// A write was interrupted: the same chip must be presented again.
        case interrupted
        /// The reader is gone; the job continues when it is back.
        case readerLost = "reader-lost"
        case readerBack = "reader-back"
        /// The journal cannot be written (`code` says why): the `reader` resumes by itself when it can.
        case waiting
        case goingOn = "going-on"
        case finished
        /// The batch was paused (`by`): it is not written until it is resumed.
        case paused
        /// The job was ended for all (`by`), or the station was stopped (without `by`).
        case cancelled
        case failed
    }

    public var schema: Int
    public var type: Kind
    public var time: Timestamp
    public var job: Int
    /// Nil where all readers are meant.
    public var reader: ReaderName?
    /// How many tags of the batch are done, of how many.
    public var done: Int
    public var total: Int
    public var tag: TagID?
    public var store: StoreName?
    /// The deployment that the store belongs to.
    public var deployment: DeploymentName?
    public var placement: String?
    public var url: String?
    public var uid: ChipUID?
    public var product: String?
    public var code: String?
    public var message: String?
    public var why: String?
    public var next: String?
    /// The actor whose word this event comes from: `entered`, `left`, `paused`, `cancelled`.
    public var by: String?

    public init(_ type: Kind, time: Timestamp, job: Int, reader: ReaderName?, done: Int, total: Int) {
        schema = 1
        self.type = type
        self.time = time
        self.job = job
        self.reader = reader
        self.done = done
        self.total = total
    }

    /// Nothing follows this event.
    public var isLast: Bool { [.finished, .paused, .cancelled, .failed].contains(type) }
}
