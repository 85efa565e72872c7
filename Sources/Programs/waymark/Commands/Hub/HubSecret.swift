import ArgumentParsing
import Faults
import UnixSystem

/// The secret of an invitation, which is in no argument: other accounts can read those.
enum HubSecret {
    private static let limit = 1_024

    /// From a file, or from standard input; white space at its ends is none of it.
    static func read(_ path: String?) throws -> String {
        let text =
            try path.map { path in
                try SecretFile.read(path, limit: limit) { String(decoding: $0, as: UTF8.self) }
            } ?? readLine() ?? ""
        let secret = text.split(whereSeparator: \.isWhitespace).joined()
        guard !secret.isEmpty else {
            throw UsageError(
                message: "the station does not join", reason: "there is no secret",
                next:
                    "make one at the hub (waymark hub invite NAME), and give it on standard input or with --secret-file"
            )
        }
        return secret
    }
}
