import Glibc

/// A pseudo-terminal in raw mode: a serial port whose other end is this program. Closed when it is let go, which
/// every host that has it open sees as a hang-up. See: man 7 pty
final class PseudoTerminal: Sendable {
    /// Where a host opens it.
    let path: String
    /// The emulator's end.
    let descriptor: Int32
    /// The host's end, held open so that a host may come and go without a hang-up on ours.
    private let hostEnd: Int32

    // posix_openpt, unlockpt and ptsname are not visible to Swift; on Linux they are these calls. See: man 4 pts
    private static let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
    private static let number: UInt = 0x8004_5430  // TIOCGPTN

    init() throws(EmulatorError) {
        let next = "check that /dev/pts is mounted and has terminals left"
        let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .system(.pseudoTerminal, "cannot open a pseudo-terminal", next: next)
        }
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        guard unsafe ioctl(descriptor, Self.unlock, &isLocked) == 0,
            unsafe ioctl(descriptor, Self.number, &number) == 0
        else {
            defer { close(descriptor) }
            throw .system(.pseudoTerminal, "cannot prepare a pseudo-terminal", next: next)
        }
        let path = "/dev/pts/\(number)"
        let hostEnd = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard hostEnd >= 0 else {
            defer { close(descriptor) }
            throw .system(.pseudoTerminal, "cannot open \(path)", next: next)
        }
        var settings = termios()
        unsafe tcgetattr(hostEnd, &settings)
        unsafe cfmakeraw(&settings)
        unsafe tcsetattr(hostEnd, TCSANOW, &settings)
        self.path = path
        self.descriptor = descriptor
        self.hostEnd = hostEnd
    }

    deinit {
        close(hostEnd)
        close(descriptor)
    }

    /// What the host has sent; empty if nothing.
    func receive() -> [UInt8] {
        let bytes = readAvailable(from: descriptor) ?? []
        // A real port forgets TIOCEXCL when its last user is gone, even killed. This one has a user for ever, so it
        // must not remember: else the next host would find the port busy.
        if !bytes.isEmpty { _ = ioctl(hostEnd, UInt(TIOCNXCL)) }
        return bytes
    }

    /// Sends to the host. What does not fit because the host does not read is lost, as on a line without flow control.
    func send(_ bytes: [UInt8]) {
        writeAvailable(bytes, to: descriptor)
    }
}
