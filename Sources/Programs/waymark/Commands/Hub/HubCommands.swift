import API
import ArgumentParsing
import Registry

/// The stations of a hub, for the people who look after them. The socket is the hub's.
enum HubCommands {
    private static let name = Argument.required(
        "NAME", .identifier("NAME") as Conversion<StationName>, help: "the station's name")
    private static let hours = Option.defaulting(
        to: 24, "hours", .integer(in: InvitationRequest.hours), valueName: "HOURS", help: "how long the secret is good")
    private static let yes = Option.flag("yes", help: "do not ask first")
    private static let reason = Option.required("reason", .text, help: "why, for the journal")

    private static let statuses: [ArgumentParsing.ExitStatus] = [.daemonUnreachable, .noPermission]

    static let group = Command(
        group: "hub", abstract: "The stations of a hub.",
        subcommands: [
            Command(
                "invite", abstract: "Makes a secret with which one station may enrol, once.",
                examples: [Example("A new bench", "waymark hub invite berlin --socket /run/waymark-hub/hub.sock")],
                parameters: [name, hours], furtherExitStatuses: statuses, run: invite),
            Command(
                "stations", abstract: "Lists the stations: what they hold, how far the hub has heard them.",
                examples: [Example("Who was not heard for long", "waymark hub stations")],
                parameters: [], furtherExitStatuses: statuses, run: stations),
            Command(
                "lost", abstract: "Declares that a station does not come back.",
                discussion: """
                    Tags that it holds and that no chip has by the hub's knowledge are retired, and their rows get fresh \
                    identifiers: it may have written them. Should it come back, it enrols anew.
                    """,
                examples: [Example("Stolen", "waymark hub lost berlin --reason stolen --yes")],
                parameters: [name, reason, yes], furtherExitStatuses: statuses, run: lost),
            Command(
                "restored", abstract: "Says that the hub's database may have forgotten something.",
                discussion: "A new era begins: nothing is granted until every station was heard, but renewed plans.",
                examples: [Example("After a restoration", "waymark hub restored --reason 'restored to Monday'")],
                parameters: [reason], furtherExitStatuses: statuses, run: restored),
            Command(
                "renew", abstract: "Gives planned tags that no station holds fresh identifiers, to go on at once.",
                examples: [Example("Stations are away, and benches wait", "waymark hub renew --yes")],
                parameters: [yes], furtherExitStatuses: statuses, run: renew),
            HubConflictCommands.list, HubConflictCommands.settle,
        ])

    private static func invite(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let made = try await Daemon.client(values).invite(InvitationRequest(name: values[name], hours: values[hours]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(made))
            return .done
        }
        Terminal.note(
            "station \(made.name) may enrol with this secret once, until \(made.expires.iso8601); it is shown only now")
        Terminal.result(made.secret)
        return .done
    }

    private static func stations(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).stations()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        Terminal.result(list.stations.isEmpty ? "No stations." : table(list.stations).text)
        note(whatIsAwaited: list)
        return .done
    }

    private static func table(_ stations: [StationLine]) -> Table {
        var table = Table(["NAME", "STATE", "HOLDS", "PLANNED", "HEARD TO", "BEHIND", "LAST CONTACT"])
        for station in stations {
            table.append([
                station.name.text, station.isLost ? "lost" : station.isHeard ? "heard" : "not heard in this era",
                "\(station.held)", "\(station.planned)", station.head.map { "\($0.sequence)" } ?? "",
                station.behind.map { "\($0)" } ?? "", station.lastContact?.iso8601 ?? "never",
            ])
        }
        return table
    }

    private static func note(whatIsAwaited list: StationList) {
        for daemon in list.awaitedDaemons {
            Terminal.note(
                "nothing is granted until the daemon \(daemon.name) (seen \(daemon.seen.iso8601)) has looked at the database again; if it never does: waymark hub restored"
            )
        }
        if !list.isSettled, list.awaitedDaemons.isEmpty {
            Terminal.note("the hub waits for stations: only renewed plans are granted")
        }
    }

    private static func lost(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard
            try values[yes]
                || ConfirmationPrompt.ask(
                    "declare station \(values[name]) lost? It has to enrol anew if it comes back",
                    elseNext: "give --yes")
        else { return .failed }
        let lost = try await Daemon.client(values).declareLost(values[name], reason: values[reason])
        Terminal.result(
            values.wantsJSON ? try JSONText.document(lost) : "station \(lost.name) (chain \(lost.chain)) is lost")
        return .done
    }

    private static func restored(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let begun = try await Daemon.client(values).beginEra(reason: values[reason])
        Terminal.result(values.wantsJSON ? try JSONText.document(begun) : "era \(begun.era) has begun")
        return .done
    }

    private static func renew(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard
            try values[yes]
                || ConfirmationPrompt.ask(
                    "give all planned tags that no station holds fresh identifiers? Lists that name the old ones are wrong then",
                    elseNext: "give --yes")
        else { return .failed }
        let renewed = try await Daemon.client(values).renewPlans()
        Terminal.result(
            values.wantsJSON ? try JSONText.document(renewed) : "\(count(renewed.tags, "tag")) renewed")
        return .done
    }
}
