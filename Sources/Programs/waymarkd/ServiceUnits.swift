import CSystemd
import Faults
import Glibc
import Synchronization
import UnixSystem

/// Asks systemd in which unit a process runs, over the system's message bus.
///
/// The bus is asked and not `/proc`, which does not show the daemon other users' processes (`ProtectProc=invisible`). Each
/// question has a connection of its own, so that it works with a bus or a systemd that was started in between.
///
/// See: man 5 org.freedesktop.systemd1 (GetUnitByPID), man 3 sd_bus_call
enum ServiceUnits {
    /// For connecting, introducing ourselves and asking together; systemd answers within milliseconds.
    private static let limit = Duration.seconds(3)
    /// One question at a time: those that ask may be many, and the bus gives an account a limited number of connections.
    private static let turn = Mutex(())

    /// Nil when the process runs in no unit, or has ended. Blocks the calling thread.
    static func unit(ofProcess process: Int32) throws(SystemError) -> String? {
        try turn.withLock { _ throws(SystemError) in
            let bus = try SystemdConnection(until: .now + limit)
            try bus.waitUntilReady()
            return try bus.unit(ofProcess: process)
        }
    }
}

/// A connection to the system's bus that asks systemd, until a deadline.
@safe private struct SystemdConnection: ~Copyable {
    private let bus: OpaquePointer
    private let deadline: ContinuousClock.Instant

    init(until deadline: ContinuousClock.Instant) throws(SystemError) {
        var bus: OpaquePointer?
        let result = unsafe sd_bus_open_system(&bus)
        guard result >= 0, let bus = unsafe bus else { throw Self.failure("sd_bus_open_system", result) }
        unsafe self.bus = bus
        self.deadline = deadline
    }

    deinit { unsafe sd_bus_close_unref(bus) }

    /// Waits until the bus has let us in: `sd_bus_call` would wait for that without a limit.
    func waitUntilReady() throws(SystemError) {
        while true {
            let isReady = unsafe sd_bus_is_ready(bus)
            guard isReady >= 0 else { throw Self.failure("sd_bus_is_ready", isReady) }
            if isReady > 0 { return }
            let processed = unsafe sd_bus_process(bus, nil)
            guard processed >= 0 else { throw Self.failure("sd_bus_process", processed) }
            guard processed == 0 else { continue }
            let waited = unsafe sd_bus_wait(bus, try Self.microseconds(until: deadline))
            guard waited >= 0 || waited == -EINTR else { throw Self.failure("sd_bus_wait", waited) }
        }
    }

    func unit(ofProcess process: Int32) throws(SystemError) -> String? {
        var question: OpaquePointer?
        var result = unsafe sd_bus_message_new_method_call(
            bus, &question, "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
            "org.freedesktop.systemd1.Manager", "GetUnitByPID")
        guard result >= 0 else { throw Self.failure("sd_bus_message_new_method_call", result) }
        defer { unsafe sd_bus_message_unref(question) }
        var number = UInt32(bitPattern: process)
        result = unsafe sd_bus_message_append_basic(question, CChar(UInt8(ascii: "u")), &number)
        guard result >= 0 else { throw Self.failure("sd_bus_message_append_basic", result) }
        var error = unsafe sd_bus_error()
        var answer: OpaquePointer?
        result = unsafe sd_bus_call(bus, question, try Self.microseconds(until: deadline), &error, &answer)
        defer {
            unsafe sd_bus_error_free(&error)
            unsafe sd_bus_message_unref(answer)
        }
        if unsafe sd_bus_error_has_name(&error, "org.freedesktop.systemd1.NoUnitForPID") > 0 { return nil }
        guard result >= 0 else {
            throw Self.failure("sd_bus_call", result, said: unsafe error.message.map { unsafe String(cString: $0) })
        }
        var path: UnsafePointer<CChar>?
        result = unsafe sd_bus_message_read_basic(answer, CChar(UInt8(ascii: "o")), &path)
        guard result > 0 else { throw Self.failure("sd_bus_message_read_basic", result == 0 ? -EBADMSG : result) }
        return try unsafe Self.name(ofUnit: path)
    }

    /// The unit of an object path. See: man 3 sd_bus_path_decode
    private static func name(ofUnit path: UnsafePointer<CChar>?) throws(SystemError) -> String? {
        var name: UnsafeMutablePointer<CChar>?
        let result = unsafe sd_bus_path_decode(path, "/org/freedesktop/systemd1/unit", &name)
        defer { unsafe free(name) }
        guard result > 0, let name = unsafe name else {
            throw failure("sd_bus_path_decode", result == 0 ? -EBADMSG : result)
        }
        return unsafe String(cString: name)
    }

    private static func microseconds(until deadline: ContinuousClock.Instant) throws(SystemError) -> UInt64 {
        let left = deadline - .now
        guard left > .zero else { throw failure("sd_bus_wait", -ETIMEDOUT) }
        // 0 would be the library's own limit.
        return UInt64(max(1, left / .microseconds(1)))
    }

    private static func failure(_ call: String, _ result: Int32, said: String? = nil) -> SystemError {
        let system = unsafe String(cString: strerror(-result)).lowercased()
        return SystemError(
            code: result == -ETIMEDOUT ? .timedOut : .failed, message: "systemd cannot be asked over the system's bus",
            reason: said ?? system, next: "see whether it answers: busctl status org.freedesktop.systemd1", call: call,
            errno: -result)
    }
}
