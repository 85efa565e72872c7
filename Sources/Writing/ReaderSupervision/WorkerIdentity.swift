public import Faults
internal import ReaderProtocol
public import UnixSystem

/// Says in which unit of the service manager a process runs; nil when it runs in none. It is asked on a thread that may block,
/// and answers within seconds.
public typealias UnitQuestion = @Sendable (_ process: Int32) throws(SystemError) -> String?

/// Which process may serve a reader: one that this process has started for it, or one of the unit that systemd runs for
/// its USB port.
///
/// A user proves nothing: all workers of readers on USB share one. So libnfc, which trusts what a reader or a tag sends, may be
/// taken over in one worker, and another reader's place is out of that worker's reach.
struct WorkerIdentity: Sendable {
    let usbWorkers: USBWorkers
    /// Nil where no service manager runs workers.
    let unit: UnitQuestion?

    /// The unit of the worker of the reader at a connection, as udev's rules name it; nil where systemd starts none.
    static func unit(of connection: String) -> String? {
        switch try? ConnectionForm(connection, isPort: USBDevice.isPort) {
        case .usbPort(let port): "waymark-reader@\(port).service"
        case .cardReader(let port, _): "waymark-pcsc-reader@\(port).service"
        default: nil
        }
    }

    /// Throws why the worker may not serve the reader `reader`, which it has named: the one in `slot`.
    func check(_ visit: WorkerSession, named slot: ReaderSlot) throws(ReaderFailure) {
        guard slot.hasStarted(process: visit.process), visit.isRunning else {
            throw Self.refusal(
                slot.name, because: "process \(visit.process) is not the worker that waymarkd has started for it")
        }
    }

    /// Throws why the worker may not serve the reader at a connection, which is called `name`.
    func check(_ visit: WorkerSession, at connection: String, named name: String) throws(ReaderFailure) {
        guard usbWorkers == .await, let wanted = Self.unit(of: connection) else {
            throw Self.refusal(
                name, because: "process \(visit.process) was not started by waymarkd, which starts them here")
        }
        let found: String?
        do throws(SystemError) {
            guard let unit else { throw Self.noManager }
            found = try unit(visit.process)
        } catch {
            throw ReaderFailure(
                code: "worker-unverified", message: "the worker of reader \(name) is not let in",
                reason: "systemd does not say in which unit it runs: \(error.message), \(error.reason)",
                next: "see whether systemd answers: busctl status org.freedesktop.systemd1; "
                    + "the worker comes again by itself")
        }
        // Asked last: as long as it runs, its number was its own while systemd answered.
        guard visit.isRunning else {
            throw Self.refusal(name, because: "process \(visit.process) has ended meanwhile")
        }
        guard found == wanted else {
            throw Self.refusal(
                name,
                because: "process \(visit.process) runs in \(found ?? "no unit"), and the worker of this reader in "
                    + wanted)
        }
    }

    private static let noManager = SystemError(
        code: .notFound, message: "no service manager can be asked", reason: "this station was started without one",
        next: "let waymarkd start the workers: --usb-workers start", call: "")

    private static func refusal(_ name: String, because reason: String) -> ReaderFailure {
        ReaderFailure(
            code: "worker-refused", message: "a worker that is not reader \(name)'s is not let in", reason: reason,
            next: "end it if you started it: a reader's worker comes by itself; "
                + "else it may be taken over: see its journal, and unplug its reader")
    }
}
