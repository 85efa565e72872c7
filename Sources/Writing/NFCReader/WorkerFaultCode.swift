internal import Faults
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
}

extension ReaderFailure {
    /// Whether the reader can be opened as soon as another one has let go of it.
    var isAnothers: Bool {
        [WorkerFaultCode.kernelDriver, .readerHeld, .portBusy].contains { $0.rawValue == code.rawValue }
    }

    init(code: WorkerFaultCode, message: String, reason: String, next: String) {
        self.init(code: code.rawValue, message: message, reason: reason, next: next)
    }
}
