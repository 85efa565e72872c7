import Foundation
import Glibc
import Synchronization
import UnixSystem

/// pcscd as it is installed, with its driver for smart-card readers and libusb, in a mount namespace of its own: it
/// shares neither its socket nor its readers with the machine's. The binaries are untouched.
package final class PrivatePCSCDaemon: Sendable {
    private let folder: TemporaryFolder
    private let testbed: [String: String]
    private let listed: [(vendor: UInt16, product: UInt16)]
    private let running = Mutex<RunningProgram?>(nil)

    /// Readers of the testbed that Debian 12's list lacks are named in `listed`: they are added to a copy of the list,
    /// which takes its place in the namespace.
    package init(
        testbed: [String: String], listing listed: [(vendor: UInt16, product: UInt16)] = []
    ) async throws {
        folder = try TemporaryFolder()
        self.testbed = testbed
        self.listed = listed
        for name in ["run", "readers"] {
            try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: false)
        }
        try writeList()
        try await start()
    }

    /// What a client needs to find this daemon.
    package var environment: [String: String] { ["PCSCLITE_CSOCK_NAME": folder["run/pcscd.comm"]] }

    /// Starts it, again after ``kill()``, and waits until it listens.
    package func start() async throws {
        try? FileManager.default.removeItem(atPath: folder["run/pcscd.comm"])
        let list = folder["Info.plist"]
        let lines = [
            "set -e", "mount --make-rprivate /", "mount -t tmpfs tmpfs /run", "mkdir -p /run/pcscd /run/udev/data",
            "mount --bind '\(folder["run"])' /run/pcscd", "mount --bind '\(list)' '\(Self.list)'",
            testbed.map { "export \($0.key)='\($0.value)'" }.sorted().joined(separator: "\n"),
            "exec \(Self.program) --foreground --config '\(folder["readers"])' \(Self.logging)",
        ]
        let program = try RunningProgram(
            path: "unshare", ["--map-root-user", "--mount", "sh", "-c", lines.joined(separator: "\n")])
        running.withLock { $0 = program }
        while !isListening {
            guard Glibc.kill(program.process.processIdentifier, 0) == 0 else {
                throw ProcessFailure(text: "pcscd ended: \(await program.wait())")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Ends it at once, as a crash does. Its socket stays behind.
    package func kill() async {
        guard let program = running.withLock({ $0.take() }) else { return }
        program.process.kill()
        _ = await program.wait()
    }

    /// The same without waiting for its end.
    package func killNow() { running.withLock { $0?.process.kill() } }

    /// Nil while it does not run.
    package var processIdentifier: Int32? { running.withLock { $0?.process.processIdentifier } }

    deinit { killNow() }

    package struct ProcessFailure: Error { let text: String }

    private var isListening: Bool {
        (try? UnixConnection.connect(to: folder["run/pcscd.comm"])) != nil
    }

    private static let program = "/usr/sbin/pcscd"
    /// `WAYMARK_PCSC_LOG=FILE` keeps all that it says, with every message to and from the readers.
    private static let logging =
        ProcessInfo.processInfo.environment["WAYMARK_PCSC_LOG"].map { "--debug --apdu >>'\($0)' 2>&1" } ?? "--error"
    private static let list = "/etc/libccid_Info.plist"

    private func writeList() throws {
        var text = try String(contentsOfFile: Self.list, encoding: .utf8)
        for (key, values) in [
            ("ifdVendorID", listed.map { Self.number($0.vendor) }),
            ("ifdProductID", listed.map { Self.number($0.product) }),
            ("ifdFriendlyName", listed.map { _ in "ACS ACR1552 1S CL Reader" }),
        ] {
            let opening = "<key>\(key)</key>\n\t<array>"
            let entries = values.map { "\n\t\t<string>\($0)</string>" }.joined()
            text = text.replacingOccurrences(of: opening, with: opening + entries)
        }
        try text.write(toFile: folder["Info.plist"], atomically: false, encoding: .utf8)
    }

    private static func number(_ value: UInt16) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Why it cannot run here; nil when it can. Namespaces need a right that containers often lack.
    package static let obstacle: String? = {
        let missing = [program, list].filter { !FileManager.default.fileExists(atPath: $0) }
        if !missing.isEmpty { return "\(missing.joined(separator: " and ")) not installed (packages pcscd, libccid)" }
        let trial = Process()
        trial.executableURL = URL(filePath: "/usr/bin/env")
        trial.arguments = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/run"]
        (trial.standardOutput, trial.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        do { try trial.run() } catch { return "unshare cannot be run" }
        trial.waitUntilExit()
        return trial.terminationStatus == 0 ? nil : "there is no right to make a mount namespace"
    }()

    /// Whether the tests with pcscd run. They are skipped where pcscd cannot start, except in CI.
    package static var canRun: Bool { obstacle == nil || ProcessInfo.processInfo.environment["CI"] != nil }
}
