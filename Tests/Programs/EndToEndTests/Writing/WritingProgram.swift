import Glibc
import TestBench
import Testing
import UnixSystem

/// `waymark write --json` with any number of readers: its events in their order, and a way to talk to it.
///
/// Used from one task.
final class WritingProgram {
    let program: RunningProgram
    private let station: TestStation
    private var lines: AsyncStream<String>.Iterator
    private(set) var events: [WriteEventLine] = []

    /// What the scanner types on.
    private let scanner: FileDescriptor

    init(_ station: TestStation, _ arguments: String...) throws {
        self.station = station
        let path = station.folder["scanner-\(UInt32.random(in: 0...UInt32.max))"]
        guard mkfifo(path, 0o600) == 0 else { throw StationFailure.noScanner }
        // Open at both ends, so that neither waits for the other.
        scanner = FileDescriptor(owning: open(path, O_RDWR | O_CLOEXEC))
        program = try RunningProgram(
            path: "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" <'\(path)'", BuiltProgram.commandLine.path, "write"] + arguments + ["--json"],
            environment: ["WAYMARK_SOCKET": station.socket])
        lines = program.output.lines.makeAsyncIterator()
    }

    /// Types a line as a keyboard-wedge scanner does.
    func scan(_ code: String) throws { try scanner.write(Array("\(code)\n".utf8)) }

    /// Waits for an event; the end of the output fails the test.
    @discardableResult
    func until(
        _ type: String, _ tag: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> WriteEventLine {
        while let line = await lines.next() {
            let event = try WriteEventLine(line: line)
            events.append(event)
            if event.type == type, tag == nil || event.tag == tag { return event }
        }
        Issue.record(
            "waymark write ended before \(type) \(tag ?? ""): \(await program.wait())-- the log\n\(station.log)",
            sourceLocation: sourceLocation)
        throw StationFailure.unexpectedStatus
    }

    /// Reads to the end.
    func ending() async throws -> RunningProgram.Ending {
        while let line = await lines.next() { events.append(try WriteEventLine(line: line)) }
        return await program.wait()
    }
}
