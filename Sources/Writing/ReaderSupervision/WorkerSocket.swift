internal import UnixSystem

/// Where workers connect.
public enum WorkerSocket: Sendable {
    /// A socket that the supervisor makes.
    case path(String)
    /// One that listens already, by its descriptor, which the supervisor takes over; and its path, for the workers that
    /// the supervisor starts.
    case passed(descriptor: Int32, path: String)

    var path: String {
        switch self {
        case .path(let path), .passed(_, let path): path
        }
    }

    func listen() throws(SystemError) -> UnixListener {
        switch self {
        case .path(let path): try UnixListener.listen(at: path, mode: 0o660)
        case .passed(let descriptor, _): try UnixListener.takeOver(FileDescriptor(owning: descriptor))
        }
    }
}

/// Who starts the workers of readers that are known by their USB port.
public enum USBWorkers: String, CaseIterable, Sendable {
    /// The daemon, from this very process.
    case start
    /// systemd, when udev sees the reader: each in the unit of its port, which the supervisor asks for.
    case `await`
}
