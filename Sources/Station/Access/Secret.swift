internal import Cryptography

/// What lets somebody in: a token's secret, or a session's cookie.
enum Secret {
    static let tokenPrefix = "waymark_"

    /// 256 random bits in 43 characters that need no escape anywhere.
    static func make(_ prefix: String = "") throws -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let bytes = try DeviceKey.makeBytes()
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).map { start + $0 < bytes.count ? UInt32(bytes[start + $0]) : 0 }
            let bits = group[0] << 16 | group[1] << 8 | group[2]
            for shift in [18, 12, 6, 0] { text.append(alphabet[Int(bits >> UInt32(shift)) & 63]) }
        }
        // 32 bytes end with two in a group of three: the last character says nothing.
        return prefix + String(decoding: text.dropLast(), as: UTF8.self)
    }

    static func digest(of secret: String) throws -> String { try SHA256.hexadecimal(of: Array(secret.utf8)) }
}
