import API
import ArgumentParsing
import Chips
import Faults
import Registry
import UnixSystem
import Upstream
import Version

/// This station under a hub. Only these commands talk to the hub, and never the daemon.
enum StationCommands {
    static let usualCredentials = "/var/lib/waymark-station/hub.json"

    static let url = Argument<String>.required("URL", .text, help: "the hub's address, https://HOST")
    static let secret = Option.optional(
        "secret-file", .file, help: "a file with the hub's secret; without it the secret is read from standard input")
    static let authorities = Option.optional(
        "authorities", .file, help: "a PEM file of the authorities that vouch for the hub (default: the system's)")
    static let credentials = Option.defaulting(
        to: usualCredentials, "credentials", .file, help: "where the station's key and token for the hub are kept")
    private static let reason = Option.defaulting(
        to: "it is not needed any more", "reason", .text, help: "why, for the journal")
    private static let batch = Argument.required(
        "BATCH", .identifier("BATCH") as Conversion<BatchName>, help: "the hub's name of the batch")
    private static let count = Argument<Int>.required(
        "COUNT", .integer(in: GrantWanted.counts), help: "how many of its tags")
    private static let request = Argument<Int>.required(
        "REQUEST", .integer(in: 1...Int.max), help: "the number of the request, as station status shows it")
    private static let chip = Argument<ChipUID>.required(
        "UID", .chip, help: "the chip's UID in hexadecimal, as waymark read shows it")
    private static let yes = Option.flag("yes", help: "do not ask first")
    static let unsent = Option.flag(
        "yes", help: "join again although the former hub may lack what was written until the station left")
    private static let once = Option.flag("once", help: "one round, and end")
    private static let interval = Option.defaulting(
        to: 60, "interval", .integer(in: 1...3_600), valueName: "SECONDS", help: "the time between two rounds at rest")

    static let group = Command(
        group: "station", abstract: "This station under a hub that many stations share.",
        subcommands: [
            Command(
                "join", abstract: "Enrols this station at a hub, with a secret that works once.",
                discussion: """
                    The secret comes from the hub (waymark hub invite NAME). From then on the hub decides about stores, \
                    experiences and batches, and the station writes the tags that it has taken along. docs/hub.md says more. \
                    A station that has left a hub first sends that one what it has written until then. Where it cannot \
                    be sent, the command says how much that may be, and joins only with --yes. Where it joins the same \
                    hub again, that one has to answer, and the station must not refuse its past.
                    """,
                examples: [
                    Example(
                        "With the secret in a file", "waymark station join https://hub.example --secret-file secret.txt"
                    )
                ],
                parameters: [url, secret, authorities, credentials, unsent],
                furtherExitStatuses: [.daemonUnreachable, .noPermission],
                preparation: { _ in try CurrentProcess.hideMemory() }, run: join),
            Command(
                "status", abstract: "Shows the station's place under its hub, and the tags that it holds.",
                discussion: """
                    And what station sync has verified of the hub's log at the last contact, which is kept beside the \
                    credentials. Where the hub's past has changed, it says so, with the exit status of findings.
                    """,
                examples: [Example("See what may be written without a network", "waymark station status")],
                parameters: [credentials], furtherExitStatuses: [.findings, .daemonUnreachable, .noPermission],
                run: status),
            Command(
                "take", abstract: "Asks the hub for the right to write tags of a batch.",
                discussion:
                    "The request is in the journal at once; the answer comes with the next round of station sync.",
                examples: [Example("Before a day without a network", "waymark station take opening 500")],
                parameters: [batch, count], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: take),
            Command(
                "borrow", abstract: "Asks the hub for the tag of a chip that another station has written.",
                discussion: """
                    The request is in the journal at once; the answer comes with the next round of station sync. From then \
                    on the chip is known here, and waymark write with its batch writes it as its tag needs it. The tag is \
                    written to this chip and to no other, and goes back with station lend or station return.
                    """,
                examples: [
                    Example("A sign came here from another bench", "waymark station borrow 04A1B2C3D4E580")
                ],
                parameters: [chip], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: borrow),
            Command(
                "lend", abstract: "Gives the right to write a chip's tag back, so that another station may borrow it.",
                discussion: "The tag stays on its chip. The hub hears of it with the next round of station sync.",
                examples: [Example("The sign goes to another bench", "waymark station lend 04A1B2C3D4E580")],
                parameters: [chip], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: lend),
            Command(
                "return", abstract: "Gives back what is left of a request, or ends one that waits.",
                examples: [Example("The rest is written elsewhere", "waymark station return 3")],
                parameters: [request], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: giveBack),
            Command(
                "sync", abstract: "Brings station and hub together, until it is ended.",
                discussion: """
                    Sends the journal, takes rights and plans along, and asks for more of a batch of which less than 30 % \
                    is left. Without a network the station writes what it holds; everything continues by itself.
                    """,
                examples: [Example("One round, for a trial", "waymark station sync --once")],
                parameters: [credentials, once, interval],
                furtherExitStatuses: [.partlyDone, .daemonUnreachable, .noPermission],
                preparation: { _ in try CurrentProcess.hideMemory() }, run: sync),
            Command(
                "leave",
                abstract: "Leaves the hub: planned tags go back, and nothing of the hub's is written any more.",
                discussion: """
                    The hub hears of it, and of what was written until then, with the next round of station sync, which says \
                    when the hub has all. The credentials are needed until then.
                    """,
                examples: [Example("The bench is given up", "waymark station leave --reason 'closed' --yes")],
                parameters: [reason, yes], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: leave),
        ])

