import Glibc
import Synchronization
import UnixSystem

/// The socket where a service tells its manager how it is (`NOTIFY_SOCKET`), with the test as the manager.
///
/// See: man 3 sd_notify
package final class NotificationSocket: Sendable {
    package let path: String
    /// For one listener.
    package let notices: AsyncStream<Notice>
    private let descriptor: FileDescriptor

    /// What a service has said, and when it was received: a busy machine may let its reader have it much later.
    package struct Notice: Sendable {
        package let state: String
        package let received: ContinuousClock.Instant
    }

    /// The same, without times.
    package var states: AsyncMapSequence<AsyncStream<Notice>, String> { notices.map { $0.state } }

    package init(path: String) throws {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { throw Failure(call: "sun_path") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw Failure(call: "socket") }
        let owner = FileDescriptor(owning: number)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw Failure(call: "bind") }
        descriptor = owner
        let (notices, continuation) = AsyncStream.makeStream(of: Notice.self)
        self.notices = notices
        // The thread has a descriptor of its own, so that this object can go away before it.
        let reading = try descriptor.duplicate().release()
        try DedicatedThread.start("notifications") {
            let socket = FileDescriptor(owning: reading)
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = recv(socket.rawValue, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                let received = ContinuousClock.now
                continuation.yield(
                    Notice(state: String(decoding: buffer.prefix(count), as: UTF8.self), received: received))
            }
            continuation.finish()
        }
    }

    /// Ends `notices`.
    package func shut() { shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    private struct Failure: Error {
        let call: String
    }

    deinit {
        shut()
        unlink(path)
    }
}
