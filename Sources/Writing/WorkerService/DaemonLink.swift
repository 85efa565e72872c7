internal import Glibc
internal import ReaderProtocol
internal import UnixSystem

/// The worker's end of its connection to the daemon. The thread that serves, the one that waits for signals and a deadline
/// use it.
final class DaemonLink: Sendable {
    let connection: UnixConnection

    /// How long the daemon may take to ask who a worker is.
    private static let longestHearing = Duration.seconds(5)

    init(_ connection: consuming UnixConnection) {
        self.connection = connection
    }

    func say(_ message: WorkerMessage) throws(SystemError) { try connection.write(message.frame) }

    /// Lives until the daemon has read the last word and closes. It asks which process says it, and of one that has ended it
    /// takes nothing.
    func waitUntilHeard() {
        _ = shutdown(connection.descriptor.rawValue, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + Self.longestHearing
        while let bytes = try? connection.read(upTo: 4_096, until: deadline), !bytes.isEmpty {}
    }
}
