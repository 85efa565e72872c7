internal import Faults
internal import Logging
internal import ReaderProtocol
internal import UnixSystem

/// Waits for the workers of a reader on USB that another program starts, and reports when none comes.
struct WorkerExpectation: Sendable {
    let slot: ReaderSlot
    let logger: Logger

    /// How long a reader that is plugged in may go without a worker: systemd starts one in a moment, and another a
    /// second after one died.
    private static let limit = Duration.seconds(20)

    /// Until the task is cancelled; then the worker that is there is let go.
    func run() async {
        var overdue: Task<Void, any Error>?
        var last: Int32?
        for await snapshot in slot.changes() {
            overdue?.cancel()
            if let process = slot.servingProcess, process != last {
                if last != nil { slot.change { $0.restarts += 1 } }
                last = process
            }
            guard snapshot.state == .starting, slot.servingProcess == nil else { continue }
            overdue = Task {
                // What is not plugged in needs no patience.
                if isPlugged { try await Task.sleep(for: Self.limit) }
                guard slot.servingProcess == nil, slot.snapshot.state == .starting else { return }
                slot.fail(absence, logger)
            }
        }
        overdue?.cancel()
        slot.shutConnection()
    }

    private var isPlugged: Bool { slot.usbPort.flatMap(USBDevice.at(port:)) != nil }

    private var absence: ReaderFailure {
        let port = slot.usbPort ?? ""
        guard isPlugged else {
            return ReaderFailure(
                code: "no-such-port", message: "reader \(slot.name) is not there",
                reason: "nothing is plugged in at USB port \(port)",
                next: "plug the reader in, and see where it is with: lsusb -t")
        }
        return ReaderFailure(
            code: "worker-missing", message: "reader \(slot.name) has no worker",
            reason: "systemd starts one for each reader that udev sees, and none has come for USB port \(port)",
            next: "see what is wrong with: waymark doctor")
    }
}
