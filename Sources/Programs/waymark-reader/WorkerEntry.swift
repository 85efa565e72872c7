import ArgumentParsing
import Dispatch
import Faults
import Glibc
import NFCReader
import PCSCReader
import ReaderProtocol
import UnixSystem
import Version
import WorkerService

/// One reader's worker. `waymarkd` starts it, or systemd when a reader is plugged in.
@main
enum WorkerEntry {
    private static let socket = Option.defaulting(
        to: "/run/waymark/readers.sock", "socket", .file, help: "where the daemon listens for workers")
    private static let name = Option.optional(
        "name", .text, valueName: "NAME",
        help: "the reader's name (default: whatever reader the daemon knows at this connection)")
    private static let connection = Option.required(
        "connection", .text, valueName: "CONNECTION",
        help:
            "usb: and a USB port (a reader, or a serial bridge with a PN532 on it), pcsc: and a USB port (a reader of pcscd's), or libnfc's connection string"
    )

    private static let trace = Option.flag(
        "trace", help: "tell the program at the socket every call of the reader's library, for a check of the reader")

    private static let program = Program(
        Command(
            "waymark-reader", abstract: "Serves one NFC reader to waymarkd.",
            discussion: "It ends when the daemon closes its socket, and closes the reader first.",
            examples: [
                Example(
                    "Serve a reader on a serial port",
                    "waymark-reader --name bench-1 --connection pn532_uart:/dev/ttyUSB0"),
                Example("Serve what is plugged in at a USB port", "waymark-reader --connection usb:1-1.3"),
            ],
            parameters: [socket, name, connection, trace], furtherExitStatuses: [.daemonUnreachable],
            preparation: { values in
                try CurrentProcess.hideMemory()
                try NFCProcess.confineFiles(connection: values[connection])
            }
        ) { values in
            let connection = values[connection]
            let worker = ReaderWorker(
                socketPath: values[socket], name: values[name] ?? "", connection: connection,
                refusesConnections: NFCProcess.device(of: connection) != nil, isTraced: values[trace])
            let ending = try await onThreadOfItsOwn {
                if let place = CardReaderPlace(connection) {
                    try worker.run { trace throws(ReaderFailure) in try PCSCDevice.open(place, trace: trace) }
                } else {
                    try worker.run { trace throws(ReaderFailure) in
                        try NFCDevice.open(try Connection(connection), trace: trace)
                    }
                }
            }
            switch ending {
            case .dismissed: return .done
            case .failed(let failure):
                StandardError.complain(failure.complaint)
                return .failed
            }
        }, version: Release.version, manualSection: 8)

    /// Not `async`: the runtime's own descriptors would be open before the first line, and threads of its own would be there
    /// before the preparation.
    static func main() {
        NFCProcess.prepare()
        do {
            switch try program.parse(Array(CommandLine.arguments.dropFirst())) {
            case .print(let text):
                StandardOutput.write(text)
                CurrentProcess.end(ArgumentParsing.ExitStatus.done.rawValue)
            case .run(let call):
                try call.prepare()
                Task { CurrentProcess.end(await status(of: call).rawValue) }
            }
        } catch {
            CurrentProcess.end(explain(error).rawValue)
        }
        dispatchMain()
    }

    private static func status(of call: CommandCall) async -> ArgumentParsing.ExitStatus {
        do {
            return try await call.run()
        } catch {
            return explain(error)
        }
    }

    private static func explain(_ error: any Error) -> ArgumentParsing.ExitStatus {
        if let error = error as? any AnyFault {
            StandardError.complain(error.complaint)
            return error is UsageError ? .usage : error is SystemError ? .daemonUnreachable : .failed
        }
        StandardError.complain(
            Complaint(
                code: "unexpected", message: "waymark-reader failed", reason: "\(error)",
                next: "report this with the daemon's log"))
        return .failed
    }

    /// Calls of a reader's library block, and all of them come from one thread.
    private static func onThreadOfItsOwn<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try DedicatedThread.start("reader") {
                    continuation.resume(with: Swift.Result { try body() })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
