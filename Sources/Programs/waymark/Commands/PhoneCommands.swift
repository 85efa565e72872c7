import API
import ArgumentParsing
import Faults
import Glibc
import Labels
import Registry

/// Phones that walk through stores with the page of the daemon.
enum PhoneCommands {
    private static let name = Argument.required(
        "NAME", .identifier("NAME") as Conversion<TokenName>, help: "whose phone it is; the journal names it so")
    private static let stores = Option.repeated(
        "store", .identifier("STORE") as Conversion<StoreName>, valueName: "STORE",
        help: "a store of the walk; may be given again")
    private static let deployment = Option.optional(
        "deployment", .identifier("NAME") as Conversion<DeploymentName>, valueName: "NAME",
        help: "the deployment of these stores; needed where several have one of them")
    private static let days = Option.optional(
        "days", .integer(in: 1...30), valueName: "DAYS",
        help: "after how many days it has to be paired again (default: 7)")

    private static let install = Option.flag(
        "install", help: "the phone puts signs up: it notes where each of them hangs")

    private static let plan = Option.optional(
        "plan", .choice(of: WalkPlan.Choice.self),
        help: "draw some of the signs: by lot, those seen longest ago, or those of open findings")
    private static let perStore = Option.optional(
        "per-store", .integer(in: 1...1_000), valueName: "N", help: "with --plan: how many signs of each store at most")
    private static let seed = Option.optional(
        "seed", .integer(in: WalkPlan.seeds), valueName: "SEED",
        help: "with --plan random: the same seed draws the same signs (default: a new one)")

    static let group = Command(
        group: "phone", abstract: "Phones that walk through stores.",
        subcommands: [
            Command(
                "pair", abstract: "Shows a code with which one phone is paired.",
                discussion: """
                    Open the page of walks on the phone (https://STATION/walk/), and scan the code with the page \
                    itself. It is good once, for five minutes. The phone then gets the stores and tags of this walk, \
                    and may send what it saw; nothing else. docs/walk.md says more.
                    """,
                examples: [
                    Example(
                        "Let Anna walk through two stores",
                        "waymark phone pair anna --store cupertino --store palo-alto"),
                    Example(
                        "Let Ben put up the signs of a store", "waymark phone pair ben --store cupertino --install"),
                    Example(
                        "Let Anna see five signs of each store, drawn by lot",
                        "waymark phone pair anna --store cupertino --store palo-alto --plan random --per-store 5"),
                ],
                parameters: [name, stores, deployment, days, install, plan, perStore, seed],
                furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: pair),
            Command(
                "list", abstract: "Lists the phones that are paired.",
                examples: [Example("See which phones may walk", "waymark phone list")], parameters: [],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "revoke", abstract: "Revokes a phone immediately.",
                examples: [Example("The phone is lost", "waymark phone revoke anna")], parameters: [name],
                furtherExitStatuses: [.daemonUnreachable, .noPermission], run: revoke),
            Command(
                "certificate",
                abstract: "Makes a certificate that phones trust, for a station without a name in the DNS.",
                discussion: """
                    Makes an authority for these names and addresses, once, and a certificate under it. Phones install \
                    authority.crt; the authority's key is needed for renewing only and is better kept off the station. A \
                    certificate of a public authority (ACME) needs nothing on the phones: docs/certificates.md says which way \
                    suits a shop, an office and a hub.
                    """,
                examples: [
                    Example(
                        "A station at an address of its own network",
                        "waymark phone certificate /etc/waymark/tls --name 192.0.2.10 --name bench.local"),
                    Example("Renew it", "waymark phone certificate /etc/waymark/tls --name 192.0.2.10 --renew"),
                ],
                parameters: PhoneCertificate.parameters, furtherExitStatuses: [.noPermission],
                run: PhoneCertificate.run),
            Command(
                "symbol", abstract: "Prints the QR symbol of a code; the daemon asks for it.",
                discussion:
                    "The text comes from the environment (\(Pairing.variable)), which other accounts cannot read.",
                examples: [Example("As the daemon does, with the text in the environment", "waymark phone symbol")],
                parameters: [], run: symbol),
        ])

    private static func pair(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let members = values[stores].map { WalkScope.Member(StoreID($0, of: values[deployment])) }
        let drawn = values[plan].map { WalkPlan(choice: $0, perStore: values[perStore], seed: values[seed]) }
        if drawn == nil, values[perStore] != nil || values[seed] != nil {
            throw UsageError(
                message: "no phone is paired",
                reason: "--per-store and --seed say how a plan draws, and --plan is missing",
                next: "say how signs are drawn: --plan random, --plan longest or --plan findings")
        }
        let offer = try await Daemon.client(values).pairPhone(
            PairingRequest(
                name: values[name], stores: members, days: values[days], task: values[install] ? .install : nil,
                plan: drawn))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(offer))
            return .done
        }
        Terminal.symbol(SymbolText.lines(of: offer.symbol))
        if let drawn = offer.drawn {
            Terminal.note("\(drawn) signs are drawn" + (offer.seed.map { ", by lot with seed \($0)" } ?? ""))
        }
        if let fingerprint = offer.fingerprint { Terminal.note("SHA-256 of the station's certificate: \(fingerprint)") }
        if let page = offer.page { Terminal.note("the page of walks: \(page)") }
        Terminal.note(
            "scan this with the page of walks on \(offer.name)'s phone; it is good once, until "
                + "\(offer.expires.iso8601), and shown only now")
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).phones()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        guard !list.phones.isEmpty else {
            Terminal.result("No phones are paired.")
            return .done
        }
        var table = Table(["NAME", "TASK", "PAIRED", "UNTIL", "STORES"])
        for phone in list.phones {
            table.append([
                phone.name.text, phone.scope?.task.rawValue ?? "", String(phone.created.iso8601.prefix(10)),
                phone.expires.map { String($0.iso8601.prefix(10)) } ?? "revoked",
                phone.scope?.stores.map(\.store.text).joined(separator: ", ") ?? "",
            ])
        }
        Terminal.result(table.text)
        return .done
    }

    private static func revoke(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let revoked = try await Daemon.client(values).revokePhone(values[name])
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(revoked)
                : "the phone \(revoked.token.name) is revoked; it may send nothing more")
        return .done
    }

    private static func symbol(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        guard let text = unsafe getenv(Pairing.variable).map({ unsafe String(cString: $0) }) else {
            throw UsageError(
                message: "no symbol was made", reason: "the environment has no \(Pairing.variable)",
                next: "to pair a phone: waymark phone pair NAME --store STORE")
        }
        let symbol = try QRSymbol(text)
        let side = 0..<symbol.modules.side
        let rows = side.map { row in String(side.map { symbol.modules[row, $0] ? "1" : "0" }) }
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SymbolRows(rows: rows)))
        } else {
            Terminal.symbol(SymbolText.lines(of: rows))
        }
        return .done
    }
}
