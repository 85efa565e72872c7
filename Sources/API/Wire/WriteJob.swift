public import Geodesy
public import Registry

/// Asks a station to write a batch's NFC tags with one reader.
public struct WriteJobRequest: Hashable, Sendable, Codable {
    public let batch: BatchName
    /// Nil: the station's only reader.
    public let reader: ReaderName?
    /// Writes over what a chip that is not known here carries.
    public let overwrite: Bool
    /// Where the station is; with it, tags for a store elsewhere are refused.
    public let position: Coordinate?
    /// The tags will travel to their stores: the station's position does not matter.
    public let shipping: Bool

    public init(
        batch: BatchName, reader: ReaderName? = nil, overwrite: Bool = false, position: Coordinate? = nil,
        shipping: Bool = false
    ) {
        self.batch = batch
        self.reader = reader
        self.overwrite = overwrite
        self.position = position
        self.shipping = shipping
    }
}

/// A write job as the station sees it now.
public struct WriteJob: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable {
        case running
        /// Every NFC tag of the batch is written.
        case finished
        case cancelled
        case failed
    }

    public let schema: Int
    public let id: Int
    public let batch: BatchName
    public let reader: ReaderName
    public let state: State
    public let done: Int
    public let total: Int

    public init(id: Int, batch: BatchName, reader: ReaderName, state: State, done: Int, total: Int) {
        schema = 1
        self.id = id
        self.batch = batch
        self.reader = reader
        self.state = state
        self.done = done
        self.total = total
    }
}
