import ArgumentParsing
import Hosting
import HubStorage
import UnixSystem
import Version

/// A daemon without readers, whose registry is a PostgreSQL database that several daemons share: a hub for stations.
@main
enum HubEntry {
    static let configuration = Option.defaulting(
        to: HubConfiguration.usualPath, "configuration", .file, help: "the hub's configuration, a JSON file")

    private static let json = Option.flag("json", help: "print JSON, for programs")

    static let program = Program(
        Command(
            "waymark-hub", abstract: "Keeps the registry that many stations share.",
            discussion: """
                It ends on SIGTERM, SIGINT and SIGHUP (its terminal was closed). Its configuration is read at its \
                start alone. Its database is brought up to date by waymark-hub migrate alone.
                """,
            examples: [Example("Start it", "waymark-hub --configuration /etc/waymark/hub.json")],
            parameters: [configuration], furtherExitStatuses: [.noPermission],
            subcommands: [
                Command(
                    "migrate", abstract: "Brings the database's tables up to date.",
                    discussion: """
                        Run it as the account that owns the tables, before the daemons of a new version. Daemons that run \
                        meanwhile go on.
                        """,
                    examples: [
                        Example("Before the first start", "waymark-hub migrate --configuration /etc/waymark/owner.json")
                    ],
                    parameters: [configuration], run: migrate),
                Command(
                    "verify", abstract: "Checks what the database proves: chains, tables, and the log of heads.",
                    discussion: """
                        Each entry of a chain has the digest of the one before it. The log has the heads of all chains, and \
                        its checkpoints are signed with the key of the daemons, which the database does not have. Give it the same \
                        configuration and key (as the same account, or from $CREDENTIALS_DIRECTORY). docs/hub.md says \
                        what is proven by whom.
                        """,
                    examples: [
                        Example("After a restoration", "waymark-hub verify --configuration /etc/waymark/hub.json")
                    ],
                    parameters: [configuration], furtherExitStatuses: [.findings, .noPermission], run: verify),
                Command(
                    "doctor", abstract: "Checks the hub and shows the command that fixes each problem.",
                    discussion: """
                        Looks at the configuration, the database, the daemon's rights in it, the key for checkpoints, and whom \
                        the hub waits for. It changes nothing, and the daemon need not run. As root, with \
                        CREDENTIALS_DIRECTORY=/etc/credstore, it sees the unit's keys and password. docs/operations.md \
                        lists the findings. The exit status is 0 without findings, 2 with findings.
                        """,
                    examples: [
                        Example(
                            "See why a hub grants nothing",
                            "sudo CREDENTIALS_DIRECTORY=/etc/credstore waymark-hub doctor")
                    ],
                    parameters: [configuration, json], furtherExitStatuses: [.findings], run: examine),
                AdoptCommand.command, HandBackCommand.command,
            ]
        ) { values in
            try await HubDaemon.serve(try HubConfiguration.load(values[configuration]))
            return .done
        }, version: Release.version, manualSection: 8)

    private static func migrate(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        try HubSchema.migrate(try HubConfiguration.load(values[configuration]).database.address())
        StandardOutput.write("The database is up to date.\n")
        return .done
    }

    private static func verify(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try await HubVerification.run(try HubConfiguration.load(values[configuration]))
    }

    private static func examine(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        try HubExamination.run(values[configuration], asJSON: values[json])
    }

    static func main() async { await program.runAsDaemon() }
}
