import ArgumentParsing
import Faults
import Foundation
import Glibc
import Hosting
import HubStorage
import Registry
import UnixSystem

/// The way out of a hub: batches go to a registry that works by itself.
enum HandBackCommand {
    private static let file = Argument.required("FILE", .file, help: "the registry that is made; it does not exist yet")
    private static let batches = Option.repeated(
        "batch",
        Conversion<BatchName>(valueName: "NAME", expecting: "the name of a batch") { BatchName($0) },
        help: "a batch that leaves the hub with all its tags")
    private static let json = Option.flag("json", help: "print JSON, for programs")

    static let command = Command(
        "hand-back", abstract: "Takes batches out of the hub, into a registry that works by itself.",
        discussion: """
            The registry has their tags as they are, the stores, experiences and deployments that these need, and the chips and \
            labels that they were on. The hub keeps what it knows of them, but neither it nor a station of it writes one of \
            these tags again. A batch does not leave while a station holds one of its tags: let the station give them back \
            first. Run it beside a daemon of the hub, which has to run: it knows of this when the database is set back. \
            Where it was interrupted, run it again with the same words.
            """,
        examples: [
            Example("Take two batches out", "waymark-hub hand-back berlin.sqlite --batch spring --batch signs")
        ],
        parameters: [file, batches, json, HubEntry.configuration], furtherExitStatuses: [.noPermission]
    ) { values in
        guard !values[batches].isEmpty else {
            throw ConfigurationError(
                message: "no batch leaves the hub", reason: "none is named", next: "name one or more: --batch NAME")
        }
        let configuration = try HubConfiguration.load(values[HubEntry.configuration])
        let name = configuration.name ?? HostName.current
        let hub = try HubRegistry(
            try configuration.database.address(), daemon: "hand-back",
            chain: ChainName(bits: UInt128.random(in: 1...UInt128.max)))
        let outcome = try await HandBack(
            of: values[batches], from: hub, to: values[file], noting: HandBackNotes(in: configuration.folder),
            by: Author(station: name, actor: Accounts.userName(geteuid()))
        ).run()
        let words = HandBackWords(outcome, to: values[file])
        StandardOutput.write(values[json] ? try words.json + "\n" : words.text)
        if case .handedBack = outcome { return .done }
        return .failed
    }
}
