import Foundation
import Glibc
import UnixSystem

/// CUPS's own virtual printer, with the message bus and the DNS-SD daemon that it needs: all private, started and
/// stopped by their process numbers.
final class VirtualPrinter {
    private var processes: [ChildProcess] = []
    let folder: URL
    let port: Int

    static let programs = ["dbus-daemon", "avahi-daemon", "ippeveprinter"]

    /// Why it cannot be started here; nil when it can.
    static let obstacle: String? = {
        let missing = programs.filter { path(of: $0) == nil }
        if !missing.isEmpty { return "needs \(missing.joined(separator: ", "))" }
        if geteuid() != 0 { return "needs root: avahi-daemon keeps its state in /run" }
        let pid = (try? String(contentsOfFile: "/run/avahi-daemon/pid", encoding: .utf8))
            .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        if let pid, kill(pid, 0) == 0 {
            return "needs an avahi-daemon of its own, and one is running"
        }
        return nil
    }()

    /// Starts a printer that keeps what it is given in `folder`. `command` is a shell script that a job goes through:
    /// what it says on its standard error is the printer's state (see: man ippeveprinter).
    init(command: ((URL) -> String)? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "printer-\(UUID().uuidString)")
        port = try Self.freePort()
        try FileManager.default.createDirectory(at: folder.appending(path: "spool"), withIntermediateDirectories: true)
        let bus = "unix:path=\(folder.path)/bus"
        let configuration = folder.appending(path: "bus.conf")
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>system</type><listen>\(bus)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
        <allow user="*"/></policy></busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        do {
            try start("dbus-daemon", ["--nofork", "--config-file=\(configuration.path)"], bus: bus)
            try wait("the message bus") { FileManager.default.fileExists(atPath: "\(folder.path)/bus") }
            try start("avahi-daemon", ["--no-drop-root", "--no-chroot", "--no-rlimits"], bus: bus)
            try wait("avahi-daemon") { FileManager.default.fileExists(atPath: "/run/avahi-daemon/socket") }
            var options: [String] = []
            if let command {
                let script = folder.appending(path: "command")
                try Data(("#!/bin/sh\n" + command(folder)).utf8).write(to: script)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
                options = ["-c", script.path]
            }
            try start(
                "ippeveprinter",
                options + [
                    "-p", "\(port)", "-d", "\(folder.path)/spool", "-k", "-f", "application/pdf,image/pwg-raster",
                    "-n", "localhost", "Waymark \(port)",
                ], bus: bus)
            try wait("the printer") { Self.isListening(port) }
        } catch {
            await stop()
            throw error
        }
    }

    var uri: String { "ipp://localhost:\(port)/ipp/print" }

    /// The files that were printed.
    func printed() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: "spool"), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "pdf" }.map { try Data(contentsOf: $0) }
    }

    func stop() async {
        for process in processes.reversed() {
            process.kill()
            _ = await process.wait()
        }
        if processes.count > 1 {
            for name in ["pid", "socket"] { try? FileManager.default.removeItem(atPath: "/run/avahi-daemon/\(name)") }
        }
        try? FileManager.default.removeItem(at: folder)
    }

    private func start(_ program: String, _ arguments: [String], bus: String) throws {
        let process = try ChildProcess(
            Self.path(of: program) ?? program, arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus]) { _, new in new
            },
            standardOutput: .discarded, standardError: .discarded)
        processes.append(process)
    }

    /// Waits up to ten seconds for something that another process does.
    private func wait(_ what: String, until condition: () -> Bool) throws {
        struct Late: Error {
            let what: String
        }
        let end = Date(timeIntervalSinceNow: 10)
        while !condition() {
            guard Date() < end else { throw Late(what: what) }
            usleep(20_000)
        }
    }

    private static func path(of program: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private static func withSocket<Result>(_ port: Int, _ body: (Int32, UnsafePointer<sockaddr>) -> Result) -> Result {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: address(port)) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0) }
        }
    }

    private static func isListening(_ port: Int) -> Bool {
        withSocket(port) { connect($0, $1, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }

    /// A port that the kernel says is free now.
    private static func freePort() throws -> Int {
        withSocket(0) { descriptor, address in
            _ = bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            var name = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            }
            return Int(in_port_t(bigEndian: name.sin_port))
        }
    }
}
