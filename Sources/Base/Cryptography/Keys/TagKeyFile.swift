import CCrypto
internal import Faults
internal import TextCoding

/// The file of a key: four lines of text, recognisable among other files and suitable for copying by hand.
///
///     Waymark key for tag passwords, version 1
///     identifier bench-2026
///     check A1B2C3
///     key 64 hexadecimal digits
package enum TagKeyFile {
    private static let title = "Waymark key for tag passwords, version 1"
    /// Bytes of a new key.
    private static let size = 32
    /// No file of a key is longer.
    package static let limit = 1_024

    /// Reads a file, and checks the key against its check value. What is wrong is said without any of the bytes.
    package static func read(_ bytes: [UInt8]) throws(CryptographyError) -> TagKey {
        let lines = bytes.split(separator: 0x0A).map { line in line.last == 0x0D ? line.dropLast() : line }
        guard let first = lines.first, first.elementsEqual(title.utf8) else {
            throw .badKeyFile("its first line is not \"\(title)\"")
        }
        func value(_ name: String) -> ArraySlice<UInt8>? {
            let start = Array("\(name) ".utf8)
            return lines.first { $0.starts(with: start) }?.dropFirst(start.count)
        }
        guard let identifier = value("identifier"), let check = value("check"), let digits = value("key") else {
            throw .badKeyFile("one of the lines identifier, check and key is missing")
        }
        var secret = [UInt8](repeating: 0, count: digits.count / 2)
        defer { unsafe OPENSSL_cleanse(&secret, secret.count) }
        guard digits.count.isMultiple(of: 2) else { throw .badKeyFile("the key is not a hexadecimal number") }
        for (index, place) in zip(secret.indices, stride(from: digits.startIndex, to: digits.endIndex, by: 2)) {
            guard let high = Hexadecimal.value(digits[place]), let low = Hexadecimal.value(digits[place + 1]) else {
                throw .badKeyFile("the key is not a hexadecimal number")
            }
            secret[index] = high << 4 | low
        }
        let key = try TagKey(identifier: String(decoding: identifier, as: UTF8.self), bytes: secret)
        guard try check.elementsEqual(key.checkValue().utf8) else {
            throw .badKeyFile("the key does not have the check value that the file says: a digit is wrong")
        }
        return key
    }

    /// A new random key and the bytes of its file. Wraps `RAND_priv_bytes`.
    package static func make(identifier: String) throws(CryptographyError) -> (key: TagKey, file: [UInt8]) {
        var secret = [UInt8](repeating: 0, count: size)
        defer { unsafe OPENSSL_cleanse(&secret, secret.count) }
        guard unsafe RAND_priv_bytes(&secret, Int32(secret.count)) == 1 else { throw .noRandomness }
        let key = try TagKey(identifier: identifier, bytes: secret)
        let text = "\(title)\nidentifier \(identifier)\ncheck \(try key.checkValue())\nkey "
        return (key, Array(text.utf8) + Hexadecimal.lowercase(secret).utf8 + [0x0A])
    }
}
