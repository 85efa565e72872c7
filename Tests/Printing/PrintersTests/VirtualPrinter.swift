import Foundation
import Glibc
import UnixSystem

/// CUPS's own virtual printer, with the message bus and the DNS-SD daemon that it needs: all private, started and
/// stopped by their process numbers.
final class VirtualPrinter {
    private var processes = PrivateProcesses()
    let folder: URL
    let port: Int

    static let programs = ["dbus-daemon", "avahi-daemon", "ippeveprinter"]

    /// Why it cannot be started here; nil when it can.
    static let obstacle: String? = {
        if let obstacle = PrivateProcesses.obstacle(programs) { return obstacle }
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
        port = LoopbackPort.free()
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
            try processes.start(
                "dbus-daemon", ["--nofork", "--config-file=\(configuration.path)"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
            try PrivateProcesses.wait("the message bus") {
                FileManager.default.fileExists(atPath: "\(folder.path)/bus")
            }
            try processes.start(
                "avahi-daemon", ["--no-drop-root", "--no-chroot", "--no-rlimits"],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
            try PrivateProcesses.wait("avahi-daemon") {
                FileManager.default.fileExists(atPath: "/run/avahi-daemon/socket")
            }
            var options: [String] = []
            if let command {
                let script = folder.appending(path: "command")
                try Data(("#!/bin/sh\n" + command(folder)).utf8).write(to: script)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
                options = ["-c", script.path]
            }
            try processes.start(
                "ippeveprinter",
                options + [
                    "-p", "\(port)", "-d", "\(folder.path)/spool", "-k", "-f", "application/pdf,image/pwg-raster",
                    "-n", "localhost", "Waymark \(port)",
                ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
            try PrivateProcesses.wait("the printer") { LoopbackPort.isListening(port) }
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
        await processes.stop()
        if processes.count > 1 {
            for name in ["pid", "socket"] { try? FileManager.default.removeItem(atPath: "/run/avahi-daemon/\(name)") }
        }
        try? FileManager.default.removeItem(at: folder)
    }
}