    private static func status(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let daemon = Daemon.client(values)
        let status = try await daemon.hubStatus()
        let (log, isHidden) = try HubLogText.read(besides: values[credentials], of: status)
        let unsent = try await StationUnsent.read(status, log, from: daemon)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(StationStatus(status: status, log: log, unsent: unsent)))
        } else {
            // Another answer of the hub does not help who may not see the last one.
            let known = unsent.flatMap { isHidden && $0.state == .unknown ? nil : $0 }
            let sent = known.map { [$0.line(hasLeft: status.isParted)] } ?? []
            let lines = [StationText.of(status)] + sent + HubLogText.of(log, isHidden: isHidden, status)
            Terminal.result(lines.joined(separator: "\n"))
        }
        return log?.refusal == nil ? .done : .findings
    }

    private struct StationStatus: Encodable {
        let status: HubStatus
        let log: KeptLog?
        /// Nil at a station that was never under a hub.
        let unsent: StationUnsent?

        private enum CodingKeys: String, CodingKey {
            case log
            case unsent
        }

        func encode(to encoder: any Encoder) throws {
            try status.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encodeIfPresent(log, forKey: .log)
            try members.encodeIfPresent(unsent, forKey: .unsent)
        }
    }

    private static func take(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let asked = try await Daemon.client(values).ask(for: GrantWanted(batch: values[batch], count: values[count]))
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(AskedGrant(request: asked))
                : "request \(asked.number) asks for \(asked.count) tags of \(asked.batch); they come with the next round"
        )
        return .done
    }

    private static func borrow(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let asked = try await Daemon.client(values).borrow(values[chip])
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(AskedGrant(request: asked))
                : "request \(asked.number) asks for the tag on chip \(values[chip]); it comes with the next round"
        )
        return .done
    }

    private static func lend(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let status = try await Daemon.client(values).passOn(values[chip])
        Terminal.result(values.wantsJSON ? try JSONText.document(status) : StationText.of(status))
        return .done
    }

    private struct AskedGrant: Encodable {
        let schema = 1
        let request: GrantRequest
    }

    private static func giveBack(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let status = try await Daemon.client(values).endRequest(values[request])
        Terminal.result(values.wantsJSON ? try JSONText.document(status) : StationText.of(status))
        return .done
    }

    private static func leave(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let daemon = Daemon.client(values)
        guard let membership = try await daemon.hubStatus().membership else {
            throw UpstreamError(
                .otherHub, "the station does not leave", why: "it is under no hub", next: "see: waymark station status")
        }
        guard
            try values[yes]
                || ConfirmationPrompt.ask(
                    "leave \(membership.hub)? Nothing of the hub's can be written here until the station joins again",
                    elseNext: "give --yes")
        else { return .failed }
        let status = try await daemon.leaveHub(reason: values[reason])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(status))
        } else {
            Terminal.result(StationText.of(status))
            // The station has left, whether or not the daemon answers this.
            let unsent = try? await StationUnsent.read(status, nil, from: daemon)
            Terminal.note(
                unsent?.state == .withheld
                    ? StationUnsent.withheldText
                    : "the hub hears of it, and of what was written until now, by the next round; keep the credentials "
                        + "until then: \(StationText.lastRound)")
        }
        return .done
    }

    private static func sync(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let sync = try stationSync(
            values, with: HubCredentials(readingFrom: values[credentials]), at: values[credentials])
        return try await SyncLoop(sync, interval: values[interval], asJSON: values.wantsJSON).run(once: values[once])
    }

    static func stationSync(
        _ values: ParsedValues, with known: HubCredentials, at path: String
    ) throws -> StationSync {
        StationSync(
            station: Daemon.client(values), known, keptLog: KeptLog.path(besides: path),
            fingerprint: try MachineFingerprint.read(), version: Release.version,
            now: { Timestamp(milliseconds: SystemClock.now * 1_000) })
    }
}
