internal import Cryptography
internal import Faults
internal import Foundation

/// The secret of a webhook, and the signatures that are made with it.
///
/// Standard Webhooks (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md), symmetric signatures: the
/// base64 of HMAC-SHA-256 over `ID.TIMESTAMP.BODY`, after `v1,`.
package struct WebhookSecret: Sendable {
    /// No secret's file is longer.
    package static let fileLimit = 1_024
    private static let prefix = "whsec_"

    private let key: MessageKey

    /// Reads a secret as people write it, `whsec_` and 24 to 64 bytes in base64, perhaps with a line's end.
    package init(_ file: [UInt8]) throws {
        let text = String(decoding: file, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(Self.prefix), let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count)))
        else {
            throw NotifyError(
                .badSecret, "the secret of a webhook is refused", why: "it is not whsec_ and base64",
                next: "copy it from the receiver, or make one: printf 'whsec_%s\\n' \"$(openssl rand -base64 32)\"")
        }
        key = try MessageKey(bytes)
    }

    /// The value of `webhook-signature`. `time`: seconds since 1970, the value of `webhook-timestamp`.
    package func signature(id: String, time: Int64, body: [UInt8]) throws -> String {
        "v1," + Data(try key.code(of: Array("\(id).\(time).".utf8) + body)).base64EncodedString()
    }
}
