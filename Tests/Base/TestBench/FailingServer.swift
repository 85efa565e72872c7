import Foundation
import Glibc
import UnixSystem

/// A PostgreSQL server whose machine may fail: it is killed, its files are copied and put back, a standby of it is made and
/// promoted. See ``PrivatePostgreSQL`` for how it is installed; it synchronizes to the disk.
package final class FailingServer: Sendable {
    /// The folder of its socket: a host to libpq.
    package var host: String { folder + "/socket" }
    private let folder: String
    private let name: String
    private let watching: RunningProgram

    /// A new cluster, which runs. `settings`: as in postgresql.conf.
    package convenience init(settings: [String] = []) async throws {
        try await self.init(name: "primary")
        try await run(
            """
            $as "$programs/initdb" -D data --username=waymark --auth=trust --locale=C --encoding=UTF8 --data-checksums
            printf '%s\n' "$other" >>data/postgresql.conf
            """, settings.joined(separator: "\n"))
        try await start()
    }

    /// A standby that follows a server that runs, and runs itself. `name`: as the other one calls it in
    /// `synchronous_standby_names`.
    package convenience init(standbyOf primary: FailingServer, name: String = "standby") async throws {
        try await self.init(name: name)
        try await follow(primary)
    }

    /// Begins anew as a standby of a server that runs, whatever it was.
    package func follow(_ primary: FailingServer) async throws {
        try await kill()
        try await run(
            """
            rm -rf data
            $as "$programs/pg_basebackup" -h "$other" -U waymark -D data -R -X stream --checkpoint=fast
            printf "primary_conninfo = 'host=%s user=waymark application_name=%s'\\n" "$other" "$name" \\
                >>data/postgresql.auto.conf
            """, primary.host)
        try await start()
    }

    private init(name: String) async throws {
        folder = "/tmp/wm-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: folder + "/watched"))
        // Whoever kills the tests does not leave servers behind.
        self.name = name
        watching = try RunningProgram(
            path: "sh", ["-c", Self.preamble + Self.watch, "sh", folder, PrivatePostgreSQL.programs ?? "", name, ""])
        try await run(
            """
            chmod 711 "$folder"
            mkdir socket
            [ -z "$as" ] || chown nobody socket
            """)
    }

    /// The folder goes behind the server.
    deinit { try? FileManager.default.removeItem(atPath: folder + "/watched") }

    package func start() async throws {
        try await run(
            """
            $as "$programs/pg_ctl" -D "$folder/data" -w -l socket/log -s \\
                -o "-k $folder/socket -c listen_addresses='' -c max_connections=60 -c max_wal_senders=6" start
            """)
    }

    /// As if its machine lost power: no process of it ends by itself.
    package func kill() async throws {
        try await run(
            """
            [ ! -e data/postmaster.pid ] || $as "$programs/pg_ctl" -D "$folder/data" -w -s -m immediate stop
            """)
    }

    /// Ends it in order.
    package func stop() async throws { try await run(#"$as "$programs/pg_ctl" -D "$folder/data" -w -s -m fast stop"#) }

    package func promote() async throws { try await run(#"$as "$programs/pg_ctl" -D "$folder/data" -w -s promote"#) }

    /// Copies the files of a server that does not run.
    package func copyFiles() async throws { try await run("rm -rf copy && cp -a data copy") }

    /// Puts the copied files in the place of the present ones, of a server that does not run.
    package func putBackFiles() async throws { try await run("rm -rf data && cp -a copy data") }

    /// Archives its log from now on, and takes a backup of itself with that: what docs/hub-operations.md says.
    package func archiveAndBackUp() async throws {
        try await stop()
        try await run(
            #"""
            $as mkdir archive
            cat >>data/postgresql.conf <<END
            archive_mode = on
            archive_command = 'test ! -f $folder/archive/%f && cp %p $folder/archive/%f'
            restore_command = 'cp $folder/archive/%f %p'
            END
            """#)
        try await start()
        try await run(
            #"$as "$programs/pg_basebackup" -h "$folder/socket" -U waymark -D copy -X none --checkpoint=fast"#)
    }

    /// Restores the backup and what was archived behind it up to a restore point, whatever the server is now.
    package func restore(to point: String) async throws {
        try await stop()
        try await run(
            #"""
            rm -rf data
            cp -a copy data
            cat >>data/postgresql.auto.conf <<END
            recovery_target_name = '$other'
            recovery_target_timeline = '1'
            recovery_target_action = 'promote'
            END
            $as touch data/recovery.signal
            """#, point)
        try await start()
        try await run(
            #"""
            until [ "$("$programs/psql" -h "$folder/socket" -U waymark -Atc 'SELECT pg_is_in_recovery()' postgres)" = f ]
            do sleep 0.05; done
            """#)
    }

    /// A server does not run as root, so root becomes nobody for it.
    private static let preamble = """
        set -e
        folder=$1 programs=$2 name=$3 other=$4
        cd "$folder"
        as=
        [ "$(id -u)" != 0 ] || as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
        [ "$(id -u)" != 0 ] || chown nobody "$folder"

        """

    private static let watch = """
        parent=$PPID
        while kill -0 "$parent" 2>/dev/null && [ -e watched ]; do sleep 0.2; done
        [ ! -e data/postmaster.pid ] || $as "$programs/pg_ctl" -D "$folder/data" -s -m immediate stop >/dev/null 2>&1 || true
        rm -rf "$folder"
        """

    /// `argument`: `$other` of the script.
    private func run(_ script: String, _ argument: String = "") async throws {
        let program = try RunningProgram(
            path: "sh",
            ["-c", Self.preamble + script, "sh", folder, PrivatePostgreSQL.programs ?? "", name, argument])
        let ending = await program.wait()
        guard ending.status == .exited(0) else { throw PrivatePostgreSQL.ServerFailure(text: "\(script): \(ending)") }
    }
}
