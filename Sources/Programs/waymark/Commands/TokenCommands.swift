import API
import ArgumentParsing
import Registry

/// Tokens that let programs and browsers use the station over TCP.
enum TokenCommands {
    private static let role = Option.required(
        "role", .choice(Role.granted),
        help: "what it allows: hand in confirmations, look, work at the bench, or everything")
    private static let chosenName = Option.optional(
        "name", .identifier("NAME") as Conversion<TokenName>, help: "the name in the journal for the user of this token"
    )
    private static let days = Option.optional(
        "expires", .integer(in: 1...3_650), valueName: "DAYS", help: "after how many days it expires")
    private static let name = Argument.required(
        "NAME", .identifier("NAME") as Conversion<TokenName>, help: "the token's name")

    static let group = Command(
        group: "token", abstract: "Tokens that let programs and browsers use the station over TCP.",
        subcommands: [
            Command(
                "create", abstract: "Makes a token and shows its secret, this once.",
                discussion: "The station keeps a digest of the secret only. Programs send it in each request "
                    + "(Authorization: Bearer SECRET); the console asks for it once a day. docs/api.md says more.",
                examples: [
                    Example("Let the packing bench's tablet in", "waymark token create --role provision --name tablet")
                ],
                parameters: [role, chosenName, days], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: create),
            Command(
                "list", abstract: "Lists the tokens, without their secrets.",
                examples: [Example("See who may come in", "waymark token list")],
                parameters: [], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: list),
            Command(
                "revoke", abstract: "Revokes a token immediately.",
                examples: [Example("The tablet is lost", "waymark token revoke tablet")],
                parameters: [name], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: revoke),
        ])

    private static func create(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let made = try await Daemon.client(values).createToken(
            TokenRequest(role: values[role], name: values[chosenName], days: values[days]))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(made))
            return .done
        }
        Terminal.note("\(text(made.token)); this is the only time that its secret is shown")
        Terminal.result(made.secret)
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let list = try await Daemon.client(values).tokens()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(list))
            return .done
        }
        guard !list.tokens.isEmpty else {
            Terminal.result("No tokens.")
            return .done
        }
        var table = Table(["NAME", "ROLE", "CREATED", "EXPIRES"])
        for token in list.tokens {
            table.append([token.name.text, token.role.rawValue, day(token.created), token.expires.map(day) ?? "never"])
        }
        Terminal.result(table.text)
        return .done
    }

    private static func revoke(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let revoked = try await Daemon.client(values).revokeToken(values[name])
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(revoked) : "token \(revoked.token.name) is revoked, and its sessions have ended"
        )
        return .done
    }

    private static func text(_ token: TokenDetail) -> String {
        let expiry = token.expires.map { "until \(day($0))" } ?? "until it is revoked"
        return "token \(token.name), role \(token.role.rawValue), \(expiry)"
    }

    private static func day(_ time: Timestamp) -> String { String(time.iso8601.prefix(10)) }
}
