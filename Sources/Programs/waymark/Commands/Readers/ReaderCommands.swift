import API
import ArgumentParsing
import Faults
import Registry
import UnixSystem

enum ReaderCommands {
    private static let connection = Argument.required(
        "CONNECTION", .text,
        help: "where it is: usb:1-1.3 or pcsc:1-1.3 (a USB port, as lsusb -t numbers them) or pn532_uart:/dev/ttyUSB0")
    private static let name = Option.optional(
        "name", .identifier("NAME") as Conversion<ReaderName>, help: "what people call it (default: reader-1, -2, ...)")
    private static let reader = Argument.required(
        "READER", .identifier("READER") as Conversion<ReaderName>, help: "the reader's name")

    static let group = Command(
        group: "reader", abstract: "The NFC readers of this station.",
        subcommands: [
            Command(
                "list", abstract: "Lists the readers and how they are.",
                examples: [Example("See whether a reader works", "waymark reader list")],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "add", abstract: "Adds a reader and waits until it has answered.",
                examples: [
                    Example(
                        "Add a reader on a serial port", "waymark reader add pn532_uart:/dev/ttyUSB0 --name bench-1")
                ],
                parameters: [connection, name], furtherExitStatuses: [.daemonUnreachable, .timedOut, .noPermission],
                run: add),
            Command(
                "remove", abstract: "Removes a reader.",
                examples: [Example("Remove a reader", "waymark reader remove bench-1")],
                parameters: [reader], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: remove),
            ReaderCheckCommand.command,
        ])

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).readers()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        Terminal.result(table(list.readers).text)
        for reader in list.readers { warn(about: reader) }
        return .done
    }

    static func table(_ readers: [ReaderStatus]) -> Table {
        var table = Table(["READER", "STATE", "CHIP", "RESTARTS", "CONNECTION"])
        for reader in readers {
            table.append([
                reader.name.text, reader.state.rawValue, reader.chip ?? "-", String(reader.restarts), reader.connection,
            ])
        }
        return table
    }

    private static func add(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let status = try await Daemon.client(values).addReader(values[connection], name: values[name])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SchemaAnswer(status)))
        } else {
            Terminal.result("reader \(status.name) added: \(status.state.rawValue), \(status.chip ?? "no answer yet")")
        }
        // It stays added: a reader that is plugged in later is opened then.
        warn(about: status)
        switch status.state {
        case .ready: return .done
        case .failed: return .failed
        case .starting:
            StandardError.complain(
                Complaint(
                    code: "reader-silent", message: "reader \(status.name) has not answered yet",
                    reason: "its driver still waits for it",
                    next: "see what became of it: waymark reader list"))
            return .timedOut
        }
    }

    private static func warn(about reader: ReaderStatus) {
        guard let failure = reader.failure else { return }
        StandardError.complain(failure)
    }

    private static func remove(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let removed = try await Daemon.client(values).removeReader(values[reader])
        Terminal.result(
            values.wantsJSON ? try JSONText.document(SchemaAnswer(removed)) : "reader \(removed.name) removed")
        return .done
    }
}
