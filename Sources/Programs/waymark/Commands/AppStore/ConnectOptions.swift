import AppStoreClient
import ArgumentParsing
import Faults
import Glibc
import UnixSystem

/// How App Store Connect is reached, and with which key. The key itself is never an argument: others could read it in
/// the list of processes.
enum ConnectOptions {
    private static let key = Option.optional(
        "key", .file, help: "the key's file (default: $WAYMARK_APPSTORE_KEY, else the credential appstore-key)")
    private static let keyIdentifier = Option.optional(
        "key-id", .text, valueName: "ID", help: "the key's identifier (default: from the name AuthKey_ID.p8)")
    private static let issuer = Option.optional(
        "issuer", .text, valueName: "ID", help: "the team's issuer; without it the key is one of a person")
    private static let server = Option.optional(
        "server", .text, valueName: "URL", help: "another server than Apple's, for tests")
    private static let timeout = Option.defaulting(
        to: 60, "timeout", .integer(in: 1...600), valueName: "S", help: "seconds to wait for an answer")

    static let parameters: [any ParameterKey] = [key, keyIdentifier, issuer, server, timeout]

    static func timeout(_ values: ParsedValues) -> Int { values[timeout] }

    static func address(_ values: ParsedValues) throws -> ServiceAddress {
        try values[server].map { try ServiceAddress($0) } ?? .apple
    }

    static func credentials(_ values: ParsedValues) throws -> Credentials {
        let file = try keyFile(values)
        guard let identifier = values[keyIdentifier] ?? file.identifier else {
            throw UsageError(
                message: "App Store Connect cannot be asked",
                reason: "the key's identifier is not known: its file is not called AuthKey_ID.p8",
                next: "give --key-id as App Store Connect shows it")
        }
        return try Credentials(keyIdentifier: identifier, issuer: values[issuer], key: file.read())
    }

    /// Whether a key is named, or given as a credential.
    static func hasKey(_ values: ParsedValues) -> Bool {
        if values[key] ?? variable("WAYMARK_APPSTORE_KEY") != nil { return true }
        return variable("CREDENTIALS_DIRECTORY").map { File.exists("\($0)/appstore-key") } ?? false
    }

    private static func keyFile(_ values: ParsedValues) throws -> KeyFile {
        let credentials = variable("CREDENTIALS_DIRECTORY")
        if let path = values[key] ?? variable("WAYMARK_APPSTORE_KEY") {
            return KeyFile(path: path, isCredential: credentials.map { path.hasPrefix($0 + "/") } ?? false)
        }
        guard let credentials else {
            throw UsageError(
                message: "App Store Connect cannot be asked", reason: "no key is given",
                next: "give --key AuthKey_ID.p8, or set WAYMARK_APPSTORE_KEY to its path")
        }
        return KeyFile(path: "\(credentials)/appstore-key", isCredential: true)
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
