import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// The worker of a reader on a serial port, which runs as the daemon's user: how little of it that is.
@Suite(.timeLimit(.minutes(10))) struct `The worker of a serial reader` {
    private static let needsLandlock: ConditionTrait = .enabled(
        if: Confinement.isEnforced, "this kernel has no Landlock, or it is switched off")

    /// The link to its device leads to another one while it waits for the first: it looks again, and may not.
    @Test(needsLandlock) func `opens no device but the one that it was started for`() async throws {
        let folder = try TemporaryFolder()
        let own = try EmulatedReader(link: folder["own"])
        let other = try EmulatedReader(link: folder["other"])
        let ownPort = Folder.resolved(folder["own"])
        let holder = try FileDescriptor.open(ownPort, flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
        #expect(flock(holder.rawValue, LOCK_EX | LOCK_NB) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder["port"], withDestinationPath: ownPort)
        let listener = try WorkerEnd(UnixListener.listen(at: folder["readers.sock"]))
        let worker = try RunningProgram(
            .worker,
            ["--socket", folder["readers.sock"], "--name", "bench", "--connection", "pn532_uart:\(folder["port"])"])
        let first = try await listener.hears("port-busy")
        #expect(first.contains("port-busy"))
        #expect(rename(try folder.link(to: Folder.resolved(folder["other"])), folder["port"]) == 0)
        let second = try await listener.hears("no-permission")
        #expect(second.contains("no-permission") && !second.contains("PN532"))
        #expect(await worker.wait().status == .exited(1))
        withExtendedLifetime(holder.rawValue) {}
        own.stop()
        other.stop()
    }

    @Test func `has nothing of the daemon's environment, and a filter of system calls`() async throws {
        let folder = try TemporaryFolder()
        let script = folder["worker"]
        let lines = "#!/bin/sh\nenv > '\(folder["environment"])'\nexec '\(BuiltProgram.worker.path)' \"$@\"\n"
        let writer = try RunningProgram(
            path: "/bin/sh", ["-c", "printf '%s' \"$1\" > \"$0\" && chmod 700 \"$0\"", script, lines])
        #expect(await writer.wait().status == .exited(0))
        try FileManager.default.createDirectory(
            atPath: folder["credentials"], withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let secrets = ["CREDENTIALS_DIRECTORY": folder["credentials"], "WAYMARK_TEST_SECRET": "1"]
        try await TestStation.run(options: ["--worker", script], environment: secrets) { station in
            _ = try await station.addReader("bench")
            let names = try String(contentsOfFile: folder["environment"], encoding: .utf8).split(separator: "\n").map {
                String($0.prefix { $0 != "=" })
            }
            #expect(Set(names).isSubset(of: ["SWIFT_BACKTRACE", "PWD", "OLDPWD", "SHLVL", "_"]), "\(names)")
            let worker = try #require(Self.worker(of: station))
            let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
            #expect(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"), "\(status)")
        }
    }

    private static func worker(of station: TestStation) -> String? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.first { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return line.split(separator: 0).contains { $0.elementsEqual(station.readersSocket.utf8) }
                && line.split(separator: 0).contains { $0.elementsEqual("bench".utf8) }
                && line.split(separator: 0).contains { $0.elementsEqual("--connection".utf8) }
        }
    }
}

extension TemporaryFolder {
    /// A link under a name of its own.
    fileprivate func link(to path: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: self["next"], withDestinationPath: path)
        return self["next"]
    }
}

/// The daemon's end of one worker's socket: what it says is looked through as bytes.
private final class WorkerEnd: Sendable {
    private let listener: UnixListener
    private let output: AsyncStream<[UInt8]>

    init(_ listener: consuming UnixListener) throws {
        self.listener = listener
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        output = stream
        try DedicatedThread.start("worker end") { [self] in
            defer { continuation.finish() }
            guard let link = try? self.listener.accept() else { return }
            while let bytes = try? link.read(upTo: 4_096), !bytes.isEmpty { continuation.yield(bytes) }
        }
    }

    /// Everything until this has come, or the worker has ended.
    func hears(_ phrase: String) async throws -> String {
        var text = ""
        for await bytes in output {
            text += String(decoding: bytes, as: UTF8.self)
            if text.contains(phrase) { break }
        }
        return text
    }
}
