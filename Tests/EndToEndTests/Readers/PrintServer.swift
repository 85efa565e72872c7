import Foundation
import Glibc
import UnixSystem

/// A real CUPS of a test's own, on a socket in a folder of its own.
final class PrintServer: Sendable {
    private let program: RunningProgram
    let socket: String

    /// The printers are there from the start: by name, and whether they are stopped.
    init(in folder: TemporaryFolder, printers: [(name: String, isStopped: Bool)]) throws {
        socket = folder["cups.sock"]
        for name in ["root", "spool", "spool/tmp", "cache", "state"] {
            try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
        }
        let settings = try folder.write(
            """
            Listen \(socket)
            Browsing No
            <Location />
              Order allow,deny
              Allow all
            </Location>

            """, to: "cupsd.conf")
        let files = try folder.write(
            """
            ServerRoot \(folder["root"])
            RequestRoot \(folder["spool"])
            TempDir \(folder["spool/tmp"])
            CacheDir \(folder["cache"])
            StateDir \(folder["state"])
            ErrorLog stderr
            AccessLog stderr
            PageLog stderr
            FileDevice Yes

            """, to: "cups-files.conf")
        let queues = printers.map { printer in
            """
            <Printer \(printer.name)>
            DeviceURI file:///dev/null
            State \(printer.isStopped ? "Stopped" : "Idle")
            Accepting Yes
            </Printer>

            """
        }
        try folder.write(queues.joined(), to: "root/printers.conf")
        program = try RunningProgram(path: "/usr/sbin/cupsd", ["-f", "-c", settings, "-s", files])
    }

    /// Waits until it listens; the test's time limit ends it.
    func ready() async throws {
        while (try? UnixConnection.connect(to: socket)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    }

    func stop() async {
        program.process.terminate()
        _ = await program.wait()
    }
}
