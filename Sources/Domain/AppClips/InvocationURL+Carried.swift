internal import TextCoding

/// The one form in which chips and codes carry a URL. RFC 3986 knows ASCII only, and iPhones before iOS 17 do not open a
/// URL with other characters, so those of path, query and fragment are percent-encoded as UTF-8 (RFC 3987, 3.1). Whether
/// a URL holds the raw characters or their triplets, it means the same.
extension InvocationURL {
    /// This URL as it is carried: itself when all its characters are ASCII, or when only its host's are not.
    public var carried: InvocationURL {
        guard bytes[hostRange.upperBound...].contains(where: { $0 >= 0x80 }) else { return self }
        let encoded = bytes[..<hostRange.upperBound] + PercentCoding.carried(bytes[hostRange.upperBound...])
        return (try? InvocationURL(bytes: Array(encoded))) ?? self
    }

    /// The same of a text that may be no URL: then it stays as it is.
    public static func carried(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }), let url = try? InvocationURL(text) else { return text }
        return url.carried.text
    }

    /// Why no chip and no code may carry this URL; nil when one may.
    public var objectionToCarrying: String? {
        guard bytes[..<hostRange.upperBound].contains(where: { $0 >= 0x80 }) else {
            return carried.bytes.contains { $0 >= 0x80 }
                ? "it is longer than \(Self.sizeLimit) bytes when encoded" : nil
        }
        return "its host has characters outside ASCII: write the host in its ASCII form, which begins with xn--"
    }
}

extension PercentCoding {
    /// Bytes outside ASCII as triplets with upper-case digits; all others as they are.
    static func carried(_ bytes: some Collection<UInt8>) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return Array(bytes) }
        return encode(bytes) { $0 < 0x80 }
    }
}
