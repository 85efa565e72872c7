public import Geodesy
public import Registry

/// Asks a station to write a batch's NFC tags.
public struct WriteJobRequest: Hashable, Sendable, Codable {
    public let batch: BatchName
    /// Empty: every reader of the station, also those that are plugged in while the job runs.
    public let readers: [ReaderName]
    /// Signs are chosen by their scanned codes, not by the order of the file.
    public let picking: Bool
    /// Writes over what a chip that is not known here carries.
    public let overwrite: Bool
    /// Where the station is; with it, tags for a store elsewhere are refused.
    public let position: Coordinate?
    /// The tags will travel to their stores: the station's position does not matter.
    public let shipping: Bool

    public init(
        batch: BatchName, readers: [ReaderName] = [], picking: Bool = false, overwrite: Bool = false,
        position: Coordinate? = nil, shipping: Bool = false
    ) {
        self.batch = batch
        self.readers = readers
        self.picking = picking
        self.overwrite = overwrite
        self.position = position
        self.shipping = shipping
    }

    /// What a client leaves out is as it usually is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            batch: try values.decode(BatchName.self, forKey: .batch),
            readers: try values.decodeIfPresent([ReaderName].self, forKey: .readers) ?? [],
            picking: try values.decodeIfPresent(Bool.self, forKey: .picking) ?? false,
            overwrite: try values.decodeIfPresent(Bool.self, forKey: .overwrite) ?? false,
            position: try values.decodeIfPresent(Coordinate.self, forKey: .position),
            shipping: try values.decodeIfPresent(Bool.self, forKey: .shipping) ?? false)
    }
}

/// A write job as the station sees it now.
public struct WriteJob: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case running
        /// Every NFC tag of the batch is written.
        case finished
        /// The batch was paused.
        case paused
        case cancelled
        case failed
    }

    public let schema: Int
    public let id: Int
    public let batch: BatchName
    /// The readers that write it now.
    public let readers: [ReaderName]
    public let picking: Bool
    public let state: State
    public let done: Int
    public let total: Int

    public init(
        id: Int, batch: BatchName, readers: [ReaderName], picking: Bool, state: State, done: Int, total: Int
    ) {
        schema = 1
        self.id = id
        self.batch = batch
        self.readers = readers
        self.picking = picking
        self.state = state
        self.done = done
        self.total = total
    }
}

/// The jobs of a station that it still knows, the newest first.
public struct JobList: Hashable, Sendable, Codable {
    public let schema: Int
    public let jobs: [WriteJob]

    public init(_ jobs: [WriteJob]) {
        schema = 1
        self.jobs = jobs
    }
}

/// What the operator says to a running job. What comes of it is streamed with the job's events.
public struct WriteOrder: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The next chip becomes the tag of the sign whose code this is.
        case pick
        /// The sign is left for the end.
        case skip
        /// The sign's chip is spoiled: another chip becomes its tag.
        case redo
    }

    public let kind: Kind
    /// A scanned code: a URL or a tag identifier. Nil for the sign that is shown (skip) or was written last (redo).
    public let code: String?

    public init(_ kind: Kind, code: String? = nil) {
        self.kind = kind
        self.code = code
    }
}
