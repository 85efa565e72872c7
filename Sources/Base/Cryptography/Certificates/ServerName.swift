import Glibc

/// A name or an address under which a server is reached, as a certificate has it (RFC 5280, 4.2.1.6).
package enum ServerName: Hashable, Sendable, CustomStringConvertible {
    /// In small letters, without a trailing dot.
    case host(String)
    /// An IPv4 or IPv6 address, as browsers write it: `2001:db8::1`, however it was given.
    case address(String)

    /// Nil for what is neither. A wildcard is none: a station has a name.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let address = Self.address(text) {
            self = .address(address)
        } else if Self.isHost(text) {
            self = .host(text)
        } else {
            return nil
        }
    }

    /// As the host of a URL, where an IPv6 address, and nothing else, is in brackets (RFC 3986, 3.2.2).
    package init?(urlHost text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        self.init(String(isBracketed ? text.dropFirst().dropLast() : text[...]))
        guard isVersion6 == isBracketed else { return nil }
    }

    /// As browsers write it in a URL.
    package var urlHost: String { isVersion6 ? "[\(description)]" : description }

    package var description: String {
        switch self {
        case .host(let name): name
        case .address(let address): address
        }
    }

    /// `DNS:bench.example`, `IP:192.0.2.10`.
    var alternative: String {
        switch self {
        case .host(let name): "DNS:\(name)"
        case .address(let address): "IP:\(address)"
        }
    }

    /// The one name or address, as a name constraint has it: an address with its mask (RFC 5280, 4.2.1.10).
    var constraint: String {
        switch self {
        case .host(let name): "DNS:\(name)"
        case .address(let address) where isVersion6: "IP:\(address)/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        case .address(let address): "IP:\(address)/255.255.255.255"
        }
    }

    var isVersion6: Bool {
        if case .address(let address) = self { address.contains(":") } else { false }
    }

    /// An address in numbers, in the one form of it (RFC 5952, section 4); nil for what is none.
    ///
    /// See: man 3 inet_pton
    private static func address(_ text: String) -> String? {
        guard text.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return text }
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let words = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var zeros = 0..<0
        for start in words.indices {
            let end = words[start...].firstIndex { $0 != 0 } ?? words.endIndex
            // A single zero is written out.
            if end - start > max(1, zeros.count) { zeros = start..<end }
        }
        let sides = [words[..<zeros.lowerBound], words[zeros.upperBound...]].map { side in
            side.map { String($0, radix: 16) }.joined(separator: ":")
        }
        return zeros.isEmpty ? sides[1] : sides.joined(separator: "::")
    }

    /// Labels of 1 to 63 letters, digits and hyphens, 253 characters in all (RFC 1123, 2.1). The last is not a number.
    private static func isHost(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.last?.contains(where: \.isLetter) == true
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
    }
}
