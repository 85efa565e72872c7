package import Chips
package import Registry

/// What the events of a station are about; a client may ask for some of them.
package enum EventTopic: String, Hashable, Sendable, Codable, CaseIterable {
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
package struct EventReset: Hashable, Sendable, Codable {
    package let schema: Int
    /// `beginning`, or `too-old`: the events after the one that was named are not kept any more.
    package let why: String

    package init(why: String) {
        schema = 1
        self.why = why
    }
}

package struct ReaderRemoval: Hashable, Sendable, Codable {
    package let schema: Int
    package let name: String

    package init(name: String) {
        schema = 1
        self.name = name
    }
}

/// A tag is in another state than before.
package struct TagChange: Hashable, Sendable, Codable {
    package let schema: Int
    package let tag: TagID
    /// Nil where the journal's entry does not say it.
    package let batch: BatchName?
    package let state: TagState
    package let uid: ChipUID?

    package init(tag: TagID, batch: BatchName?, state: TagState, uid: ChipUID?) {
        schema = 1
        self.tag = tag
        self.batch = batch
        self.state = state
        self.uid = uid
    }
}

/// A batch is another than before, maybe with all of its tags: it is to be loaded again.
package struct BatchChange: Hashable, Sendable, Codable {
    package let schema: Int
    package let batch: BatchName

    package init(batch: BatchName) {
        schema = 1
        self.batch = batch
    }
}

/// The journal has grown by an entry.
package struct EntryNote: Hashable, Sendable, Codable {
    package let schema: Int
    package let sequence: Int64
    package let time: Timestamp
    package let author: Author
    package let kind: String

    package init(_ entry: JournalEntry) {
        schema = 1
        sequence = entry.sequence
        time = entry.time
        author = entry.author
        kind = entry.kind
    }
}
