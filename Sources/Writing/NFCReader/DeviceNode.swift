internal import Faults
internal import Glibc
internal import ReaderProtocol
internal import WorkerService

/// Our own claim on a reader's node, a serial port or `/dev/bus/usb/...`: an advisory lock keeps a second worker away.
///
/// libnfc marks a serial port in `c_iflag`, which does not survive glibc, so that the same port opens twice. On USB the
/// kernel lets one program claim an interface, but libnfc resets the device before it tries.
struct DeviceNode: ~Copyable {
    private let descriptor: Int32

    /// Opens and locks the node without changing its settings.
    init(path: String, reader: String) throws(ReaderFailure) {
        descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(opening: path, reader: reader, errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ReaderFailure(
                code: .portBusy, message: "cannot open reader \(reader): \(path) is busy",
                reason: "another program holds the lock on this reader",
                next: "end the other program (fuser \(path) names it) or remove the second reader")
        }
    }

    /// Unlocks first: a child process that is being started has a copy of the descriptor, which would keep the lock.
    deinit {
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Keeps programs that know nothing of our lock from opening the serial port until it is closed, root excepted.
    /// Only once libnfc has opened it, which this would refuse as well. See: man 2 ioctl_tty, TIOCEXCL
    borrowing func keepOthersOut() {
        _ = ioctl(descriptor, UInt(TIOCEXCL))
    }

    /// Which kernel driver has the first interface of a reader on USB, by its name; nil when none has. `usbfs` is a
    /// program that has claimed it. See: linux/usbdevice_fs.h, USBDEVFS_GETDRIVER
    borrowing func interfaceDriver() -> String? {
        let request: UInt = 0x4104_5508
        // struct usbdevfs_getdriver: the interface's number, and a name of at most 255 characters.
        var answer = [UInt8](repeating: 0, count: 4 + 256)
        guard unsafe ioctl(descriptor, request, &answer) == 0 else { return nil }
        let name = answer.dropFirst(4).prefix { $0 != 0 }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Blocks until `other` can be read, the reader is gone, or the time is up. A node whose cable was pulled hangs up
    /// (POLLHUP), which would not be noticed while there is nothing to ask the reader.
    borrowing func wait(forInputOn other: Int32, atMost time: Duration?) -> ReaderWait {
        ReaderWait(forInputOn: other, node: descriptor, atMost: time)
    }

    private static func failure(opening path: String, reader: String, errno code: Int32) -> ReaderFailure {
        let text = unsafe String(cString: strerror(code))
        let message = "cannot open reader \(reader): \(path): \(text)"
        return switch code {
        case ENOENT, ENXIO, ENODEV, EIO:
            ReaderFailure(
                code: .noSuchPort, message: message, reason: "no device is at this port",
                next: "plug the reader in, and check the port's name with: ls -l /dev/serial/by-path/")
        case EACCES, EPERM:
            ReaderFailure(
                code: .noPermission, message: message, reason: "the device node belongs to another user or group",
                next: "add the service's user to the group of the device (ls -l \(path)), then plug it in again")
        case EBUSY:
            ReaderFailure(
                code: .portBusy, message: message, reason: "another program has opened this port exclusively",
                next: "end the other program (fuser \(path) names it)")
        default:
            ReaderFailure(
                code: .noSuchPort, message: message, reason: "the system refused to open the port",
                next: "check the cable and the port's name with: ls -l /dev/serial/by-path/")
        }
    }
}
