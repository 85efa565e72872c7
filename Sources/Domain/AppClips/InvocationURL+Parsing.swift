public import Faults
internal import TextCoding

extension InvocationURL {
    /// Takes a URL apart. It must have a scheme, `//` and a host; characters that RFC 3986 allows nowhere are
    /// refused, characters outside ASCII are kept (whether they match is the index's business).
    public init(bytes: [UInt8]) throws(AppClipError) {
        guard !bytes.isEmpty else { throw Self.refusal(bytes, "it is empty") }
        guard bytes.count <= Self.sizeLimit else {
            throw Self.refusal(bytes, "it has \(bytes.count) bytes, the limit is \(Self.sizeLimit)")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Self.refusal(bytes, "it is not UTF-8")
        }
        try Self.checkCharacters(bytes)

        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
            throw Self.refusal(bytes, "it has no scheme such as https:")
        }
        guard bytes[(colon + 1)...].starts(with: "//".utf8) else {
            throw Self.refusal(bytes, "its scheme is not followed by //")
        }
        schemeRange = 0..<colon
        let start = colon + 3
        let authorityEnd = bytes[start...].firstIndex { Self.endsAuthority($0) } ?? bytes.endIndex
        let authority = bytes[start..<authorityEnd]
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        userInfoRange = at.map { start..<$0 }
        let hostStart = at.map { $0 + 1 } ?? start
        let hostEnd = Self.endOfHost(authority[hostStart...])
        hostRange = hostStart..<hostEnd
        guard !hostRange.isEmpty else { throw Self.refusal(bytes, "it has no host") }
        portRange = hostEnd < authorityEnd ? hostEnd + 1..<authorityEnd : nil
        if hostEnd < authorityEnd {
            let port = bytes[(hostEnd + 1)..<authorityEnd]
            guard bytes[hostEnd] == UInt8(ascii: ":"), port.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Self.refusal(bytes, "its port is not a number")
            }
        }
        let brackets: [UInt8] = [0x5B, 0x5D]
        guard !bytes[authorityEnd...].contains(where: brackets.contains) else {
            throw Self.refusal(bytes, "it has a bracket outside its host")
        }

        let hash = bytes[authorityEnd...].firstIndex(of: UInt8(ascii: "#"))
        let beforeFragment = authorityEnd..<(hash ?? bytes.endIndex)
        let question = bytes[beforeFragment].firstIndex(of: UInt8(ascii: "?"))
        pathRange = authorityEnd..<(question ?? beforeFragment.upperBound)
        queryRange = question.map { $0 + 1..<beforeFragment.upperBound }
        fragmentRange = hash.map { $0 + 1..<bytes.endIndex }
        self.bytes = bytes
    }

    private static func checkCharacters(_ bytes: [UInt8]) throws(AppClipError) {
        let forbidden = Array("\"<>\\^`{|}".utf8)
        for (index, byte) in bytes.enumerated() {
            if byte <= 0x20 || byte == 0x7F {
                throw refusal(bytes, "byte \(index + 1) is a space or a control character")
            }
            if forbidden.contains(byte) {
                throw refusal(
                    bytes, "the character \(Character(UnicodeScalar(byte))) is not allowed in a URL")
            }
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = bytes[(index + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Hexadecimal.value($0) != nil }) else {
                throw refusal(bytes, "a percent sign is not followed by two hexadecimal digits")
            }
        }
    }

    /// RFC 3986 section 3.1.
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func endOfHost(_ rest: ArraySlice<UInt8>) -> Int {
        if rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
            return close + 1
        }
        return rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    }

    private static func refusal(_ bytes: [UInt8], _ reason: String) -> AppClipError {
        let shown = String(decoding: bytes.prefix(80), as: UTF8.self)
        return AppClipError(
            code: .url, message: "\"\(shown)\" is not an invocation URL", reason: reason,
            next: "write it like https://example.com/store/1")
    }
}
