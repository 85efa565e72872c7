import ArgumentParsing
import Cryptography
import UnixSystem

/// Keys for tag passwords. They go from file to daemon; no command takes one as an argument or prints one.
enum KeyCommands {
    private static let file = Argument.required("FILE", .file, help: "the key's file")
    private static let identifier = Option.optional(
        "id", .text, valueName: "ID",
        help: "the key's identifier, 1 to 32 small letters, digits, dots and hyphens (default: the file's name)")

    static let group = Command(
        group: "key", abstract: "Keys from which the passwords of tags are made.",
        subcommands: [
            Command(
                "create", abstract: "Makes a new random key in a file that only its owner can read.",
                discussion: "Give the file to the daemon (waymarkd --tag-key FILE) and keep a copy in a safe place: "
                    + "tags whose key is lost can never be written again. docs/protection.md says more.",
                examples: [
                    Example("Make this year's key", "waymark key create bench-2026.key")
                ],
                parameters: [file, identifier], furtherExitStatuses: [.noPermission], run: create),
            Command(
                "show", abstract: "Shows a key's identifier and check value, not the key.",
                examples: [Example("See which key a file holds", "waymark key show bench-2026.key")],
                parameters: [file], furtherExitStatuses: [.noPermission], run: show),
        ])

    private struct Shown: Encodable {
        let schema = 1
        let identifier: String
        let check: String
        let file: String
    }

    private static func create(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let path = values[file]
        let made = try TagKeyFile.make(identifier: values[identifier] ?? name(of: path))
        try SecretFile.create(path, made.file)
        return try tell(made.key, path, values: values, word: "made")
    }

    private static func show(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let path = values[file]
        return try tell(
            try SecretFile.read(path, limit: TagKeyFile.limit, TagKeyFile.read), path, values: values, word: "in")
    }

    private static func tell(
        _ key: TagKey, _ path: String, values: ParsedValues, word: String
    ) throws -> ArgumentParsing.ExitStatus {
        let check = try key.checkValue()
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(Shown(identifier: key.identifier, check: check, file: path))
                : "key \(key.identifier), check value \(check), \(word) \(path)")
        return .done
    }

    /// `keys/Bench-2026.key` is `bench-2026`.
    private static func name(of path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return (last.hasSuffix(".key") ? String(last.dropLast(4)) : last).lowercased()
    }
}
