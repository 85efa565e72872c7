import ArgumentParsing
import Faults
import Foundation
import Glibc
import Hosting
import HubStorage
import Registry
import Storage
import UnixSystem

/// Takes the registry of a station that worked by itself in.
enum AdoptCommand {
    private static let file = Argument.required(
        "FILE", .file, help: "the registry of a station whose daemon has ended, or a file that waymark backup made")
    private static let dryRun = Option.flag("dry-run", help: "say what is in the way, and change nothing")
    private static let again = Option.flag(
        "again", help: "adopt a registry that was handed over to this hub, and that the hub's database has forgotten")
    private static let json = Option.flag("json", help: "print JSON, for programs")

    static let command = Command(
        "adopt", abstract: "Takes in the registry of a station that has worked by itself.",
        discussion: """
            Its stores, experiences, deployments, batches and tags, its findings and its evidence become the hub's, and its \
            journal a chain of the hub's. Nothing is changed where a name is taken at the hub. In the end all of it is \
            compared, the file says that the hub has it, and no daemon starts with it again. The hub's daemons may run \
            meanwhile; while the tables come over they wait. Where it was interrupted, run it again. docs/hub.md says what \
            to do at the station.
            """,
        examples: [
            Example("See whether it can be adopted", "waymark-hub adopt berlin.sqlite --dry-run"),
            Example("Adopt it", "waymark-hub adopt berlin.sqlite"),
        ],
        parameters: [file, dryRun, again, json, HubEntry.configuration],
        furtherExitStatuses: [.findings, .noPermission]
    ) { values in
        let path = values[file]
        let configuration = try HubConfiguration.load(values[HubEntry.configuration])
        let lock = try RegistryFileLock.take(of: path)
        defer { withExtendedLifetime(lock.path) {} }
        let name = configuration.name ?? HostName.current
        // A chain of this run of the command, as each run of a daemon has one.
        let hub = try HubRegistry(
            try configuration.database.address(), daemon: "adopt",
            chain: ChainName(bits: UInt128.random(in: 1...UInt128.max)))
        let adoption = Adoption(
            of: path, to: hub, named: name, knowing: HandBackNotes(in: configuration.folder),
            by: Author(station: name, actor: Accounts.userName(geteuid())), isAgain: values[again],
            onlyChecks: values[dryRun], tell: AdoptionProgress.show)
        let outcome = try await adoption.run()
        AdoptionProgress.end()
        let report = AdoptionWords(outcome, of: path)
        StandardOutput.write(values[json] ? try report.json + "\n" : report.text)
        return switch outcome {
        case .possible, .adopted: .done
        case .collides: values[dryRun] ? .findings : .failed
        case .differs: .failed
        }
    }
}
