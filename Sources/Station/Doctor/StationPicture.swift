internal import Faults
package import ReaderProtocol

/// What the daemon says of itself, or why it says nothing.
package enum DaemonPicture: Sendable {
    case notAsked
    case answered(version: String, journalBrokenAt: UInt64?, readers: [KnownReader], registry: RegistryPicture)
    /// The three lines of the failure, and what kind it is.
    case silent(Silence, message: String, why: String)

    package enum Silence: Sendable {
        /// The socket's file is missing.
        case noSocket
        /// There is no listener, or no answer.
        case noAnswer
        case noPermission
        /// It answers, and not to this account; what to do is its own word.
        case refused(next: String)
    }

    /// A reader that was added.
    package struct KnownReader: Sendable {
        package let name: String
        package let connection: String
        /// Why it does not work.
        package let failure: ReaderFailure?

        package init(name: String, connection: String, failure: ReaderFailure? = nil) {
            self.name = name
            self.connection = connection
            self.failure = failure
        }
    }

    var readers: [KnownReader] {
        if case .answered(_, _, let readers, _) = self { readers } else { [] }
    }
}

/// What the daemon has found when it looked through its registry; nil where it was in order.
package struct RegistryPicture: Sendable {
    /// Pages, references, rows or the journal's chain are not what was written.
    package var damage: Trouble?
    /// The journal does not account for rows.
    package var alteration: Trouble?

    package struct Trouble: Sendable {
        package let why: String
        package let next: String

        package init(why: String, next: String) {
            self.why = why
            self.next = next
        }
    }

    package init(damage: Trouble? = nil, alteration: Trouble? = nil) {
        self.damage = damage
        self.alteration = alteration
    }
}

package struct ProgramsPicture: Sendable {
    /// The version of the command line.
    package var version = ""
    /// What `waymark-reader --version` says; nil when it is not installed or does not run.
    package var workerVersion: String?
    /// Names of programs that run, as `ps` shows them.
    package var running: Set<String> = []
    package var rounds: [HubRounds] = []
    package var cardService = CardServicePicture()

    package init() {}
}

/// pcscd and its drivers.
package struct CardServicePicture: Sendable {
    package var isInstalled = false
    /// Its socket is there.
    package var listens = false
    /// It is kept off the readers that libnfc drives.
    package var sparesReaders = true
    /// The rule that lets workers in is where polkit looks for it.
    package var isPermitted = true
    /// The readers that its drivers list, by the driver's name.
    package var listed: [String: Set<USBReader>] = [:]

    package init() {}
}

/// The registry's file and the disk that it is on.
package struct FilesPicture: Sendable {
    package var registry = ""
    /// The file's owner and mode; nil when there is none, or it cannot be seen.
    package var registryNode: NodePicture?
    /// The folder that it is in.
    package var folderNode: NodePicture?
    /// What is beside it and belongs to it, such as its log and replaced registries. Only the daemon's account and root
    /// see these.
    package var besides: [NodePicture] = []
    /// Keys for tag passwords, for pseudonyms and of certificates, as far as they can be seen.
    package var keys: [NodePicture] = []
    package var disk: Disk?

    package struct Disk: Sendable {
        /// Bytes that a user may still write.
        package let free: UInt64
        package let total: UInt64
        package let isReadOnly: Bool

        package init(free: UInt64, total: UInt64, isReadOnly: Bool) {
            self.free = free
            self.total = total
            self.isReadOnly = isReadOnly
        }
    }

    package init() {}
}

package struct ClockPicture: Sendable {
    /// Whether the kernel's clock is kept by a time service; nil when the kernel does not say.
    package var isSynchronised: Bool?
    /// By how many seconds it is behind a file that this station has written, or its own program; 0 when it is not.
    package var secondsBehind: Int64 = 0

    package init() {}
}

package enum GPSPicture: Sendable {
    case notInstalled
    case fix
    /// gpsd is there, and no position comes.
    case trouble(why: String, next: String)
}

package enum PrintingPicture: Sendable {
    case notInstalled
    case ready(printers: [String])
    /// Printers that CUPS has stopped.
    case stopped([String])
    /// CUPS is there and does not answer.
    case silent(why: String)
}
