public import Chips
public import Registry

/// What the events of a station are about; a client may ask for some of them.
public enum EventTopic: String, Hashable, Sendable, Codable, CaseIterable {
    /// `reader` (a ``ReaderStatus``) and `reader-removed` (a ``ReaderRemoval``).
    case readers
    /// `tag` (a ``TagChange``) and `batch` (a ``BatchChange``).
    case tags
    /// `job` (a ``WriteEvent``).
    case jobs
    /// `entry` (an ``EntryNote``).
    case journal
}

/// Events that were not sent are lost: load everything again, and apply what follows on top of that. The first event of
/// a stream that does not continue where another one ended.
public struct EventReset: Hashable, Sendable, Codable {
    public let schema: Int
    /// `beginning`, or `too-old`: the events after the one that was named are not kept any more.
    public let why: String

    public init(why: String) {
        schema = 1
        self.why = why
    }
}

public struct ReaderRemoval: Hashable, Sendable, Codable {
    public let schema: Int
    public let name: String

    public init(name: String) {
        schema = 1
        self.name = name
    }
}

/// A tag is in another state than before.
public struct TagChange: Hashable, Sendable, Codable {
    public let schema: Int
    public let tag: TagID
    /// Nil where the journal's entry does not say it.
    public let batch: BatchName?
    public let state: TagState
    public let uid: ChipUID?

    public init(tag: TagID, batch: BatchName?, state: TagState, uid: ChipUID?) {
        schema = 1
        self.tag = tag
        self.batch = batch
        self.state = state
        self.uid = uid
    }
}

/// A batch is another than before, maybe with all of its tags: it is to be loaded again.
public struct BatchChange: Hashable, Sendable, Codable {
    public let schema: Int
    public let batch: BatchName

    public init(batch: BatchName) {
        schema = 1
        self.batch = batch
    }
}

/// The journal has grown by an entry.
public struct EntryNote: Hashable, Sendable, Codable {
    public let schema: Int
    public let sequence: Int64
    public let time: Timestamp
    public let author: Author
    public let kind: String

    public init(_ entry: JournalEntry) {
        schema = 1
        sequence = entry.sequence
        time = entry.time
        author = entry.author
        kind = entry.kind
    }
}
