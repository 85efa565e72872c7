import Foundation
import Glibc

/// CUPS itself, with one queue that throws its jobs away; it listens on a port of its own and keeps everything in a
/// folder of its own.
final class PrivateCUPS {
    private var processes = PrivateProcesses()
    private let folder: URL
    private let port: Int

    /// Why it cannot be started here; nil when it can.
    static let obstacle: String? =
        PrivateProcesses.obstacle(["cupsd", "lpadmin", "cupsenable"])
        ?? (geteuid() == 0 ? nil : "needs root: cupsd changes the owner of its folders")

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cups-\(UUID().uuidString)")
        port = LoopbackPort.free()
        for name in ["root", "spool", "cache", "state", "log"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try """
        Listen 127.0.0.1:\(port)
        Browsing No
        WebInterface No
        DefaultAuthType None
        <Location />
        Order allow,deny
        Allow all
        </Location>
        <Policy default>
        <Limit All>
        Order deny,allow
        </Limit>
        </Policy>
        """.write(to: folder.appending(path: "cupsd.conf"), atomically: true, encoding: .utf8)
        try """
        FileDevice Yes
        ServerRoot \(folder.path)/root
        RequestRoot \(folder.path)/spool
        TempDir \(folder.path)/spool
        CacheDir \(folder.path)/cache
        StateDir \(folder.path)/state
        AccessLog \(folder.path)/log/access
        ErrorLog \(folder.path)/log/error
        PageLog \(folder.path)/log/page
        SystemGroup root
        """.write(to: folder.appending(path: "cups-files.conf"), atomically: true, encoding: .utf8)
        do {
            try processes.start(
                "cupsd", ["-f", "-c", "\(folder.path)/cupsd.conf", "-s", "\(folder.path)/cups-files.conf"])
            try PrivateProcesses.wait("cupsd") { LoopbackPort.isListening(port) }
            try await order("lpadmin", "-p", "labels", "-E", "-v", "file:///dev/null", "-m", "raw")
        } catch {
            await stop()
            throw error
        }
    }

    /// The server itself.
    var server: String { "ipp://127.0.0.1:\(port)/" }

    var uri: String { "ipp://127.0.0.1:\(port)/printers/labels" }

    /// Gives CUPS an order through one of its own programs.
    func order(_ program: String, _ arguments: String...) async throws {
        struct Refused: Error {
            let order: [String]
        }
        guard try await PrivateProcesses.run(program, ["-h", "127.0.0.1:\(port)"] + arguments) else {
            throw Refused(order: [program] + arguments)
        }
    }

    func stop() async {
        await processes.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
