import Foundation
import Glibc
import UnixSystem

/// A PostgreSQL server of the tests' own, as it is installed: a new cluster in a temporary folder, reachable through a socket
/// there and by no network, synchronizing to the disk as it does for users. It ends with the process of the tests.
package final class PrivatePostgreSQL: Sendable {
    /// The folder of its socket: a host to libpq.
    package var host: String { recorded?.host ?? socketFolder }
    /// That of the server itself, also where a proxy writes down what it is sent.
    package var socketFolder: String { folder["socket"] }
    /// May do everything.
    package static let user = "waymark"

    private let folder: TemporaryFolder
    private let program: RunningProgram
    private let recorded: RecordedStatements?

    /// One for all tests of a process; tests have databases of their own in it.
    package static let shared = Task { try await PrivatePostgreSQL(recordingTo: RecordedStatements.path) }

    /// `settings`: as in postgresql.conf.
    package convenience init(settings: [String] = []) async throws {
        try await self.init(settings: settings, recordingTo: nil)
    }

    private init(settings: [String] = [], recordingTo path: String?) async throws {
        let folder = try TemporaryFolder()
        recorded = try path.map { try RecordedStatements(before: folder["socket"], to: $0) }
        self.folder = folder
        let options = settings.joined(separator: "\n")
        program = try RunningProgram(
            path: "sh", ["-c", Self.script, "sh", folder.path, Self.programs ?? "", String(getpid()), options])
        while !FileManager.default.fileExists(atPath: folder["ready"]) {
            guard Glibc.kill(program.process.processIdentifier, 0) == 0 else {
                throw ServerFailure(text: "PostgreSQL has not started: \(await program.wait())")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    package struct ServerFailure: Error { let text: String }

    /// A server does not run as root, so root becomes nobody for it. The last lines end it when the tests end.
    private static let script = """
        set -e
        folder=$1 programs=$2 parent=$3 options=$4
        chmod 711 "$folder"
        mkdir "$folder/data" "$folder/socket"
        as=
        if [ "$(id -u)" = 0 ]; then
            chown nobody "$folder/data" "$folder/socket"
            as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
        fi
        cd "$folder/socket"
        $as "$programs/initdb" -D "$folder/data" --username=waymark --auth=trust --locale=C --encoding=UTF8 \\
            --data-checksums >&2
        printf '%s\\n' "$options" >>"$folder/data/postgresql.conf"
        $as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/socket/log" \\
            -o "-k $folder/socket -c listen_addresses='' -c max_connections=300" start >&2
        touch "$folder/ready"
        while kill -0 "$parent" 2>/dev/null && [ -e "$folder/ready" ]; do sleep 0.5; done
        # Nothing reads what it says any more: a word of it would end this script before the last line.
        $as "$programs/pg_ctl" -D "$folder/data" -s -m immediate stop >/dev/null 2>&1 || true
        rm -rf "$folder"
        """

    /// Debian has each version's programs in a folder of its own. The newest.
    package static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap { Int($0) }.sorted().last
        let folder = newest.map { "/usr/lib/postgresql/\($0)/bin" }
        return folder.flatMap { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") ? $0 : nil }
    }()

    /// Why it cannot run here; nil when it can.
    package static let obstacle: String? = {
        if programs == nil { return "PostgreSQL's server is not installed (package postgresql)" }
        let needsSetpriv = getuid() == 0 && !FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
        return needsSetpriv ? "setpriv is not installed (package util-linux), and a server does not run as root" : nil
    }()

    /// Whether the tests with it run. They are skipped where it is not installed, except in CI.
    package static var canRun: Bool { obstacle == nil || ProcessInfo.processInfo.environment["CI"] != nil }
}
