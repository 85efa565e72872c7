public import Faults
public import ReaderProtocol

/// A reader and how it is at one moment.
public struct ReaderSnapshot: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// Its worker is being started, or opens it.
        case starting
        case ready
        /// It could not be opened, or its worker died; another attempt follows by itself.
        case failed
        /// It is no longer supervised.
        case removed
    }

    public let name: String
    public let connection: String
    public var state = State.starting
    /// Chip and firmware, as the reader reported them last.
    public var description: ReaderDescription?
    /// The last thing that went wrong; nil while the reader is ready.
    public var failure: ReaderFailure?
    /// How often its worker was started anew.
    public var restarts = 0

    init(name: String, connection: String) {
        self.name = name
        self.connection = connection
    }
}
