public import Faults
public import ReaderProtocol

/// What the daemon says of itself, or why it says nothing.
public enum DaemonPicture: Sendable {
    case notAsked
    case answered(version: String, journalBrokenAt: UInt64?, readers: [KnownReader])
    /// The three lines of the failure, and what kind it is.
    case silent(Silence, message: String, why: String)

    public enum Silence: Sendable {
        /// The socket's file is missing.
        case noSocket
        /// There is no listener, or no answer.
        case noAnswer
        case noPermission
    }

    /// A reader that was added.
    public struct KnownReader: Sendable {
        public let name: String
        public let connection: String
        /// Why it does not work.
        public let failure: ReaderFailure?

        public init(name: String, connection: String, failure: ReaderFailure? = nil) {
            self.name = name
            self.connection = connection
            self.failure = failure
        }
    }

    var readers: [KnownReader] {
        if case .answered(_, _, let readers) = self { readers } else { [] }
    }
}

public struct ProgramsPicture: Sendable {
    /// The version of the command line.
    public var version = ""
    /// What `waymark-reader --version` says; nil when it is not installed or does not run.
    public var workerVersion: String?
    /// Names of programs that run, as `ps` shows them.
    public var running: Set<String> = []

    public init() {}
}

/// The registry's file and the disk that it is on.
public struct FilesPicture: Sendable {
    public var registry = ""
    /// The file's owner and mode; nil when there is none, or it cannot be seen.
    public var registryNode: NodePicture?
    /// The folder that it is in.
    public var folderNode: NodePicture?
    /// What is beside it and belongs to it, such as its log and replaced registries. Only the daemon's account and root
    /// see these.
    public var besides: [NodePicture] = []
    /// Keys for tag passwords, for pseudonyms and of certificates, as far as they can be seen.
    public var keys: [NodePicture] = []
    public var disk: Disk?

    public struct Disk: Sendable {
        /// Bytes that a user may still write.
        public let free: UInt64
        public let total: UInt64
        public let isReadOnly: Bool

        public init(free: UInt64, total: UInt64, isReadOnly: Bool) {
            self.free = free
            self.total = total
            self.isReadOnly = isReadOnly
        }
    }

    public init() {}
}

public struct ClockPicture: Sendable {
    /// Whether the kernel's clock is kept by a time service; nil when the kernel does not say.
    public var isSynchronised: Bool?
    /// By how many seconds it is behind a file that this station has written, or its own program; 0 when it is not.
    public var secondsBehind: Int64 = 0

    public init() {}
}

public enum GPSPicture: Sendable {
    case notInstalled
    case fix
    /// gpsd is there, and no position comes.
    case trouble(why: String, next: String)
}

public enum PrintingPicture: Sendable {
    case notInstalled
    case ready(printers: [String])
    /// Printers that CUPS has stopped.
    case stopped([String])
    /// CUPS is there and does not answer.
    case silent(why: String)
}
