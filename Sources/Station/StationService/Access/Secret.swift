internal import Cryptography

/// What grants access: a token's secret, or a session's cookie.
enum Secret {
    static let tokenPrefix = "waymark_"

    /// 256 random bits in 43 characters that need no escape anywhere.
    static func make(_ prefix: String = "") throws -> String { prefix + Base64URL.text(try DeviceKey.makeBytes()) }

    static func digest(of secret: String) throws -> String { try SHA256.hexadecimal(of: Array(secret.utf8)) }
}
