package import Faults
internal import ReaderProtocol

/// What can keep a reader from serving.
package enum WorkerFaultCode: String, FaultCode, CaseIterable {
    /// libnfc does not start.
    case libraryFailed = "library-failed"
    /// The connection string is not one of libnfc's.
    case badConnection = "bad-connection"
    /// The serial or USB port does not exist.
    case noSuchPort = "no-such-port"
    /// The port may not be opened.
    case noPermission = "no-permission"
    /// Another program has the serial port.
    case portBusy = "port-busy"
    /// What is plugged in at the port is not a reader that libnfc drives.
    case wrongDevice = "wrong-device"
    /// No reader answers at the port.
    case noReader = "no-reader"
    /// The reader was there and is gone.
    case readerLost = "reader-lost"
    /// A driver of the kernel has the reader.
    case kernelDriver = "kernel-driver"
    /// Another program has the reader.
    case readerHeld = "reader-held"
    /// A command of the reader is overdue; its worker has ended.
    case readerHung = "reader-hung"
    /// The reader is still busy with such a command.
    case readerStuck = "reader-stuck"
    /// pcscd cannot be reached.
    case noService = "no-pcscd"
    /// pcscd does not let the worker in.
    case serviceRefuses = "pcscd-refuses"
    /// pcscd does not show the reader.
    case noDriver = "no-pcsc-driver"
    /// It is not known how the reader lets a tag's commands through.
    case unprovenReader = "unproven-reader"
}

extension ReaderFailure {
    /// Whether the reader can be opened as soon as another one has let go of it, or has come to be there.
    var isPassing: Bool {
        let passing: [WorkerFaultCode] = [
            .kernelDriver, .readerHeld, .portBusy, .noService, .serviceRefuses, .noDriver,
        ]
        return passing.contains { $0.rawValue == code.rawValue }
    }

    package init(code: WorkerFaultCode, message: String, reason: String, next: String) {
        self.init(code: code.rawValue, message: message, reason: reason, next: next)
    }
}
