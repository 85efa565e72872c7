/// What a run found, kept for the next one.
package struct WatchState: Sendable, Hashable, Codable {
    package static let schema = 1

    package struct Part: Sendable, Hashable, Codable {
        package let part: WatchPart
        package var findings: [WatchFinding]
        /// When all of it was looked at last, in seconds since 1970; nil: never.
        package var checked: Int64?
        /// Since when it could not be looked at; nil where it was.
        package var unchecked: Int64?
        /// When a run was asked to look at it last.
        package var wanted: Int64
    }

    package let schema: Int
    /// Another one for each state: notices that come of a comparison with it are named by it.
    package let generation: String
    /// When it was kept; nil before the first run has ended.
    package var time: Int64?
    package var parts: [Part]
    package var batches: [BatchProgress]
    package var readers: [KnownReader]

    /// Before the first run.
    package init(generation: String) {
        schema = Self.schema
        self.generation = generation
        parts = []
        batches = []
        readers = []
    }

    package init(
        generation: String, time: Int64, parts: [Part], batches: [BatchProgress], readers: [KnownReader]
    ) {
        schema = Self.schema
        self.generation = generation
        self.time = time
        self.parts = parts
        self.batches = batches
        self.readers = readers
    }
}

/// How far a batch had come, and since when it has not come further.
package struct BatchProgress: Sendable, Hashable, Codable {
    package let batch: String
    /// Tags that are done, and tags that are not.
    package let done: Int
    package let open: Int
    /// In seconds since 1970: when a run saw these numbers first.
    package let since: Int64

    package init(batch: String, done: Int, open: Int, since: Int64) {
        self.batch = batch
        self.done = done
        self.open = open
        self.since = since
    }
}

/// A reader that the station had.
package struct KnownReader: Sendable, Hashable, Codable {
    package let name: String
    package let connection: String
    /// When a run saw it last, in seconds since 1970.
    package let seen: Int64

    package init(name: String, connection: String, seen: Int64) {
        self.name = name
        self.connection = connection
        self.seen = seen
    }
}
