import Foundation
import Glibc
import ReaderEmulator
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A station of a test's own: the real daemon on sockets in a folder of its own, emulated readers, and the real
/// command line.
///
///     try await TestStation.run { station in
///         let reader = try await station.addReader("bench")
///         try await station.waymark("batch", "create", "spring", "--from", file)
///     }
final class TestStation: Sendable {
    let folder: TemporaryFolder
    private let options: [String]
    private let environment: [String: String]
    private let surroundings: DaemonSurroundings?
    private let state = Mutex(State())

    private struct State {
        var daemon: RunningProgram?
        var earlierLogs = ""
        var readers: [EmulatedReader] = []
        var daemonStarts = 0
        var notifications: NotificationSocket?
    }

    private init(options: [String], environment: [String: String], surroundings: DaemonSurroundings?) throws {
        folder = try TemporaryFolder()
        self.surroundings = surroundings
        try surroundings?.makePlaces(in: folder)
        self.environment = environment
        // A reader that is plugged into this machine is none of a test's business.
        self.options = options.contains("--usb-readers") ? options : options + ["--usb-readers", "added"]
    }

    /// Runs a test with a daemon that is ready, and ends everything afterwards. `options` are the daemon's own,
    /// beside those for places, `--worker` may be one; `surroundings` is what is around it.
    static func run<Result>(
        options: [String] = [], environment: [String: String] = [:], surroundings: DaemonSurroundings? = nil,
        _ body: (TestStation) async throws -> Result
    ) async throws -> Result {
        let station = try TestStation(options: options, environment: environment, surroundings: surroundings)
        let result: Swift.Result<Result, any Error>
        do {
            try await station.startDaemon()
            result = .success(try await body(station))
        } catch {
            result = .failure(error)
        }
        await station.stopDaemon()
        for reader in station.state.withLock(\.readers) { reader.stop() }
        return try result.get()
    }

    var socket: String { folder["api.sock"] }
    var readersSocket: String { folder["readers.sock"] }
    var registry: String { folder[surroundings?.registry ?? "registry.sqlite"] }

    /// What all daemons of this station have logged so far.
    var log: String {
        state.withLock { $0.earlierLogs + ($0.daemon?.errors.text ?? "") }
    }

    var daemon: RunningProgram? { state.withLock(\.daemon) }

    /// Where the daemon tells how it is.
    var notifications: NotificationSocket? { state.withLock(\.notifications) }

    // MARK: The daemon

    /// Starts the daemon and waits until it says that it is ready.
    func startDaemon() async throws {
        let number = state.withLock { state in
            state.daemonStarts += 1
            return state.daemonStarts
        }
        let notifications = try NotificationSocket(path: folder["notify-\(number)"])
        let daemon = try launch(["NOTIFY_SOCKET": notifications.path])
        state.withLock { state in
            state.daemon = daemon
            state.notifications = notifications
        }
        let watching = Task {
            _ = await daemon.process.wait()
            notifications.shut()
        }
        var isReady = false
        for await message in notifications.states where message.contains("READY=1") {
            isReady = true
            break
        }
        guard isReady else {
            daemon.process.kill()
            await watching.value
            Issue.record("waymarkd did not become ready:\n\(await daemon.wait())")
            throw StationFailure.daemonNotReady
        }
    }

    private func launch(_ more: [String: String] = [:]) throws -> RunningProgram {
        let words =
            (surroundings?.prefix(in: folder) ?? []) + [
                BuiltProgram.daemon.path, "--socket", socket, "--readers-socket", readersSocket, "--registry", registry,
                "--station", "bench",
            ] + (options.contains("--worker") ? [] : ["--worker", BuiltProgram.worker.path]) + options
        let own = environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        return try RunningProgram(
            path: words[0], Array(words.dropFirst()), environment: own.merging(more) { $1 })
    }

    /// Starts a daemon that is killed so many microseconds later, however far it has come.
    func killStartingDaemon(after microseconds: UInt32) async throws {
        let daemon = try launch()
        let process = daemon.process.processIdentifier
        try DedicatedThread.start("killer") {
            usleep(microseconds)
            kill(process, SIGKILL)
        }
        _ = await daemon.wait()
    }

    /// Ends the daemon as its manager does (SIGTERM) and waits for it and its workers.
    @discardableResult
    func stopDaemon() async -> RunningProgram.Ending? {
        daemon?.process.terminate()
        return await daemonEnding()
    }

    /// Ends the daemon as a crash does (SIGKILL) and waits for it and its workers.
    @discardableResult
    func killDaemon() async -> RunningProgram.Ending? {
        daemon?.process.kill()
        return await daemonEnding()
    }

    private func daemonEnding() async -> RunningProgram.Ending? {
        guard let daemon else { return nil }
        let ending = await daemon.wait()
        state.withLock { state in
            guard state.daemon === daemon else { return }
            state.earlierLogs += ending.errors
            state.daemon = nil
        }
        return ending
    }

    // MARK: Readers

    /// An emulated reader, plugged in; nobody has told the daemon of it.
    func emulatedReader() throws -> EmulatedReader {
        let number = state.withLock { $0.readers.count + 1 }
        let reader = try EmulatedReader(link: folder["reader-\(number)"])
        state.withLock { $0.readers.append(reader) }
        return reader
    }

    /// An emulated reader that the daemon has opened.
    func addReader(_ name: String) async throws -> EmulatedReader {
        let reader = try emulatedReader()
        let connection = try #require(reader.connectionString)
        let ending = try await waymark("reader", "add", connection, "--name", name, expecting: nil)
        // libnfc gives a reader 350 ms for its first answers; the daemon opens one that was late once more.
        while ending.status != .exited(0), try await stateOfReader(name) != "ready" {
            try await Task.sleep(for: .milliseconds(50))
        }
        return reader
    }

    private func stateOfReader(_ name: String) async throws -> String? {
        let readers = try await waymark("reader", "list", "--json").document["readers"] as? [[String: Any]]
        return readers?.first { $0["name"] as? String == name }?["state"] as? String
    }

    // MARK: The command line

    /// Runs `waymark` to its end. Another exit status than expected (nil: any is right) fails the test.
    @discardableResult
    func waymark(
        _ arguments: String..., expecting status: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RunningProgram.Ending {
        try await waymark(arguments, expecting: status, sourceLocation: sourceLocation)
    }

    @discardableResult
    func waymark(
        _ arguments: [String], expecting status: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RunningProgram.Ending {
        let ending = try await start(arguments).wait()
        if let status, ending.status != .exited(status) {
            Issue.record(
                "waymark \(arguments.joined(separator: " ")): \(ending)-- the daemon's log\n\(log)",
                sourceLocation: sourceLocation)
            throw StationFailure.unexpectedStatus
        }
        return ending
    }

    /// Starts `waymark` and leaves it running.
    func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(.commandLine, arguments, environment: ["WAYMARK_SOCKET": socket])
    }
}

/// The test cannot go on; why is in the recorded issue.
enum StationFailure: Error {
    case daemonNotReady
    case unexpectedStatus
    case noScanner
}
