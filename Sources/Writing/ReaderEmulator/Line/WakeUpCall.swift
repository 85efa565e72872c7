import Glibc

/// Lets any thread wake the one that polls. A pair of sockets and not a pipe, because it can be made close-on-exec in
/// one step. See: man 2 socketpair
final class WakeUpCall: Sendable {
    /// The end to poll.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(EmulatorError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw .system(
                .resources, "cannot make a pair of sockets", next: "close some programs and start again")
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the poller now or at its next poll. A full socket will wake it anyway.
    func signal() {
        writeAvailable([0], to: writeEnd)
    }

    /// Takes back all signals so far.
    func drain() {
        _ = readAvailable(from: readEnd)
    }
}
