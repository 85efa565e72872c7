import API
import ArgumentParsing
import UnixSystem

enum BackupCommand {
    private static let file = Argument.required("FILE", .file, help: "where the copy goes; it must not exist yet")

    static let command = Command(
        "backup", abstract: "Copies the registry while it is in use.",
        discussion: """
            The copy is the registry at one moment: one SQLite file of mode 0600 with everything that waymarkd knows, the \
            journal included. Writing goes on meanwhile. To use the copy, stop waymarkd and say: waymarkd restore FILE. Keys of \
            protected tags are not in it: keep those files as well.
            """,
        examples: [Example("Every night, from a timer", "waymark backup /backups/waymark-monday.sqlite")],
        parameters: [file], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: run)

    private struct Answer: Encodable {
        let schema = 1
        let file: String
        let bytes: Int
    }

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let path = values[file]
        let copy = try NewFile(path, mode: 0o600)
        var bytes = 0
        try await Daemon.client(values).backUp { piece in
            try copy.append(piece)
            bytes += piece.count
        }
        try copy.appear()
        if values.wantsJSON {
            Terminal.result(try JSONText.document(Answer(file: path, bytes: bytes)))
        } else {
            Terminal.result("\(path): \(count(bytes, "byte")); the registry as it was when the copy began")
        }
        return .done
    }
}
