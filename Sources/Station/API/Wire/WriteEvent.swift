package import Chips
package import Registry

/// One step of a write job, as it is streamed (server-sent events from the daemon, JSON Lines from `--json`).
///
/// Which fields are there depends on the type; programs ignore fields and types that they do not know.
package struct WriteEvent: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
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

    package var schema: Int
    package var type: Kind
    package var time: Timestamp
    package var job: Int
    /// Nil where all readers are meant.
    package var reader: ReaderName?
    /// How many tags of the batch are done, of how many.
    package var done: Int
    package var total: Int
    package var tag: TagID?
    package var store: StoreName?
    /// The deployment that the store belongs to.
    package var deployment: DeploymentName?
    package var placement: String?
    package var url: String?
    package var uid: ChipUID?
    package var product: String?
    package var code: String?
    package var message: String?
    package var why: String?
    package var next: String?
    /// The actor whose word this event comes from: `entered`, `left`, `paused`, `cancelled`.
    package var by: String?

    package init(_ type: Kind, time: Timestamp, job: Int, reader: ReaderName?, done: Int, total: Int) {
        schema = 1
        self.type = type
        self.time = time
        self.job = job
        self.reader = reader
        self.done = done
        self.total = total
    }

    /// Nothing follows this event.
    package var isLast: Bool { [.finished, .paused, .cancelled, .failed].contains(type) }
}
