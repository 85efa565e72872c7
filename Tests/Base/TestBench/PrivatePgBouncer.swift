import Foundation
import Glibc
import UnixSystem

/// A PgBouncer of the tests' own before the server that they share, in transaction mode: each transaction may run on another
/// server connection, and what a session was told is forgotten. Reachable through a socket in a temporary folder and by no
/// network. It ends with the process of the tests.
package final class PrivatePgBouncer: Sendable {
    /// The folder of its socket: a host to libpq.
    package var host: String { folder["socket"] }

    private let folder: TemporaryFolder
    private let program: RunningProgram
    private static let path = "/usr/sbin/pgbouncer"

    /// One for all tests of a process.
    package static let shared = Task {
        try await PrivatePgBouncer(before: try await PrivatePostgreSQL.shared.value.socketFolder)
    }

    private init(before server: String) async throws {
        folder = try TemporaryFolder()
        try folder.write(Self.settings(server: server, socket: folder["socket"], users: folder["users"]), to: "ini")
        try folder.write("\"\(PrivatePostgreSQL.user)\" \"\"\n", to: "users")
        program = try RunningProgram(path: "sh", ["-c", Self.script, "sh", folder.path, Self.path, String(getpid())])
        while !FileManager.default.fileExists(atPath: "\(host)/.s.PGSQL.5432") {
            guard Glibc.kill(program.process.processIdentifier, 0) == 0 else {
                throw PoolerFailure(text: "PgBouncer has not started: \(await program.wait())")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    package struct PoolerFailure: Error { let text: String }

    /// Two server connections for each database, so that one client's transactions change between them.
    private static func settings(server: String, socket: String, users: String) -> String {
        """
        [databases]
        * = host=\(server) port=5432
        [pgbouncer]
        pool_mode = transaction
        server_round_robin = 1
        default_pool_size = 2
        max_client_conn = 200
        listen_port = 5432
        unix_socket_dir = \(socket)
        auth_type = trust
        auth_file = \(users)
        server_idle_timeout = 5
        log_connections = 0
        log_disconnections = 0
        log_stats = 0

        """
    }

    /// PgBouncer does not run as root, so root starts it as `nobody`. The last lines end it when the tests end.
    private static let script = """
        set -e
        folder=$1 program=$2 parent=$3
        chmod 711 "$folder"
        chmod 644 "$folder/ini" "$folder/users"
        mkdir "$folder/socket"
        as=
        if [ "$(id -u)" = 0 ]; then
            chown nobody "$folder/socket"
            as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
        fi
        $as "$program" "$folder/ini" >&2 &
        pooler=$!
        while kill -0 "$parent" 2>/dev/null && kill -0 "$pooler" 2>/dev/null; do sleep 0.5; done
        kill "$pooler" 2>/dev/null || true
        rm -rf "$folder"
        """

    /// Why it cannot run here; nil when it can.
    package static let obstacle: String? =
        PrivatePostgreSQL.obstacle
        ?? (FileManager.default.isExecutableFile(atPath: path) ? nil : "PgBouncer is not installed (package pgbouncer)")

    /// Whether the tests with it run. They are skipped where it is not installed, except in CI.
    package static var canRun: Bool { obstacle == nil || ProcessInfo.processInfo.environment["CI"] != nil }
}
