public import Faults

/// What a worker says to the daemon about itself and its reader, without being asked.
///
/// The worker connects, says ``hello(_:)``, opens its reader and says ``ready(_:)`` or ``failed(_:)``. From ``ready(_:)`` on
/// it only answers.
public enum WorkerMessage: Hashable, Sendable {
    case hello(Hello)
    case ready(ReaderDescription)
    /// The reader cannot be opened or is gone; the worker ends after this. Where another program has the reader, the
    /// worker waits until it has let go, and says so once.
    case failed(ReaderFailure)
    case answer(request: UInt32, Answer)
    /// What went over on the way to an answer, before the answer itself: from a worker that was asked for a trace.
    case exchange(TracedExchange)
}

/// What the daemon asks of a worker. One request at a time: the next is sent after the answer.
public enum Request: Hashable, Sendable {
    /// Selects the tag, if there is one, in a field that was switched off and on. What comes into the field is first
    /// looked at twice, so that a second tag beside it is seen.
    case select
    /// One command to the selected tag.
    case transceive(command: [UInt8], Reply)

    /// How the tag will answer, which decides how the command travels. On a PN53x a 4-bit acknowledgement, which has no
    /// CRC, must be taken by the chip itself (InDataExchange), and so are the blocks around an APDU; data goes through
    /// InCommunicateThru.
    public enum Reply: UInt8, Sendable, CaseIterable {
        case data = 0
        case acknowledgement = 1
        /// An answer of ISO/IEC 7816-4.
        case apdu = 2
        /// The reader itself makes the tag's frame from this command, by PC/SC's commands for memory.
        case plain = 3
    }
}

public enum Answer: Hashable, Sendable {
    case noTag
    case selected(Selection)
    /// More than one tag answers, or one that gives another UID each time, as phones do. The last of them is selected.
    case several([Selection])
    case data([UInt8])
    /// The reader has no such command: nothing was sent to the tag.
    case unsupported(String)
    /// The tag refused, answered damaged bytes, or did not answer: for a write, its outcome is unknown.
    case tagFailed(String)
    /// The reader did not do its part: no tag is to blame.
    case readerFailed(String)
}

public struct Hello: Hashable, Sendable {
    /// The version of this protocol that the worker speaks.
    public let version: UInt8
    /// The reader's name, as the daemon gave it. Empty: the reader that was added at this connection.
    public let name: String
    public let connection: String
    public let processIdentifier: Int32

    public static let currentVersion: UInt8 = 3

    public init(
        version: UInt8 = Hello.currentVersion, name: String, connection: String, processIdentifier: Int32
    ) {
        self.version = version
        self.name = name
        self.connection = connection
        self.processIdentifier = processIdentifier
    }
}

public struct ReaderDescription: Hashable, Sendable {
    /// What its library calls the opened device: `pn532_uart:/dev/ttyUSB0` in libnfc, `ACS ACR1252 Reader 00 00` in pcscd.
    public let device: String
    /// Chip and firmware as libnfc reports them, or what the reader is sold as.
    public let chip: String
    public let capabilities: ReaderCapabilities

    public init(device: String, chip: String, capabilities: ReaderCapabilities = [.raw, .apdu]) {
        self.device = device
        self.chip = chip
        self.capabilities = capabilities
    }
}

/// Why a reader cannot be used, with a code of its worker's.
public typealias ReaderFailure = Complaint
